"""One pair of variables in one scenario: what decided, both tests, both cross-tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.assessment import Assessment
from core.assessment.drill_down import PairView, pair_view
from core.charts import binned_scatter_figure, cross_table_figure
from core.data import Level, Pair
from core.measures import Failed, Outcome, Result, Skipped
from pages.components.escaping import md
from pages.components.figures_in_words import coefficient, count, probability
from pages.components.map_chart import NO_TOOLS, is_dark

TESTS = {
    "chi_squared": ("chi-squared test", "Cramér's V²"),
    "kruskal_wallis": ("Kruskal-Wallis test", "ε²"),
    "anova": ("analysis of variance", "η²"),
    "spearman": ("Spearman's rank correlation", "ρ²"),
    "pearson": ("Pearson's correlation", "r²"),
}
DECIDED = {
    "none": "Neither file shows an association, so nothing was lost.",
    "one": "Only one of the files shows an association: the masking made it appear or vanish.",
    "direction": "Both files show an association, but its direction differs: that decided.",
    "strength": "Both files show an association in the same direction; its strength was compared.",
}

TABLES = ("masked", "original", "difference")
WAYS = {"scatter": "Both files", "masked": "Masked", "original": "Original", "difference": "Difference"}
READING = {
    "masked": "Row percentages of the masked file. Dots mark cells that moved by more than 2 points.",
    "original": "Row percentages of the original after the same recode. Dots mark cells that moved.",
    "difference": "Masked minus original, in percentage points of the row.",
}


def outcome_of(assessment: Assessment, a: str, b: str) -> Outcome | None:
    """Return the outcome of a pair, whichever of its variables comes first in the file."""
    return assessment.outcome("ldu_bivariate", (a, b)) or assessment.outcome("ldu_bivariate", (b, a))


def verdict(outcome: Outcome | None) -> None:
    """Show utility, test, p, coefficients, n and the step that decided; or why there is no value."""
    if outcome is None:
        st.info("This pair was not measured.", icon=":material/info:")
        return
    if isinstance(outcome, Failed):
        st.error("This pair could not be measured because of a fault of the program.", icon=":material/error:")
        return
    if isinstance(outcome, Skipped):
        st.info(f"No value: {md(outcome.reason, 500)}", icon=":material/info:")
        return
    _figures(outcome)
    st.markdown(DECIDED.get(str(outcome.detail.get("step", "")), ""))
    for flag in outcome.detail.get("flags", ()):
        st.caption(f":material/info: {md(flag, 300)}")


def _figures(outcome: Result) -> None:
    detail = outcome.detail
    test, symbol = TESTS.get(str(detail.get("test", "")), (str(detail.get("test", "")), "Coefficient"))
    with st.grid(3, min_column_width=105):
        st.metric("Utility of the pair", f"{outcome.value:.3f}")
        for file, name in (("original", "Original"), ("masked", "Masked")):
            st.metric(
                f"{symbol}, {name.lower()}",
                coefficient(detail.get(f"coefficient_{file}")),
                f"p {_relation(detail.get(f'p_{file}'))}",
                delta_color="off",
                delta_arrow="off",
            )
    st.caption(f"{test[:1].upper()}{test[1:]}; {_n(detail)}.")


def _relation(p: float | None) -> str:
    shown = probability(p)
    return shown if shown.startswith("<") or p is None else f"= {shown}"


def _n(detail: Mapping[str, Any]) -> str:
    numbers = [(detail.get("n_original"), "the original"), (detail.get("n_masked"), "the masked file")]
    return " and ".join(f"{count(n, 'record')} of {file}" for n, file in numbers if n is not None)


def both_files(pair: Pair, a: str, b: str) -> None:
    """Show the pair in both files: row percentages, or the share of records in every cell."""
    continuous = sum(v.recoded.level is Level.CONTINUOUS for v in pair.variables if v.name in (a, b))
    ways = list(TABLES) if continuous < 2 else ["scatter", *TABLES]
    way = st.segmented_control(
        "Show", ways, format_func=WAYS.get, default=ways[0], required=True, key=f"pair_way_{continuous == 2}"
    )
    if way == "scatter":
        view = pair_view(pair, a, b, cut="equal")
        figure = binned_scatter_figure(view, dark=is_dark())
    else:
        view = pair_view(pair, a, b)
        figure = cross_table_figure(view, way, dark=is_dark())
        st.caption(READING[way])
    st.plotly_chart(figure, key="pair_tables", config=NO_TOOLS, alt=f"The pair in both files: {WAYS[way]}")
    _missing_note(view)


def _missing_note(view: PairView) -> None:
    left_out = f"{view.missing_original:,} and {view.missing_masked:,}"
    st.caption(
        f"Shown are {view.n_original:,} records of the original and {view.n_masked:,} of the masked file; "
        f"left out because a value is missing: {left_out}."
    )
