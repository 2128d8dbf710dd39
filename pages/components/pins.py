"""Pinned scenarios: chosen on any screen, compared side by side."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.wording import _
from pages.components.escaping import plain

PINNED = "pinned_scenarios"
MOST = 3


def pinned(names: Sequence[str]) -> list[str]:
    """Return the pinned scenarios among these, in the order they were pinned."""
    return [name for name in st.session_state.get(PINNED, []) if name in names]


def pin(names: Sequence[str]) -> None:
    """Pin these scenarios, and no others."""
    st.session_state[PINNED] = list(names)[:MOST]


def pin_button(name: str, names: Sequence[str], key: str) -> None:
    """Offer to pin a scenario, or to take the pin out; a fourth takes the place of the first."""
    pinned_names = pinned(names)
    is_pinned = name in pinned_names
    st.button(
        _("Pinned") if is_pinned else _("Pin"),
        icon=":material/keep:" if is_pinned else ":material/keep_public:",
        help=_("Pinned scenarios stand side by side on the page of that name; up to three."),
        type="secondary",
        on_click=_turn,
        args=(name, pinned_names),
        key=f"{key}_pin",
    )


def _turn(name: str, pinned_names: list[str]) -> None:
    pin([n for n in pinned_names if n != name] if name in pinned_names else [*pinned_names, name][-MOST:])


def pins_select(names: Sequence[str]) -> list[str]:
    """Show the pinned scenarios as a select of up to three; where fewer than two are pinned, the first two."""
    pinned_names = pinned(names)
    if len(pinned_names) < min(2, len(names)):
        pin([*pinned_names, *(n for n in names if n not in pinned_names)][:2])
    st.session_state["side_by_side_select"] = pinned(names)
    st.multiselect(
        _("Scenarios side by side, two or three"),
        names,
        format_func=plain,
        max_selections=MOST,
        key="side_by_side_select",
        on_change=lambda: pin(st.session_state["side_by_side_select"]),
    )
    return pinned(names)
