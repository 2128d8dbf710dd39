"""Kocar's local data utility applied to the coefficients of a model or a scale (2018, section 3.6 with Figure 2).

The paper names the statistics, "including all" their coefficients, and leaves the combination open. Here a model's
overall statistic counts one half and the mean of its coefficients the other, as the two halves of GDU do (section 3.1).
"""

from __future__ import annotations

from collections.abc import Sequence


def smaller_over_larger(original: float, masked: float) -> float:
    """Return min / max of two coefficients: 1 - |difference| / larger; 0 where the signs differ, 1 where both are 0."""
    if original * masked < 0:
        return 0.0
    larger = max(abs(original), abs(masked))
    return 1.0 if larger == 0 else min(abs(original), abs(masked)) / larger


def coefficient_utility(original: float, masked: float, significant: tuple[bool, bool]) -> float:
    """Return the local utility of one coefficient by the procedure of Figure 2.

    Parameters
    ----------
    original, masked : float
        Coefficients whose square is an effect size.
    significant : (bool, bool)
        Whether each differs from 0.

    Returns
    -------
    float
        1 where neither is significant, 0 where one is or the signs differ; else min / max of the squares.
    """
    if not any(significant):
        return 1.0
    if not all(significant) or original * masked < 0:
        return 0.0
    return smaller_over_larger(original**2, masked**2)


def fit_utility(original: float, masked: float, significant: tuple[bool, bool]) -> float:
    """Return the local utility of an R squared: as of a coefficient, but already squared; below 0 counts as 0."""
    if not any(significant):
        return 1.0
    return smaller_over_larger(max(0.0, original), max(0.0, masked)) if all(significant) else 0.0


def halves(overall: float, parts: Sequence[float]) -> float:
    """Return half the overall utility and half the mean of the parts; the overall one alone where there are none."""
    return overall if not parts else overall / 2 + sum(parts) / len(parts) / 2
