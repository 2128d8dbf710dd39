"""Published figures, models and scales in every version; what several synthetic files say together."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import published_dots_figure
from core.measures import Result
from core.statistics.estimates import Synthesis
from core.utility import EstimateDetail
from core.views import (
    CombinedFigure,
    IntervalRow,
    IntervalRows,
    alpha_lines,
    analyses_answer,
    coefficient_lines,
    combined_figures,
    model_lines,
    names_of,
    published_figures,
    synthesis_rules,
)
from pages.components import layout
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import beneath, chart, is_dark
from pages.components.downloads import numbers, show_table
from pages.components.escaping import md, plain
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_scenario

CHART = "published_dots"


def published_card(opened: Opened) -> None:
    """Draw all figures of every version; a click on a dot speaks of its version."""
    figures, names = cached(published_figures, opened.comparison), tuple(s.name for s in opened.comparison.scenarios)
    if not figures:
        return
    with layout.card("lost_published", "Which published figures and models would change?"):
        st.markdown(md(analyses_answer(opened.comparison), 800))
        chart(
            cached(published_dots_figure, figures, numbers=names, chosen=opened.looked_at, dark=is_dark()),
            CHART,
            "Every published figure of every version, by how far it lies from the original's",
            click=lambda dot: choose_scenario(dot[0]),
        )
        beneath(CHART, "", lambda: figures_table(opened, figures), "published_figures")


def figures_table(opened: Opened, figures: Mapping[str, IntervalRows]) -> pd.DataFrame:
    """Return every figure in the original and in every version, one a line."""
    return pd.DataFrame([
        {"Figure": name, **line} for name, rows in figures.items() for line in _lines(opened, rows)
    ])  # fmt: skip


RISK = "expected_reidentifications"
IN_UNITS = {"cluster": "{n:,} in {units:,} clusters", "household": "{n:,} in {units:,} households"}
CAUTION = (
    "Intervals that overlap do not show that two figures are the same, nor that they differ (Schenker and Gentleman "
    "2001). A masked file holds the same records, so its figure should lie far closer than that of a second survey."
)
RULES: Mapping[Synthesis, str] = {
    Synthesis.COMPLETE: "All values synthetic, from fitted parameters: v (k / n + 1 / m)",
    Synthesis.COMPLETE_BETWEEN: "All values synthetic, by the spread between the sets: v k / n + b / m",
    Synthesis.PROPER: "All values synthetic, parameters drawn from their posterior: v (k / n + (1 + k / n) / m)",
    Synthesis.PARTIAL: "Some values synthetic: v + b / m",
}


def figures_part(opened: Opened) -> None:
    """Show a chosen figure in every version; models, scales and sets of one scenario beneath it."""
    comparison = opened.comparison
    figures, scales = cached(published_figures, comparison), names_of(comparison, "ldu_alpha")
    if not figures and not scales:
        layout.empty_state(
            "uses", "functions", "Nothing that users compute was measured in this run: choose it, then run again.",
            "Go to Set up", layout.SETUP,
        )  # fmt: skip
        return
    if figures:
        _figure(opened, figures)
    if models := names_of(comparison, "regression"):
        layout.details("A model in every version, with all its coefficients", "model", lambda: _model(opened, models))
    if scales:
        layout.details("Do the items of a scale still hold together?", "scales", lambda: _scales(opened, scales))
    if comparison.synthetic_sets():
        layout.details("What several synthetic files of one scenario say together", "sets", lambda: _sets(opened))
    method_links(["indicator", "regression", "ldu_alpha"], "figures")


def _figure(opened: Opened, figures: Mapping[str, IntervalRows]) -> None:
    name = st.selectbox("Figure", list(figures), format_func=plain, key="lost_figure", persist_state="session")
    rows = figures[name]
    table = opened.table(_lines(opened, rows))
    show_table(table, "published_figure", "The figure in the original and in every version",
               column_config=numbers(table, Overlap="percent"))  # fmt: skip
    drawn = drawn_as(rows.original)
    st.caption(f"Inside: in the original's 95% interval. Overlap of both intervals; below 0 they do not meet. {drawn}")
    st.caption(CAUTION)


def _lines(opened: Opened, rows: IntervalRows) -> list[dict[str, object]]:
    each = zip(opened.comparison.files, (IntervalRow("Original", rows.original), *rows.rows), strict=True)
    return [_line(file, row, opened.keyset) for file, row in each]


def _line(file: Assessment, row: IntervalRow, keyset: str) -> dict[str, object]:
    risk, figure = file.outcome(RISK, (keyset,)), row.figure
    return {
        "Version": row.scenario,
        "Verdict": "" if row.scenario == "Original" else verdict(row),
        "Value": figure["estimate"] if figure else None,
        "From": figure["low"] if figure else None,
        "To": figure["high"] if figure else None,
        "Overlap": row.overlap,
        "Difference in SE": row.difference_in_se,
        "n": records_used(figure),
        "Compared with": row.original["estimate"] if row.released and row.original else None,
        "Expected re-identifications": risk.value if isinstance(risk, Result) else None,
        "What is known": "; ".join(filter(None, (row.reason, *row.flags, RELEASED if row.released else ""))),
    }


RELEASED = "the original was recoded like this version before they were compared"


def verdict(row: IntervalRow) -> str:
    """Return whether the masked figure lies inside the original's interval."""
    if row.figure is None:
        return "✕ lost"
    return {None: "◇ not comparable", True: "● inside", False: "□ outside"}[row.inside]


def records_used(estimate: EstimateDetail | None) -> str:
    """Return the records that an estimate rests on, and the units that hold them."""
    if estimate is None:
        return "–"
    words = IN_UNITS.get(estimate.get("unit", ""), "{n:,}") if "units" in estimate else "{n:,}"
    return words.format(n=estimate["n"], units=estimate.get("units"))


def drawn_as(estimate: EstimateDetail | None) -> str:
    """Return what the interval of an estimate rests on; empty where records were drawn one by one."""
    if estimate is None or "units" not in estimate:
        return ""
    freedom = f"{estimate['degrees_of_freedom']:,} degrees of freedom"
    if replicates := estimate.get("replicates"):
        return f"Intervals rest on {replicates:,} replicate weights, with {freedom}."
    return f"Intervals know how the sample was drawn: units minus strata leave {freedom}."


def _model(opened: Opened, models: tuple[str, ...]) -> None:
    name = st.selectbox("Model", models, format_func=plain, key="lost_model", persist_state="session")
    table = opened.table(model_lines(opened.comparison, name))
    show_table(table, "model", "The model in every version",
               column_config=numbers(table, Overlap="percent", **{"Local utility": "percent"}))  # fmt: skip
    st.caption(
        "Local utility (Kocar 2018): half from R², half from the standardised coefficients or odds ratios. Of a "
        "coefficient: 1 where it is significant in neither file, 0 where in one only or where its sign differs."
    )
    st.markdown(f"All coefficients in **{md(opened.looked_at, 60)}**:")
    of_version = opened.table(coefficient_lines(opened.file, name))
    show_table(of_version, "coefficients", "All coefficients of this version", column_config=numbers(of_version))


def _scales(opened: Opened, scales: tuple[str, ...]) -> None:
    for place, scale in enumerate(scales):
        st.markdown(f"Cronbach's alpha of **{md(scale)}**; 1 is best:")
        table = opened.table(alpha_lines(opened.comparison, scale))
        show_table(table, f"alpha_{place}", "Cronbach's alpha by version", column_config=numbers(table))


def _sets(opened: Opened) -> None:
    """Show every figure over the sets of a scenario, combined by the rule of how they were made."""
    scenario = st.selectbox("Scenario of several sets", list(opened.comparison.synthetic_sets()), format_func=plain,
                            key="sets_scenario")  # fmt: skip
    rules = synthesis_rules(opened.comparison, scenario)
    rule = st.selectbox("How were the sets made?", rules, format_func=RULES.__getitem__, key=f"sets_rule_{scenario}")
    table = opened.table([_set_line(figure) for figure in combined_figures(opened.comparison, scenario, rule)])
    show_table(table, "combined_sets", "Combined figures of the sets", column_config=numbers(table))
    st.caption(
        "m sets of k records, n in the original; v: mean variance in a set, b: that between sets. Intervals are about "
        "the population's figure (Raab, Nowok and Dibben 2017; of partly synthetic files Reiter 2003)."
    )


def _set_line(f: CombinedFigure) -> dict[str, object]:
    low, high = f.interval or (None, None)
    return {
        "Figure": f.figure, "Original": f.original["estimate"] if f.original else None, "Mean of the sets": f.value,
        "From": low, "To": high, "SE": f.standard_error, "Degrees of freedom": f.degrees_of_freedom,
        "SE within a set": f.within, "SD between sets": f.between, "Inside": f.inside, "Overlap": f.overlap,
        "Farthest from the original": f.worst, "m": len(f.sets), "k": f.n_synthetic, "n": f.n_original,
        "Not combined because": f.reason,
    }  # fmt: skip
