"""Up to six versions and the original, side by side: all pairs of variables, and the variables that are chosen."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from plotly.graph_objects import Figure

from core.assessment import Comparison
from core.charts import ColumnHead, distribution_columns_figure, pair_columns_figure
from core.data import Pair
from core.decision import FileVerdict
from core.views import OwnDetail, PairPanels, own_detail, pair_panels, worst_variables
from core.wording import exact_percent, first_of
from pages.components.address import variable_names
from pages.components.asked_in_worker import pair_or_none
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import beneath, chart, is_dark
from pages.components.escaping import md, plain
from pages.components.selection import MOST_VARIABLES, choose, choose_pair, choose_variables
from pages.components.verdict.sentence_card import SIGNS, STANDING_COLOURS
from pages.components.workspace import current

PAIRS, DISTRIBUTIONS = "pair_columns", "distribution_columns"
READABLE = 30
"""Variables of which the cells of six files can be distinguished."""

OVER_OWN_BINS = (
    "Grey: the original at its own detail. Line: this version. Hatched: a band, its inside unknown. ∅: blank."
)
WAYS = {False: "Values", True: "Difference to reference"}


def variables_shown(comparison: Comparison, shown: Sequence[str]) -> tuple[str, ...]:
    """Return the variables that are drawn: the chosen ones, else the two that lost most in the first version."""
    every, choice = variable_names(comparison), current().choice
    chosen = [name for name in choice.variables or choice.pair if name in every]
    rows = sorted(worst_variables(comparison.scenario(shown[0])), key=lambda row: row.test == "removed")
    return tuple(chosen) or tuple(row.name for row in rows[:2])


def side_by_side(opened: Opened, variables: Sequence[str]) -> None:
    """Draw the versions side by side: pairs, and the distributions of the variables that are chosen."""
    pair_columns(opened, (variables[0], variables[1]) if len(variables) > 1 else None)
    st.session_state["variables_shown"] = list(variables)
    st.multiselect(
        "Variables", variable_names(opened.comparison), format_func=plain, max_selections=MOST_VARIABLES,
        key="variables_shown", on_change=lambda: choose_variables(st.session_state["variables_shown"]),
    )  # fmt: skip
    distribution_columns(opened, variables)


def _way() -> None:
    """Ask whether values or differences are drawn."""
    st.session_state["compare_way"] = WAYS[current().choice.difference]
    st.segmented_control(
        "Show",
        list(WAYS.values()),
        required=True,
        key="compare_way",
        label_visibility="collapsed",
        on_change=lambda: choose(difference=st.session_state["compare_way"] == WAYS[True]),
    )


def _heads(opened: Opened) -> tuple[ColumnHead, ...]:
    """Return the heads of the columns."""
    return tuple(
        _head(opened.number(name), opened.decision.of(name), name == opened.reference) for name in opened.shown
    )


def _head(number: int, file: FileVerdict, is_reference: bool) -> ColumnHead:
    risk = "" if file.risk is None else f"risk {exact_percent(file.risk.value)}"
    utility = file.utility_text and f"utility {file.utility_text}"
    words = f"{SIGNS[file.standing]} {file.standing.heading}"
    figures = " · ".join(filter(None, [risk, utility]))
    return ColumnHead(number, file.scenario, words, figures, STANDING_COLOURS[file.standing], is_reference)


def pair_columns(opened: Opened, chosen: tuple[str, str] | None) -> None:
    """Draw all pairs of variables in each version; a click on a cell chooses the pair in all of them."""
    _way()
    comparison = opened.comparison
    every = len(variable_names(comparison))
    if every < 2:
        st.info("There are no pairs of one variable.", icon=":material/info:")
        return
    all_wanted = every > READABLE and st.toggle(
        f"All {every} variables", key="pair_columns_all", persist_state="session"
    )
    panels = cached(
        pair_panels, comparison, shown=opened.shown, reference=opened.reference, difference=current().choice.difference,
        most=None if all_wanted else READABLE, always=chosen or (),
    )  # fmt: skip
    figure = cached(pair_columns_figure, panels, heads=_heads(opened), chosen=chosen, dark=is_dark())
    chart(figure, PAIRS, "Every pair of variables in each version", click=lambda cell: choose_pair(cell[0], cell[1]))
    shown = len(panels.names)
    note = f"The {shown} variables of the worst pairs, of {panels.of_all}." if shown < panels.of_all else ""
    beneath(PAIRS, note, lambda: pairs_table(panels, opened.shown), "pairs_side_by_side")


def pairs_table(panels: PairPanels, versions: Sequence[str]) -> pd.DataFrame:
    """Return all cells, one a line."""
    places = [(i, j) for i in range(len(panels.names)) for j in range(i)]
    return pd.DataFrame([
        {
            "a": plain(panels.names[j]),
            "b": plain(panels.names[i]),
            "version": plain(version),
            "difference" if panels.difference else "kept": panels.values[place, i, j],
            "in words": plain(panels.words[place, i, j]),
        }
        for place, version in enumerate(versions)
        for i, j in places
    ])  # fmt: skip


def distribution_columns(opened: Opened, variables: Sequence[str], *, alike: bool = False) -> None:
    """Draw variables in the original and in each version; ``alike`` adds a row with the original coded as they are."""
    pairs = {name: pair_or_none(opened.workspace, opened.comparison.scenario(name)) for name in opened.shown}
    known = {name: pair for name, pair in pairs.items() if pair is not None}
    if missing := [f"**{md(name)}**" for name in opened.shown if name not in known]:
        st.info(
            f"The files behind {first_of(missing)} are not open, or cannot be compared: see the Set up page.",
            icon=":material/folder_off:",
        )
    if not known or not variables:
        return
    details = [cached(_detail, *known.values(), name=name) for name in variables]
    kept = tuple(head for head, name in zip(_heads(opened), opened.shown, strict=True) if name in known)
    place = list(known).index(opened.reference) if opened.reference in known else None
    how = {
        "heads": kept,
        "reference": place,
        "difference": current().choice.difference,
        "alike": alike,
        "dark": is_dark(),
    }
    chart(
        cached(_drawn, *details, **how),
        DISTRIBUTIONS,
        "The chosen variables in the original and in each version, over the original's own bins",
    )
    beneath(DISTRIBUTIONS, OVER_OWN_BINS, lambda: own_detail_table(details, list(known)), "side_by_side")


def own_detail_table(details: Sequence[OwnDetail], names: Sequence[str]) -> pd.DataFrame:
    """Return the shares of each file between two bins of the original, a line each; blanks and strange values too."""
    lines: list[dict[str, object]] = []
    for detail in details:
        for name, file in zip(["Original", *names], [detail.original, *detail.versions], strict=True):
            what = {"variable": plain(detail.name), "file": plain(name)}
            parts = [(detail.between(step), step.share) for step in file.steps if step.share]
            parts += [("blank", file.blank)] if file.blank else []
            parts += [("values that the original does not have", file.elsewhere)] if file.elsewhere else []
            lines += [{**what, "is": plain(words), "share": share} for words, share in parts]
            lines += [{**what, "reason": plain(file.reason, 300)}] if file.reason else []
    return pd.DataFrame(lines)


def _detail(*pairs: Pair, name: str) -> OwnDetail:
    return own_detail(pairs, name)


def _drawn(*details: OwnDetail, heads: tuple[ColumnHead, ...], **how: Any) -> Figure:
    return distribution_columns_figure(details, heads, **how)
