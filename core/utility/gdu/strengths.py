"""How strongly, and which way, two variables are associated without each group of records: what effect sizes rest on.

All groups at once, by the same steps as ``measure_association`` takes for one: to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, Integers
from core.statistics.distributions import RankSums, kruskal_wallis_of
from core.statistics.tables import SparseTable, residual_shift
from core.utility.gdu.association import Association, group_association, table_association


class Strengths(NamedTuple):
    """The association of one pair without each of G groups.

    Parameters
    ----------
    squared : float64 array (G,)
        The squared coefficient; NaN where no test is possible.
    directions : float64 array (G, k), or SparseTables
        Measures by cell or group, or the signed coefficient: as in ``Association``.
    """

    squared: Floats
    directions: Floats | Sequence[SparseTable]

    def agreement(self, other: Strengths) -> list[float | None]:
        """Return 1 - |c - c'| of the coefficients with their signs, at least 0; None where neither has one.

        Where only one has a coefficient, the other's is 0.
        """
        tested = ~np.isnan(self.squared) | ~np.isnan(other.squared)
        one, two = (np.sqrt(np.nan_to_num(each.squared)) for each in (self, other))
        gap = np.abs(np.where(self._turned(other), one + two, one - two))
        kept = np.maximum(0.0, 1 - gap).tolist()
        return [value if known else None for value, known in zip(kept, tested.tolist(), strict=True)]

    def _turned(self, other: Strengths) -> NDArray[np.bool_]:
        """Tell for each group whether the association is reversed: a negative cosine."""
        if isinstance(self.directions, np.ndarray) and isinstance(other.directions, np.ndarray):
            return np.array([np.vdot(x, y) < 0 for x, y in zip(self.directions, other.directions, strict=True)])
        return np.array([_cosine(x, y) < 0 for x, y in zip(self.directions, other.directions, strict=True)])


def _cosine(one: Floats | SparseTable, other: Floats | SparseTable) -> float:
    assert isinstance(one, SparseTable)
    assert isinstance(other, SparseTable)
    return residual_shift(one, other, (1.0, 1.0)).cosine or 0.0


def strengths_of(associations: Sequence[Association]) -> Strengths:
    """Take strength and direction of associations that were computed one by one."""
    squared = np.array([np.nan if a.strength is None else a.strength for a in associations])
    directions = [a.direction for a in associations]
    sparse = [each for each in directions if isinstance(each, SparseTable)]
    return Strengths(squared, sparse or np.array(directions))


def strengths_of_tables(tables: Counts) -> Strengths:
    """Return Cramer's V^2 and the residuals / sqrt(n) of tables of counts (G, r, c)."""
    rows, columns = tables.sum(axis=2), tables.sum(axis=1)
    n, smaller = rows.sum(axis=1), min(tables.shape[1:]) - 1
    if smaller < 1 or not (rows.all() and columns.all()):
        return strengths_of([table_association(table) for table in tables])
    expected = rows[:, :, None] * columns[:, None, :] / n[:, None, None]
    difference, cells = tables - expected, (len(tables), -1)
    statistic = (difference**2 / expected).reshape(cells).sum(axis=1)
    residuals = (difference / np.sqrt(expected)).reshape(cells) / np.sqrt(n)[:, None]
    return Strengths(np.minimum(1.0, statistic / n / smaller), residuals)


def strengths_of_groups(given: RankSums) -> Strengths:
    """Return epsilon^2 (Kruskal-Wallis) and the signed rank SSB / n^3 by category."""
    sizes, sums = np.ascontiguousarray(given.sizes), np.ascontiguousarray(given.sums)
    if sizes.shape[1] < 2 or not (sizes.all() and given.squares.all()):
        each = zip(sizes, sums, given.squares.tolist(), strict=True)
        return strengths_of([group_association(kruskal_wallis_of(s, t, float(squares))) for s, t, squares in each])
    between = (sums.astype(np.float64) ** 2 / sizes).sum(axis=1)
    deviation = sums / (2 * sizes)
    signed = sizes * deviation * np.abs(deviation) / (sizes.sum(axis=1) ** 3)[:, None]
    return Strengths(np.minimum(1.0, between / given.squares.astype(np.float64)), signed)


def strengths_of_rank_sums(given: RankSums) -> Strengths:
    """Return rho^2 and rho of Spearman between categories in their order and the values that were ranked."""
    sizes = given.sizes
    ranks = ranks_of_counts(sizes)
    products, squares = (ranks * given.sums).sum(axis=1), (sizes * ranks**2).sum(axis=1)
    return strengths_of_ranks(sizes.sum(axis=1), products, squares, given.squares)


def strengths_of_ranks(records: Integers, products: Integers, squares: Integers, others: Integers) -> Strengths:
    """Return rho^2 and rho of Spearman from (G,) complete records, and sums of products and squares of their ranks."""
    x, y = squares.astype(np.float64), others.astype(np.float64)
    tested = (records >= 3) & (x > 0) & (y > 0)
    rho = np.clip(products.astype(np.float64) / np.sqrt(np.where(tested, x * y, 1.0)), -1.0, 1.0)
    rho = np.where(tested, rho, 0.0)
    return Strengths(np.where(tested, rho * rho, np.nan), rho[:, None])


def ranks_of_counts(counts: Integers) -> Integers:
    """Return (G, k) doubled centred mid-ranks of codes by how many records have each, as ``rank_table`` of each row."""
    total = counts.cumsum(axis=1)
    return np.asarray(2 * total - counts - total[:, -1:])
