"""The covariance matrix of the half of the records that lie closest together: FAST-MCD, the same on every processor.

Which half that is hangs on thousands of comparisons of distances and determinants, which a library's matrix products
would decide by their last bits. Here every sum is made in the order of the records, and comparisons follow
``core.statistics.reproducible.ties``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy

from core.statistics.arrays import Floats, Integers
from core.statistics.covariance.covariances_in_order import cholesky_in_order, distances_in_order, moments_in_order
from core.statistics.reproducible import TOLERANCE, comparable

STARTS = 500
BEST_STARTS = 50
"""Random starts in all, and how many of the best of them are followed to the end: with the 10 of Rousseeuw and Van
Driessen two seeds of three missed the smallest determinant of a survey with two nearly equal ones."""

PART, PARTS = 300, 5
"""Of more than 600 records the starts are tried on up to five parts of 300 (Rousseeuw and Van Driessen 1999, 3.3)."""

MOST_STEPS = 100
OUTLYING = 0.025
"""Records beyond this quantile of the distance have no weight in the end."""


class _Half(NamedTuple):
    """Mean (p,) and Cholesky factor (p, p) of the covariances of some records, and half the logarithm of its det."""

    mean: Floats
    factor: Floats
    size: float


def minimum_covariance_determinant(values: Floats, random: np.random.Generator) -> Floats | None:
    """Return the reweighted minimum-covariance-determinant estimate of the covariances.

    Parameters
    ----------
    values : float64 array (n, p)
        Standardised records, n > p; without NaN.
    random : numpy.random.Generator

    Returns
    -------
    float64 array (p, p) or None
        Of the records whose distance from the closest (n + p + 1) / 2 is at most the .975 quantile of chi^2 with p
        degrees of freedom, both times made consistent at the normal distribution (Rousseeuw and Van Driessen 1999,
        Technometrics 41, 212-223; factors: Croux and Haesbroeck 1999). None where the closest half lies in fewer
        dimensions than there are variables.
    """
    n, p = values.shape
    half = (n + p + 2) // 2
    if any(np.unique(column, return_counts=True)[1].max() >= half for column in values.T):
        return None  # a half that agrees on a variable: no search is needed to find it
    columns = np.ascontiguousarray(values.T)
    settled = [_settled(columns, start, half) for start in _starts(columns, half, random)]
    if not settled or any(s is None for s in settled):
        return None
    best = _best([s for s in settled if s is not None], 1)[0]
    distance = distances_in_order(columns, best.mean, best.factor) / _consistency(p, half / n)
    used = np.flatnonzero(distance <= float(scipy.stats.chi2.isf(OUTLYING, p)) * (1 + TOLERANCE))
    return moments_in_order(np.ascontiguousarray(columns[:, used]))[1] * _consistency(p, 1 - OUTLYING)


def _consistency(p: int, share: float) -> float:
    """Return what the covariance of the closest share of normal records is too small by."""
    return float(share / scipy.stats.chi2.cdf(scipy.stats.chi2.ppf(share, p), p + 2))


def _starts(columns: Floats, half: int, random: np.random.Generator) -> list[_Half]:
    """Return the best starts on all records; of many records, the best ones of its parts first."""
    p, n = columns.shape
    parts = min(PARTS, n // PART)
    if parts < 2:
        return _best(_tried(columns, half, STARTS, random), BEST_STARTS)
    order = random.permutation(n)[: parts * PART]
    candidates = [
        start
        for rows in np.split(order, parts)
        for start in _best(_tried(columns[:, rows], half * PART // n + 1, STARTS // parts, random), BEST_STARTS)
    ]
    merged = np.ascontiguousarray(columns[:, np.sort(order)])
    h = half * len(order) // n + 1
    stepped = [_stepped(merged, start, max(h, p + 1), 2) for start in candidates]
    return _best([s for s in stepped if s is not None], BEST_STARTS)


def _tried(columns: Floats, half: int, starts: int, random: np.random.Generator) -> list[_Half]:
    """Return random starts after two steps each; those whose records lie in fewer dimensions are left out."""
    columns = np.ascontiguousarray(columns)
    half = max(half, len(columns) + 1)
    tried = []
    for _ in range(starts):
        start = _drawn(columns, random.permutation(columns.shape[1]))
        stepped = None if start is None else _stepped(columns, start, half, 2)
        if stepped is not None:
            tried.append(stepped)
    return tried


def _drawn(columns: Floats, order: Integers) -> _Half | None:
    """Return the moments of the first p + 1 records of a random order, or of more, until they have a determinant."""
    p, n = columns.shape
    size = p + 1
    while size <= n:
        drawn = _half_of(columns, np.sort(order[:size]))
        if drawn is not None:
            return drawn
        size += p
    return None


def _half_of(columns: Floats, rows: Integers) -> _Half | None:
    mean, covariance = moments_in_order(np.ascontiguousarray(columns[:, rows]))
    factor = cholesky_in_order(covariance)
    diagonal = np.diag(factor)
    return None if diagonal.min() <= 0 else _Half(mean, factor, float(np.log(diagonal).sum()))


def _stepped(columns: Floats, start: _Half, half: int, steps: int) -> _Half | None:
    """Take steps to the records nearest by the covariances of those before; None where these have no determinant.

    From one half to the next the determinant never increases (Rousseeuw and Van Driessen 1999, theorem 1).
    """
    current: _Half | None = start
    for _ in range(steps):
        if current is None:
            return None
        current = _half_of(columns, _nearest(distances_in_order(columns, current.mean, current.factor), half))
    return current


def _settled(columns: Floats, start: _Half, half: int) -> _Half | None:
    """Take steps until the nearest records stay the same."""
    current, before = start, np.empty(0, dtype=np.int64)
    for _ in range(MOST_STEPS):
        rows = _nearest(distances_in_order(columns, current.mean, current.factor), half)
        if np.array_equal(rows, before):
            break
        stepped = _half_of(columns, rows)
        if stepped is None:
            return None
        current, before = stepped, rows
    return current


def _nearest(distance: Floats, half: int) -> Integers:
    """Return the rows of the smallest distances, ascending; of equal ones the earlier records."""
    distances = comparable(distance)
    limit = np.partition(distances, half - 1)[half - 1]
    nearer = distances < limit
    nearer[np.flatnonzero(distances == limit)[: half - np.count_nonzero(nearer)]] = True
    return np.flatnonzero(nearer)


def _best(halves: list[_Half], most: int) -> list[_Half]:
    """Return those with the smallest determinants; of equal ones the earlier, and each once."""
    if not halves:
        return []
    sizes = comparable([h.size for h in halves], scale=float(len(halves[0].mean)))
    first = np.unique(sizes, return_index=True)[1]
    return [halves[i] for i in first[:most]]
