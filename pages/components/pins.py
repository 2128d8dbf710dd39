"""Pinned scenarios: chosen on any screen, compared side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from pages.components.escaping import plain
from pages.components.workspace import change, current

SELECT = "side_by_side_select"
MOST = 3


def pinned(names: Sequence[str]) -> list[str]:
    """Return the pinned scenarios among these, in the order they were pinned."""
    return [name for name in current().choice.pinned if name in names]


def pin(names: Sequence[str]) -> None:
    """Pin these scenarios, and no others."""
    change(choice=replace(current().choice, pinned=tuple(names)[:MOST]))


def pin_button(name: str, names: Sequence[str], key: str) -> None:
    """Offer to pin a scenario, or to take the pin out; a fourth takes the place of the first."""
    pinned_names = pinned(names)
    is_pinned = name in pinned_names
    st.button(
        "Pinned" if is_pinned else "Pin",
        icon=":material/keep:" if is_pinned else ":material/keep_public:",
        help="Pinned scenarios stand side by side on the page of that name; up to three.",
        type="secondary",
        on_click=_turn,
        args=(name, pinned_names),
        key=f"{key}_pin",
    )


def _turn(name: str, pinned_names: list[str]) -> None:
    pin([n for n in pinned_names if n != name] if name in pinned_names else [*pinned_names, name][-MOST:])


def pins_select(names: Sequence[str], first: Sequence[str]) -> list[str]:
    """Show the pinned scenarios as a select of up to three; what is taken out here stays out.

    Parameters
    ----------
    names : sequence of str
        All scenarios.
    first : sequence of str
        What stands here until something is pinned or chosen; beside a single pinned one, the first other of these.
    """
    kept, own = pinned(names), current().choice.pinned_by_hand
    if not own and len(kept) < len(first):
        pin([*kept, *(n for n in first if n not in kept)][: len(first)])
    st.session_state[SELECT] = pinned(names)
    st.multiselect(
        "Files side by side, two or three",
        names,
        format_func=plain,
        max_selections=MOST,
        key=SELECT,
        on_change=_choose,
    )
    return pinned(names)


def _choose() -> None:
    pin(st.session_state[SELECT])
    change(choice=replace(current().choice, pinned_by_hand=True))
