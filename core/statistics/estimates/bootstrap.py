"""The bootstrap: an estimate repeated on samples drawn from the records with replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from core.statistics.arrays import Floats


class BootstrapInterval(NamedTuple):
    """Standard deviation of the replicates, and their 2.5% and 97.5% points."""

    standard_error: float
    low: float
    high: float


def resampled_records(n: int, random: Generator) -> Floats:
    """Return how often each of n records (n,) is in a sample of n drawn with replacement."""
    return random.multinomial(n, np.full(n, 1 / n)).astype(np.float64)


def bootstrap_interval(
    estimate: Callable[[Floats], float | None],
    weights: Floats,
    resamples: int,
    draw: Callable[[], Floats],
) -> BootstrapInterval | None:
    """Return the percentile interval of an estimate (Efron and Tibshirani 1993, chapter 13).

    Parameters
    ----------
    estimate : callable
        Weights (n,) -> estimate; None where it has no value on these records.
    weights : float array (n,)
        Of the records.
    resamples : int
        At least 2.
    draw : callable
        What the weights (n,) of one replicate are multiplied by: how often each record was drawn.

    Returns
    -------
    BootstrapInterval or None
        None where a replicate has no value.
    """
    estimates = [estimate(weights * draw()) for _ in range(resamples)]
    values = np.array([x for x in estimates if x is not None])
    if len(values) < resamples:
        return None
    low, high = np.quantile(values, (0.025, 0.975))
    return BootstrapInterval(float(values.std(ddof=1)), float(low), float(high))
