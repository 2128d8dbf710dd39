"""The heatmap of all pairs of one scenario or of the difference of two, and the selects that say the same."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.assessment import Assessment
from core.charts import pair_heatmap_figure
from core.views import Order, most_affected, pair_difference, pair_matrix
from pages.components import layout
from pages.components.cached import cached
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import plain
from pages.components.selection import choose_pair, on_click

CHART = "pairs_chart"
READABLE = 30
"""Variables of which a cell is large enough to be read and clicked: about 20 pixels."""

Content = tuple[tuple[str, ...], NDArray[np.float64], NDArray[np.str_], NDArray[np.bool_] | None]
"""Variables, matrix, hover words and marks of a heatmap."""

SHOWN = {"utility": "Utility", "change": "Change of association"}

ORDERS: dict[Order, str] = {"worst": "Worst first", "file": "File", "cluster": "Alike together"}


def heatmap(
    assessment: Assessment, other: Assessment | None, roles: tuple[str, ...] | None, chosen: tuple[str, str]
) -> None:
    """Draw one scenario, or the difference to another, in the chosen order; a click on a cell chooses the pair."""
    order = layout.one_of("Order of the variables", ORDERS, "pairs_order")
    change = other is None and layout.one_of("Show", SHOWN, "pairs_shown") == "change"
    content = cached(_content, assessment, other, order=order, roles=roles, change=change)
    difference = change or other is not None
    if len(content[0]) > READABLE and not _all_wanted(len(content[0])):
        content = _worst_part(content, chosen, difference=difference)
    _draw(content, chosen, CHART, difference=difference)
    if other is None:
        st.caption("A dot: the association changed by no more than in a fresh survey.")


def _all_wanted(n: int) -> bool:
    return st.toggle(f"All {n} variables, in small cells", key="pairs_all_variables", persist_state="session")


def _worst_part(content: Content, chosen: tuple[str, str], *, difference: bool) -> Content:
    """Return the variables of the worst pairs, and the chosen pair's, in the order in which they stand."""
    names, values, words, marks = content
    kept = set(most_affected(values, READABLE, smallest=not difference).tolist())
    places = sorted(kept | {names.index(name) for name in chosen if name in names})
    st.caption(f"The {len(places)} variables of the worst pairs, of {len(names)}. The list below holds all.")
    part = np.ix_(places, places)
    return tuple(names[i] for i in places), values[part], words[part], None if marks is None else marks[part]


def difference_heatmap(assessment: Assessment, other: Assessment, key: str) -> None:
    """Draw the difference of two scenarios, the pairs that differ most first; a click opens the pair."""
    content = cached(_content, assessment, other, order="worst", roles=None, change=False)
    if len(content[0]) > READABLE:
        content = _worst_part(content, ("", ""), difference=True)
    _draw(content, ("", ""), key, difference=True)


def _draw(content: Content, chosen: tuple[str, str], key: str, *, difference: bool) -> None:
    names, values, words, marks = content
    if len(names) < 2:
        st.info("Fewer than two variables have these roles.", icon=":material/info:")
        return
    st.plotly_chart(
        pair_heatmap_figure(
            names,
            values,
            steps=words,
            marked=marks,
            chosen=chosen,
            title="Difference" if difference else "Utility",
            difference=difference,
            dark=is_dark(),
        ),
        key=key,
        on_select=on_click(key, lambda cell: choose_pair(cell[1], cell[0])),
        selection_mode="points",
        config=NO_TOOLS,
        alt="Utility of every pair of variables; the list below holds the same figures",
    )


def _content(
    assessment: Assessment, other: Assessment | None, *, order: Order, roles: tuple[str, ...] | None, change: bool
) -> Content:
    """Return variables, matrix, hover words and marks."""
    if other is None:
        matrix = pair_matrix(assessment, order, roles)
        return matrix.names, matrix.change if change else matrix.utility, matrix.words(), matrix.by_chance
    difference = pair_difference(assessment, other, order, roles)
    return difference.names, difference.difference, difference.words, None


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
