"""How a variable's distribution is shown: one choice for one scenario and for all of them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.views import MOST_VARIABLES
from pages.components import layout
from pages.components.escaping import plain

WAYS = {
    "histogram": "Histogram",
    "density": "Density",
    "box": "Box plot",
    "cumulated": "Cumulated",
    "bars": "Bars",
    "mosaic": "Mosaic",
}
OF_NUMBERS = tuple(WAYS)
OF_CATEGORIES = ("bars", "mosaic")
CROSSED = "distribution_crossed"


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


def crossed(names: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the variables of a mosaic: this one, then those that it is crossed with."""
    others = [n for n in st.session_state.get(CROSSED, ()) if n in names and n != name]
    return (name, *others[: MOST_VARIABLES - 1])


def crossed_select(names: Sequence[str], name: str) -> None:
    """Ask which variables a mosaic is crossed with, at most two."""
    offered = [n for n in names if n != name]
    st.session_state[CROSSED] = [n for n in st.session_state.get(CROSSED, ()) if n in offered]
    st.multiselect(
        "Crossed with",
        offered,
        format_func=plain,
        max_selections=MOST_VARIABLES - 1,
        key=CROSSED,
        placeholder="one variable alone; choose up to two more",
        persist_state="session",
    )
