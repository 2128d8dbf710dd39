"""Whether one variable determines another: hand-worked, then against a dictionary of values seen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.disclosure import determined_values, times_determining


def codes(*values):
    return np.array(values, dtype=np.int32)


def test_a_value_that_goes_with_one_other_determines_it():
    # missing ones on either side say nothing
    assert times_determining(codes(0, 1, 0, 2, -1, 1), codes(5, 3, 5, -1, 4, 3)).tolist() == [2, 2, 0, 0]
    assert times_determining(codes(0, 1, 0), codes(5, 3, 4)) is None
    assert times_determining(codes(-1, -1), codes(0, 1)).tolist() == [0]


def test_what_the_first_records_do_not_tell_the_others_do(monkeypatch):
    monkeypatch.setattr(determined_values, "FIRST", 2)
    assert times_determining(codes(0, 0, 0), codes(1, 2, 1)) is None
    assert times_determining(codes(0, 0, 0), codes(1, 1, 2)) is None
    assert times_determining(codes(0, 0, 1), codes(1, 1, 2)).tolist() == [2, 1, 0]


@given(st.lists(st.tuples(st.integers(-1, 5), st.integers(-1, 3)), max_size=12))
def test_it_is_what_a_dictionary_of_values_says(pairs):
    both = [(s, t) for s, t in pairs if s >= 0 and t >= 0]
    found = times_determining(codes(*(s for s, _ in pairs)), codes(*(t for _, t in pairs)))
    if any(len({t for own, t in both if own == s}) > 1 for s, _ in both):
        assert found is None
    else:
        assert found[:-1].tolist() == [sum(own == s for own, _ in both) for s in range(len(found) - 1)]
