"""Correlations from one product of ranks are those of each pair alone, to the last bit."""

import numpy as np
import pytest

from core.statistics.distributions import MultipliedRanks, dense_codes, kruskal_wallis, rank_products, spearman


def variables(n=400, missing=False):
    draw = np.random.default_rng(4)
    z = draw.normal(size=n)
    values = [np.exp(z), np.round(2 * z + draw.normal(size=n)), draw.normal(size=n), np.ones(n)]
    if missing:
        values[1][3] = np.nan
    return [dense_codes(v) for v in values]


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("most", [5_000_000, 100])
def test_all_pairs_are_those_of_each_alone(missing, most, monkeypatch):
    monkeypatch.setattr(rank_products, "MOST_CELLS", most)
    codes = variables(missing=missing)
    ranks = MultipliedRanks(codes)
    for a in codes:
        for b in codes:
            assert ranks.spearman(a, b) == spearman(a, b)
            found, alone = ranks.kruskal_wallis(a, b), kruskal_wallis(a, b)
            assert found[:4] == alone[:4]
            assert found.group_size.tolist() == alone.group_size.tolist()
            assert found.rank_sum_doubled.tolist() == alone.rank_sum_doubled.tolist()


def test_by_hand():
    a, b = dense_codes(np.array([1.0, 2, 3])), dense_codes(np.array([5.0, 5, 9]))
    # doubled centred mid-ranks -2 0 2 and -1 -1 2: 6 / sqrt(8 * 6)
    assert MultipliedRanks([a, b]).spearman(a, b).rho == pytest.approx(6 / np.sqrt(48))


def test_what_was_not_multiplied_is_computed():
    a, b = variables()[:2]
    assert MultipliedRanks([]).spearman(a, b) == MultipliedRanks([a]).spearman(a, b) == spearman(a, b)
