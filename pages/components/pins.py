"""Versions that are shown side by side on the Compare page, chosen on any screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.decision import Decision, two_to_compare
from pages.components.workspace import change, current

MOST = 6
AT_FIRST = 4
"""Versions that are shown until somebody chooses others."""


def shown_versions(decision: Decision, looked_at: str) -> tuple[str, ...]:
    """Return the versions side by side: those chosen, else the one looked at, its rival and the next best."""
    choice = current().choice
    names = [f.scenario for f in decision.ranked]
    kept = [name for name in choice.pinned if name in names]
    if kept:
        return tuple(kept)
    return tuple(dict.fromkeys([*two_to_compare(decision, looked_at), *names]))[:AT_FIRST]


def shown_with(decision: Decision, looked_at: str) -> tuple[str, ...]:
    """Return the versions side by side, the one looked at among them."""
    shown = shown_versions(decision, looked_at)
    return shown if looked_at in shown else (looked_at, *shown)[:MOST]


def pin(names: Sequence[str]) -> None:
    """Show these versions side by side, and no others; of too many the last ones."""
    change(choice=replace(current().choice, pinned=tuple(dict.fromkeys(names))[-MOST:]))


def pin_button(name: str, names: Sequence[str], key: str) -> None:
    """Offer to show a version side by side, or no longer; a seventh takes the place of the first."""
    kept = [pinned for pinned in current().choice.pinned if pinned in names]
    st.button(
        "Pinned" if name in kept else "Pin",
        icon=":material/keep:" if name in kept else ":material/keep_public:",
        help="Pinned versions are shown side by side on the Compare page; up to six.",
        type="secondary",
        on_click=lambda: pin([n for n in kept if n != name] if name in kept else [*kept, name]),
        key=f"{key}_pin",
    )
