"""K-means by scikit-learn: on one thread, as the sums of several threads end in another order each time."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from core.statistics.arrays import Floats, Integers

MOVED = 1e-7
"""Points are moved by so much, times a normal draw, while centres are looked for: of two centres equally near, as
indicators have many, none is then taken for the last bits of a sum, which another processor adds in another order."""

BATCHES, BATCH = 50, 1024
"""Batches of mini-batch k-means, and points in each; as many as groups where these are more."""

BLOCK = 4096
"""Sparse points laid out in full at a time."""


def k_means(points: Floats, weights: Floats, groups: int, rounds: int, random: np.random.Generator) -> Integers:
    """Group weighted points by Lloyd's algorithm (1982), from points drawn at random.

    Parameters
    ----------
    points : float64 array (m, d)
        Distinct.
    weights : float64 array (m,)
        How many records lie at each point; positive.
    groups, rounds : int
        At most; at least 1. The search ends earlier where no point changes its centre.
    random : numpy.random.Generator

    Returns
    -------
    int64 array (m,)
        The centre, 0 .. groups - 1, of each point; some centres may have none.
    """
    from sklearn.cluster import KMeans  # noqa: PLC0415 - starts slowly
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415

    moved = _moved(points, random)
    centres = moved[_drawn(len(moved), groups, random)]
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # centres without points are for the caller to count
        search = KMeans(len(centres), init=centres, n_init=1, max_iter=rounds, tol=0)
        return np.asarray(search.fit(moved, sample_weight=weights).labels_, dtype=np.int64)


def mini_batch_k_means(points: csr_array, weights: Floats, groups: int, random: np.random.Generator) -> Integers:
    """Group weighted points, sparse (m, d), by centres that follow batches of them (Sculley 2010).

    Parameters and what is returned are those of ``k_means``.
    """
    from sklearn.cluster import MiniBatchKMeans  # noqa: PLC0415 - starts slowly

    m = points.shape[0]
    centres = _moved(points[_drawn(m, groups, random)].toarray(), random)
    search = MiniBatchKMeans(len(centres), init=centres, n_init=1, reassignment_ratio=0)
    with threadpool_limits(1):
        for _ in range(BATCHES):
            batch = _drawn(m, max(BATCH, groups), random)
            search.partial_fit(_moved(points[batch].toarray(), random), sample_weight=weights[batch])
        parts = [search.predict(points[at : at + BLOCK].toarray()) for at in range(0, m, BLOCK)]
    return np.concatenate(parts).astype(np.int64)


def _drawn(m: int, size: int, random: np.random.Generator) -> Integers:
    """Return points drawn at random, in their order."""
    return np.sort(random.choice(m, min(size, m), replace=False))


def _moved(points: Floats, random: np.random.Generator) -> Floats:
    return points + MOVED * random.standard_normal(points.shape)
