"""How many records drawn one by one with equal weights would tell as much."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Floats
from core.statistics.survey.first_stage import FirstStage, design_covariance

DECILES = np.arange(1, 10) / 10


def kish_effective_size(weights: Floats) -> float:
    """Return (sum w)^2 / sum w^2 of weights (n,) with a positive sum (Kish 1965, section 11.7)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def design_effective_size(values: Floats, weights: Floats, stage: FirstStage) -> float:
    """Return the effective sample size of a distribution function: n over its design effect.

    Parameters
    ----------
    values : float array (n,)
        NaN: outside.
    weights : float array (n,)
        0: outside; some record is inside.
    stage : FirstStage
        Of all n records.

    Returns
    -------
    float
        n over the mean design effect of F at the deciles, each weighted with F (1 - F): the first-order correction of
        Rao and Scott (1981). With equal weights, records as units and one stratum it is n.
    """
    inside = ~np.isnan(values) & (weights > 0)
    n, total = int(inside.sum()), float(weights[inside].sum())
    x, w = values[inside], weights[inside]
    order = np.argsort(x, kind="stable")
    reached = np.searchsorted(np.cumsum(w[order]), DECILES * total, side="left")
    places = np.unique(x[order][np.minimum(reached, n - 1)])
    below = x[:, None] <= places
    level = (w @ below) / total
    single = float((level * (1 - level)).sum()) / max(n - 1, 1)
    contributions = np.zeros((len(values), len(places)))
    contributions[inside] = w[:, None] / total * (below - level)
    variance = float(np.trace(design_covariance(contributions, stage)))
    # a constant has no variance either way
    return n * single / variance if single > 0 and variance > 0 else float(n)
