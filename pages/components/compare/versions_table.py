"""The table of versions: verdict first, then figures as heat with numbers; numbers of rows are those of the map."""

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from core.assessment import Comparison, measure_by_id
from core.charts import heat_css, palette_colour
from core.decision import Decision, FileVerdict
from core.measures import Measure
from core.views import default_utility, version_losses
from core.wording import percent
from pages.components.cached import cached
from pages.components.charts import is_dark
from pages.components.compare.chosen_version import done_to
from pages.components.compare.map_chart import FILTER, filter_versions
from pages.components.downloads import of_rows
from pages.components.escaping import md, plain
from pages.components.risk.exports import confidential_download
from pages.components.selection import MOST, choose_scenario, pin
from pages.components.verdict.sentence_card import SIGNS, STANDING_COLOURS
from pages.components.workspace import Workspace

TABLE = "versions_table"
READABLE = 12
"""Rows that are seen at once."""
IN_A_LINE = 120
"""Characters of what was done to the version that is looked at; its panel says all."""

LONGEST = 400
WIDTHS = {
    "#": 36, "Version": 146, "Verdict": 118, "Rules": 50, "Risk": 58, "Utility": 60, "Detail lost": 76, "Blanks": 60,
    "Kept": 62, "Above shuffled": 104, "What was done to it": 420, "Why not": 420,
}  # fmt: skip
HELP = {
    "Risk": "Of the key set where it is largest; ≤: known to be at most this",
    "Detail lost": "Variables with fewer values than in the original, or removed",
    "Blanks": "Share of all values that are blank",
    "Kept": "Published figures inside the original's 95% interval",
    "Above shuffled": "Where the utility at published detail lies: shuffled columns 0%, the original 100%",
}
HEAT = ("Risk", "Utility", "Detail lost", "Blanks", "Above shuffled")


def versions_table(
    workspace: Workspace, comparison: Comparison, decision: Decision, shown: Sequence[str], looked_at: str
) -> None:
    """Show the table; rows that are ticked are shown side by side, and the one ticked last is looked at."""
    listed = _listed(decision)
    table = table_of_versions(workspace, comparison, listed)
    names = [f.scenario for f in listed]
    ticked = [names.index(name) for name in shown if name in names]
    st.session_state[TABLE] = {"selection": {"rows": ticked, "columns": [], "cells": []}}
    st.dataframe(
        _styled(table, looked_at, listed),
        key=TABLE,
        on_select=_tick(names, shown),
        selection_mode="multi-row",
        column_config={
            **{name: st.column_config.Column(width=width, help=HELP.get(name)) for name, width in WIDTHS.items()},
            **{name: st.column_config.Column(width=WIDTHS[name], pinned=True) for name in ("#", "Version")},
            "Utility": st.column_config.Column(width=WIDTHS["Utility"], help=default_utility(comparison).sentence),
        },
        alt="Every version with its verdict and its figures",
        **of_rows(len(table), READABLE),
    )
    done = done_to(workspace, comparison.scenario(looked_at), remedy=False)
    st.caption(f"**{md(looked_at)}**: {md(done, IN_A_LINE)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(listed) < len(decision.files):
            st.button(
                f"Show all {len(decision.files)} versions", icon=":material/filter_list_off:", key="show_all_versions",
                on_click=filter_versions, args=[()],
            )  # fmt: skip
        confidential_download(table, "versions")


def _listed(decision: Decision) -> list[FileVerdict]:
    wanted = st.session_state.get(FILTER, ())
    return [f for f in decision.ranked if f.scenario in wanted] or list(decision.ranked)


def table_of_versions(workspace: Workspace, comparison: Comparison, files: Sequence[FileVerdict]) -> pd.DataFrame:
    """Return the table; shares as numbers, so that columns can be sorted."""
    order = [s.name for s in comparison.scenarios]
    losses = cached(_losses, comparison)
    lost = [losses[f.scenario] for f in files]
    done = [plain(done_to(workspace, comparison.scenario(f.scenario), remedy=False), LONGEST) for f in files]
    return pd.DataFrame({
        "#": [order.index(f.scenario) + 1 for f in files],
        "Version": [plain(f.scenario) for f in files],
        "Verdict": [f"{SIGNS[f.standing]} {f.standing.heading}" for f in files],
        "Rules": [f"{f.met}/{f.rules}" for f in files],
        "Risk": [f.risk.value if f.risk else None for f in files],
        "Utility": [f.utility for f in files],
        "Detail lost": [less_detail for less_detail, _blank in lost],
        "Blanks": [blank for _less_detail, blank in lost],
        "Kept": [f"{f.kept}/{f.published}" if f.published else None for f in files],
        "Above shuffled": [None if f.place is None else max(f.place, 0.0) for f in files],
        "What was done to it": done,
        "Why not": [plain("; ".join(g.clause for g in f.distinct_guards), LONGEST) for f in files],
    })  # fmt: skip


def _losses(comparison: Comparison) -> dict[str, tuple[float | None, float | None]]:
    """Return by version the share of its variables that lost detail, and of its values that are blank."""
    lost = {file.name: version_losses(file) for file in comparison.scenarios}
    return {name: (one.less_detail / one.variables if one.variables else None, one.blank) for name, one in lost.items()}


def _styled(table: pd.DataFrame, looked_at: str, files: Sequence[FileVerdict]) -> Styler:
    dark, axis = is_dark(), measure_by_id(files[0].utility_measure)
    style = table.style
    for column in HEAT:
        written = _written(axis if column == "Utility" else None)
        style = style.format(written, subset=[column], na_rep="–")
    bounds = table.index[[bool(f.risk and f.risk.at_most) for f in files]]
    style = style.format(lambda x: f"≤ {_written(None)(x)}", subset=(bounds, ["Risk"]), na_rep="–")
    for column in HEAT:
        good = (lambda x: x) if column in {"Utility", "Above shuffled"} else (lambda x: 1 - x)
        if column != "Utility" or axis.is_share:
            style = style.map(lambda x, good=good: "" if pd.isna(x) else heat_css(good(x), dark=dark), subset=[column])
    colours = [f"color:{palette_colour(STANDING_COLOURS[f.standing], dark=dark)};font-weight:600" for f in files]
    style = style.apply(lambda _column: colours, subset=["Verdict"])
    bold = ["font-weight:700" if f.scenario == looked_at else "" for f in files]
    return style.apply(lambda _column: bold, subset=["#", "Version"])


def _written(measure: Measure | None) -> Callable[[object], str]:
    """Return how a figure is written: as its measure says, else in percent."""
    return lambda x: percent(float(str(x))) if measure is None else measure.value_text(float(str(x)))


def _tick(names: Sequence[str], shown: Sequence[str]) -> Callable[[], None]:
    """Return what shows the ticked rows side by side, and looks at the one that was ticked last."""

    def handle() -> None:
        rows = st.session_state[TABLE]["selection"]["rows"]
        ticked = [names[row] for row in rows if row < len(names)]
        others = [name for name in shown if name not in names]
        kept = [name for name in shown if name in ticked or name in others]
        new = [name for name in ticked if name not in kept]
        pin([*kept, *new][-MOST:])
        if new:
            choose_scenario(new[-1])

    return handle
