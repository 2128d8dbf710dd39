"""The heatmap of all pairs, the two selects that say the same, and the list of the worst pairs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.assessment.drill_down import STEP_WORDS, Order, PairMatrix, PairRow, pair_matrix, worst_pairs
from core.charts import pair_heatmap_figure
from pages.components.chosen import choose_pair, clicked
from pages.components.downloads import table_download
from pages.components.escaping import plain
from pages.components.map_chart import NO_TOOLS, is_dark

CHART = "pairs_chart"
ORDERS = {"file": "File", "worst": "Worst", "cluster": "Cluster"}
WORST = 25
DECIDED = {"none": "no association", "one": "one file only", "direction": "direction", "strength": "strength"}


def heatmap(assessment: Assessment, chosen: tuple[str, str]) -> None:
    """Draw the heatmap in the chosen order; a click on a cell chooses the pair."""
    order = st.segmented_control(
        "Order of the variables",
        list(ORDERS),
        format_func=ORDERS.get,
        default="file",
        required=True,
        key="pairs_order",
        persist_state="session",
    )
    matrix = _matrix(assessment, order)
    words = np.array([[STEP_WORDS.get(step, step) for step in row] for row in matrix.steps.tolist()])
    event = st.plotly_chart(
        pair_heatmap_figure(matrix.names, matrix.utility, steps=words, chosen=chosen, dark=is_dark()),
        key=CHART,
        on_select="rerun",
        selection_mode="points",
        config=NO_TOOLS,
        alt="Utility of every pair of variables; the list of the worst pairs holds the same figures",
    )
    cell = clicked(event, CHART)
    if cell and {*cell} != {*chosen}:
        choose_pair(cell[1], cell[0])
        st.rerun()


@st.cache_data(scope="session", max_entries=8, show_spinner=False, hash_funcs={Assessment: id})
def _matrix(assessment: Assessment, order: Order) -> PairMatrix:
    return pair_matrix(assessment, order)


def pair_selects(names: list[str], chosen: tuple[str, str]) -> None:
    """Show both variables as selects, for the keyboard; they follow what is clicked elsewhere."""
    left, right = st.columns(2, wrap=False)
    for column, label, key, name in (
        (left, "Variable A", "pair_a", chosen[0]),
        (right, "Variable B", "pair_b", chosen[1]),
    ):
        st.session_state[key] = name
        column.selectbox(label, names, format_func=plain, key=key, on_change=_selects_changed)


def _selects_changed() -> None:
    choose_pair(st.session_state["pair_a"], st.session_state["pair_b"])


def step_through(rows: tuple[PairRow, ...], chosen: tuple[str, str]) -> None:
    """Show buttons to the next worse and the next better pair of the list."""
    place = next((i for i, r in enumerate(rows) if {r.a, r.b} == {*chosen}), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        _to(rows, -1 if place is None else place - 1, "Previous", ":material/arrow_back:", "P")
        _to(rows, 0 if place is None else place + 1, "Next worst", ":material/arrow_forward:", "N")
        st.caption("Not among the worst" if place is None else f"{place + 1} of the {len(rows)} worst")


def _to(rows: tuple[PairRow, ...], place: int, label: str, icon: str, key: str) -> None:
    possible = 0 <= place < len(rows)
    target = (rows[place].a, rows[place].b) if possible else ("", "")
    st.button(
        label,
        icon=icon,
        disabled=not possible,
        on_click=choose_pair,
        args=target,
        key=f"step_{key}",
        shortcut=key,
    )


def worst_table(assessment: Assessment, rows: tuple[PairRow, ...]) -> None:
    """Show the worst pairs; a chosen row chooses the pair. The download holds all pairs."""
    event = st.dataframe(
        table_of(rows),
        key="worst_pairs",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "utility": st.column_config.ProgressColumn("Utility", min_value=0, max_value=1, format="%.3f", width=130),
            "a": "Variable A",
            "b": "Variable B",
            "decided": "What decided",
            "test": "Test",
            "n": st.column_config.NumberColumn("n", format="localized", help="Records used, of the smaller file"),
        },
        alt="Pairs of variables with the lowest utility",
    )
    chosen = event["selection"]["rows"]
    if chosen != st.session_state.get("worst_pairs_handled", []):
        st.session_state["worst_pairs_handled"] = chosen
        if chosen:
            choose_pair(rows[chosen[0]].a, rows[chosen[0]].b)
            st.rerun()
    table_download(table_of(worst_pairs(assessment, len(assessment.outcomes))), "pairs")


def table_of(rows: tuple[PairRow, ...]) -> pd.DataFrame:
    """Return pairs as a table."""
    return pd.DataFrame({
        "a": [plain(r.a) for r in rows],
        "b": [plain(r.b) for r in rows],
        "utility": [r.utility for r in rows],
        "decided": [DECIDED.get(r.step, r.step) for r in rows],
        "test": [r.test.replace("_", " ") for r in rows],
        "n": [r.n for r in rows],
    })  # fmt: skip
