"""Bins of numbers for the eye: the same for two samples, cut where the first one says, at round values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.reproducible import comparable, multiples, power_of_ten

Cut = Literal["quantile", "equal"]

SINGLE_VALUES = 12
"""Up to this number of distinct values they are shown one by one."""

RECORDS_A_VALUE = 5
"""Values are shown one by one only where each holds this many records on average."""

LARGEST_CUT = 1e150
"""Numbers beyond it, such as missing codes of other programs, lie in the outermost bins and make no cuts."""


@dataclass(frozen=True, eq=False)
class Bins:
    """Either single values, or bins closed on the left between ``edges`` (the outermost may be infinite).

    Parameters
    ----------
    labels : tuple of str, (c,)
    values : float array (c,) or None
        The single values, ascending.
    edges : float array (c + 1,) or None
    """

    labels: tuple[str, ...]
    values: Floats | None = None
    edges: Floats | None = None

    def codes(self, values: Floats) -> NDArray[np.int64]:
        """Return (n,) each value's bin; -1 where missing (NaN)."""
        if self.values is not None:
            places = np.searchsorted(self.values, values)
        else:
            assert self.edges is not None
            places = np.searchsorted(self.edges[1:-1], values, side="right")
        return np.where(np.isnan(values), -1, places)


def bins(original: Floats, both: Floats, cut: Cut, most: int) -> Bins:
    """Choose bins for two samples.

    Parameters
    ----------
    original : float array (n,)
        Observed values that decide where to cut.
    both : float array (m,)
        Observed values of both samples.
    cut : {"quantile", "equal"}
        Bins of about equal frequency, or of equal width.
    most : int
        Largest number of bins.

    Returns
    -------
    Bins
        Cuts are rounded: a cut is no record's value but by chance.
    """
    values = np.unique(both)
    if 0 < len(values) <= SINGLE_VALUES and len(values) * RECORDS_A_VALUE <= len(both):
        return Bins(tuple(number_text(x) for x in values), values=values)
    whole = bool(np.all(both == np.round(both)))
    cuts = np.zeros(0)
    usual = original[np.abs(original) <= LARGEST_CUT]
    if len(usual):
        cuts = (_quantile_cuts if cut == "quantile" else _equal_cuts)(usual, most, whole)
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    if len(cuts) and both.min() >= cuts[0]:
        edges = edges[1:]
    if len(edges) > 2 and len(cuts) and both.max() < cuts[-1]:
        edges = edges[:-1]
    return Bins(tuple(_bin_label(a, b, whole) for a, b in pairwise(edges)), edges=edges)


def number_text(x: float) -> str:
    """Return a number as it is in labels."""
    return f"{x + 0.0:,.10g}"


def _equal_cuts(x: Floats, most: int, whole: bool) -> Floats:
    """Return ends of bins of one round width over the middle 99% of the values (all, where those are equal)."""
    low, high = _middle(x, [0.005, 0.995])
    if low == high:
        return np.zeros(0)
    step = _round_step((high - low) / (most - 3), whole)
    first, last = math.floor(comparable(low / step)), math.ceil(comparable(high / step))
    return multiples(np.arange(first, last + 1) * step, step)


def _quantile_cuts(x: Floats, most: int, whole: bool) -> Floats:
    """Return cuts into bins of about equal frequency."""
    low, high = _middle(x, [0.05, 0.95])
    if low == high:
        return np.zeros(0)
    unit = power_of_ten((high - low) / (5 * most))
    unit = max(unit, 1.0) if whole else unit
    cuts = np.unique(multiples(np.quantile(x, np.arange(1, most) / most), unit))
    return np.asarray(cuts[(cuts > x.min()) & (cuts <= x.max())])


def _middle(x: Floats, shares: list[float]) -> tuple[float, float]:
    """Return the quantiles of two shares; the ends of the values where those are equal."""
    low, high = np.quantile(x, shares)
    return (x.min(), x.max()) if low == high else (low, high)


def _round_step(width: float, whole: bool) -> float:
    """Return the next 1, 2, 2.5, 5 or 10 times a power of ten; of whole numbers a whole one."""
    power = power_of_ten(width)
    steps = [float(factor * power) for factor in (1, 2, 2.5, 5, 10) if factor * power >= width * (1 - 1e-9)]
    return max(1.0, next(s for s in steps if s < 1 or s == round(s))) if whole else steps[0]


def _bin_label(low: float, high: float, whole: bool) -> str:
    if np.isinf(low) and np.isinf(high):
        return "all values"
    if np.isinf(low):
        return f"under {number_text(high)}"
    if np.isinf(high):
        return f"{number_text(low)} or more"
    last = high - 1 if whole else high
    if last == low:
        return number_text(low)
    return f"{number_text(low)}–{number_text(last)}" if low >= 0 else f"{number_text(low)} to {number_text(last)}"
