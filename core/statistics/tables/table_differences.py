"""How much a table differs after masking, area by area: the metrics of Lemons, Dajani, You and Jordan, Table 1.

Every function takes the frequencies f of the original and f' of the masked file, float arrays
(areas, levels), and gives one value an area.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import scipy
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.reproducible import comparable

Proportions = Literal["area", "table"]


class ZeroCells(NamedTuple):
    """Cells without a record in the original that hold some in the masked file, and how many they hold."""

    cells: int
    records: float


def zero_cells(f: Floats, masked: Floats) -> ZeroCells:
    """Count the cells where f = 0 < f'."""
    new = (f == 0) & (masked > 0)
    return ZeroCells(int(new.sum()), float(masked[new].sum()))


def chi_square(f: Floats, masked: Floats) -> Floats:
    """Return (areas,) sum (f' - f)^2 / f over the cells with f > 0."""
    known = f > 0
    return np.asarray(np.where(known, (masked - f) ** 2 / np.where(known, f, 1.0), 0.0).sum(axis=1))


def deviance(f: Floats, masked: Floats) -> Floats:
    """Return (areas,) 2 sum f' log(f' / f) over the cells with f > 0; can be negative where totals differ."""
    both = (f > 0) & (masked > 0)
    ratio = np.where(both, masked, 1.0) / np.where(both, f, 1.0)
    return np.asarray(2 * np.where(both, masked * np.log(ratio), 0.0).sum(axis=1))


def moved_records(f: Floats, masked: Floats) -> Floats:
    """Return (areas,) 1/2 sum |f' - f|: the fewest records that can have moved where totals are equal."""
    return np.asarray(np.abs(masked - f).sum(axis=1) / 2)


def proportions(f: Floats, within: Proportions) -> Floats:
    """Return the shares within each area, or over the whole table; 0 where there is no record."""
    total = f.sum(axis=1, keepdims=True) if within == "area" else f.sum()
    return np.asarray(np.where(total > 0, f / np.where(total > 0, total, 1.0), 0.0))


def gini_difference(r: Floats, masked: Floats) -> Floats:
    """Return (areas,) sum (r'^2 - r^2): the Gini index of the original less that of the masked file."""
    return np.asarray((masked**2 - r**2).sum(axis=1))


def shannon_difference(r: Floats, masked: Floats) -> Floats:
    """Return (areas,) sum (r' log r' - r log r): entropy of the original less that of the masked file."""
    return np.asarray((special.xlogy(masked, masked) - special.xlogy(r, r)).sum(axis=1))


def renyi_sums(r: Floats, alpha: float) -> Floats:
    """Return (areas,) sum r^alpha over the cells with records."""
    return np.asarray(np.where(r > 0, np.where(r > 0, r, 1.0) ** alpha, 0.0).sum(axis=1))


def renyi_difference(sums: Floats, masked: Floats, alpha: float) -> Floats:
    """Return [log sum r'^alpha - log sum r^alpha] / (alpha - 1), from the sums (none of them 0)."""
    return np.asarray((np.log(masked) - np.log(sums)) / (alpha - 1))


def rank_correlation(a: Floats, b: Floats) -> float | None:
    """Return Spearman's correlation of two metrics over areas; None with fewer than three, or where one is constant."""
    first, second = comparable(a), comparable(b)
    if len(a) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.clip(scipy.stats.spearmanr(first, second).statistic, -1, 1))
