"""What each masked file still carries that its users should not get: shown as a list, with counts, never a value."""

from __future__ import annotations

import streamlit as st

from core.data import Scenario
from core.errors import RUMapError
from core.pairing import Leftover, leftovers
from core.wording import counted
from pages.components.asked_apart import asked_apart
from pages.components.escaping import md
from pages.components.files.relations import relation_of
from pages.components.same_words import lines_of
from pages.components.workspace import UploadedFile, Workspace


def hygiene(workspace: Workspace) -> None:
    """Show the findings of every masked file, the ones with findings first."""
    st.caption(
        "Identifiers, the order of the records, names of suppressed categories, comments and authors: these give "
        "records away however well the values are masked. Mend them in the program that writes the file."
    )
    findings = [(scenario.name, _found(workspace, scenario)) for scenario in workspace.scenarios()]
    for name, items in sorted(findings, key=lambda one: not one[1]):
        icon = ":material/warning:" if items else ":material/check_circle:"
        title = f"{md(name)} · {counted(len(items), 'finding', 'findings') if items else 'nothing found'}"
        with st.expander(title, icon=icon, expanded=bool(items) and len(findings) <= 3):
            for line in lines_of(map(_said, items)):
                st.markdown(f"- {line}")
            if not items:
                st.markdown("No identifier, no original order and nothing beside the records was found in this file.")


def _found(workspace: Workspace, scenario: Scenario) -> tuple[Leftover, ...]:
    """Return a file's findings."""
    original, codebook = workspace.original_data, workspace.effective_codebook
    if original is None:
        return ()
    file, met = scenario.microdata.name, relation_of(workspace, scenario)
    if met is None:
        return ()
    about = (original, scenario.microdata, codebook, met)
    try:
        compared = asked_apart(file, about, leftovers, original, scenario, codebook, met)
    except RUMapError as error:
        compared = (Leftover(str(error)),)
    return (*compared, *_beside_records(workspace, file))


def _beside_records(workspace: Workspace, file: str) -> tuple[Leftover, ...]:
    """Return what was found in a file beside its records when it was read."""
    uploaded: UploadedFile | None = next((f for f in workspace.masked if f.name == file), None)
    if uploaded is None or uploaded.reading is None:
        return ()
    findings = uploaded.reading.report.findings
    return tuple(Leftover(f.message, f.column, f.count) for f in findings if f.leftover)


def _said(item: Leftover) -> tuple[str, str]:
    cells = f" ({item.count:,})" if item.count is not None else ""
    return f"**{md(item.column)}**{cells}" if item.column else "", item.message
