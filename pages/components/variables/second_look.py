"""What to look at twice before the run: keys that identify, constant and empty variables, weights, names alike."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.data import Codebook, Scenario
from core.errors import RUMapError
from core.pairing import Caution, cautions, similar_names
from pages.components.asked_apart import asked_apart
from pages.components.escaping import md
from pages.components.same_words import lines_of
from pages.components.variables.links import declared
from pages.components.workspace import Workspace, change_codebook, current


def second_look(workspace: Workspace, codebook: Codebook) -> None:
    """List the cautions about the codebook, questions first, and offer to match names that differ in spelling only."""
    similar = [(s, ours, theirs) for s in workspace.scenarios() for ours, theirs in _similar(workspace, s)]
    try:
        warnings = _cautions(workspace, codebook)
    except RUMapError as error:
        st.warning(md(str(error), 600), icon=":material/warning:")
        return
    if not warnings and not similar:
        st.markdown(":material/check_circle: No key looks like an identifier, no variable is empty or constant.")
    for i, (scenario, ours, theirs) in enumerate(similar):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(
                f":orange[:material/help:] **{md(scenario.name)}** has **{md(theirs)}**, the original **{md(ours)}**: "
                "is it the same variable?",
                width="content",
            )
            st.button(
                "It is the same",
                key=f"same_variable_{i}",
                on_click=_take_as_same,
                args=(scenario.microdata.name, theirs, ours),
            )
    for question in (True, False):
        icon = ":orange[:material/help:]" if question else ":orange[:material/warning:]"
        said = [(f"**{md(c.variable)}**", c.message) for c in warnings if c.is_question is question]
        for line in lines_of(said):
            st.markdown(f"{icon} {line}")


def _similar(workspace: Workspace, scenario: Scenario) -> list[tuple[str, str]]:
    original = workspace.original_data
    if original is None:
        return []
    about = (original, scenario.microdata, scenario.declaration)
    try:
        return list(asked_apart(scenario.microdata.name, about, similar_names, original, scenario).items())
    except RUMapError:  # said by name where the files are matched, below on this page
        return []


def _cautions(workspace: Workspace, codebook: Codebook) -> tuple[Caution, ...]:
    original = workspace.original_data
    if original is None:
        return ()
    return asked_apart("", (original, codebook.variables), cautions, original, codebook)


def _take_as_same(file: str, theirs: str, ours: str) -> None:
    codebook = current().effective_codebook
    declaration = codebook.declaration(file)
    renamed = {**declaration.renamed, theirs: ours}
    change_codebook(declared(codebook, replace(declaration, renamed=renamed)))
