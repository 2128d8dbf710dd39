"""What the scores of a propensity model say: where they lie, and how well they tell the files apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypedDict

import numpy as np
from numba import njit

from core.data import chunks
from core.statistics.arrays import Floats, Integers
from core.statistics.reproducible import comparable
from core.utility.propensity.merged import Merged

SAME_SCORE = 1e-8
"""Scores that no larger gap parts are one score: those of separated or nearly dependent columns err by less."""

ROUNDING = 1e-11
"""Scores of many records may lie closer all along: one score reaches no farther than that, but for smaller gaps."""

AT_ONCE = 2**20
"""Points that are put in the order of their scores at once, but for those with scores close together."""

SLICES = 4096
"""Of the range of the scores, by which points are assigned to such parts."""

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
    """Return the statistics of the scores; scores that only rounding distinguishes are equal."""
    n, n_masked, right = float(merged.original.sum()), float(merged.masked.sum()), 0.0
    walk = _Walk(-np.inf, -np.inf, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for points in _in_order(scores):
        original, masked = (file[points].astype(np.float64) for file in (merged.original, merged.masked))
        above = scores[points] > 0.5 + SAME_SCORE
        right += float(masked[above].sum() + original[~above].sum())
        walk = _walk_up(scores[points], original, masked, n, n_masked, walk)
    # above all of them, so that the last one is passed too
    walk = _walk_up(np.array([np.inf]), np.zeros(1), np.zeros(1), n, n_masked, walk)
    return ScoreStatistics(walk.gap, float(100 * (right / (n + n_masked)) - 50), walk.u)


class _Walk(NamedTuple):
    """What is known on the way up the scores: the one that is passed, its records, those below, and what was found."""

    first: float
    last: float
    original: float
    masked: float
    original_below: float
    masked_below: float
    gap: float
    u: float


def _in_order(scores: Floats) -> Iterator[Integers]:
    """Yield the points in the order of their scores, part after part."""
    if len(scores) <= AT_ONCE:
        yield np.argsort(scores, kind="stable")
        return
    low, high = float(scores.min()), float(scores.max())
    held, edges = np.histogram(scores, SLICES, (low, high))
    part = held.cumsum() // AT_ONCE
    ends = [*edges[1:-1][np.diff(part) > 0], np.inf]
    below = -np.inf
    for end in ends:
        points = np.flatnonzero((scores >= below) & (scores < end))
        yield points[np.argsort(scores[points], kind="stable")]
        below = end


@njit(cache=True, nogil=True)
def _walk_up(scores: Floats, original: Floats, masked: Floats, n: float, n_masked: float, walk: _Walk) -> _Walk:
    """Go on by some points in ascending order; by gaps, not by digits: those may part what differs in the last bit."""
    first, last, own, theirs, own_below, theirs_below, largest, u = walk
    for i in range(len(scores)):
        gap = scores[i] - last
        if gap > SAME_SCORE or (gap > ROUNDING and scores[i] - first > SAME_SCORE):
            u += theirs * (own_below + own / 2)
            own_below += own
            theirs_below += theirs
            largest = max(largest, abs(own_below / n - theirs_below / n_masked))
            first, own, theirs = scores[i], 0.0, 0.0
        last = scores[i]
        own += original[i]
        theirs += masked[i]
    return _Walk(first, last, own, theirs, own_below, theirs_below, largest, u)


def histogram(scores: Floats, merged: Merged) -> Histogram:
    """Return the share of either file's records in each bin of the scores."""
    low, high = float(scores.min()), float(scores.max())
    if high - low <= SAME_SCORE:
        low, high = max(0.0, low - 0.01), min(1.0, high + 0.01)
    edges = np.linspace(low, high, BINS + 1)
    counts = np.zeros((2, BINS))
    for rows in chunks(len(scores)):
        # a score on an edge but for rounding lies above it, the highest in the last bin
        reached = comparable((scores[rows] - low) / (high - low) * BINS, scale=1.0)
        place = np.minimum(np.floor(reached).astype(np.int64), BINS - 1)
        counts += [np.bincount(place, file[rows], BINS) for file in (merged.original, merged.masked)]
    original, masked = ([float(x) for x in file / file.sum()] for file in counts)
    return {"edges": [float(e) for e in edges], "original": original, "masked": masked}
