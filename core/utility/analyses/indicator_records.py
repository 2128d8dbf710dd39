"""The records of one file that an indicator rests on, and its estimate from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Indicator, Statistic
from core.statistics.distributions import weighted_quantile, woodruff_interval
from core.statistics.estimates import (
    Linearised,
    bootstrap_interval,
    gini,
    mean,
    poverty_rate,
    ratio,
    standard_error,
    t_quantile,
    total,
)
from core.statistics.reproducible import generator
from core.utility.analyses.estimates import Estimate, NotEstimable
from core.utility.analyses.parameters import AnalysesParameters

Floats = NDArray[np.float64]

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
    """

    values: Floats
    divisors: Floats
    weights: Floats
    inside: NDArray[np.bool_]

    @property
    def n(self) -> int:
        """Records of the group."""
        return int(self.inside.sum())


def make_records(indicator: Indicator, values: Floats, divisors: Floats, weights: Floats, group: Floats) -> Records:
    """Return the complete records of a file.

    Parameters
    ----------
    indicator : Indicator
    values, divisors, weights, group : float arrays (n,)
        NaN for missing; ``group`` is 1 inside and 0 outside.
    """
    inside = group == 1
    used = ~(np.isnan(values) | np.isnan(divisors) | np.isnan(weights))
    if indicator.statistic not in WHOLE_FILE:
        used &= inside
    order = np.lexsort((inside[used], weights[used], divisors[used], values[used]))
    rows = np.flatnonzero(used)[order]
    return Records(values[rows], divisors[rows], weights[rows], inside[rows])


def estimate(indicator: Indicator, records: Records, parameters: AnalysesParameters, task: str) -> Estimate:
    """Return an indicator with its 95 % interval.

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
    if parameters.interval == "bootstrap":
        return _bootstrapped(indicator, records, parameters, task)
    t = t_quantile(records.n)
    if indicator.statistic in QUANTILES:
        share = share_of(indicator)
        low, high = woodruff_interval(records.values, records.weights, share, t)
        return Estimate(_point(indicator, records, records.weights), (high - low) / (2 * t), low, high, records.n)
    linear = _linearised(indicator, records, records.weights)
    error = standard_error(linear.influence, records.weights)
    return Estimate(linear.value, error, linear.value - t * error, linear.value + t * error, records.n)


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


def _bootstrapped(indicator: Indicator, records: Records, parameters: AnalysesParameters, task: str) -> Estimate:
    def replicate(weights: Floats) -> float | None:
        drawn = Records(records.values, records.divisors, weights, records.inside)
        kept = weights > 0
        same = kept.any() and records.values[kept].min() == records.values[kept].max()
        undefined = indicator.statistic is Statistic.POVERTY_RATE and same
        if undefined or not weights[records.inside].sum() > 0 or _undefined(indicator, drawn):
            return None
        return _point(indicator, records, weights)

    random = generator(parameters.seed, task)
    interval = bootstrap_interval(replicate, records.weights, parameters.resamples, random)
    if interval is None:
        raise NotEstimable("it is not defined on some bootstrap samples: too few records, or a total near 0")
    value = _point(indicator, records, records.weights)
    return Estimate(value, interval.standard_error, interval.low, interval.high, records.n)
