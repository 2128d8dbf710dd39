"""Up to six versions and the original, side by side: all pairs of variables, and the variables that are chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from plotly.graph_objects import Figure

from core.assessment import Comparison
from core.charts import ColumnHead, distribution_columns_figure, pair_columns_figure
from core.data import Pair
from core.decision import FileVerdict
from core.views import OwnDetail, own_detail, pair_panels, worst_variables
from core.wording import exact_percent, first_of
from pages.components.address import variable_names
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.compare.pictures import picture_buttons
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.selection import MOST_VARIABLES, choose, choose_pair, choose_variables, on_click
from pages.components.variables_utility.distribution_drawn import OVER_OWN_BINS
from pages.components.variables_utility.distribution_tables import own_detail_table
from pages.components.variables_utility.variable_panel import pair_or_none
from pages.components.verdict.sentence_card import SIGNS, STANDING_COLOURS
from pages.components.workspace import Workspace, current

PAIRS, DISTRIBUTIONS = "pair_columns", "distribution_columns"
READABLE = 30
"""Variables of which the cells of six files can be told apart."""

WAYS = {False: "Values", True: "Difference to reference"}


def variables_shown(comparison: Comparison, shown: Sequence[str]) -> tuple[str, ...]:
    """Return the variables that are drawn: the chosen ones, else the two that lost most in the first version."""
    every, choice = variable_names(comparison), current().choice
    chosen = [name for name in choice.variables or choice.pair if name in every]
    rows = sorted(worst_variables(comparison.scenario(shown[0])), key=lambda row: row.test == "removed")
    return tuple(chosen) or tuple(row.name for row in rows[:2])


def side_by_side(opened: Opened, variables: Sequence[str]) -> None:
    """Draw the versions side by side, in the order in which they were chosen."""
    comparison, shown, reference = opened.comparison, opened.shown, opened.reference
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        difference = _way()
        picture_buttons(PAIRS)
    heads = tuple(_head(opened.number(name), opened.decision.of(name), name == reference) for name in shown)
    chosen = (variables[0], variables[1]) if len(variables) > 1 else None
    _pairs(comparison, shown, heads, chosen, reference, difference=difference)
    st.session_state["variables_shown"] = list(variables)
    st.multiselect(
        "Variables", variable_names(comparison), format_func=plain, max_selections=MOST_VARIABLES,
        key="variables_shown", on_change=lambda: choose_variables(st.session_state["variables_shown"]),
    )  # fmt: skip
    _distributions(opened.workspace, comparison, shown, heads, variables, reference, difference=difference)


def _way() -> bool:
    """Ask whether values or differences are drawn."""
    drawn = current().choice.difference
    st.session_state["compare_way"] = WAYS[drawn]
    st.segmented_control(
        "Show",
        list(WAYS.values()),
        required=True,
        key="compare_way",
        label_visibility="collapsed",
        on_change=lambda: choose(difference=st.session_state["compare_way"] == WAYS[True]),
    )
    return drawn


def _head(number: int, file: FileVerdict, is_reference: bool) -> ColumnHead:
    risk = "" if file.risk is None else f"risk {exact_percent(file.risk.value)}"
    utility = file.utility_text and f"utility {file.utility_text}"
    words = f"{SIGNS[file.standing]} {file.standing.heading}"
    figures = " · ".join(filter(None, [risk, utility]))
    return ColumnHead(number, file.scenario, words, figures, STANDING_COLOURS[file.standing], is_reference)


def _pairs(
    comparison: Comparison, shown: Sequence[str], heads: tuple[ColumnHead, ...], chosen: tuple[str, str] | None,
    reference: str | None, *, difference: bool,
) -> None:  # fmt: skip
    every = len(variable_names(comparison))
    if every < 2:
        st.info("There are no pairs of one variable.", icon=":material/info:")
        return
    all_wanted = every > READABLE and st.toggle(
        f"All {every} variables", key="pair_columns_all", persist_state="session"
    )
    panels = cached(
        pair_panels, comparison, shown=tuple(shown), reference=reference, difference=difference,
        most=None if all_wanted else READABLE, always=chosen or (),
    )  # fmt: skip
    with st.container(key="wide_columns_pairs"):
        st.plotly_chart(
            cached(pair_columns_figure, panels, heads=heads, chosen=chosen, dark=is_dark()),
            key=PAIRS,
            on_select=on_click(PAIRS, lambda cell: choose_pair(cell[0], cell[1])),
            selection_mode="points",
            config=NO_TOOLS,
            alt="Every pair of variables in each version; the Pairs page lists them",
        )
    if len(panels.names) < panels.of_all:
        st.caption(f"The {len(panels.names)} variables of the worst pairs, of {panels.of_all}.")


def _distributions(
    workspace: Workspace, comparison: Comparison, shown: Sequence[str], heads: Sequence[ColumnHead],
    variables: Sequence[str], reference: str | None, *, difference: bool,
) -> None:  # fmt: skip
    pairs = {name: pair_or_none(workspace, comparison.scenario(name)) for name in shown}
    known = {name: pair for name, pair in pairs.items() if pair is not None}
    if missing := [f"**{md(name)}**" for name in shown if name not in known]:
        st.info(
            f"The files behind {first_of(missing)} are not open, or cannot be compared: see the Files page.",
            icon=":material/folder_off:",
        )
    if not known or not variables:
        return
    details = [cached(_detail, *known.values(), name=name) for name in variables]
    kept = tuple(head for head, name in zip(heads, shown, strict=True) if name in known)
    place = list(known).index(reference) if reference in known else None
    with st.container(key="wide_columns_distributions"):
        st.plotly_chart(
            cached(_drawn, *details, heads=kept, reference=place, difference=difference, dark=is_dark()),
            key=DISTRIBUTIONS,
            config=NO_TOOLS,
            alt="The chosen variables in the original and in each version, over the original's own bins",
        )
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(OVER_OWN_BINS, width="content")
        picture_buttons(DISTRIBUTIONS)
        table_download(lambda: own_detail_table(details, list(known)), "side_by_side")


def _detail(*pairs: Pair, name: str) -> OwnDetail:
    return own_detail(pairs, name)


def _drawn(
    *details: OwnDetail, heads: tuple[ColumnHead, ...], reference: int | None, difference: bool, dark: bool
) -> Figure:
    return distribution_columns_figure(details, heads, reference=reference, difference=difference, dark=dark)
