"""Long lists in readable parts: the worst first, the rest on request."""

from __future__ import annotations

import streamlit as st


def page_of(n: int, size: int, label: str, key: str) -> slice:
    """Ask which part of a long list is shown, the first until another is chosen; of a short one show all, unasked.

    Parameters
    ----------
    n, size : int
        Things in all, and in a part.
    label, key : str
    """
    if n <= size:
        return slice(0, n)
    starts = list(range(0, n, size))
    if st.session_state.get(key) not in starts:
        st.session_state[key] = 0
    words = "{first} to {last} of {n}"
    start = st.selectbox(
        label,
        starts,
        format_func=lambda s: words.format(first=s + 1, last=min(s + size, n), n=n),
        key=key,
        width=220,
        persist_state="session",
    )
    return slice(start, min(start + size, n))
