"""All chosen uses of every scenario in one table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import CATALOGUE, Comparison
from core.views import AnalysesSummary, names_of, regression_view, summaries
from core.wording import percent
from pages.components.analyses.words import CAUTION, overlap
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.methods.drawer import method_links


def summary_table(comparison: Comparison) -> None:
    """Show one row a scenario: indicators kept, mean overlaps, local utility of each regression."""
    st.caption(
        "Inside: the masked figure lies in the original's 95% interval. Overlap of the intervals: 100% is the "
        "same, below 0 they lie apart."
    )
    regressions = names_of(comparison, "regression")
    uses = summaries(comparison)
    rows = [_row(comparison, each, regressions) for each in uses]
    columns = ["Scenario", "Indicators inside", "Lost", "Mean overlap", *_heads(regressions)]
    with st.container(key="risk_table_analyses_summary"):
        frame = pd.DataFrame(rows, columns=columns).set_index("Scenario")
        st.table(frame, border="horizontal", alt="The chosen uses in every scenario")
    if regressions:
        st.caption(
            "Of each regression: mean overlap of its coefficients' intervals, then Kocar's local utility "
            "(0 to 100%): half from R², half from the standardised coefficients or odds ratios."
        )
    st.caption(CAUTION)
    reasons = list(dict.fromkeys(each.overlap_reason for each in uses if each.overlap_reason))
    if reasons:
        with st.expander("Why a mean overlap is missing"):
            for reason in reasons:
                names = ", ".join(f"**{md(e.scenario, 60)}**" for e in uses if e.overlap_reason == reason)
                st.caption(f"{names}: {md(reason, 400)}.")
    method_links([m for m in CATALOGUE if m.family == "analyses"], "analyses")
    table_download(_long(comparison, uses, regressions), "analyses_summary")


def _heads(regressions: tuple[str, ...]) -> list[str]:
    return [f"{md(name, 40)}{' ' * i}" for i, name in enumerate(regressions)]


def _row(comparison: Comparison, each: AnalysesSummary, regressions: tuple[str, ...]) -> list[str]:
    inside = f"**{each.inside}** of {each.indicators}" if each.indicators else "–"
    cells = [md(each.scenario, 60), inside, str(each.lost) if each.lost else "", overlap(each.overlap)]
    file = comparison.scenario(each.scenario)
    for name in regressions:
        view = regression_view(file, name)
        utility = "" if view.utility is None else f" · {percent(view.utility, 0)}"
        cells.append(f"{overlap(view.overlap)}{utility}")
    return cells


def _long(comparison: Comparison, uses: tuple[AnalysesSummary, ...], regressions: tuple[str, ...]) -> pd.DataFrame:
    lines = []
    for each in uses:
        views = {name: regression_view(comparison.scenario(each.scenario), name) for name in regressions}
        lines.append({
            "scenario": plain(each.scenario),
            "indicators": each.indicators,
            "inside": each.inside,
            "lost": each.lost,
            "mean overlap": each.overlap,
            "no mean overlap because": plain(each.overlap_reason, 1000),
            **{f"overlap of {plain(name)}": view.overlap for name, view in views.items()},
            **{f"local utility of {plain(name)}": view.utility for name, view in views.items()},
        })  # fmt: skip
    return pd.DataFrame(lines)
