"""Several synthetic files of one scenario: what users compute from all of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.statistics.estimates import Synthesis
from core.views import CombinedFigure, combined_figures, synthesis_rules
from pages.components.analyses.words import figure, overlap
from pages.components.downloads import table_download
from pages.components.escaping import md, plain

RULES: Mapping[Synthesis, str] = {
    Synthesis.COMPLETE: "All values synthetic, from fitted parameters",
    Synthesis.COMPLETE_BETWEEN: "All values synthetic, by the spread between the sets",
    Synthesis.PROPER: "All values synthetic, parameters drawn from their posterior",
    Synthesis.PARTIAL: "Some values synthetic",
}
SOURCES: Mapping[Synthesis, str] = {
    Synthesis.COMPLETE: "v (k / n + 1 / m); Raab, Nowok and Dibben (2017)",
    Synthesis.COMPLETE_BETWEEN: "v k / n + b / m; Raab, Nowok and Dibben (2017)",
    Synthesis.PROPER: "v (k / n + (1 + k / n) / m); Raab, Nowok and Dibben (2017)",
    Synthesis.PARTIAL: "v + b / m; Reiter (2003)",
}


def sets_part(comparison: Comparison) -> None:
    """Show every figure over the sets of a scenario, combined by the rule of how they were made."""
    names = list(comparison.synthetic_sets())
    left, right = st.columns(2)
    scenario = left.selectbox("Scenario of several sets", names, format_func=plain, key="sets_scenario")
    rules = synthesis_rules(comparison, scenario)
    rule = right.selectbox("How were the sets made?", rules, format_func=RULES.__getitem__, key=f"sets_rule_{scenario}")
    figures = combined_figures(comparison, scenario, rule)
    if not figures:
        st.info("No indicator or regression was chosen before the run.", icon=":material/info:")
        return
    st.caption(_in_words(figures[0], rule))
    st.dataframe(
        _table(figures), hide_index=True, height="content", placeholder="–", alt="Combined figures of the sets"
    )
    for reason in dict.fromkeys(f.reason for f in figures if f.reason):
        names = [md(f.figure, 60) for f in figures if f.reason == reason]
        st.caption(f"Not combined: {', '.join(names)}: {md(reason, 400)}.")
    table_download(_long(figures), "combined_sets")


def _in_words(first: CombinedFigure, rule: Synthesis) -> str:
    words = (
        "m = {m} sets of k = {k:,} records ({sets}), n = {n:,} in the original. Variance of the mean: {formula}, with "
        "v the mean variance in a set and b that between sets. Intervals are about the population's figure."
    )
    listed = ", ".join(md(name, 40) for name in first.sets)
    return words.format(m=len(first.sets), k=first.n_synthetic, sets=listed, n=first.n_original, formula=SOURCES[rule])


def _table(figures: Sequence[CombinedFigure]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "Figure": plain(f.figure, 300),
            "Original": figure(f.original.value if f.original else None),
            "Mean of the sets": figure(f.value),
            "95%": _ends(f.interval),
            "SE": figure(f.standard_error),
            "SE within a set": figure(f.within),
            "SD between sets": figure(f.between),
            "Inside": "–" if f.inside is None else "yes" if f.inside else "no",
            "Overlap": overlap(f.overlap),
            "Farthest from the original": plain(f.worst) or "–",
        }
        for f in figures
    ])  # fmt: skip


def _ends(interval: tuple[float, float] | None) -> str:
    if interval is None:
        return "–"
    return f"{figure(interval[0])} to {figure(interval[1])}"


def _long(figures: Sequence[CombinedFigure]) -> pd.DataFrame:
    """Return every figure with full precision: for a file."""
    return pd.DataFrame([
        {
            "figure": plain(f.figure, 300),
            "m": len(f.sets),
            "original": f.original.value if f.original else None,
            "value": f.value,
            "SE": f.standard_error,
            "from": f.interval[0] if f.interval else None,
            "to": f.interval[1] if f.interval else None,
            "degrees of freedom": f.degrees_of_freedom,
            "SE within a set": f.within,
            "SD between sets": f.between,
            "inside": f.inside,
            "overlap": f.overlap,
            "farthest from the original": plain(f.worst),
            "not defined because": plain(f.reason, 1000),
        }
        for f in figures
    ])  # fmt: skip
