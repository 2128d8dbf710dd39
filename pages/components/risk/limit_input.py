"""A threshold of risk as an editable number: one value, whichever page it is set on."""

from __future__ import annotations

import streamlit as st

from core.decision import BY_MEASURE, Threshold
from core.wording import _

SHARED = frozenset(t.id for t in BY_MEASURE.values())
BOTH = _(" The same value holds on the Risk page and on the map.")


def limit_input(threshold: Threshold, label: str, default: float | None = None) -> float:
    """Ask for a threshold that is a share, in percent; return the share.

    Parameters
    ----------
    threshold : Threshold
        Its default and where that was met stand in the help.
    label : str
    default : float or None
        In place of the threshold's own.
    """
    shown = st.number_input(
        label,
        0.0,
        100.0,
        100 * (threshold.default if default is None else default),
        1.0,
        format="%.2f",
        help=f"{threshold.name}. {threshold.source}.{BOTH if threshold.id in SHARED else ''}",
        key=f"limit_{threshold.id}",
        persist_state="session",
    )
    return float(shown) / 100
