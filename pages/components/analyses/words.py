"""Indicators and coefficients in words: what is estimated, figures, verdicts, the caution beside them."""

from __future__ import annotations

from core.data import Indicator, Regression, Statistic
from core.views import EstimateInFile, IntervalRow
from core.wording import _, percent
from pages.components.escaping import md
from pages.components.figures_in_words import powers_of_ten

STATISTICS = {
    Statistic.MEAN: _("Mean"),
    Statistic.MEDIAN: _("Median"),
    Statistic.QUANTILE: _("Quantile"),
    Statistic.SHARE: _("Share of a category"),
    Statistic.TOTAL: _("Total"),
    Statistic.RATIO: _("Ratio of two totals"),
    Statistic.GINI: _("Gini coefficient"),
    Statistic.POVERTY_RATE: _("At-risk-of-poverty rate"),
}
MODELS = {"ols": _("Linear regression"), "logit": _("Logistic regression"), "poisson": _("Poisson regression")}
IN_UNITS = {"cluster": _("{n:,} in {units:,} clusters"), "household": _("{n:,} in {units:,} households")}
CAUTION = _(
    "Intervals that overlap do not show that two figures are the same, nor that they differ (Schenker and Gentleman "
    "2001). A masked file holds the same records, so its figure should lie far closer than that of a second survey."
)


def figure(x: float | None) -> str:
    """Return an estimate as it is written."""
    return "–" if x is None else "0" if x == 0 else powers_of_ten(f"{x:#,.4g}".rstrip("."))


def interval(estimate: EstimateInFile | None) -> str:
    """Return the ends of an interval."""
    return (
        "–"
        if estimate is None
        else _("{figure} to {figure2}").format(figure=figure(estimate.low), figure2=figure(estimate.high))
    )


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
        return _("Intervals rest on {n:,} replicate weights, with {freedom:,} degrees of freedom.").format(
            n=estimate.replicates, freedom=estimate.degrees_of_freedom
        )
    return _(
        "Intervals know how the sample was drawn: units minus strata leave {freedom:,} degrees of freedom."
    ).format(freedom=estimate.degrees_of_freedom)


def verdict(row: IntervalRow) -> str:
    """Return whether the masked figure lies inside the original's interval, as a badge."""
    if row.figure is None:
        return ":red-badge[lost]"
    if row.inside is None:
        return _(":gray-badge[not comparable]")
    return ":green-badge[inside]" if row.inside else ":orange-badge[outside]"


def overlap(x: float | None) -> str:
    """Return an overlap of intervals."""
    return "–" if x is None else percent(x, 0)


def in_errors(x: float | None) -> str:
    """Return a difference in standard errors."""
    return "–" if x is None else "0" if x == 0 else f"{x:+.2f}"


def describe_indicator(indicator: Indicator) -> str:
    """Return what an indicator estimates, escaped."""
    words = _("{statistics} of {variable}").format(
        statistics=STATISTICS[indicator.statistic], variable=md(indicator.variable)
    )
    if indicator.statistic is Statistic.SHARE:
        words = _("Share of {variable} = {category}").format(
            variable=md(indicator.variable), category=md(indicator.category)
        )
    elif indicator.statistic is Statistic.RATIO:
        words = _("Total of {variable} / total of {denominator}").format(
            variable=md(indicator.variable), denominator=md(indicator.denominator)
        )
    elif indicator.statistic is Statistic.QUANTILE:
        words = _("{quantile:g}% quantile of {variable}").format(
            quantile=100 * indicator.quantile, variable=md(indicator.variable)
        )
    elif indicator.statistic is Statistic.POVERTY_RATE:
        words += _(" (below {line:g}% of the {middle})").format(
            line=100 * indicator.line, middle=_middle(indicator.quantile)
        )
    by = _(" by {by}").format(by=md(indicator.by)) if indicator.by else ""
    return words + by + _weighted(indicator.weight)


def describe_regression(regression: Regression) -> str:
    """Return what a regression explains, escaped."""
    return f"{MODELS[regression.model]}: {md(regression.formula, 500)}{_weighted(regression.weight)}"


def _middle(share: float) -> str:
    return "median" if share == 0.5 else _("{share:g}% quantile").format(share=100 * share)


def _weighted(weight: str | None) -> str:
    return _(", weighted with {weight}").format(weight=md(weight)) if weight else ""
