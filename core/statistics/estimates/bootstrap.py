"""The bootstrap: an estimate repeated on samples drawn from the records with replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class BootstrapInterval(NamedTuple):
    """Standard deviation of the replicates, and their 2.5 % and 97.5 % points."""

    standard_error: float
    low: float
    high: float


def bootstrap_interval(
    estimate: Callable[[Floats], float | None], weights: Floats, resamples: int, random: Generator
) -> BootstrapInterval | None:
    """Return the percentile interval of an estimate (Efron and Tibshirani 1993, chapter 13).

    Parameters
    ----------
    estimate : callable
        Weights (n,) -> estimate; None where it has no value on these records.
    weights : float array (n,)
        Of the records; in a replicate each is multiplied by how often its record was drawn.
    resamples : int
        At least 2.
    random : Generator

    Returns
    -------
    BootstrapInterval or None
        None where a replicate has no value.
    """
    n = len(weights)
    shares = np.full(n, 1 / n)
    estimates = [estimate(weights * random.multinomial(n, shares)) for _ in range(resamples)]
    values = np.array([x for x in estimates if x is not None])
    if len(values) < resamples:
        return None
    low, high = np.quantile(values, (0.025, 0.975))
    return BootstrapInterval(float(values.std(ddof=1)), float(low), float(high))
