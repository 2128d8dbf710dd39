"""The table of files: verdict, rules met, risk, utility, published figures kept, and what was done to each."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.assessment import Comparison, measure_by_id
from core.decision import Decision, FileVerdict
from core.measures import Measure
from core.views import default_utility
from pages.components import layout
from pages.components.escaping import plain
from pages.components.pins import pin
from pages.components.risk.exports import confidential_download
from pages.components.scenario_panel import done_to
from pages.components.selection import choose_scenario
from pages.components.workspace import Workspace

TABLE = "table_of_files"
FORMER = "table_of_files_ticked"
LONGEST = 400
DONE, WHY_NOT = "What was done to it", "Why not"
WIDTHS = {"File": 130, "Verdict": 112, "Rules met": 76, "Risk, %": 66, "Utility, %": 74, "Figures kept": 70, DONE: 294}
"""Pixels of columns: these and a sixth one are seen at once where the window is 1440 wide."""
FEWEST_LINES, MOST_LINES = 3, 5
"""Lines of a row. Streamlit breaks lines where a row is higher than 4 rem."""
LETTER, LINE, AROUND, WIDEST = 6.2, 19, 16, 720
"""Pixels of a letter, of a line, of the space around the text of a cell, of the widest column."""


def files_table(workspace: Workspace, comparison: Comparison, decision: Decision) -> None:
    """Show the table; a row that is ticked opens the scenario, two that are ticked can stand side by side."""
    table = table_of_files(workspace, comparison, decision)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    axis = _axis(decision)
    lines = _lines(table[DONE])
    st.dataframe(
        table,
        key=TABLE,
        hide_index=True,
        height="content",
        row_height=AROUND + LINE * lines,
        placeholder="–",
        on_select=_open(decision),
        selection_mode="multi-row",
        column_config={
            "File": text(pinned=True, width=WIDTHS["File"]),
            "Verdict": text(width=WIDTHS["Verdict"]),
            "Rules met": text(width=WIDTHS["Rules met"]),
            "Risk, %": number(format="%.2f", width=WIDTHS["Risk, %"], help="Of the key set where it is largest"),
            "Utility, %": number(
                "Utility, %" if axis.is_share else "Utility",
                format="%.1f" if axis.is_share else "%.2f",
                width=WIDTHS["Utility, %"],
                help=default_utility(comparison).sentence,
            ),
            "Above shuffled, %": number(
                "Above shuffled",
                format="%.0f%%",
                help="Where the utility at published detail lies: shuffled columns 0%, the original 100%",
            ),
            "Figures kept": text(
                "Kept", width=WIDTHS["Figures kept"], help="Published figures inside the original's 95% interval"
            ),
            DONE: text(width=WIDTHS[DONE]),
            WHY_NOT: text(width=_width(table[WHY_NOT], lines)),
        },
        alt="Every file with its verdict, its risk and its utility",
    )
    ticked = _ticked(decision)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(
            "Compare the ticked files", icon=":material/view_column:", disabled=len(ticked) < 2, key="compare_ticked"
        ):
            pin(ticked)
            st.switch_page(layout.SIDE_BY_SIDE)
        confidential_download(table, "table_of_files")


def table_of_files(workspace: Workspace, comparison: Comparison, decision: Decision) -> pd.DataFrame:
    """Return the table, the best file first."""
    files, scale = decision.ranked, 100 if _axis(decision).is_share else 1
    done = [plain(done_to(workspace, comparison.scenario(f.scenario), remedy=False), LONGEST) for f in files]
    return pd.DataFrame({
        "File": [plain(f.scenario) for f in files],
        "Verdict": [f.standing.heading for f in files],
        "Rules met": [f"{f.met} of {f.rules}" for f in files],
        "Risk, %": [100 * f.risk.value if f.risk else None for f in files],
        "Utility, %": [None if f.utility is None else scale * f.utility for f in files],
        "Above shuffled, %": [None if f.place is None else 100 * max(f.place, 0.0) for f in files],
        "Figures kept": [_kept(f) for f in files],
        DONE: done,
        WHY_NOT: [plain("; ".join(g.clause for g in f.distinct_guards), LONGEST) for f in files],
    })  # fmt: skip


def _axis(decision: Decision) -> Measure:
    """Return the measure whose values are the files' utility."""
    return measure_by_id(decision.files[0].utility_measure)


def _longest(sentences: pd.Series) -> int:
    """Return how many pixels the longest sentence takes on one line."""
    return round(LETTER * max(map(len, sentences), default=0))


def _lines(sentences: pd.Series) -> int:
    """Return how many lines rows must have, all alike, for what was done to be read."""
    lines = -(-_longest(sentences) // (WIDTHS[DONE] - AROUND))
    return min(MOST_LINES, max(FEWEST_LINES, lines))


def _width(sentences: pd.Series, lines: int) -> int:
    """Return how wide a column must be for its longest sentence to go over so many lines."""
    return min(WIDEST, _longest(sentences) // lines + 80 + AROUND)


def _kept(file: FileVerdict) -> str | None:
    if not file.published:
        return None
    return f"{file.kept} of {file.published}"


def _ticked(decision: Decision) -> list[str]:
    rows = st.session_state.get(TABLE, {}).get("selection", {}).get("rows", [])
    return [decision.ranked[row].scenario for row in rows if row < len(decision.files)]


def _open(decision: Decision) -> Callable[[], None]:
    """Return what opens the file that was ticked last."""

    def handle() -> None:
        ticked, former = _ticked(decision), st.session_state.get(FORMER, [])
        if new := [name for name in ticked if name not in former]:
            choose_scenario(new[-1])
        st.session_state[FORMER] = ticked

    return handle
