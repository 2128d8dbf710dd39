"""The chosen file: how it was read, how it is linked, what changed in it and what it still carries."""

from collections.abc import Collection
from dataclasses import replace

import streamlit as st

from core.data import Scenario
from core.masking import example_notes
from core.pairing import Leftover
from core.views import VersionFacts
from core.wording import counted
from pages.components import layout
from pages.components.escaping import md
from pages.components.files.control import control_notes_of
from pages.components.files.file_check import file_check
from pages.components.files.relations import in_words, relation_of
from pages.components.files.study_document import study_document
from pages.components.files.uploads import Place
from pages.components.flags_in_words import lines_of
from pages.components.setup.checks import facts_of
from pages.components.setup.files_table import FileRow
from pages.components.variables.links import declared, link_form
from pages.components.variables.matching import counts, how_met
from pages.components.workspace import Workspace, change_codebook, current


def file_card(workspace: Workspace, row: FileRow, needs: Collection[str]) -> None:
    """Show the chosen file with what it asks."""
    with layout.card("file", fill=False):
        if row.file is not None:
            file_check(row.file, original=row.place is Place.ORIGINAL)
        else:
            _made_here(workspace, row)
        if row.place is Place.ORIGINAL:
            study_document(workspace)
        elif row.place is Place.CONTROL and not workspace.example:
            control_notes_of(workspace)
        elif row.scenario is not None:
            _masked(workspace, row.scenario, asked=bool(needs))


def _made_here(workspace: Workspace, row: FileRow) -> None:
    name = row.name if row.scenario is None else row.scenario.name
    note = example_notes(workspace.example).get(name, "") if workspace.example else "Made in the laboratory."
    st.markdown(f"**{md(name)}** {md(note, 400)}")


def _masked(workspace: Workspace, scenario: Scenario, *, asked: bool) -> None:
    met, facts = relation_of(workspace, scenario), facts_of(workspace, scenario)
    if met is not None and not workspace.example:
        st.markdown(in_words(met))
    link_form(workspace, scenario, asked=asked)
    if facts is None:
        return
    if facts.problem:
        st.error(md(facts.problem, 600), icon=":material/block:")
    _similar(scenario, facts)
    if facts.pair is not None:
        with st.expander(f"What changed: {counts(facts.pair)}"):
            how_met(facts.pair)
    if not workspace.example:
        _carries(workspace, scenario, facts)


def _similar(scenario: Scenario, facts: VersionFacts) -> None:
    """Ask about names that differ in spelling only."""
    for i, (ours, theirs) in enumerate(facts.similar.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                f":orange[:material/help:] It has **{md(theirs)}**, the original **{md(ours)}**: "
                "is it the same variable?",
                width="content",
            )
            names = scenario.microdata.name, theirs, ours
            st.button("It is the same", key=f"same_variable_{i}", on_click=_take_as_same, args=names)


def _take_as_same(file: str, theirs: str, ours: str) -> None:
    codebook = current().effective_codebook
    declaration = codebook.declaration(file)
    change_codebook(declared(codebook, replace(declaration, renamed={**declaration.renamed, theirs: ours})))


def _carries(workspace: Workspace, scenario: Scenario, facts: VersionFacts) -> None:
    """Show what the file's users should not get: with counts, never a value."""
    read = next((f.reading for f in workspace.masked if f.name == scenario.microdata.name), None)
    extra = () if read is None else tuple(f for f in read.report.findings if f.leftover)
    items = (*facts.leftovers, *(Leftover(f.message, f.column, f.count) for f in extra))
    if not items:
        st.caption(":material/check_circle: No identifier, no original order and nothing but the records was found.")
        return
    with st.expander(f"What it still carries: {counted(len(items), 'finding', 'findings')}", icon=":material/warning:"):
        for line in lines_of(map(_said, items)):
            st.markdown(f"- {line}")
        st.caption("Correct it in the program that writes the file.")


def _said(item: Leftover) -> tuple[str, str]:
    cells = f" ({item.count:,})" if item.count is not None else ""
    return f"**{md(item.column)}**{cells}" if item.column else "", item.message
