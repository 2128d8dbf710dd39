import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.masking import changes
from core.masking.changes import differing


def test_by_hand(file_of) -> None:
    before = file_of(a=[1, 2, None, "x"], b=[1, 1, 1, 1], c=[0, 0, 0, 0])
    after = file_of(a=[1, 3, None, None], b=[1, 1, 1, 2])
    found = changes(before, after)
    assert found.cells == {"a": 2, "b": 1}
    assert found.suppressed == {"a": 1}
    assert found.records == 2
    assert found.removed == ("c",)
    assert (found.total_cells, found.total_suppressed) == (3, 1)


def test_records_are_compared_with_those_they_stem_from(file_of) -> None:
    before, after = file_of(a=[1, 2, 3, 4]), file_of(a=[2, 9])
    found = changes(before, after, np.array([1, 3]))
    assert found.cells == {"a": 1}
    assert (found.records_before, found.records_after) == (4, 2)


cells = st.lists(st.sampled_from([None, 1, 2.5, "x", "y"]), min_size=8, max_size=8)


@given(one=cells, other=cells)
def test_cells_differ_where_they_do(file_of, one, other) -> None:
    then, now = file_of(a=one, n=[0] * 8).columns["a"], file_of(a=other, n=[0] * 8).columns["a"]
    if len(then) == len(now) == 8:
        assert differing(then, now).tolist() == [a != b for a, b in zip(one, other, strict=True)]
