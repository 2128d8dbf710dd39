"""Cells of a table of sums: who contributes, and whether one contributor can be distinguished from what is published.

Source: Hundepool et al., Statistical Disclosure Control (2012), section 4.2:
minimum frequency, (n, k) dominance, p% rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.reproducible import above, below


@dataclass(frozen=True)
class MagnitudeRules:
    """When a cell is unsafe.

    Parameters
    ----------
    contributors : int
        It has fewer contributors than this, and any at all.
    largest, share : int, float
        Its ``largest`` largest contributions are more than ``share`` of the total.
    closeness : float
        What is left without the two largest contributions is less than ``closeness`` of the largest: the second
        largest contributor, who knows its own, comes as near to the largest.
    """

    contributors: int = 10
    largest: int = 2
    share: float = 0.9
    closeness: float = 0.1


@dataclass(frozen=True, eq=False)
class MagnitudeCells:
    """The cells of one table, each array of shape (n_cells,).

    Parameters
    ----------
    contributors : int array
    totals : float array
        Sums of the contributions as they are.
    few, dominated, close : bool arrays
        Which rule a cell breaks.
    negative : bool array
        A contribution is below 0: the rules then speak about sizes without sign.
    """

    contributors: NDArray[np.int64]
    totals: Floats
    few: NDArray[np.bool_]
    dominated: NDArray[np.bool_]
    close: NDArray[np.bool_]
    negative: NDArray[np.bool_]


def magnitude_cells(
    cells: NDArray[np.int64], contributors: NDArray[np.int64], values: Floats, n_cells: int, rules: MagnitudeRules
) -> MagnitudeCells:
    """Return the cells of a table and which rules they break.

    Parameters
    ----------
    cells : int array (n,)
        The cell of each record, from 0.
    contributors : int array (n,)
        Whose each record is, from 0: the records of one contributor in one cell are one contribution.
    values : float array (n,)
        What is added up; no NaN.
    n_cells : int
    rules : MagnitudeRules
    """
    if not len(cells):
        nothing, nobody = np.zeros(n_cells), np.zeros(n_cells, dtype=bool)
        return MagnitudeCells(nothing.astype(np.int64), nothing, nobody, nobody, nobody, nobody)
    width = int(contributors.max()) + 1
    pairs, place = np.unique(cells.astype(np.int64) * width + contributors, return_inverse=True)
    contributions = np.bincount(place, weights=values)
    of_cell = pairs // width
    sizes = np.abs(contributions)
    order = np.lexsort((-sizes, of_cell))
    of_cell, sizes = of_cell[order], sizes[order]
    counts = np.bincount(of_cell, minlength=n_cells)
    rank = np.arange(len(of_cell)) - (np.cumsum(counts) - counts)[of_cell]

    def summed(kept: NDArray[np.bool_]) -> Floats:
        return np.asarray(np.bincount(of_cell[kept], weights=sizes[kept], minlength=n_cells), dtype=np.float64)

    total, first, rest = summed(rank >= 0), summed(rank == 0), summed(rank >= 2)
    dominated = above(summed(rank < rules.largest), rules.share * total)
    return MagnitudeCells(
        counts,
        np.asarray(np.bincount(cells, weights=values, minlength=n_cells), dtype=np.float64),
        (counts > 0) & (counts < rules.contributors),
        dominated,
        below(rest, rules.closeness * first),
        np.bincount(pairs // width, weights=contributions < 0, minlength=n_cells) > 0,
    )
