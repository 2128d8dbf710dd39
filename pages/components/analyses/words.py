"""Indicators and coefficients in words: what is estimated, figures, verdicts, the caution beside them."""

from __future__ import annotations

from core.data import Indicator, Regression, Statistic
from core.views import EstimateInFile, IntervalRow
from core.wording import percent, trimmed_percent
from pages.components.escaping import md
from pages.components.figures_in_words import powers_of_ten

STATISTICS = {
    Statistic.MEAN: "Mean",
    Statistic.MEDIAN: "Median",
    Statistic.QUANTILE: "Quantile",
    Statistic.SHARE: "Share of a category",
    Statistic.TOTAL: "Total",
    Statistic.RATIO: "Ratio of two totals",
    Statistic.GINI: "Gini coefficient",
    Statistic.POVERTY_RATE: "At-risk-of-poverty rate",
}
MODELS = {"ols": "Linear regression", "logit": "Logistic regression", "poisson": "Poisson regression"}
IN_UNITS = {"cluster": "{n:,} in {units:,} clusters", "household": "{n:,} in {units:,} households"}
CAUTION = (
    "Intervals that overlap do not show that two figures are the same, nor that they differ (Schenker and Gentleman "
    "2001). A masked file holds the same records, so its figure should lie far closer than that of a second survey."
)


def figure(x: float | None) -> str:
    """Return an estimate as it is written."""
    return "–" if x is None else "0" if x == 0 else powers_of_ten(f"{x:#,.4g}".rstrip("."))


def interval(estimate: EstimateInFile | None) -> str:
    """Return the ends of an interval."""
    return "–" if estimate is None else f"{figure(estimate.low)} to {figure(estimate.high)}"


def records_used(estimate: EstimateInFile | None) -> str:
    """Return the records that an estimate rests on, and the units that hold them."""
    if estimate is None:
        return "–"
    if estimate.units is None or estimate.unit not in IN_UNITS:
        return f"{estimate.n:,}"
    return IN_UNITS[estimate.unit].format(n=estimate.n, units=estimate.units)


def drawn_as(estimate: EstimateInFile | None) -> str:
    """Return what the interval of an estimate rests on; empty where records were drawn one by one."""
    if estimate is None or estimate.units is None:
        return ""
    if estimate.replicates:
        return (
            f"Intervals rest on {estimate.replicates:,} replicate weights, with "
            f"{estimate.degrees_of_freedom:,} degrees of freedom."
        )
    return (
        f"Intervals know how the sample was drawn: units minus strata leave {estimate.degrees_of_freedom:,} "
        "degrees of freedom."
    )


def verdict(row: IntervalRow) -> str:
    """Return whether the masked figure lies inside the original's interval, as a badge."""
    if row.figure is None:
        return ":red-badge[lost]"
    if row.inside is None:
        return ":gray-badge[not comparable]"
    return ":green-badge[inside]" if row.inside else ":orange-badge[outside]"


def overlap(x: float | None) -> str:
    """Return an overlap of intervals."""
    return "–" if x is None else percent(x, 0)


def in_errors(x: float | None) -> str:
    """Return a difference in standard errors."""
    return "–" if x is None else "0" if x == 0 else f"{x:+.2f}"


def describe_indicator(indicator: Indicator) -> str:
    """Return what an indicator estimates, escaped."""
    words = f"{STATISTICS[indicator.statistic]} of {md(indicator.variable)}"
    if indicator.statistic is Statistic.SHARE:
        words = f"Share of {md(indicator.variable)} = {md(indicator.category)}"
    elif indicator.statistic is Statistic.RATIO:
        words = f"Total of {md(indicator.variable)} / total of {md(indicator.denominator)}"
    elif indicator.statistic is Statistic.QUANTILE:
        words = f"{trimmed_percent(indicator.quantile)} quantile of {md(indicator.variable)}"
    elif indicator.statistic is Statistic.POVERTY_RATE:
        words += f" (below {trimmed_percent(indicator.line)} of the {_middle(indicator.quantile)})"
    by = f" by {md(indicator.by)}" if indicator.by else ""
    return words + by + _weighted(indicator.weight)


def describe_regression(regression: Regression) -> str:
    """Return what a regression explains, escaped."""
    return f"{MODELS[regression.model]}: {md(regression.formula, 500)}{_weighted(regression.weight)}"


def _middle(share: float) -> str:
    return "median" if share == 0.5 else f"{trimmed_percent(share)} quantile"


def _weighted(weight: str | None) -> str:
    return f", weighted with {md(weight)}" if weight else ""
