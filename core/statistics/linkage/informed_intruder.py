"""Duncan and Lambert's intruder: how sure one is of a record, from how the target would look when released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.statistics.arrays import Floats, Integers

NEGLIGIBLE = 40.0
"""A released record whose log-likelihood is this much below the best adds less than 1e-17."""

MOST_KEPT = 16
"""Values of a variable whose exponents are kept: they are as many as the released records."""

EQUAL = 1e-9
"""Log-likelihoods that differ by less are equal: sums of terms err by that much."""


@dataclass(frozen=True, eq=False)
class Normal:
    """A number, released with normal noise around what the intruder knows.

    Parameters
    ----------
    released : float64 array (c,)
        NaN where suppressed: that variable says nothing about the record.
    known : float64 array (t,)
        NaN where the intruder does not know.
    deviation : float
        Of the noise and of the intruder's own error together; above 0.
    """

    released: Floats
    known: Floats
    deviation: float

    def exponents(self, known: float) -> Floats:
        """Return (c,) minus the logarithm of the density of each released number, but for what all have in common."""
        with np.errstate(over="ignore"):
            difference = (self.released - known) / self.deviation
            return np.where(np.isnan(difference), 0.0, 0.5 * difference * difference)


@dataclass(frozen=True, eq=False)
class Category:
    """A category, released with the chances of a table or as it is.

    Parameters
    ----------
    released : int64 array (c,)
        0 .. k - 1; -1 where suppressed.
    known : int64 array (t,)
        -1 where the intruder does not know.
    shares : float64 array (k,)
        What the intruder expects where the own knowledge is wrong: the share of every category.
    doubt : float
        The chance that it is wrong; in [0, 1).
    chances : float64 array (k, k) or None
        P(released as b | it is a); None: it is released as it is.
    """

    released: Integers
    known: Integers
    shares: Floats
    doubt: float = 0.0
    chances: Floats | None = None

    def exponents(self, known: int) -> Floats:
        """Return (c,) minus the logarithm of the chance of each released category; 0 for a suppressed one."""
        if known < 0:
            return np.zeros(len(self.released))
        chances = self._true(known)
        if self.chances is not None:
            chances = chances @ self.chances
        with np.errstate(divide="ignore"):
            return np.append(-np.log(np.minimum(chances, 1.0)), 0.0)[self.released]

    def _true(self, known: int) -> Floats:
        """Return (k,) the chance of every category to be the true one."""
        others = np.where(np.arange(len(self.shares)) == known, 0.0, self.shares)
        total = float(others.sum())
        doubt = self.doubt if total > 0 else 0.0
        chances = others * (doubt / total) if doubt else np.zeros(len(others))
        chances[known] = 1.0 - doubt
        return chances


def identification(variables: Sequence[Normal | Category], counts: Integers, own: Integers) -> tuple[Floats, Floats]:
    """Return how sure an intruder is about which released record is the target, and how often that is right.

    P(record j is the target) = f(y_j | x) / sum_i f(y_i | x): f is the predictive distribution of how what the
    intruder knows of the target, x, would appear if released; variables are independent of each other given x,
    and every released record is as likely beforehand (Duncan and Lambert 1989, Journal of Business and Economic
    Statistics 7(2), 207-217, section 3).

    Parameters
    ----------
    variables : sequence of Normal or Category
        Of c distinct released records and t targets.
    counts : int64 array (c,)
        Records that each distinct one stands for.
    own : int64 array (t,)
        Which distinct record each target is.

    Returns
    -------
    surest : float64 array (t,)
        The largest probability of any record; 0 where no released record is possible.
    right : float64 array (t,)
        The chance that a guess among the likeliest records is the target: 1/k of k, 0 where it is not among them.
    """
    surest, right = np.zeros(len(own)), np.zeros(len(own))
    # many targets have the same value
    exponents = [lru_cache(MOST_KEPT)(variable.exponents) for variable in variables]
    for t in range(len(own)):
        total = np.zeros(len(counts))
        for variable, of_known in zip(variables, exponents, strict=True):
            total += of_known(variable.known[t])
        surest[t], right[t] = _surest(total, counts, own[t])
    return surest, right


def _surest(exponents: Floats, counts: Integers, own: int) -> tuple[float, float]:
    """Return the probability of the likeliest record, and the chance that it is the target."""
    least = exponents.min(initial=np.inf)
    if not np.isfinite(least):
        return 0.0, 0.0
    near = np.flatnonzero(exponents <= least + NEGLIGIBLE)
    total = float((counts[near] * np.exp(least - exponents[near])).sum())
    likeliest = int(counts[near[exponents[near] <= least + EQUAL]].sum())
    return 1.0 / total, 1.0 / likeliest if exponents[own] <= least + EQUAL else 0.0
