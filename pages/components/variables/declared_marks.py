"""Marks before numbers in a masked file, such as the ``*`` of ``*1017``: what was declared of them, and another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from core.data import MarkedNumber, Scenario, ScenarioDeclaration
from core.wording import first_of
from pages.components.escaping import md

MEANINGS = {
    MarkedNumber.NUMBER: "Counts as the number",
    MarkedNumber.MISSING: "Counts as missing",
    None: "Not declared",
}


def ask_marks(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Show what marked numbers of a file count as, and let it be changed; return the declaration with it."""
    file = scenario.microdata.name
    with st.popover(_in_words(declaration.marks), icon=":material/asterisk:", type="tertiary", key=f"marks_{file}"):
        st.caption("A mark before a number, as in `*1017`, is declared once for all texts that bear it.")
        chosen = {mark: _meaning(file, mark, meaning) for mark, meaning in declaration.marks.items()}
        mark = st.text_input("Another mark", max_chars=3, key=f"another_mark_{file}").strip()
        if mark and mark not in chosen:
            chosen[mark] = _meaning(file, mark, MarkedNumber.NUMBER)
    return replace(declaration, marks={mark: meaning for mark, meaning in chosen.items() if meaning is not None})


def _in_words(marks: Mapping[str, MarkedNumber]) -> str:
    if not marks:
        return "Marked numbers"
    return f"Marked numbers: {first_of([md(mark) for mark in marks], 5)}"


def _meaning(file: str, mark: str, meaning: MarkedNumber) -> MarkedNumber | None:
    return st.selectbox(
        f"Numbers behind {md(mark)}",
        list(MEANINGS),
        list(MEANINGS).index(meaning),
        format_func=MEANINGS.__getitem__,
        key=f"mark_{mark}_{file}",
    )
