"""How many records drawn one by one with equal weights would tell as much."""

from __future__ import annotations

import numpy as np
from scipy import special

from core.statistics.arrays import Floats
from core.statistics.reproducible import TOLERANCE
from core.statistics.survey.first_stage import FirstStage, design_covariance, design_standard_error

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


def effective_size_of_share(values: Floats, stage: FirstStage) -> int:
    """Return how many records drawn one by one would tell as much of a share, at least 1 and at most n.

    Parameters
    ----------
    values : float array (n,)
        0 to 1 each, for their mean; at least one.
    stage : FirstStage
        Of the n records.

    Returns
    -------
    int
        n D (t(.975; n - 1) / t(.975; units - strata))^2, D = p (1 - p) / (n - 1) / V with the design's variance V of
        the mean p (Korn and Graubard 1998, Survey Methodology 24, 193-201; with Wilson's interval: Franco, Little,
        Louis and Slud 2019, Journal of Survey Statistics and Methodology 7, 334-364). 0/1 values of records drawn
        one by one: n. Where all units have the same mean, so that V says nothing, the number of units.
    """
    n, order = len(values), np.lexsort((values, stage.units))
    share = float(np.sort(values).mean())
    sorted_stage = FirstStage(stage.units[order], stage.stratum, stage.fraction)
    variance = design_standard_error((values[order] - share) / n, sorted_stage) ** 2
    degrees = stage.n_units - len(stage.fraction)
    if degrees < 1 or variance <= (TOLERANCE / n) ** 2:
        return max(min(n, stage.n_units), 1)
    alone, units = (float(special.stdtrit(d, 0.975)) for d in (n - 1, degrees))
    return int(np.clip(round(n * share * (1 - share) / (n - 1) / variance * (alone / units) ** 2), 1, n))
