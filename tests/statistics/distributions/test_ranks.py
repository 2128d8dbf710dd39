"""Rank tests: hand-computed, against scipy, and exact whatever the order of the records."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.distributions.dense_coding import (
    categories_taken,
    category_codes,
    dense_codes,
    taken,
    without_codes,
)
from core.statistics.distributions.ranks import _among_complete, correlation_p_value, kruskal_wallis, spearman
from core.statistics.tables import cross_table, repeated_table


def floats(*values):
    return np.array(values, dtype=np.float64)


def categories(*codes):
    return category_codes(np.array(codes, dtype=np.int32), max(codes) + 1)


def test_dense_codes_are_positions_among_the_sorted_distinct_values():
    found = dense_codes(floats(3.5, np.nan, 1, 3.5))
    assert found.codes.tolist() == [1, -1, 0, 1]
    assert (found.values.tolist(), found.counts.tolist(), found.missing.tolist()) == ([1, 3.5], [1, 2], [1])
    assert (found.distinct, found.observed) == (2, 3)
    assert dense_codes(floats(np.nan, np.nan)).distinct == 0


def test_category_codes_stay_as_they_are():
    found = category_codes(np.array([3, -1, 1, 3], dtype=np.int32), 5)
    assert found.codes.tolist() == [3, -1, 1, 3]
    assert (found.counts.tolist(), found.missing.tolist()) == ([0, 1, 0, 2, 0], [1])
    assert (found.distinct, found.observed) == (5, 3)


def test_empty_categories_change_no_rank():
    lean, roomy = categories(0, 1, 1, 2), categories(1, 4, 4, 5)
    values = dense_codes(floats(2, 1, 3, 4))
    assert spearman(lean, values) == spearman(roomy, values)
    assert kruskal_wallis(values, lean).statistic == kruskal_wallis(values, roomy).statistic
    assert kruskal_wallis(lean, values).statistic == kruskal_wallis(roomy, values).statistic


def test_spearman_by_hand():
    # differences of ranks -1, 1, -1, 1, 0: sum of squares 4; rho = 1 - 6 x 4 / (5 x 24) = .8
    found = spearman(dense_codes(floats(10, 20, 30, 40, 50)), dense_codes(floats(2, 1, 4, 3, 5)))
    assert found.rho == pytest.approx(0.8, abs=1e-15)
    # t = .8 sqrt(3 / .36) = 2.3094 on 3 degrees of freedom
    assert found.p == pytest.approx(2 * stats.t.sf(2.309401, 3), abs=1e-6)
    assert found.n == 5


def test_spearman_with_ties_by_hand():
    # mid-ranks 1.5, 1.5, 3 and 1, 2, 3; doubled and centred -1, -1, 2 and -2, 0, 2: 6 / sqrt(6 x 8)
    found = spearman(dense_codes(floats(1, 1, 2)), dense_codes(floats(1, 2, 3)))
    assert found.rho == pytest.approx(6 / np.sqrt(48), abs=1e-15)


def test_ranks_are_renumbered_within_the_complete_records():
    a, b = floats(1, 100, 2, 3, np.nan), floats(1, np.nan, 2, 3, 0)
    found = spearman(dense_codes(a), dense_codes(b))
    assert (found.rho, found.p, found.n) == (1.0, 0.0, 3)
    # ranks taken before the incomplete records are dropped, 1, 2, 6 against 1, 2, 3, would give .945
    b = floats(1, 2, np.nan, np.nan, np.nan, 3)
    assert np.corrcoef([1, 2, 6], [1, 2, 3])[0, 1] == pytest.approx(0.945, abs=5e-4)
    assert spearman(dense_codes(floats(1, 2, 3, 4, 5, 6)), dense_codes(b)).rho == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (floats(1, 2), floats(1, 2)),
        (floats(1, 2, 3), floats(5, 5, 5)),
        (floats(1, 2, np.nan), floats(1, 2, 3)),
        (floats(np.nan, np.nan), floats(np.nan, np.nan)),
    ],
)
def test_no_correlation_of_constants_or_of_fewer_than_three_records(a, b):
    found = spearman(dense_codes(a), dense_codes(b))
    assert found.rho is None
    assert found.p is None


def test_correlation_p_value_at_the_ends():
    assert correlation_p_value(1.0, 10) == correlation_p_value(-1.0, 10) == 0.0
    assert correlation_p_value(0.0, 10) == 1.0


def test_spearman_is_exact_in_any_order_and_symmetric():
    random = np.random.default_rng(1)
    a, b = np.round(random.normal(size=500), 1), random.normal(size=500)
    rows = random.permutation(500)
    one = spearman(dense_codes(a), dense_codes(b))
    assert one == spearman(dense_codes(a[rows]), dense_codes(b[rows]))
    assert one == spearman(dense_codes(b), dense_codes(a))


def test_sums_beyond_64_bits_stay_exact():
    # sum of squared doubled centred ranks = n (n^2 - 1) / 3 = 2.1e19 > 2^63 = 9.2e18
    codes = dense_codes(np.arange(4_000_000, dtype=np.float64))
    assert spearman(codes, codes).rho == 1.0
    halves = category_codes(np.arange(4_000_000, dtype=np.int32) // 2_000_000, 2)
    found = kruskal_wallis(halves, codes)
    # two halves of n/2 records: rank SSB / TSS = (n^3 / 16) / (n (n^2 - 1) / 12) = 3/4 n^2 / (n^2 - 1)
    assert found.epsilon_squared == pytest.approx(0.75, abs=1e-12)


def test_ranks_without_some_records_are_those_of_the_rest():
    random = np.random.default_rng(6)
    for values in (np.round(random.normal(size=300)), random.normal(size=300), np.full(300, 2.0)):
        values[random.random(300) < 0.1] = np.nan
        other = np.where(random.random(300) < 0.4, np.nan, 1.0)
        ranked = _among_complete(dense_codes(values), dense_codes(other))
        complete = ~np.isnan(values) & ~np.isnan(other)
        doubled = 2 * stats.rankdata(values[complete]) - complete.sum() - 1
        assert np.array_equal(ranked.ranks[dense_codes(values).codes[complete]], doubled)
        assert ranked.counts.sum() == complete.sum()
        assert ranked.squares == (doubled**2).sum()


def test_kruskal_wallis_by_hand():
    # rank sums 6 and 15: H = 12 / (6 x 7) x (36/3 + 225/3) - 3 x 7 = 3.857143; epsilon^2 = H / 5
    groups, values = categories(0, 0, 0, 1, 1, 1), dense_codes(floats(1, 2, 3, 4, 5, 6))
    found = kruskal_wallis(groups, values)
    assert found.statistic == pytest.approx(27 / 7, abs=1e-14)
    assert found.p == pytest.approx(stats.chi2.sf(27 / 7, 1), abs=1e-15)
    assert found.epsilon_squared == pytest.approx(27 / 35, abs=1e-15)
    assert found.group_size.tolist() == [3, 3]
    # rank sum 6 against 3 x 3.5 = 10.5: -4.5, doubled -9
    assert found.rank_sum_doubled.tolist() == [-9, 9]


def test_kruskal_wallis_with_ties_by_hand():
    # values 1, 1 | 1, 2: mid-ranks 2, 2 | 2, 4; H = 12/20 x (16/2 + 36/2) - 15 = .6; correction 1 - 24/60 = .6: H = 1
    groups = categories(0, 0, 1, 1)
    found = kruskal_wallis(groups, dense_codes(floats(1, 1, 1, 2)))
    assert found.statistic == pytest.approx(1.0, abs=1e-14)
    assert found.epsilon_squared == pytest.approx(1 / 3, abs=1e-15)


def test_epsilon_squared_is_rank_between_over_total_sum_of_squares():
    random = np.random.default_rng(2)
    g, x = random.integers(0, 4, 60).astype(np.int32), np.round(random.normal(size=60), 1)
    ranks = stats.rankdata(x)
    between = sum((g == i).sum() * (ranks[g == i].mean() - 30.5) ** 2 for i in range(4))
    found = kruskal_wallis(category_codes(g, 5), dense_codes(x))
    assert found.epsilon_squared == pytest.approx(between / ((ranks - 30.5) ** 2).sum(), abs=1e-13)


def test_no_kruskal_wallis_of_one_group_or_of_constants():
    one_group = kruskal_wallis(categories(0, 0, 0, 0), dense_codes(floats(1, 2, 3, 4)))
    constant = kruskal_wallis(categories(0, 0, 1, 1), dense_codes(floats(1, 1, 1, 1)))
    nothing = kruskal_wallis(categories(-1, 0), dense_codes(floats(1, np.nan)))
    for found in (one_group, constant, nothing):
        assert (found.statistic, found.p, found.epsilon_squared) == (None, None, None)


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_scipy(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(8, 400))
    a = np.round(random.normal(size=n), int(random.integers(0, 4)))
    b = np.round(a * random.random() + random.normal(size=n), int(random.integers(0, 4)))
    g = random.integers(0, 5, n).astype(np.int32)
    a[random.random(n) < 0.1] = np.nan
    g[random.random(n) < 0.1] = -1
    complete = ~np.isnan(a)
    rho, tested = spearman(dense_codes(a), dense_codes(b)), stats.spearmanr(a[complete], b[complete])
    assert rho.rho == pytest.approx(tested.statistic, abs=1e-10)
    assert rho.p == pytest.approx(tested.pvalue, abs=1e-10)
    samples = [a[complete & (g == i)] for i in range(5)]
    h, tested = kruskal_wallis(category_codes(g, 5), dense_codes(a)), stats.kruskal(*(s for s in samples if len(s)))
    assert h.statistic == pytest.approx(tested.statistic, abs=1e-10)
    assert h.p == pytest.approx(tested.pvalue, abs=1e-10)


def test_codes_of_records_taken_are_those_of_their_values():
    random = np.random.default_rng(4)
    values = random.choice([1.5, 2.0, -1, 7, 8, 9, np.nan], 40)
    rows = random.integers(0, 40, 12)
    found, expected = taken(dense_codes(values), rows), dense_codes(values[rows])
    assert found.codes.dtype == expected.codes.dtype
    for one, other in zip((*found[:3], *found.ranked), (*expected[:3], *expected.ranked), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("holes", [0.0, 0.2])
def test_a_record_that_stands_for_several_counts_as_often(holes):
    random = np.random.default_rng(5)
    x, y = (np.where(random.random(60) < holes, np.nan, random.integers(0, 9, 60) / 2) for _ in range(2))
    g = category_codes(random.integers(-1 if holes else 0, 4, 60).astype(np.int32), 5)
    times = random.integers(1, 4, 40).astype(np.int32)
    once = np.sort(random.permutation(60)[:40])
    each = np.repeat(once, times)
    samples = [(taken(dense_codes(x), r, t), taken(dense_codes(y), r, t)) for r, t in ((once, times), (each, None))]
    groups = categories_taken(g, once, times), categories_taken(g, each)
    for one, other in zip((*samples[0], groups[0]), (*samples[1], groups[1]), strict=True):
        assert one.values.tolist() == other.values.tolist()
        assert one.counts.tolist() == other.counts.tolist()
        assert one.ranked.squares == other.ranked.squares
        assert without_codes(one).missing.shape == other.missing.shape
    assert spearman(*samples[0]) == spearman(*samples[1])
    for values in zip(*samples, strict=True):
        short, long = (kruskal_wallis(own, each) for own, each in zip(groups, values, strict=True))
        assert short[:4] == long[:4]
        assert short.group_size.tolist() == long.group_size.tolist()
        assert short.rank_sum_doubled.tolist() == long.rank_sum_doubled.tolist()
    codes = groups[0].codes, random.permutation(groups[0].codes)
    assert np.array_equal(
        repeated_table(*codes, (5, 5), times), cross_table(*(np.repeat(each, times) for each in codes), 5, 5)
    )
