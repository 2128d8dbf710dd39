"""Tests of ranks that are multiplied and added at once are those of each pair alone, to the last bit."""

import numpy as np
import pytest

from core.statistics.distributions import MultipliedRanks, dense_codes, kruskal_wallis, rank_products, spearman


def variables(n=400, missing=False):
    draw = np.random.default_rng(4)
    z = draw.normal(size=n)
    values = [np.exp(z), np.round(2 * z + draw.normal(size=n)), draw.normal(size=n), np.ones(n)]
    if missing:
        values[1][3] = np.nan
    values.append(draw.choice(np.arange(30) ** 2, n))  # sums over so many groups show in which order they are taken
    return [dense_codes(v) for v in values]


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("cells", [2**17, 100])
def test_all_pairs_are_those_of_each_alone(missing, cells, monkeypatch):
    monkeypatch.setattr(rank_products, "CELLS_AT_ONCE", cells)
    codes = variables(missing=missing)
    ranks = MultipliedRanks(codes, codes)
    assert len(ranks.variables) == len(codes) - missing
    for a in codes:
        assert [ranks.spearman(a, b) for b in codes] == [spearman(a, b) for b in codes]
        tested = ranks.kruskal_wallis(a)
        assert len(tested) == (0 if len(a.missing) else len(ranks.variables))
        for b, at_once in zip(ranks.variables, tested, strict=False):
            alone = kruskal_wallis(a, b)
            assert at_once[:4] == alone[:4]
            assert at_once.group_size.tolist() == alone.group_size.tolist()
            assert at_once.rank_sum_doubled.tolist() == alone.rank_sum_doubled.tolist()


def test_by_hand():
    a, b = dense_codes(np.array([1.0, 2, 3])), dense_codes(np.array([5.0, 5, 9]))
    # doubled centred mid-ranks -2 0 2 and -1 -1 2: 6 / sqrt(8 * 6)
    ranks = MultipliedRanks([a, b], [b])
    assert ranks.spearman(a, b).rho == pytest.approx(6 / np.sqrt(48))
    # the ranks of a add up to -2 where b is 5, and to 2: H = 2 (4 / 2 + 4 / 1) / 8
    assert [t.statistic for t in ranks.kruskal_wallis(b)] == pytest.approx([1.5, 2.0])


@pytest.mark.parametrize("n", [3, 50_000, 3_000_000])
def test_a_sum_of_products_of_ranks_at_once_is_exact(n):
    assert rank_products.records_at_once(n, 20) * (n - 1) ** 2 <= 2**53
    assert (n**3 - n) // 3 < 2**63


def test_what_was_not_multiplied_is_computed():
    a, b = variables()[:2]
    assert MultipliedRanks([]).spearman(a, b) == MultipliedRanks([a]).spearman(a, b) == spearman(a, b)
