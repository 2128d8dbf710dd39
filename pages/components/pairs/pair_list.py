"""The pairs as a list, worst first: the table, and the buttons that walk down it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.views import DifferenceRow, PairRow, largest_differences, worst_pairs
from pages.components.downloads import table_download
from pages.components.escaping import plain
from pages.components.selection import choose_pair, on_row

WORST = 25
DECIDED = {
    "none": "no association in either file",
    "one": "associated in one file only",
    "direction": "its direction changed",
    "strength": "its strength was compared",
}
TESTS = {
    "chi_squared": "chi-squared",
    "kruskal_wallis": "Kruskal-Wallis",
    "anova": "analysis of variance",
    "spearman": "Spearman",
    "pearson": "Pearson",
}
TABLE = "worst_pairs"
UTILITY = st.column_config.ProgressColumn("Utility", min_value=0, max_value=1, format="percent", width=130)


def other_select(names: Sequence[str], chosen: str) -> str | None:
    """Show which scenario to compare with; return it, None where one is looked at alone."""
    others: list[str | None] = [None, *(n for n in names if n != chosen)]
    if st.session_state.get("pairs_other") not in others:
        st.session_state["pairs_other"] = None
    other: str | None = st.selectbox(
        "Compare with",
        others,
        format_func=lambda n: "no other file" if n is None else plain(n),
        width=320,
        key="pairs_other",
        persist_state="session",
        help="The heatmap then shows which of the two files keeps more of each pair.",
    )
    return other


def listed_pairs(
    assessment: Assessment, other: Assessment | None, roles: tuple[str, ...] | None, n: int = WORST
) -> tuple[PairRow, ...] | tuple[DifferenceRow, ...]:
    """Return the worst pairs of one scenario, or those in which two differ most."""
    if other is None:
        return worst_pairs(assessment, n, roles)
    return largest_differences(assessment, other, n, roles)


def step_through(rows: Sequence[PairRow | DifferenceRow], chosen: tuple[str, str]) -> None:
    """Show buttons to the next worse and the next better pair of the list."""
    place = next((i for i, r in enumerate(rows) if {r.a, r.b} == {*chosen}), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        _to(rows, -1 if place is None else place - 1, "Previous", ":material/arrow_back:", "P")
        _to(rows, 0 if place is None else place + 1, "Next worst", ":material/arrow_forward:", "N")
        st.caption(_place_in_words(rows, place))


def _place_in_words(rows: Sequence[PairRow | DifferenceRow], place: int | None) -> str:
    if rows and isinstance(rows[0], DifferenceRow):
        sentence = "Not among the largest differences" if place is None else "{place} of the {n} largest differences"
    else:
        sentence = "Not among the worst" if place is None else "{place} of the {n} worst"
    return sentence.format(place=(place or 0) + 1, n=len(rows))


def _to(rows: Sequence[PairRow | DifferenceRow], place: int, label: str, icon: str, key: str) -> None:
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


def pairs_list(assessment: Assessment, other: Assessment | None, roles: tuple[str, ...] | None) -> None:
    """Show the list; a chosen row chooses the pair. The download holds all pairs."""
    rows = listed_pairs(assessment, other, roles)
    st.dataframe(
        table_of(rows),
        key=TABLE,
        hide_index=True,
        on_select=on_row(TABLE, lambda place: choose_pair(rows[place].a, rows[place].b)),
        selection_mode="single-row",
        column_config={
            "utility": UTILITY,
            "change": st.column_config.NumberColumn(
                "Association", format="%+.3f", help="Masked file's coefficient less the original's"
            ),
            "a": "Variable A",
            "b": "Variable B",
            "decided": "What decided",
            "test": "Test",
            "n": st.column_config.NumberColumn("n", format="localized", help="Records used, of the smaller file"),
            "difference": st.column_config.NumberColumn("Difference, points", format="%+.1f"),
            "first": st.column_config.NumberColumn(plain(assessment.name, 30), format="percent"),
            "second": st.column_config.NumberColumn(plain(other.name, 30) if other else "", format="percent"),
        },
        alt="Pairs of variables with the lowest utility, or those in which two scenarios differ most",
    )
    table_download(lambda: table_of(listed_pairs(assessment, other, roles, len(assessment.outcomes))), "pairs")


def table_of(rows: Sequence[PairRow | DifferenceRow]) -> pd.DataFrame:
    """Return pairs as a table."""
    table: dict[str, list[object]] = {"a": [plain(r.a) for r in rows], "b": [plain(r.b) for r in rows]}
    single = [r for r in rows if isinstance(r, PairRow)]
    double = [r for r in rows if isinstance(r, DifferenceRow)]
    if double:
        table |= {
            "difference": [100 * r.difference for r in double],
            "first": [r.first for r in double],
            "second": [r.second for r in double],
            "decided": [f"{DECIDED.get(r.first_step)}, {DECIDED.get(r.second_step)}" for r in double],
        }
    else:
        table |= {
            "utility": [r.utility for r in single],
            "change": [None if r.change is None else r.change.value for r in single],
            "decided": [DECIDED.get(r.step, r.step) for r in single],
            "test": [TESTS.get(r.test, r.test) for r in single],
            "n": [r.n for r in single],
        }
    return pd.DataFrame(table)
