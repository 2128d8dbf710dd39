import numpy as np
import pytest
from scipy import stats

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.views.variable_difference import largest_difference


def pair_of(original, masked, problem=""):
    variable = PairedVariable(Variable("x", original.level), original, original, masked, problem=problem)
    return Pair("s", (variable,), Release("o", 0, {}), Release("m", 0, {}))


def numbers(*values):
    return Coded(Level.CONTINUOUS, np.array(values, dtype=float))


def codes(*values, categories="abc"):
    return Coded(Level.NOMINAL, np.array(values, dtype=np.int32), tuple(categories))


def test_largest_gap_of_numbers_by_hand():
    # F original: 1/4 at 1, 2/4 at 2; F masked: 0 at 1, 1/4 at 2: the gap is 1/4 first at 1, then at 2
    found = largest_difference(pair_of(numbers(1, 2, 3, 4, np.nan), numbers(2, 3, 4, 4)), "x")
    assert (found.kind, found.place) == ("cumulative", "1")
    assert (found.original, found.masked, found.total_variation) == (0.25, 0.0, 0.25)


def test_the_gap_is_the_statistic_of_kolmogorov_and_smirnov():
    random = np.random.default_rng(4)
    x, y = random.normal(50, 10, 300), random.normal(52, 12, 170)
    found = largest_difference(pair_of(numbers(*x), numbers(*y)), "x")
    assert found.total_variation == pytest.approx(stats.ks_2samp(x, y).statistic)
    assert found.place == f"{float(found.place):g}"
    assert not np.isin(float(found.place), np.concatenate([x, y]))


def test_the_category_that_changed_most_by_hand():
    # a .5 to .25, b .25 to .25, c .25 to .5
    found = largest_difference(pair_of(codes(0, 0, 1, 2, -1), codes(0, 1, 2, 2)), "x")
    assert (found.kind, found.place, found.original, found.masked) == ("category", "a", 0.5, 0.25)
    assert found.total_variation == 0.25


def test_categories_in_another_order_are_the_same():
    found = largest_difference(pair_of(codes(0, 1, 2), codes(2, 1, 0, categories="cba")), "x")
    assert found.total_variation == 0.0


@pytest.mark.parametrize(
    ("original", "masked", "problem"),
    [
        (codes(0, 1), None, ""),
        (codes(0, 1), codes(0, 1), "unknown value"),
        (codes(0, 1), codes(-1, -1), ""),
        (numbers(1, 2), codes(0, 1), ""),
    ],
)
def test_nothing_to_compare(original, masked, problem):
    assert largest_difference(pair_of(original, masked, problem), "x") is None
