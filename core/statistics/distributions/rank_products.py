"""Rank tests of all variables of a file that no record lacks: one product of their ranks, one walk for each group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.distributions.dense_coding import DenseCodes
from core.statistics.distributions.ranks import (
    KruskalWallis,
    RankCorrelation,
    kruskal_wallis,
    kruskal_wallis_of,
    spearman,
    spearman_of,
)

EXACT_RECORDS = 250_000
"""Up to here every sum of products of ranks, at most n^3 / 3, is a whole number that a float64 holds exactly."""

MOST_CELLS = 5_000_000
"""Ranks that are held at once, twice (80 MB); of larger files pairs are summed one after the other."""

MOST_GROUPS = 1_000
"""By variables of more categories ranks are summed one variable after the other."""


class MultipliedRanks:
    """The ranks of variables, their products in pairs, and their sums by groups of records.

    All are whole numbers, and exact in whatever order they are added: the tests are those of ``spearman`` and
    ``kruskal_wallis`` to the last bit.

    Parameters
    ----------
    variables : sequence of DenseCodes (n,)
        Those that some records lack, or whose records count more than once, are left out, and all of a file of more
        than ``EXACT_RECORDS`` or ``MOST_CELLS``.
    """

    def __init__(self, variables: Sequence[DenseCodes]) -> None:
        whole = [v for v in variables if v.times is None and not len(v.missing) and v.distinct]
        n = max((len(v.codes) for v in whole), default=0)
        whole = whole if n <= EXACT_RECORDS and n * len(whole) <= MOST_CELLS else []
        self._places = {id(v): place for place, v in enumerate(whole)}
        self._held = whole  # an id is another's as soon as its own is gone
        ranks = np.empty((len(whole), n))
        for row, values in zip(ranks, whole, strict=True):
            np.take(values.ranked.ranks.astype(np.float64), values.codes, out=row)
        self._ranks, self._products, self._n = ranks, ranks @ ranks.T, n
        self._by_group: dict[int, tuple[DenseCodes, Integers]] = {}

    def spearman(self, a: DenseCodes, b: DenseCodes) -> RankCorrelation:
        """Return what ``spearman`` does."""
        i, j = self._places.get(id(a)), self._places.get(id(b))
        if i is None or j is None:
            return spearman(a, b)
        squares = float(self._products[i, i]), float(self._products[j, j])
        return spearman_of(float(self._products[i, j]), squares, self._n)

    def kruskal_wallis(self, groups: DenseCodes, values: DenseCodes) -> KruskalWallis:
        """Return what ``kruskal_wallis`` does."""
        place = self._places.get(id(values))
        if place is None or groups.times is not None or len(groups.missing) or groups.distinct > MOST_GROUPS:
            return kruskal_wallis(groups, values)
        sums = self._sums_by(groups)[:, place]
        return kruskal_wallis_of(groups.counts, sums, float(self._products[place, place]))

    def _sums_by(self, groups: DenseCodes) -> Integers:
        """Return (groups, variables) the sums of the ranks of each group's records."""
        if id(groups) not in self._by_group:
            total = np.zeros((groups.distinct, len(self._ranks)))
            _add_by_group(groups.codes, self._by_record, total)
            self._by_group[id(groups)] = groups, total.astype(np.int64)
        return self._by_group[id(groups)][1]

    @cached_property
    def _by_record(self) -> Floats:
        return np.ascontiguousarray(self._ranks.T)


@njit(cache=True, nogil=True)
def _add_by_group(groups: Codes, ranks: Floats, total: Floats) -> None:
    """Add the ranks (n, p) of each record to those of its group."""
    for i in range(len(groups)):
        own, row = total[groups[i]], ranks[i]
        for k in range(len(row)):
            own[k] += row[k]
