"""All tables of k variables at once: how far two files lie apart, and what a subsample would show."""

from __future__ import annotations

import numpy as np
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.tables.cell_tables import FilledCells, merged_cells
from core.statistics.tables.table_groups import GroupCounts, TableGroup, side_by_side

NO_CELLS = FilledCells(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))


def table_distances(
    original: GroupCounts, masked: GroupCounts, group: TableGroup, sizes: tuple[float, float]
) -> Floats:
    r"""Return L1 = sum |p - q| of each table of a group (t,), in [0, 2].

    Parameters
    ----------
    original, masked : GroupCounts
        Records in the cells of each table, or sums of their weights.
    group : TableGroup
    sizes : (n, m)
        Records of either file, or the sum of their weights.

    Notes
    -----
    Summed as whole numbers \|o m - s n\| (without weights), so the order of records and categories changes nothing.
    """
    n, m = sizes
    both = side_by_side(original, masked, group)
    return np.array([np.abs(o * np.asarray(m) - s * np.asarray(n)).sum() / (n * m) for _, o, s in both])


def with_cells_of(counts: GroupCounts, sizes: FilledCells = NO_CELLS) -> FilledCells:
    """Return how many cells hold 1, 2 ... records, those of a group's tables (without weights) with others."""
    held = counts.counts if isinstance(counts, FilledCells) else counts
    records, cells = np.unique(held[held > 0].astype(np.int64), return_counts=True)
    return merged_cells(sizes, FilledCells(records, cells))


def subsample_distance(sizes: FilledCells, tables: int, n: int, kept: int) -> float:
    """Return the mean L1 expected between a file and a simple random subsample of it.

    Parameters
    ----------
    sizes : FilledCells
        How many cells of all tables hold 1, 2 ... records.
    tables : int
        Tables that the cells belong to.
    n, kept : int
        Records of the file and of the subsample, 1 <= kept <= n.

    Returns
    -------
    float
        A cell of K records keeps X, hypergeometric; its mean absolute deviation is
        2 v (n - K - kept + v) P(X = v) / n with v the least whole number above kept K / n (Diaconis and
        Zabell 1991), so nothing is drawn at random.
    """
    k = sizes.cells.astype(np.float64)
    v = np.floor(kept * k / n) + 1
    possible = (v <= k) & (v <= kept)
    k, v, times = k[possible], v[possible], sizes.counts[possible]
    log_p = _log_choose(k, v) + _log_choose(n - k, kept - v) - _log_choose(np.float64(n), np.float64(kept))
    deviation = 2 * v * (n - k - kept + v) / n * np.exp(log_p)
    return float((times * deviation).sum()) / kept / tables


def _log_choose(n: Floats | np.float64, k: Floats | np.float64) -> Floats:
    return np.asarray(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1))


def subsample_equivalent(distance: float, sizes: FilledCells, tables: int, n: int) -> float:
    """Return the share of the records that a subsample as far from the file as ``distance`` would hold, in (0, 1].

    The smallest subsample that is looked at has one record: distances beyond its own give 1 / n.
    """
    low, high = 1, n
    while low < high:
        kept = (low + high) // 2
        if subsample_distance(sizes, tables, n, kept) <= distance:
            high = kept
        else:
            low = kept + 1
    return low / n
