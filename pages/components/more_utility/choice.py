"""Which part of the More utility page is shown: chosen on the page or by its address."""

from __future__ import annotations

import streamlit as st

WHOLE_FILE, TABLES, ANALYSES = "whole_file", "tables", "analyses"
PARTS = {WHOLE_FILE: "Whole file", TABLES: "Tables", ANALYSES: "Figures and models"}
PARAMETER = "part"
"""Of the address: the part that is shown."""

KEY = "more_utility_part"


def chosen_part() -> str:
    """Ask for a part and return it; only the chosen one is drawn, so that a click costs one of them."""
    named = st.query_params.get(PARAMETER)
    if named in PARTS:
        st.session_state[KEY] = named
    elif KEY not in st.session_state:
        st.session_state[KEY] = WHOLE_FILE
    part = st.segmented_control(
        "What is looked at",
        list(PARTS),
        format_func=PARTS.__getitem__,
        required=True,
        key=KEY,
        persist_state="session",
        label_visibility="collapsed",
        on_change=_remember,
    )
    return part or WHOLE_FILE


def _remember() -> None:
    st.query_params[PARAMETER] = st.session_state[KEY]
