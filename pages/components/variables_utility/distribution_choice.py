"""How a variable's distribution is shown: one choice for one scenario and for all of them."""

from __future__ import annotations

import streamlit as st

from pages.components import layout

WAYS = {
    "histogram": "Histogram",
    "density": "Density",
    "box": "Box plot",
    "cumulated": "Cumulated",
    "bars": "Bars",
}
OF_NUMBERS = tuple(WAYS)
OF_CATEGORIES = ("bars", "histogram")


def ways(is_number: bool) -> tuple[str, ...]:
    """Return the ways in which a variable can be shown, the usual one first."""
    return OF_NUMBERS if is_number else OF_CATEGORIES


def chosen_way(is_number: bool) -> str:
    """Return the way that was chosen for variables of this kind."""
    return str(st.session_state.get(_key(is_number)) or ways(is_number)[0])


def way_select(is_number: bool) -> str:
    """Ask how the distribution is shown; works by keyboard."""
    return layout.one_of("Show", {way: WAYS[way] for way in ways(is_number)}, _key(is_number))


def _key(is_number: bool) -> str:
    return "variable_way_numbers" if is_number else "variable_way_categories"
