"""Rank tests of all variables of a file that no record lacks: one product of their ranks, one walk for each group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Floats
from core.statistics.distributions.dense_coding import DenseCodes
from core.statistics.distributions.ranks import (
    KruskalWallis,
    RankCorrelation,
    kruskal_wallis_of_each,
    spearman,
    spearman_of,
)

EXACT_RECORDS = 250_000
"""Up to here every sum of products of ranks, at most n^3 / 3, is a whole number that a float64 holds exactly."""

MOST_RECORDS = 3_000_000
"""Up to here it is one of 64 bits; pairs of larger files are summed one after the other."""

CELLS_AT_ONCE = 2**17
"""Ranks that are held at once (1 MB): they stay near the processor."""

MOST_GROUPS = 1_000
"""By variables of more categories ranks are summed one variable after the other."""


class MultipliedRanks:
    """The products of the ranks of variables in pairs, and their sums by groups of records.

    All are whole numbers, and exact in whatever order they are added: the tests are those of ``spearman`` and
    ``kruskal_wallis`` to the last bit.

    Parameters
    ----------
    variables, groups : sequence of DenseCodes (n,)
        Those that some records lack, or whose records count more than once, are left out, groups of more than
        ``MOST_GROUPS`` too, and all of a file of more than ``MOST_RECORDS``.

    Attributes
    ----------
    variables : list of DenseCodes
        Those whose ranks were multiplied.
    """

    def __init__(self, variables: Sequence[DenseCodes], groups: Sequence[DenseCodes] = ()) -> None:
        whole, groups = _complete(variables), [g for g in _complete(groups) if g.distinct <= MOST_GROUPS]
        self.variables = whole
        self._places = {id(v): place for place, v in enumerate(whole)}
        self._n = max((len(v.codes) for v in whole), default=0)
        self._products = np.zeros((len(whole), len(whole)), dtype=np.int64)
        sums = [np.zeros((g.distinct, len(whole))) for g in groups]
        ranks = np.empty((records_at_once(self._n, len(whole)), len(whole)))
        for first in range(0, self._n, len(ranks)):
            own = ranks[: self._n - first]
            for place, v in enumerate(whole):
                _lay_out(v.codes, v.ranked.ranks, first, own, place)
            self._products += (own.T @ own).astype(np.int64)
            for g, total in zip(groups, sums, strict=True):
                _add_by_group(g.codes, first, own, total)
        # with the groups: an id is another's as soon as its own is gone
        self._by_group = {
            id(g): (g, total.T.astype(np.int64, order="C")) for g, total in zip(groups, sums, strict=True)
        }

    def spearman(self, a: DenseCodes, b: DenseCodes) -> RankCorrelation:
        """Return what ``spearman`` does."""
        i, j = self._places.get(id(a)), self._places.get(id(b))
        if i is None or j is None:
            return spearman(a, b)
        return spearman_of(float(self._products[i, j]), (float(a.ranked.squares), float(b.ranked.squares)), self._n)

    def kruskal_wallis(self, groups: DenseCodes) -> list[KruskalWallis]:
        """Return what ``kruskal_wallis`` does of each of ``variables``; of none where the groups were not summed by."""
        if id(groups) not in self._by_group:
            return []
        squares = np.array([float(v.ranked.squares) for v in self.variables])
        return kruskal_wallis_of_each(groups.counts, self._by_group[id(groups)][1], squares)


def _complete(variables: Sequence[DenseCodes]) -> list[DenseCodes]:
    """Return the variables that every record has, once: ranks are the same for all their pairs."""
    once = {id(v): v for v in variables}.values()
    return [v for v in once if v.times is None and not len(v.missing) and 0 < len(v.codes) <= MOST_RECORDS]


def records_at_once(n: int, variables: int) -> int:
    """Return of how many records a float64 holds the sum of products of ranks, each below n^2, exactly."""
    return max(1, min(n, 2**53 // max(n, 1) ** 2, CELLS_AT_ONCE // max(variables, 1)))


@njit(cache=True, nogil=True)
def _lay_out(codes: Codes, ranks: Codes, first: int, own: Floats, place: int) -> None:
    """Fill one column (m,) of the ranks of records from the first on."""
    for i in range(len(own)):
        own[i, place] = ranks[codes[first + i]]


@njit(cache=True, nogil=True)
def _add_by_group(groups: Codes, first: int, ranks: Floats, total: Floats) -> None:
    """Add the ranks (m, p) of each record from the first on to those of its group."""
    for i in range(len(ranks)):
        own, row = total[groups[first + i]], ranks[i]
        for k in range(len(row)):
            own[k] += row[k]
