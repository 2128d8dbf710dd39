"""What the scores of a propensity model say: where they lie, and how well they tell the files apart."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

import numpy as np

from core.statistics.arrays import Floats
from core.statistics.reproducible import comparable
from core.utility.propensity.design import Merged

SAME_SCORE = 1e-8
"""Scores that no larger gap parts are one score: those of separated or nearly dependent columns err by less."""

BINS = 30


class Histogram(TypedDict):
    """Edges of the bins of the scores, and the share of either file's records in each bin."""

    edges: list[float]
    original: list[float]
    masked: list[float]


class ScoreStatistics(NamedTuple):
    """Statistics of the scores beside U_p, as synthpop names them (Raab, Nowok and Dibben 2021).

    Parameters
    ----------
    specks : float
        Largest difference of the two distribution functions of the scores (Bowen, Liu and Su 2021).
    po50 : float
        Percent of the records that a score above one half tells the file of, less 50; a half counts as original.
    u : float
        Pairs of a masked and an original record of which the masked one scores higher, ties counted by half: Wilcoxon's
        rank sum statistic less its least value.
    """

    specks: float
    po50: float
    u: float


def score_statistics(scores: Floats, merged: Merged) -> ScoreStatistics:
    """Return the statistics of the scores; scores that only rounding tells apart are equal."""
    original, masked = _by_score(scores, merged)
    above = scores > 0.5 + SAME_SCORE
    right = (merged.masked[above].sum() + merged.original[~above].sum()) / (original.sum() + masked.sum())
    below = np.append(0, original.cumsum()[:-1])
    u = float(masked @ (below + original / 2))
    return ScoreStatistics(_largest_gap(original, masked), float(100 * right - 50), u)


def _by_score(scores: Floats, merged: Merged) -> tuple[Floats, Floats]:
    """Return the records of either file at each distinct score, lowest first."""
    distinct, place = np.unique(scores, return_inverse=True)
    # by gaps, not by digits: two scores on either side of a digit's border may differ in the last bit only
    place = np.append(0, np.cumsum(np.diff(distinct) > SAME_SCORE))[place]
    original, masked = np.bincount(place, merged.original), np.bincount(place, merged.masked)
    return original.astype(np.float64), masked.astype(np.float64)


def _largest_gap(original: Floats, masked: Floats) -> float:
    first, second = original.cumsum(), masked.cumsum()
    return float(np.abs(first / first[-1] - second / second[-1]).max())


def histogram(scores: Floats, merged: Merged) -> Histogram:
    """Return the share of either file's records in each bin of the scores."""
    low, high = float(scores.min()), float(scores.max())
    if high - low <= SAME_SCORE:
        low, high = max(0.0, low - 0.01), min(1.0, high + 0.01)
    edges = np.linspace(low, high, BINS + 1)
    # a score on an edge but for rounding lies above it, the highest in the last bin
    reached = comparable((scores - low) / (high - low) * BINS, scale=1.0)
    place = np.minimum(np.floor(reached).astype(np.int64), BINS - 1)
    shares = [np.bincount(place, weights=records, minlength=BINS) for records in (merged.original, merged.masked)]
    original, masked = ([float(x) for x in counts / counts.sum()] for counts in shares)
    return {"edges": [float(e) for e in edges], "original": original, "masked": masked}
