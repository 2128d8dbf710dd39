"""Where one variable's distribution differs most between original and masked file."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from core.data import Coded, Level, Pair, category_text
from core.statistics.arrays import Floats
from core.statistics.distributions import number_text
from core.statistics.reproducible import first_largest, multiples, power_of_ten


@dataclass(frozen=True)
class LargestDifference:
    """The largest gap between two cumulative distributions, or the category that changed most.

    Parameters
    ----------
    kind : {"cumulative", "category"}
    place : str
        The value up to which records are counted (rounded, so that it is no record's value but by
        chance), or the category.
    original, masked : float
        Shares of the observed records.
    total_variation : float
        Half the sum of all differences: the share of records that would have to change category; of
        cumulative distributions their largest gap (Kolmogorov-Smirnov's D).
    """

    kind: Literal["cumulative", "category"]
    place: str
    original: float
    masked: float
    total_variation: float


def largest_difference(pair: Pair, name: str) -> LargestDifference | None:
    """Find where a variable differs most, the original after the masked file's recode.

    Returns
    -------
    LargestDifference or None
        None where the variable was removed, cannot be compared, or no value is observed in a file.
    """
    variable = next(v for v in pair.variables if v.name == name)
    original, masked = variable.recoded, variable.masked
    if masked is None or variable.problem or original.level is not masked.level:
        return None
    if min(_observed(original), _observed(masked)) == 0:
        return None
    if original.level is Level.CONTINUOUS:
        return _cumulative(original.values.astype(np.float64), masked.values.astype(np.float64))
    difference = _category(original, masked)
    return replace(difference, place=category_text(difference.place, variable.recoded_labels))


def _observed(coded: Coded) -> int:
    return int(np.sum(~coded.is_missing()))


def _cumulative(original: Floats, masked: Floats) -> LargestDifference:
    first, second = (np.sort(x[~np.isnan(x)]) for x in (original, masked))
    points = np.unique(np.concatenate([first, second]))
    shares = [np.searchsorted(x, points, side="right") / len(x) for x in (first, second)]
    at = first_largest(np.abs(shares[0] - shares[1]))
    gap = float(abs(shares[0][at] - shares[1][at]))
    return LargestDifference("cumulative", _rounded(points[at], points), shares[0][at], shares[1][at], gap)


def _rounded(value: float, points: Floats) -> str:
    """Return a value rounded to about a hundredth of the middle range of all values."""
    low, high = np.quantile(points, [0.05, 0.95])
    if high <= low:
        return number_text(value)
    unit = power_of_ten((high - low) / 50)
    if np.all(points == np.round(points)):
        unit = max(unit, 1.0)
    return number_text(float(multiples(value, unit)))


def _category(original: Coded, masked: Coded) -> LargestDifference:
    labels = tuple(dict.fromkeys((*original.categories, *masked.categories)))
    shares = []
    for coded in (original, masked):
        place = [labels.index(c) for c in coded.categories]
        counts = np.zeros(len(labels))
        counts[place] = np.bincount(coded.values[coded.values >= 0].astype(np.int64), minlength=len(place))
        shares.append(counts / counts.sum())
    difference = np.abs(shares[0] - shares[1])
    at = first_largest(difference)
    half = float(difference.sum() / 2)
    return LargestDifference("category", labels[at], float(shares[0][at]), float(shares[1][at]), half)
