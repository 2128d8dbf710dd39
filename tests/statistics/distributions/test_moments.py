"""Pearson's correlation and analysis of variance: hand-computed, and against scipy."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.distributions.moments import one_way_anova, pearson


def floats(*values):
    return np.array(values, dtype=np.float64)


def codes(*values):
    return np.array(values, dtype=np.int32)


def test_pearson_by_hand():
    # deviations -2 -1 0 1 2 and -2 0 1 0 1: sum of products 6, of squares 10 and 6
    found = pearson(floats(1, 2, 3, 4, 5), floats(2, 4, 5, 4, 5))
    assert found.r == pytest.approx(6 / np.sqrt(60), abs=1e-15)
    # t = .774597 sqrt(3 / .4) = 2.12132
    assert found.p == pytest.approx(2 * stats.t.sf(2.1213203, 3), abs=1e-7)


def test_pearson_leaves_incomplete_records_out():
    found = pearson(floats(1, 2, 3, np.nan, 9), floats(1, 2, 3, 4, np.nan))
    assert (found.r, found.p, found.n) == (pytest.approx(1.0, abs=1e-15), pytest.approx(0.0, abs=1e-7), 3)


@pytest.mark.parametrize(
    ("a", "b"), [(floats(1, 2), floats(1, 2)), (floats(1, 2, 3), floats(0.1, 0.1, 0.1)), (floats(), floats())]
)
def test_no_pearson_of_constants_or_of_fewer_than_three_records(a, b):
    assert pearson(a, b)[:2] == (None, None)


def test_anova_by_hand():
    # means 2 and 5, grand mean 3.5: SSB = 6 x 1.5^2 = 13.5, SSW = 2 + 2 = 4; F = 13.5 / (4 / 4)
    found = one_way_anova(codes(0, 0, 0, 2, 2, 2), floats(1, 2, 3, 4, 5, 6), 3)
    assert found.statistic == pytest.approx(13.5, abs=1e-13)
    assert found.p == pytest.approx(stats.f.sf(13.5, 1, 4), abs=1e-14)
    assert found.eta_squared == pytest.approx(13.5 / 17.5, abs=1e-15)
    assert found.group_size.tolist() == [3, 0, 3]
    assert found.group_deviation.tolist() == [-1.5, 0, 1.5]


def test_anova_without_spread_within_groups():
    # F is infinite: no statistic, p = 0, eta^2 = 1
    found = one_way_anova(codes(0, 0, 1, 1), floats(1, 1, 2, 2), 2)
    assert (found.statistic, found.p, found.eta_squared) == (None, 0.0, 1.0)


@pytest.mark.parametrize(
    ("groups", "values"),
    [
        (codes(0, 0, 0), floats(1, 2, 3)),
        (codes(0, 0, 1), floats(4, 4, 4)),
        (codes(0, 1, -1), floats(1, 2, 3)),
        (codes(-1), floats(np.nan)),
    ],
)
def test_no_anova_of_one_group_constants_or_as_many_groups_as_records(groups, values):
    assert one_way_anova(groups, values, 2)[:2] == (None, None)


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_scipy(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(12, 400))
    a = random.normal(1e3 * random.random(), 1 + random.random(), n)
    b = random.random() * a + random.normal(size=n)
    g = random.integers(0, 4, n).astype(np.int32)
    b[random.random(n) < 0.1] = np.nan
    complete = ~np.isnan(b)
    found, expected = pearson(a, b), stats.pearsonr(a[complete], b[complete])
    assert found.r == pytest.approx(expected.statistic, abs=1e-10)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-10)
    samples = [b[complete & (g == i)] for i in range(4)]
    anova, tested = one_way_anova(g, b, 4), stats.f_oneway(*(s for s in samples if len(s)))
    assert anova.statistic == pytest.approx(tested.statistic, rel=1e-10)
    assert anova.p == pytest.approx(tested.pvalue, abs=1e-10)
