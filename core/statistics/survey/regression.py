"""The sandwich variance of regressions from samples drawn in strata and clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.survey.first_stage import FirstStage, design_covariance

Floats = NDArray[np.float64]


def sandwich(
    columns: Floats, weights: Floats, residuals: Floats, slope: Floats, rows: NDArray[np.int64], stage: FirstStage
) -> Floats:
    """Return H^-1 V(sum w e x) H^-1 with H = sum w s x x' (Binder 1983).

    Parameters
    ----------
    columns : float array (n, p)
    weights, residuals : float arrays (n,)
    slope : float array (n,)
        Derivative of the mean: 1 of a linear model, p (1 - p) of a logistic one, the mean of a Poisson one.
    rows : int array (n,)
        The sample's record that each row is; records that are left out stay in the variance with 0.
    stage : FirstStage
        Of the whole sample.

    Returns
    -------
    float array (p, p)
    """
    bread = np.linalg.inv(columns.T @ (columns * (weights * slope)[:, None]))
    contributions = np.zeros((len(stage.units), columns.shape[1]))
    contributions[rows] = (columns * (weights * residuals)[:, None]) @ bread
    return design_covariance(contributions, stage)
