"""A factor of the covariances of several variables: what turns independent draws into correlated ones."""

from __future__ import annotations

import numpy as np

from core.errors import MaskingError
from core.statistics.arrays import Floats
from core.statistics.covariance import cholesky_in_order, moments_in_order

DEPENDENT = 1e-5
"""A variable with a smaller share of standard deviation of its own follows from those before it."""


def standard_deviations(values: Floats, names: tuple[str, ...], *, method: str) -> Floats:
    """Return the standard deviations (n - 1) of the columns of values (n, p), missing ones (NaN) left out.

    Raises
    ------
    MaskingError
        A variable does not vary; names it.
    """
    constant = [name for j, name in enumerate(names) if len(np.unique(values[~np.isnan(values[:, j]), j])) < 2]
    if constant:
        raise MaskingError(f"{method}: {constant[0]!r} does not vary; leave it out")
    return np.asarray(np.nanstd(values, axis=0, ddof=1))


def covariance_factor(complete: Floats, names: tuple[str, ...], *, method: str, remedy: str) -> Floats:
    """Return the Cholesky factor of the covariances: L lower-triangular (p, p), L L' = covariances.

    Parameters
    ----------
    complete : float64 array (n, p)
        Without missing values.
    names : tuple of str
        The variables, for messages.
    method, remedy : str
        For messages: who asks, and what to do about variables that are linearly dependent.

    Raises
    ------
    MaskingError
        A variable does not vary, or is a sum of others.
    """
    spread = standard_deviations(complete, names, method=method)
    standardised = (complete - complete.mean(axis=0)) / spread
    # in one order: a masked file is to be the same on every processor
    n = len(complete)
    correlations = moments_in_order(np.ascontiguousarray(standardised.T))[1] * (n / (n - 1))
    scale = cholesky_in_order(correlations)
    if not (scale.diagonal() > DEPENDENT).all():
        raise MaskingError(f"{method}: {', '.join(map(repr, names))} are linearly dependent; {remedy}")
    return np.asarray(scale * spread[:, None])
