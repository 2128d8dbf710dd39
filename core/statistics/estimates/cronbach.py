"""Cronbach's alpha: how well items hold together as one scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def cronbach_alpha(items: NDArray[np.float64]) -> float | None:
    """Return k / (k - 1) (1 - sum of the items' variances / variance of their sum) (Cronbach 1951, equation 2).

    Parameters
    ----------
    items : float array (n, k)
        Complete records.

    Returns
    -------
    float or None
        At most 1, may be negative; None for fewer than two items or records, or where the sum is constant.
    """
    n, k = items.shape
    if n < 2 or k < 2:
        return None
    variance = float(items.sum(axis=1).var(ddof=1))
    if variance <= 0:
        return None
    return float(k / (k - 1) * (1 - items.var(axis=0, ddof=1).sum() / variance))


def alpha_if_deleted(items: NDArray[np.float64]) -> tuple[float | None, ...]:
    """Return alpha of the other items, one for each item (n, k) that is left out."""
    return tuple(cronbach_alpha(np.delete(items, j, axis=1)) for j in range(items.shape[1]))
