"""The indicators and regressions that a codebook declares, of both files, checked as an output checker does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.data import Pair, Statistic
from core.reports.archive.declared_tables import NotMade
from core.utility import (
    AnalysesParameters,
    Estimate,
    Fit,
    IndicatorComparison,
    RegressionComparison,
    compare_indicators,
    compare_regressions,
)

SUMS = (Statistic.MEAN, Statistic.TOTAL, Statistic.RATIO)
"""Indicators that add amounts up: one contributor may dominate them, which only a magnitude table can show."""


@dataclass(frozen=True)
class CheckedIndicator:
    """One declared indicator of one file.

    Parameters
    ----------
    name : str
    file : str
        "original" or "released".
    statistic, variable : str
    groups : tuple of (str, Estimate)
        The group, empty for the whole file, and its figure.
    fewest : int
        Records that each figure must rest on.
    """

    name: str
    file: str
    statistic: Statistic
    variable: str
    groups: tuple[tuple[str, Estimate], ...]
    fewest: int

    @property
    def few(self) -> tuple[int, ...]:
        """Places of the figures that rest on too few records."""
        return tuple(i for i, (_group, estimate) in enumerate(self.groups) if estimate.n < self.fewest)

    @property
    def adds_up(self) -> bool:
        """Whether it is a sum of amounts, whose dominance is not checked here."""
        return self.statistic in SUMS


@dataclass(frozen=True)
class CheckedRegression:
    """One declared regression of one file.

    Parameters
    ----------
    name : str
    file : str
        "original" or "released".
    model, formula : str
    fit : Fit
    fewest : int
        Residual degrees of freedom that it must have.
    """

    name: str
    file: str
    model: str
    formula: str
    fit: Fit
    fewest: int

    @property
    def freedom(self) -> int:
        """Residual degrees of freedom: records less coefficients."""
        return self.fit.n - len(self.fit.names)

    @property
    def is_saturated(self) -> bool:
        """Whether it has so few degrees of freedom that its records can be worked out from it."""
        return self.freedom < self.fewest

    def coefficients(self) -> list[tuple[str, Estimate, float]]:
        """Return name, estimate and p value of every coefficient."""
        fit = self.fit
        return list(zip(fit.names, fit.coefficients, np.asarray(fit.p_values).tolist(), strict=True))


CheckedEstimate = CheckedIndicator | CheckedRegression


def checked_estimates(pair: Pair, fewest: int) -> tuple[CheckedEstimate | NotMade, ...]:
    """Compute every declared indicator and regression from both files, and check what it rests on.

    Parameters
    ----------
    pair : Pair
        Whose ``uses`` name them. Variables that the masked file recodes are read there as the Analyses page reads them.
    fewest : int
        Records of an indicator, degrees of freedom of a regression.
    """
    parameters = AnalysesParameters()
    indicators = compare_indicators(pair, parameters).compared
    regressions = compare_regressions(pair, parameters)
    return tuple(made for file in ("original", "released") for made in _of_file(file, indicators, regressions, fewest))


def _of_file(
    file: str, indicators: tuple[IndicatorComparison, ...], regressions: tuple[RegressionComparison, ...], fewest: int
) -> Iterator[CheckedEstimate | NotMade]:
    for name in dict.fromkeys(each.indicator.name for each in indicators):
        yield _indicator(name, file, [each for each in indicators if each.indicator.name == name], fewest)
    for compared in regressions:
        declared, fitted = compared.regression, compared.published if file == "original" else compared.masked
        if fitted is None:
            yield NotMade(declared.name, file, compared.reason)
        else:
            yield CheckedRegression(declared.name, file, str(declared.model), declared.formula, fitted, fewest)


def _indicator(name: str, file: str, groups: list[IndicatorComparison], fewest: int) -> CheckedIndicator | NotMade:
    known = [(each.group, each.original if file == "original" else each.masked) for each in groups]
    made = tuple((group, estimate) for group, estimate in known if estimate is not None)
    if not made:
        return NotMade(name, file, groups[0].reason)
    indicator = groups[0].indicator
    return CheckedIndicator(name, file, indicator.statistic, indicator.variable, made, fewest)
