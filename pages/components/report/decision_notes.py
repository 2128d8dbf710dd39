"""What was done to each masked file, and which one it was made from."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.decision import ReleaseRecord, ScenarioNote, lineage
from core.errors import ProjectError
from pages.components.escaping import md, plain
from pages.components.files.project_open import EPOCH
from pages.components.report.project_save import record_of
from pages.components.workspace import Workspace, change

ORIGINAL = "the original"


def scenario_notes(workspace: Workspace, comparison: Comparison) -> None:
    """Show notes and lineage for editing; keep what is changed."""
    record = record_of(workspace)
    names = {s.file: plain(s.name) for s in comparison.scenarios}
    files = {name: file for file, name in names.items()}
    notes = [record.note_of(file) for file in names]
    table = pd.DataFrame({
        "Scenario": list(names.values()),
        "Made from": [names.get(n.parent, ORIGINAL) for n in notes],
        "Note": [plain(n.note, 1000) for n in notes],
    })  # fmt: skip
    edited = st.data_editor(
        table,
        hide_index=True,
        disabled=["Scenario"],
        column_config={
            "Scenario": st.column_config.TextColumn(width=210, pinned=True),
            "Made from": st.column_config.SelectboxColumn(options=[ORIGINAL, *files], required=True, width=110),
            "Note": st.column_config.TextColumn(width=640),
        },
        height="content" if len(names) <= 16 else 600,
        key=f"notes_{st.session_state.get(EPOCH, 0)}",
        alt="Masked files, what each was made from, and notes",
    )
    rows = zip(names, edited["Made from"], edited["Note"], strict=True)
    edited_notes = tuple(ScenarioNote(file, str(note or ""), files.get(parent, "")) for file, parent, note in rows)
    _keep(replace(record, notes=edited_notes), workspace, changed=edited_notes != tuple(notes))


def _keep(record: ReleaseRecord, workspace: Workspace, *, changed: bool) -> None:
    try:
        for note in record.notes:
            lineage(record, note.file)
    except ProjectError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    if changed:
        change(record=replace(workspace.record, notes=record.notes))
