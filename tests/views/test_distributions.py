"""Densities, cumulated shares and boxes of one variable: by hand, against scipy, and nothing of single records."""

import numpy as np
import pytest
from scipy.stats import gaussian_kde

from core.data import Coded, Level, Pair, PairedVariable, Release, Variable
from core.views.distributions import (
    FEWEST,
    box_view,
    coarser,
    cumulated_view,
    density_view,
    is_number,
)
from core.views.drill_down import variable_view


def numbers(original, masked, level=Level.CONTINUOUS):
    before = Coded(Level.CONTINUOUS, np.asarray(original, dtype=float))
    after = (
        None
        if masked is None
        else Coded(level, np.asarray(masked), ("a", "b") if level is not Level.CONTINUOUS else ())
    )
    recoded = (
        before if level is Level.CONTINUOUS else Coded(level, np.zeros(len(before.values), dtype=np.int32), ("a", "b"))
    )
    variable = PairedVariable(Variable("x", Level.CONTINUOUS), before, recoded, after)
    release = Release("x", len(before.values), {})
    return Pair("masked", (variable,), release, release)


def test_quantiles_by_hand():
    pair = numbers(np.arange(101), np.arange(101) + 10.0)
    found = box_view(pair, "x")
    assert found.original is not None
    assert found.masked is not None
    box = found.original
    assert (box.low, box.first, box.middle, box.third, box.high, box.n) == (5, 25, 50, 75, 95, 101)
    assert found.masked.middle == 60


def test_no_extreme_value_is_in_a_box():
    values = np.append(np.linspace(0, 1, 99), 987654.321)
    box = box_view(numbers(values, values), "x").original
    assert box is not None
    assert box.high < 2


def test_quantiles_are_rounded_to_a_hundredth_of_the_span():
    random = np.random.default_rng(1)
    values = random.normal(0, 1, 500)
    box = box_view(numbers(values, values), "x").original
    assert box is not None
    for x in (box.low, box.first, box.middle, box.third, box.high):
        assert x == round(x, 2)
        assert x not in values


def test_few_values_give_nothing():
    pair = numbers(np.arange(FEWEST - 1.0), np.arange(FEWEST - 1.0))
    assert box_view(pair, "x").original is None
    assert "fewer than 30 values" in box_view(pair, "x").reason
    assert not len(density_view(pair, "x").points)


def test_the_density_agrees_with_scipy():
    random = np.random.default_rng(2)
    values = random.normal(50, 10, 3000)
    found = density_view(numbers(values, values + 5), "x")
    assert found.bandwidth is not None
    assert found.masked is not None
    kernel = gaussian_kde(values, bw_method=found.bandwidth / values.std(ddof=1))
    assert np.abs(found.original - kernel(found.points)).max() < 1e-4
    shifted = gaussian_kde(values + 5, bw_method=found.bandwidth / values.std(ddof=1))
    assert np.abs(found.masked - shifted(found.points)).max() < 1e-4


def test_a_density_is_one_in_all():
    values = np.random.default_rng(3).normal(0, 1, 2000)
    found = density_view(numbers(values, values), "x")
    assert np.isclose(np.trapezoid(found.original, found.points), 1, atol=0.02)


def test_a_constant_has_no_density_and_a_constant_masked_file_has():
    assert "one value only" in density_view(numbers(np.ones(50), np.ones(50)), "x").reason
    found = density_view(numbers(np.arange(50.0), np.full(50, 7.0)), "x")
    assert found.masked is not None
    assert found.points[found.masked.argmax()] == pytest.approx(7, abs=0.5)


def test_cumulated_shares_rise_to_all_and_count_what_lies_below():
    values = np.arange(1000.0)
    found = cumulated_view(numbers(values, values / 2), "x")
    assert found.masked is not None
    assert np.all(np.diff(found.points) > 0)
    for x, share, masked in zip(found.points, found.original, found.masked, strict=True):
        assert share == pytest.approx(np.mean(values < x))
        assert masked == pytest.approx(np.mean(values / 2 < x))


@pytest.mark.parametrize("view", [box_view, density_view, cumulated_view])
def test_a_removed_or_banded_variable_shows_the_original_and_says_why(view):
    removed = view(numbers(np.arange(200.0), None), "x")
    assert "x was removed" in removed.reason
    assert removed.original is not None
    assert removed.masked is None
    banded = view(numbers(np.arange(200.0), np.zeros(200, dtype=np.int32), Level.ORDINAL), "x")
    assert "categories after masking" in banded.reason
    assert banded.masked is None
    assert banded.original is not None
    assert view is box_view or len(banded.points)


def test_categories_have_no_numbers(recoded_pair):
    assert not is_number(recoded_pair, "c")
    assert "categories, no numbers" in density_view(recoded_pair, "c").reason
    with pytest.raises(KeyError):
        is_number(recoded_pair, "unknown")


@pytest.fixture
def recoded_pair():
    coded = Coded(Level.NOMINAL, np.zeros(50, dtype=np.int32), ("a",))
    release = Release("x", 50, {})
    return Pair("m", (PairedVariable(Variable("c", Level.NOMINAL), coded, coded, coded),), release, release)


def test_bins_counted_together_keep_every_record():
    values = np.random.default_rng(4).normal(100, 30, 2000)
    view = variable_view(numbers(values, values[::-1] + 5), "x")
    found = coarser(view, 10)
    assert len(found.labels) <= 10 < len(view.labels)
    assert found.original.sum() == 2000
    assert found.masked.sum() == 2000
    assert found.edges is not None
    assert len(found.edges) == len(found.labels) + 1
    for i, (low, high) in enumerate(zip(found.edges[:-1], found.edges[1:], strict=True)):
        assert found.original[i] == np.sum((values >= low) & (values < high))
    assert coarser(view, 100) is view


def test_a_number_too_large_to_compute_with_leaves_a_reason_in_place_of_a_density():
    values = np.append(np.arange(100.0), 9e307)
    found = density_view(numbers(values, values), "x")
    assert not len(found.points)
    assert "too large" in found.reason
