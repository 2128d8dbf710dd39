"""The heatmap of all pairs of one scenario or of the difference of two, and the selects that say the same."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.assessment import Assessment
from core.charts import pair_heatmap_figure
from core.views import Order, pair_difference, pair_matrix
from core.wording import _
from pages.components import layout
from pages.components.escaping import plain
from pages.components.risk_utility_map.map_chart import NO_TOOLS, is_dark
from pages.components.selection import choose_pair, on_click

CHART = "pairs_chart"
MOST_VARIABLES = 150
Content = tuple[tuple[str, ...], NDArray[np.float64], NDArray[np.str_]]
"""Variables, matrix and hover words of a heatmap."""

ORDERS: dict[Order, str] = {"file": _("File"), "worst": _("Worst"), "cluster": _("Cluster")}


def heatmap(
    assessment: Assessment, other: Assessment | None, roles: tuple[str, ...] | None, chosen: tuple[str, str]
) -> None:
    """Draw one scenario, or the difference to another, in the chosen order; a click on a cell chooses the pair."""
    order = layout.one_of(_("Order of the variables"), ORDERS, "pairs_order")
    _draw(_content(assessment, other, order, roles), chosen, CHART, difference=other is not None)


def difference_heatmap(assessment: Assessment, other: Assessment, key: str) -> None:
    """Draw the difference of two scenarios, the pairs that differ most first; a click opens the pair."""
    _draw(_content(assessment, other, "worst", None), ("", ""), key, difference=True)


def _draw(content: Content, chosen: tuple[str, str], key: str, *, difference: bool) -> None:
    names, values, words = content
    if len(names) < 2:
        st.info(_("Fewer than two variables have these roles."), icon=":material/info:")
        return
    if len(names) > MOST_VARIABLES:
        st.caption(
            _("The first {most_variables} of {n_names} variables in this order; filter by role to see others.").format(
                most_variables=MOST_VARIABLES, n_names=len(names)
            )
        )
    shown = slice(0, MOST_VARIABLES)
    st.plotly_chart(
        pair_heatmap_figure(
            names[shown],
            values[shown, shown],
            steps=words[shown, shown],
            chosen=chosen,
            title=_("Difference") if difference else _("Utility"),
            difference=difference,
            dark=is_dark(),
        ),
        key=key,
        on_select=on_click(key, lambda cell: choose_pair(cell[1], cell[0])),
        selection_mode="points",
        config=NO_TOOLS,
        alt=_("Utility of every pair of variables; the list below holds the same figures"),
    )


@st.cache_data(scope="session", max_entries=8, show_spinner=False, hash_funcs={Assessment: id})
def _content(assessment: Assessment, other: Assessment | None, order: Order, roles: tuple[str, ...] | None) -> Content:
    """Return variables, matrix and hover words."""
    if other is None:
        matrix = pair_matrix(assessment, order, roles)
        return matrix.names, matrix.utility, matrix.words()
    difference = pair_difference(assessment, other, order, roles)
    return difference.names, difference.difference, difference.words


def pair_selects(names: list[str], chosen: tuple[str, str]) -> None:
    """Show both variables as selects, for the keyboard; they follow what is clicked elsewhere."""
    left, right = st.columns(2, wrap=False)
    for column, label, key, name in (
        (left, _("Variable A"), "pair_a", chosen[0]),
        (right, _("Variable B"), "pair_b", chosen[1]),
    ):
        st.session_state[key] = name
        column.selectbox(label, names, format_func=plain, key=key, on_change=_selects_changed)


def _selects_changed() -> None:
    choose_pair(st.session_state["pair_a"], st.session_state["pair_b"])
