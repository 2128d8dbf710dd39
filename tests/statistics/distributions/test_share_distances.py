"""Distances of shares: hand-worked cells, textbook libraries, and what chance shows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import distance

from core.statistics.distributions.share_distances import jensen_shannon_null, share_distances, voas_williamson

COUNTS = st.lists(st.integers(0, 50), min_size=1, max_size=8)


def test_hand_worked_cells():
    # p = (.5, .5, 0), q = (.25, .5, .25)
    found = share_distances(np.array([2, 2, 0]), np.array([1, 2, 1]))
    assert found.total_variation == 0.25
    # 1/2 [.5 log2(1/.75) + .25 log2(.5/.75) + .25 log2 2]
    expected = 0.5 * (0.5 * math.log2(4 / 3) + 0.25 * math.log2(2 / 3) + 0.25)
    assert found.jensen_shannon == pytest.approx(expected, abs=1e-15)
    assert found.hellinger == pytest.approx(math.sqrt(0.5 * ((math.sqrt(0.5) - 0.5) ** 2 + 0.25)), abs=1e-15)


def test_nothing_in_common_is_one():
    assert share_distances(np.array([3, 0]), np.array([0, 5])) == (1.0, 1.0, 1.0)


def test_voas_williamson_by_hand():
    # equal sizes: c = 1/2, sum (s - o)^2 / [(o + s) / 2] = 2 (1/3 + 1/1)
    found = voas_williamson(np.array([2, 2, 0]), np.array([1, 2, 1]))
    assert found.statistic == pytest.approx(2 * (1 / 3 + 1), abs=1e-15)
    assert found.degrees_of_freedom == 2
    assert found.pmse == pytest.approx(found.statistic * 0.5 * 0.25 / 8, abs=1e-15)


@given(COUNTS.filter(any), st.integers(1, 5))
def test_the_same_shares_are_exactly_nothing_apart(counts, times):
    original = np.array(counts)
    assert share_distances(original, times * original) == (0.0, 0.0, 0.0)
    assert voas_williamson(original, times * original).statistic == 0.0


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=8))
def test_scipy_says_the_same(cells):
    original, masked = (np.array(c) for c in zip(*cells, strict=True))
    if not original.any() or not masked.any():
        return
    found = share_distances(original, masked)
    p, q = original / original.sum(), masked / masked.sum()
    assert found.jensen_shannon == pytest.approx(distance.jensenshannon(p, q, 2) ** 2, abs=1e-12)
    assert found.total_variation == pytest.approx(distance.cityblock(p, q) / 2, abs=1e-12)
    # Pinsker and Le Cam: all three are in a known order
    assert found.hellinger**2 <= found.total_variation + 1e-12
    assert found.total_variation <= math.sqrt(2) * found.hellinger + 1e-12


def test_chance_shows_what_the_nulls_say():
    random = np.random.default_rng(1)
    p, n, m = np.full(10, 0.1), 4_000, 1_000
    original = random.multinomial(n, p)
    drawn = [share_distances(original, random.multinomial(m, original / n)).jensen_shannon for _ in range(600)]
    fresh = [share_distances(random.multinomial(n, p), random.multinomial(m, p)).jensen_shannon for _ in range(600)]
    ratios = [voas_williamson(*(random.multinomial(n, p) for _ in range(2))).statistic / 9 for _ in range(600)]
    assert (np.mean(drawn), np.mean(fresh)) == pytest.approx(jensen_shannon_null(9, n, m), rel=0.06)
    assert np.mean(ratios) == pytest.approx(2, abs=0.1)


def test_chi_squared_of_the_two_files_is_half_of_it_at_equal_sizes():
    table = np.array([[20, 30, 50], [25, 35, 40]])
    statistic = stats.chi2_contingency(table, correction=False).statistic
    assert voas_williamson(*table).statistic == pytest.approx(2 * statistic, rel=1e-12)


def test_voas_and_williamson_of_files_of_different_sizes_by_hand():
    """40 records beside 20: c = 1/3 expects 15 and 5 where 5 and 15 are; divided by c (o + s)."""
    found = voas_williamson(np.array([30, 10]), np.array([5, 15]))
    assert found.statistic == pytest.approx(100 / (35 / 3) + 100 / (25 / 3))
    assert found.pmse == pytest.approx(found.statistic * (1 / 3) * (2 / 3) ** 2 / 60)
