"""Intervals of quantiles from samples drawn in strata and clusters."""

from __future__ import annotations

from core.statistics.arrays import Floats
from core.statistics.distributions import weighted_quantile
from core.statistics.survey.first_stage import FirstStage, design_standard_error


def woodruff_interval(
    values: Floats, weights: Floats, share: float, t: float, stage: FirstStage
) -> tuple[float, float]:
    """Return the interval of a quantile: the quantiles at the ends of the interval of its share (Woodruff 1952).

    Parameters
    ----------
    values : float array (n,)
        Ascending, without NaN.
    weights : float array (n,)
        0: outside the part of interest.
    share : float
        In (0, 1).
    t : float
        Quantile of the reference distribution.
    stage : FirstStage
        Of these n records.

    Returns
    -------
    (float, float)
        Quantiles at F +- t SE(F), F the estimated share at or below the quantile, which values that many records have
        put above ``share`` (Francisco and Fuller 1991; R's survey::svyquantile, interval.type "mean").
    """
    below = values <= weighted_quantile(values, weights, share)
    total = weights.sum()
    reached = float(weights[below].sum() / total)
    error = design_standard_error(weights * (below - reached) / total, stage)
    return quantiles_around(values, weights, reached, t * error)


def quantiles_around(values: Floats, weights: Floats, share: float, reach: float) -> tuple[float, float]:
    """Return the quantiles of a weighted sample (n,), ascending, at ``share`` - and + ``reach``, kept in [0, 1]."""
    ends = (max(0.0, share - reach), min(1.0, share + reach))
    return weighted_quantile(values, weights, ends[0]), weighted_quantile(values, weights, ends[1])
