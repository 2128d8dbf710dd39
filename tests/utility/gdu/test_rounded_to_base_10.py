"""LDUuni as users may be told it: no count of the original follows from it."""

from collections import defaultdict

import numpy as np
import pytest

from core.measures import Result
from core.utility.gdu import GduParameters, local_utilities
from core.utility.gdu.local_measures import ldu_bivariate, ldu_univariate
from tests.strategies import continuous, nominal, ordinal, pair_of, paired


def told(original, masked, parameters=None):
    local = local_utilities(pair_of(paired("x", original, masked)), parameters or GduParameters())
    (found,) = ldu_univariate.compute(local)
    assert isinstance(found, Result)
    return found.detail["in_tens"]


def binary(yes, n, kind=nominal):
    return (
        kind(np.repeat([0, 1], [n - yes, yes]), 2)
        if kind is not continuous
        else kind(np.repeat([0, 1], [n - yes, yes]))
    )


def key(found):
    return tuple(None if v is None else round(v, 9) for v in found.values())


@pytest.mark.parametrize("kind", [nominal, ordinal, continuous])
@pytest.mark.parametrize(("yes", "n"), [(30, 120), (3, 120), (15, 24)])
def test_ten_counts_and_more_give_each_answer_for_two_values(kind, yes, n):
    fits = defaultdict(set)
    for k in range(1, 120):
        fits[key(told(binary(k, 120, kind), binary(yes, n, kind)))].add(k)
    assert min(map(len, fits.values())) >= 9  # 1..9 is the first class: 0 would have one value only


def test_two_masked_files_of_one_original_tell_no_more():
    fits = defaultdict(set)
    for k in range(1, 120):
        original = binary(k, 120)
        fits[tuple(key(told(original, binary(yes, n))) for yes, n in ((30, 120), (47, 120), (9, 24)))].add(k)
    assert min(map(len, fits.values())) >= 9


def test_an_unchanged_variable_keeps_everything():
    for kind in (nominal, ordinal, continuous):
        found = told(binary(33, 120, kind), binary(33, 120, kind))
        assert (found["value"], found["effect"], found["suppressed"]) == (1.0, 0.0, 0.0)


def test_it_is_near_the_exact_value_in_a_large_file():
    original, masked = binary(2_000, 6_000), binary(2_055, 6_000)
    (exact,) = ldu_univariate.compute(local_utilities(pair_of(paired("x", original, masked)), GduParameters()))
    found = exact.detail["in_tens"]
    assert found["value"] == pytest.approx(exact.value, abs=0.05)
    assert found["effect"] == pytest.approx(exact.detail["effect"], abs=0.001)
    assert found["w"] == pytest.approx(exact.detail["w"], abs=0.001)
    assert found["smallest_cell"] == 2000  # totals of 3,991 to 4,000 without it


def test_what_was_suppressed_is_told_in_tens():
    masked = np.repeat([0, 1], [90, 30])
    masked[:25] = -1
    found = told(binary(30, 120), nominal(masked, 2))
    assert found["suppressed"] == pytest.approx((25 - 4.5) / 120)


def test_many_categories_have_no_smallest_cell():
    many = nominal(np.arange(120) % 12, 12)
    assert told(many, many)["smallest_cell"] is None
    few = nominal(np.arange(120) % 4, 4)
    assert told(few, few)["smallest_cell"] == 11  # the middle class of totals goes from 50 to 70


@pytest.mark.parametrize("missing", ["pairwise", "completeness", "category"])
def test_every_treatment_of_missing_values(missing):
    values = np.repeat([0, 1], [90, 30])
    gaps = values.copy()
    gaps[:40] = -1
    for kind, hole in ((nominal, -1), (continuous, np.nan)):
        masked = kind(np.where(gaps < 0, hole, gaps), 2) if kind is nominal else kind(np.where(gaps < 0, hole, gaps))
        found = told(kind(values, 2) if kind is nominal else kind(values), masked, GduParameters(missing=missing))
        assert 0 <= found["value"] < 1


def test_the_smallest_cell_of_a_pair_is_that_of_both_files():
    a, b = np.repeat([0, 1], 50), np.tile([0, 1], 50)
    changed = b.copy()
    changed[:22] = 1
    pair = pair_of(paired("a", nominal(a, 2), nominal(a, 2)), paired("b", nominal(b, 2), nominal(changed, 2)))
    (found,) = ldu_bivariate.compute(local_utilities(pair, GduParameters()))
    assert found.detail["smallest_cell"] == 14
