"""The records of one file that an indicator rests on, and its estimate from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.data import Indicator, Statistic
from core.statistics.arrays import Floats
from core.statistics.distributions import quantiles_around, weighted_quantile, woodruff_interval
from core.statistics.estimates import (
    Linearised,
    bootstrap_interval,
    gini,
    mean,
    poverty_rate,
    ratio,
    resampled_records,
    standard_error,
    t_quantile,
    total,
)
from core.statistics.reproducible import generator
from core.statistics.survey import resampled_units
from core.utility.analyses.estimates import Estimate, NotEstimable
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.analyses.sampling import Sampling, t_of

WHOLE_FILE = frozenset({Statistic.TOTAL, Statistic.POVERTY_RATE})
"""Statistics of a group that need the records outside it: the size of the group, the poverty line."""

QUANTILES = frozenset({Statistic.MEDIAN, Statistic.QUANTILE})


@dataclass(frozen=True, eq=False)
class Records:
    """Complete records in an order of their own, so that the order of the file cannot matter.

    Parameters
    ----------
    values, divisors, weights : float arrays (n,)
        Sorted by value, then divisor, weight and group; divisors are 1 but for a ratio.
    inside : bool array (n,)
        Records of the group in question.
    rows : int64 array (n,)
        Where they are in the file.
    sampling : Sampling or None
        How the file was drawn; None: its records one by one.
    """

    values: Floats
    divisors: Floats
    weights: Floats
    inside: NDArray[np.bool_]
    rows: NDArray[np.int64]
    sampling: Sampling | None = None

    @property
    def n(self) -> int:
        """Records of the group."""
        return int(self.inside.sum())

    @property
    def counting(self) -> NDArray[np.bool_]:
        """Records of the group whose weight is above 0 (n,)."""
        return np.asarray(self.inside & (self.weights > 0))


def make_records(
    indicator: Indicator,
    values: Floats,
    divisors: Floats,
    weights: Floats,
    group: Floats,
    sampling: Sampling | None = None,
) -> Records:
    """Return the complete records of a file.

    Parameters
    ----------
    indicator : Indicator
    values, divisors, weights, group : float arrays (n,)
        NaN for missing; ``group`` is 1 inside and 0 outside.
    sampling : Sampling or None
    """
    inside = group == 1
    used = ~(np.isnan(values) | np.isnan(divisors) | np.isnan(weights))
    if indicator.statistic not in WHOLE_FILE:
        used &= inside
    order = np.lexsort((inside[used], weights[used], divisors[used], values[used]))
    rows = np.flatnonzero(used)[order]
    return Records(values[rows], divisors[rows], weights[rows], inside[rows], rows, sampling)


def estimate(indicator: Indicator, records: Records, parameters: AnalysesParameters, task: str) -> Estimate:
    """Return an indicator with its 95% interval.

    Raises
    ------
    NotEstimable
        Fewer than two records in the group, or a figure that these records do not define.
    """
    if records.n < 2:
        raise NotEstimable(f"{records.n or 'no'} record{'' if records.n == 1 else 's'} to estimate it from")
    if not records.weights[records.inside].sum() > 0:
        raise NotEstimable("the weights of its records add up to 0")
    reason = _undefined(indicator, records)
    if reason:
        raise NotEstimable(reason)
    if parameters.interval == "bootstrap" and not (records.sampling and records.sampling.replicates):
        return _bootstrapped(indicator, records, parameters, task)
    if records.sampling is not None:
        return _from_units(indicator, records, records.sampling)
    t = t_quantile(records.n)
    if indicator.statistic in QUANTILES:
        share = share_of(indicator)
        low, high = woodruff_interval(records.values, records.weights, share, t)
        return Estimate(_point(indicator, records, records.weights), (high - low) / (2 * t), low, high, records.n)
    linear = _linearised(indicator, records, records.weights)
    error = standard_error(linear.influence, records.weights)
    return Estimate(linear.value, error, linear.value - t * error, linear.value + t * error, records.n)


def _from_units(indicator: Indicator, records: Records, sampling: Sampling) -> Estimate:
    """Return an indicator with the interval that its sample's units, strata or replicate weights give."""
    units = sampling.units_used(records.rows[records.counting])
    t = t_of(units)
    value = _point(indicator, records, records.weights)
    if indicator.statistic in QUANTILES:
        low, high = _quantile_interval(records, sampling, value, t)
        return Estimate(value, (high - low) / (2 * t), low, high, records.n, units)
    influence = _linearised(indicator, records, records.weights).influence

    def again(weights: Floats) -> float:
        replicate = _again(indicator, records, weights)
        if replicate is None:
            raise NotEstimable("it is not defined under one of the replicate weights")
        return replicate

    error = sampling.standard_error(records.rows, records.weights * influence, value, again)
    return Estimate(value, error, value - t * error, value + t * error, records.n, units)


def _quantile_interval(records: Records, sampling: Sampling, value: float, t: float) -> tuple[float, float]:
    """Return the quantiles at F +- t SE(F), F the share at or below the estimate (Woodruff 1952)."""
    below = (records.values <= value).astype(np.float64)
    reached = mean(below, records.weights)
    contributions = records.weights * reached.influence

    def again(weights: Floats) -> float:
        if not weights.sum() > 0:
            raise NotEstimable("it is not defined under one of the replicate weights")
        return mean(below, weights).value

    error = sampling.standard_error(records.rows, contributions, reached.value, again)
    return quantiles_around(records.values, records.weights, reached.value, t * error)


def share_of(indicator: Indicator) -> float:
    """Return the share below a quantile; .5 of a median."""
    return 0.5 if indicator.statistic is Statistic.MEDIAN else indicator.quantile


def _undefined(indicator: Indicator, records: Records) -> str:
    """Return why a figure is not defined on these records, or ""."""
    weighted = records.weights * records.values
    if indicator.statistic is Statistic.GINI and not weighted.sum() > 0:
        return "the total is not positive, so a Gini coefficient is not defined"
    if indicator.statistic is Statistic.RATIO and (records.weights * records.divisors).sum() == 0:
        return "the total of the denominator is 0"
    if indicator.statistic is Statistic.POVERTY_RATE and records.values[0] == records.values[-1]:
        return "all values are the same, so there is no poverty line to speak of"
    return ""


def _linearised(indicator: Indicator, records: Records, weights: Floats) -> Linearised:
    values = records.values
    if indicator.statistic is Statistic.TOTAL:
        return total(values * records.inside, weights)
    if indicator.statistic is Statistic.RATIO:
        return ratio(values, records.divisors, weights)
    if indicator.statistic is Statistic.GINI:
        return gini(values, weights)
    if indicator.statistic is Statistic.POVERTY_RATE:
        return poverty_rate(values, weights, records.inside, indicator.quantile, indicator.line)
    return mean(values, weights)


def _point(indicator: Indicator, records: Records, weights: Floats) -> float:
    if indicator.statistic in QUANTILES:
        return weighted_quantile(records.values, weights, share_of(indicator))
    return _linearised(indicator, records, weights).value


def _again(indicator: Indicator, records: Records, weights: Floats) -> float | None:
    """Return an indicator with other weights (n,); None where they leave it undefined."""
    kept = weights > 0
    same = kept.any() and records.values[kept].min() == records.values[kept].max()
    undefined = indicator.statistic is Statistic.POVERTY_RATE and same
    if undefined or not weights[records.inside].sum() > 0 or _undefined(indicator, replace(records, weights=weights)):
        return None
    return _point(indicator, records, weights)


def _bootstrapped(indicator: Indicator, records: Records, parameters: AnalysesParameters, task: str) -> Estimate:
    sampling, units = records.sampling, None
    random = generator(parameters.seed, task)
    draw = partial(resampled_records, len(records.values), random)
    if sampling is not None:
        units = sampling.units_used(records.rows[records.counting])
        draw = partial(resampled_units, sampling.stage, random, records.rows)
    interval = bootstrap_interval(partial(_again, indicator, records), records.weights, parameters.resamples, draw)
    if interval is None:
        raise NotEstimable("it is not defined on some bootstrap samples: too few records, or a total near 0")
    value = _point(indicator, records, records.weights)
    return Estimate(value, interval.standard_error, interval.low, interval.high, records.n, units)
