"""Duncan and Lambert's intruder, who knows the target's true values and how noise was added."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NEGLIGIBLE = 40.0
"""A released record whose log-likelihood is this much below the best adds less than 1e-17."""


def identification(released: Floats, targets: Floats, deviations: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Return how sure an informed intruder is about which released record is the target.

    P(record j is the target) = f(y_j | x) / sum_i f(y_i | x) with independent normal noise around the
    target's true values x, every released record being as likely beforehand (Duncan and Lambert 1989,
    Journal of Business and Economic Statistics 7(2), section 3: the predictive distribution given the release).

    Parameters
    ----------
    released : float64 array (n, m)
        y; NaN where suppressed: that variable says nothing about the record.
    targets : float64 array (t, m)
        x; NaN where the intruder does not know.
    deviations : float64 array (m,)
        Standard deviation of the noise; 0: the value was released as it is and must be equal.

    Returns
    -------
    surest : float64 array (t,)
        The largest probability; 0 where no released record is possible.
    guess : int64 array (t,)
        The record that has it, the first of equals; -1 where none is possible.
    """
    # variables that must be equal first: they rule most records out
    order = np.argsort(deviations, kind="stable")
    scale = np.where(deviations > 0, deviations, 1.0)
    equal = int((deviations == 0).sum())
    return _surest(
        np.ascontiguousarray((released / scale)[:, order]), np.ascontiguousarray((targets / scale)[:, order]), equal
    )


@njit(cache=True, nogil=True)
def _surest(released: Floats, targets: Floats, equal: int) -> tuple[Floats, NDArray[np.int64]]:
    surest = np.zeros(len(targets))
    guess = np.full(len(targets), -1, dtype=np.int64)
    for t in range(len(targets)):
        least, total = np.inf, 0.0
        for i in range(len(released)):
            exponent = _exponent(released[i], targets[t], equal, least + NEGLIGIBLE)
            if exponent < least:
                total = (total * np.exp(exponent - least) if np.isfinite(least) else 0.0) + 1.0
                least = exponent
                guess[t] = i
            elif exponent <= least + NEGLIGIBLE and np.isfinite(exponent):
                total += np.exp(least - exponent)
        surest[t] = 1.0 / total if total > 0 else 0.0
    return surest, guess


@njit(cache=True, nogil=True)
def _exponent(record: Floats, target: Floats, equal: int, most: float) -> float:
    """Return minus the log-likelihood but for a constant, or infinity where it is impossible or above ``most``."""
    total = 0.0
    for j in range(len(record)):
        if np.isnan(record[j]) or np.isnan(target[j]):
            continue
        if j < equal:
            if record[j] != target[j]:
                return np.inf
            continue
        difference = record[j] - target[j]
        total += 0.5 * difference * difference
        if total > most:
            return np.inf
    return total
