"""Individual risk: the probability that a record is re-identified, given how often its keys occur."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats

SERIES_TERMS = 60
"""Terms of the series; what is cut off is below 1e-17 of the sum wherever it is used."""

RECURSION_UP_TO = 30
"""Up to this count the series may converge slowly (small p), and the recursion is used."""

BLOCK = 16_384
"""Records handled at a time, so that they stay in the processor's cache."""


def individual_risk(sample_count: NDArray[np.integer[Any]], p: Floats) -> Floats:
    r"""Return the Benedetti-Franconi individual risk, exactly.

    .. math:: r = E(1/F \mid f) = p \int_0^1 \frac{u^{f-1}}{p + (1-p) u} du
                = \frac{p}{f} {}_2F_1(1, 1; f+1; 1-p)

    where F - f is negative binomial (f, p): Benedetti and Franconi (1998), Statistical and
    technological solutions for controlled data dissemination; Hundepool et al. (2010), Handbook
    on Statistical Disclosure Control, section 3.5.2; the second form by Euler's integral
    (DLMF 15.6.1). The handbook's closed forms cancel as p nears 1; the series here has positive
    terms only. Relative error below 1e-13.

    Parameters
    ----------
    sample_count : integer array (n,)
        f, records alike in the sample; at least 1.
    p : float64 array (n,)
        f / F, above 0; from 1 on nobody outside the sample is alike and r = 1/f.

    Returns
    -------
    float64 array (n,)
        In (0, 1/f].

    Raises
    ------
    ValueError
        A count below 1, or p not above 0.
    """
    count = np.asarray(sample_count, dtype=np.float64)
    share = np.minimum(np.asarray(p, dtype=np.float64), 1.0)
    if (count < 1).any():
        raise ValueError("sample counts must be at least 1")
    if not (share > 0).all():
        raise ValueError("p must be above 0")
    risk = np.empty(len(count))
    for start in range(0, len(count), BLOCK):
        block = slice(start, start + BLOCK)
        risk[block] = _risk(count[block], share[block])
    return risk


def approximate_risk(sample_count: NDArray[np.integer[Any]], p: Floats) -> Floats:
    """Return the individual risk as sdcMicro 5.8.1 approximates it: p / (f - (1 - p)) from f = 3 on.

    The first term of a continued fraction of the exact formula, which is up to 3.5% smaller (f = 3);
    for f = 1 and 2, and for p = 1, both are the same.

    Parameters
    ----------
    sample_count : integer array (n,)
    p : float64 array (n,)
        As in ``individual_risk``.

    Returns
    -------
    float64 array (n,)

    Raises
    ------
    ValueError
        A count below 1, or p not above 0.
    """
    count = np.asarray(sample_count, dtype=np.float64)
    share = np.minimum(np.asarray(p, dtype=np.float64), 1.0)
    exact = individual_risk(np.minimum(sample_count, 2), share)
    return np.where(count > 2, share / np.maximum(count - (1.0 - share), 1.0), exact)


def _risk(count: Floats, p: Floats) -> Floats:
    risk = np.empty(len(count))
    slow = (p <= 0.5) & (count <= RECURSION_UP_TO)
    risk[slow] = _by_recursion(count[slow], p[slow])
    risk[~slow] = _by_series(count[~slow], p[~slow])
    return risk


def _by_series(count: Floats, p: Floats) -> Floats:
    """Sum the series k! / ((f+1) ... (f+k)) q^k from its last term: 1 + q/(f+1) (1 + 2q/(f+2) (1 + ...))."""
    q = 1.0 - p
    total = np.ones(len(count))
    for k in range(SERIES_TERMS, 0, -1):
        total *= k * q / (count + k)
        total += 1.0
    return p / count * total


def _by_recursion(count: Floats, p: Floats) -> Floats:
    """Step up from the integral at f = 1: I_{k+1} = (1/k - p I_k) / q; errors shrink by p/q <= 1 a step."""
    q = 1.0 - p
    integral = -np.log(p) / q
    for k in range(1, int(count.max(initial=1.0))):
        integral = np.where(count > k, (1.0 / k - p * integral) / q, integral)
    return p * integral
