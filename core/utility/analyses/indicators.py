"""Benchmark indicators from the original and from a masked file: what would become of a published figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np

from core.data import Coded, Indicator, Pair, PairedVariable, Release, Statistic, category_text
from core.statistics.arrays import Floats
from core.utility.analyses.columns import (
    masked_column,
    masked_members,
    members,
    numbers,
    occurring,
    paired_variable,
    weights_of,
)
from core.utility.analyses.estimates import Estimate, EstimateDetail, EstimatePair, NotEstimable
from core.utility.analyses.indicator_records import estimate, make_records
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.analyses.sampling import cautions, sampling_of
from core.wording import counted

SMALL_GROUP = 30
"""Below this number of records an interval is rough."""

MOST_LEVELS = 50


class IndicatorDetail(TypedDict):
    """What an indicator is, and what either file gives."""

    statistic: str
    variable: str
    category: str | None
    denominator: str | None
    by: str | None
    level: str | None
    weight: str | None
    interval_method: str
    original: EstimateDetail | None
    masked: EstimateDetail | None
    inside: bool | None
    overlap: float | None
    difference: float | None
    difference_in_se: float | None


@dataclass(frozen=True)
class IndicatorComparison:
    """One indicator, of one group where it is by groups.

    Parameters
    ----------
    indicator : Indicator
    level : str or None
        The code of the group.
    group : str
        The group as people read it: with what its code means, where the original says so.
    original, masked : Estimate or None
    reason : str
        Why there is no ``original``, or no ``masked``; empty where both are there.
    """

    indicator: Indicator
    level: str | None = None
    group: str = ""
    original: Estimate | None = None
    masked: Estimate | None = None
    reason: str = ""

    @property
    def target(self) -> tuple[str, ...]:
        """Name of the indicator, and the group."""
        return (self.indicator.name,) if self.level is None else (self.indicator.name, self.group)

    def compared(self) -> EstimatePair | None:
        """Return both estimates; None where one is missing."""
        if self.original is None or self.masked is None:
            return None
        return EstimatePair(self.original, self.masked)

    def flags(self) -> tuple[str, ...]:
        """Return what a reader should know of the records behind it."""
        files = (("original", self.original), ("masked file", self.masked))
        few = [
            f"only {counted(e.n, 'record', 'records')} in the {name}: the interval is rough"
            for name, e in files
            if e and e.n < SMALL_GROUP
        ]
        return (*few, *(flag for name, e in files if e and e.units for flag in cautions(e.units, name)))


@dataclass(frozen=True)
class Indicators:
    """All indicators of a pair of files, and the smaller number of records."""

    compared: tuple[IndicatorComparison, ...]
    parameters: AnalysesParameters
    n: int

    def of_the_original(self) -> tuple[IndicatorComparison, ...]:
        """Return those that the original gives."""
        return tuple(c for c in self.compared if c.original is not None)


def compare_indicators(pair: Pair, parameters: AnalysesParameters) -> Indicators:
    """Estimate every chosen indicator from both files.

    Parameters
    ----------
    pair : Pair
        Its ``uses`` name the indicators.
    parameters : AnalysesParameters

    Returns
    -------
    Indicators
        In the officer's order; groups in the order of the original's categories.
    """
    compared = tuple(c for indicator in pair.uses.indicators for c in _by_group(indicator, pair, parameters))
    return Indicators(compared, parameters, min(pair.original.n_records, pair.masked.n_records))


def _by_group(indicator: Indicator, pair: Pair, parameters: AnalysesParameters) -> Iterator[IndicatorComparison]:
    if not indicator.by:
        yield _compare(indicator, None, pair, parameters)
        return
    try:
        levels = occurring(paired_variable(pair, indicator.by).original)
        if len(levels) > MOST_LEVELS:
            raise NotEstimable(f"{indicator.by!r} has more than {MOST_LEVELS} values, too many for groups")
    except NotEstimable as error:
        yield IndicatorComparison(indicator, reason=str(error))
        return
    for level in levels:
        yield _compare(indicator, level, pair, parameters)


def _compare(
    indicator: Indicator, level: str | None, pair: Pair, parameters: AnalysesParameters
) -> IndicatorComparison:
    labels = pair.original.value_labels.get(indicator.by, {})
    comparison = IndicatorComparison(indicator, level, category_text(level, labels) if level is not None else "")
    try:
        comparison = replace(comparison, original=_of_original(indicator, level, pair, parameters))
    except NotEstimable as error:
        return replace(comparison, reason=f"the original does not give it: {error}")
    try:
        return replace(comparison, masked=_of_masked(indicator, level, pair, parameters))
    except NotEstimable as error:
        return replace(comparison, reason=f"it cannot be estimated from the masked file: {error}")


def _of_original(indicator: Indicator, level: str | None, pair: Pair, parameters: AnalysesParameters) -> Estimate:
    def column(paired: PairedVariable) -> Coded:
        return paired.original

    def category(paired: PairedVariable, label: str) -> Floats:
        return members(paired.original, label)

    return _estimated(indicator, level, pair, pair.original, column, category, parameters)


def _of_masked(indicator: Indicator, level: str | None, pair: Pair, parameters: AnalysesParameters) -> Estimate:
    return _estimated(indicator, level, pair, pair.masked, masked_column, masked_members, parameters)


def _estimated(
    indicator: Indicator,
    level: str | None,
    pair: Pair,
    release: Release,
    column: Callable[[PairedVariable], Coded],
    category: Callable[[PairedVariable, str], Floats],
    parameters: AnalysesParameters,
) -> Estimate:
    """Estimate from one file, whose columns and members of categories are read by these functions."""
    of = paired_variable(pair, indicator.variable)
    if indicator.statistic is Statistic.SHARE:
        values = category(of, indicator.category)
    else:
        values = numbers(of.name, column(of))
    ones = np.ones(release.n_records)
    divisors = ones
    if indicator.statistic is Statistic.RATIO:
        by = paired_variable(pair, indicator.denominator)
        divisors = numbers(by.name, column(by))
    group = ones if level is None else category(paired_variable(pair, indicator.by), level)
    weights, sampling = weights_of(release, indicator.weight), sampling_of(release, indicator.weight)
    records = make_records(indicator, values, divisors, weights, group, sampling)
    # the same stream for both files: a copy has the original's interval to the last digit
    return estimate(indicator, records, parameters, f"indicator|{indicator.name}|{level or ''}")


def indicator_detail(comparison: IndicatorComparison, parameters: AnalysesParameters) -> IndicatorDetail:
    """Return what is known of an indicator, JSON-ready."""
    indicator, compared = comparison.indicator, comparison.compared()
    return {
        "statistic": str(indicator.statistic),
        "variable": indicator.variable,
        "category": indicator.category or None,
        "denominator": indicator.denominator or None,
        "by": indicator.by or None,
        "level": comparison.level,
        "weight": indicator.weight,
        "interval_method": _interval_method(comparison, parameters),
        "original": comparison.original.described() if comparison.original else None,
        "masked": comparison.masked.described() if comparison.masked else None,
        "inside": compared.inside if compared else None,
        "overlap": compared.overlap if compared else None,
        "difference": comparison.masked.value - comparison.original.value
        if comparison.masked and comparison.original
        else None,
        "difference_in_se": compared.difference_in_se if compared else None,
    }


def _interval_method(comparison: IndicatorComparison, parameters: AnalysesParameters) -> str:
    units = comparison.original.units if comparison.original else None
    return "replicate weights" if units and units.replicates else parameters.interval
