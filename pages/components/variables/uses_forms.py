"""The fields of one new use: indicator, regression, table or scale; and uses in words."""

import streamlit as st

from core.data import Codebook, Indicator, Level, Microdata, Model, PublishedTable, Regression, Role, Scale, Statistic
from core.wording import trimmed_percent
from pages.components.escaping import md, plain

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
MOST_CATEGORIES = 200
WHOLE_FILE = "the whole file"
FORMULA_HELP = (
    'Names of variables, Q("a name with spaces"), C(name) for categories, log(), exp(), sqrt(), I(x**2), '
    "and + - : * ** between terms, as in statsmodels and R."
)


def variables(codebook: Codebook) -> list[str]:
    """Return the variables that can be analysed."""
    return [v.name for v in codebook.compared()]


def new_indicator(codebook: Codebook, original: Microdata, name: str, key: str) -> Indicator:
    """Ask what an indicator estimates; raise CodebookError where it contradicts itself."""
    left, right = st.columns(2)
    statistic: Statistic = left.selectbox(
        "Statistic", [*Statistic], format_func=STATISTICS.__getitem__, key=f"{key}_statistic"
    )
    variable = right.selectbox("Variable", variables(codebook), format_func=plain, key=f"{key}_variable")
    category = denominator = ""
    quantile, line = 0.5, 0.6
    if statistic is Statistic.SHARE:
        category = _category(original, variable, key)
    elif statistic is Statistic.RATIO:
        others = variables(codebook)
        denominator = st.selectbox("Divided by the total of", others, format_func=plain, key=f"{key}_denominator")
    elif statistic is Statistic.QUANTILE:
        quantile = st.number_input("Quantile, in percent", 1.0, 99.0, 90.0, key=f"{key}_quantile") / 100
    elif statistic is Statistic.POVERTY_RATE:
        line = st.number_input("Poverty line, in percent of the median", 1.0, 100.0, 60.0, key=f"{key}_line") / 100
    left, right = st.columns(2)
    groups = [v.name for v in codebook.compared() if v.level is not Level.CONTINUOUS]
    by = left.selectbox(
        "For each group of", ["", *groups], format_func=lambda x: plain(x) or WHOLE_FILE, key=f"{key}_by"
    )
    with right:
        weight = _weight(codebook, key)
    shown = name or _proposed(statistic, variable, category, by)
    return Indicator(shown, statistic, variable, category, denominator, quantile, line, by, weight)


def _proposed(statistic: Statistic, variable: str, category: str, by: str) -> str:
    words = f"{STATISTICS[statistic]}: {variable}" + (f" = {category}" if category else "")
    return words + (f" by {by}" if by else "")


def _category(original: Microdata, variable: str, key: str) -> str:
    _codes, labels = original.columns[variable].categories()
    if len(labels) > MOST_CATEGORIES:
        return st.text_input("Category that is counted", key=f"{key}_category_text").strip()
    meanings = original.value_labels.get(variable, {})
    chosen: str = st.selectbox(
        "Category that is counted",
        labels,
        format_func=lambda x: plain(f"{x} {meanings[x]}") if x in meanings else plain(x),
        key=f"{key}_category_{variable}",
    )
    return chosen or ""


def _weight(codebook: Codebook, key: str) -> str | None:
    weights = [None, *(v.name for v in codebook.with_role(Role.WEIGHT))]
    chosen: str | None = st.selectbox(
        "Weighted with", weights, format_func=lambda x: "no weight" if x is None else plain(x), key=f"{key}_weight"
    )
    return chosen


def new_regression(codebook: Codebook, name: str, key: str) -> Regression | None:
    """Ask for a model and its formula; None while the formula is empty, CodebookError where it is not allowed."""
    left, right = st.columns(2)
    model: Model = left.selectbox("Model", [*Model], format_func=MODELS.__getitem__, key=f"{key}_model")
    with right:
        weight = _weight(codebook, key)
    formula = st.text_input(
        "Formula", placeholder="log(income) ~ C(sex) + age", max_chars=500, help=FORMULA_HELP, key=f"{key}_formula"
    ).strip()
    coefficient = st.text_input(
        "Coefficient of main interest (optional)", placeholder="C(sex)[T.2]", max_chars=200, key=f"{key}_coefficient"
    ).strip()
    return Regression(name or formula[:60], model, formula, weight, coefficient) if formula else None


def new_table(codebook: Codebook, name: str, key: str) -> PublishedTable | None:
    """Ask for the variables of a table; None while none is chosen."""
    crossed = st.multiselect("Variables that are crossed", variables(codebook), format_func=plain, key=f"{key}_crossed")
    areas = ["", *(v for v in variables(codebook) if v not in crossed)]
    geography = st.selectbox("Areas", areas, format_func=lambda x: plain(x) or WHOLE_FILE, key=f"{key}_geography")
    return PublishedTable(name or " × ".join(crossed), tuple(crossed), geography) if crossed else None


def new_scale(codebook: Codebook, name: str, key: str) -> Scale | None:
    """Ask for the items of a scale; None while there are fewer than two."""
    items = st.multiselect("Items that are added up", variables(codebook), format_func=plain, key=f"{key}_items")
    return Scale(name or " + ".join(items), tuple(items)) if len(items) > 1 else None


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
