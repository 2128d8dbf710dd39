"""What predicates that single out in a control let expect of one with as many records as the original."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares
from scipy.special import gammaln

from core.statistics.arrays import Floats, Integers

SIZES = 10
"""Sizes of parts of a file at which it is counted how many predicates single out in them."""

SMALLEST_PART = 1000
"""Records of the smallest part of a control that the correction for its size looks at (anonymeter 1.1.0)."""


def corrected_for_size(counts: Integers, n_control: int, n_original: int) -> float:
    """Return how many predicates would single out a record of a control as large as the original, cautiously.

    As anonymeter 1.1.0 corrects: norm times the integral of n w (1 - w)^(n-1) over the weights w of predicates from 0
    to w_max (Giomi et al. 2023, 4.1; Cohen and Nissim 2020, PNAS 117, 8344-8352) is fitted to how many single out in
    random parts of the control of 1,000 records and more, and carried on. In place of random parts their expectation
    is taken. Of a control of up to 1,000 records there is one size alone: all weights count as equally likely, and the
    correction is (n_c + 1) / (n_o + 1). So it is where the fit comes to no end, as for predicates that one record of
    the control each meets (the control released as it is); anonymeter ends with an error there. That makes the
    control's rate too low rather than too high; ``at_size`` says what the counts themselves let expect.

    Parameters
    ----------
    counts : int64 array (p,)
        Records of the control that meet each predicate.
    n_control, n_original : int
        Where the original is the smaller one, nothing is carried on: the expectation follows from the counts.
    """
    alone = float((counts == 1).sum())
    if n_original <= n_control or not alone:
        return at_size(counts, n_control, n_original)
    cautious = alone * (n_control + 1) / (n_original + 1)
    if n_control <= SMALLEST_PART:
        return cautious
    sizes = np.linspace(SMALLEST_PART, n_control, SIZES).astype(np.int64)
    seen = np.array([_expected_alone(counts, n_control, int(size)) for size in sizes])
    start = 1 / _curve(np.array([n_control]), n_control, 1.0)[0]

    def misses(weight_and_norm: Floats) -> Floats:
        return np.asarray(_of_weight(sizes, *weight_and_norm) - seen)

    # start and steps of scipy's curve_fit, which anonymeter calls: from elsewhere it ends elsewhere
    fit = least_squares(misses, (1 / n_control, start), bounds=(0, (1, np.inf)))
    if not fit.success:
        return cautious
    last, larger = _of_weight(np.array([n_control, n_original]), *fit.x)
    return min(alone * float(larger / last), float(len(counts)))


def at_size(counts: Integers, n: int, size: int) -> float:
    """Return how many predicates would single out a record of a file of another size, by their counts in this one.

    In a smaller one the expectation over its random parts; in a larger one the curve of ``corrected_for_size``, fitted
    to these expectations at ten sizes down to a tenth.

    Parameters
    ----------
    counts : int64 array (p,)
    n, size : int
    """
    alone = float((counts == 1).sum())
    if size <= n or not alone:
        return _expected_alone(counts, n, min(size, n))
    sizes = np.unique(np.linspace(max(n // SIZES, 1), n, SIZES).astype(np.int64))
    seen = np.array([_expected_alone(counts, n, int(part)) for part in sizes])
    start = np.array([np.log(n), np.log(max(seen[-1], 1e-3) * n)])

    def misses(logarithms: Floats) -> Floats:
        return np.asarray(_curve(sizes, *np.exp(logarithms)) - seen)

    fit = least_squares(misses, start)
    last, larger = _curve(np.array([n, size]), *np.exp(fit.x))
    return min(alone * float(larger / last), float(len(counts)))


def _of_weight(sizes: NDArray[Any], largest: float, norm: float) -> Floats:
    """Return the curve with its largest weight as parameter."""
    return _curve(sizes, 1 / max(largest, 1e-300), norm)


def _curve(sizes: NDArray[Any], per_weight: float, norm: float) -> Floats:
    """Return norm / (n + 1) times 1 - (n w + 1) (1 - w)^n with w = 1 / per_weight."""
    w = min(1.0 / max(per_weight, 1.0), 1 - 1e-12)
    n = sizes.astype(np.float64)
    return np.asarray(norm * (1 - (n * w + 1) * np.exp(n * np.log1p(-w))) / (n + 1))


def _expected_alone(counts: Integers, n: int, size: int) -> float:
    """Return how many predicates are expected to single out a record of a random part of a file."""
    k = counts[(counts > 0) & (counts <= n - size + 1)].astype(np.float64)
    log_chance = np.log(k) + _log_choose(n - k, size - 1.0) - _log_choose(float(n), float(size))
    return float(np.sort(np.exp(log_chance)).sum())


def _log_choose(n: Floats | float, k: float) -> Floats:
    return np.asarray(gammaln(np.asarray(n) + 1) - gammaln(k + 1) - gammaln(np.asarray(n) - k + 1))
