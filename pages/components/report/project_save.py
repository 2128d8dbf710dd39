"""What is open as a project, and its file."""

from dataclasses import replace
from typing import Literal

import streamlit as st

from core.assessment import plan_from
from core.decision import ReleaseRecord, ScenarioNote
from core.reports import Project, ProjectFile, ProjectPopulation, write_project
from pages.components.decision_trail import now, with_saves
from pages.components.workspace import UploadedFile, Workspace, change, current, worked_example


def project_of(workspace: Workspace) -> Project:
    """Return what is open as a project; the original must be known."""
    files = project_files(workspace)
    comparison = workspace.comparison
    plan = workspace.plan or (plan_from(comparison.plan) if comparison else None)
    counted = tuple(ProjectPopulation(ProjectFile.of(p.microdata), p.count, p.keyset) for p in workspace.population)
    register = workspace.register
    of_this = register is not None and register.original_sha256 == files[0].sha256
    return Project(
        workspace.effective_codebook,
        files[0],
        files[1:],
        plan,
        comparison,
        None,
        record_of(workspace),
        workspace.example,
        counted,
        control_file(workspace),
        register if of_this else None,
    )


def control_file(workspace: Workspace) -> ProjectFile | None:
    """Return the control file: as it was read, else as the opened project names it; None where there is none."""
    if workspace.example:
        control = worked_example(workspace.example).control
        return None if control is None else ProjectFile.of(control)
    if workspace.control is not None:
        return _described(workspace.control)
    return workspace.opened.control if workspace.opened is not None and workspace.original is None else None


def project_files(workspace: Workspace) -> tuple[ProjectFile, ...]:
    """Return the files, the original first: as they were read, else as the opened project names them."""
    if workspace.example:
        example = worked_example(workspace.example)
        return tuple(ProjectFile.of(m) for m in (example.original, *(s.microdata for s in example.scenarios)))
    uploaded = [_described(f) for f in (workspace.original, *workspace.masked) if f is not None]
    read = {f.name: f for f in uploaded if f is not None}
    if workspace.opened is not None and workspace.original is None:
        return (workspace.opened.original, *(read.get(f.name, f) for f in workspace.opened.masked))
    return tuple(read.values())


def record_of(workspace: Workspace) -> ReleaseRecord:
    """Return the record; what a worked example says about its scenarios stands in for notes."""
    record = workspace.record
    if not workspace.example or record.notes:
        return record
    example = worked_example(workspace.example)
    notes = [ScenarioNote(s.microdata.name, example.notes.get(s.name, "")) for s in example.scenarios]
    return replace(record, notes=tuple(notes))


def can_be_saved(workspace: Workspace) -> bool:
    """Whether there is an original, so that a project can be made of the work."""
    return bool(workspace.example or workspace.opened) or workspace.original_data is not None


def save_button(label: str, key: str, type: Literal["primary", "secondary", "tertiary"] = "secondary") -> None:  # noqa: A002 - Streamlit's word
    """Offer the project file, which is made when it is asked for; note in the trail when it was."""
    workspace = current()
    if workspace.saves:
        workspace = change(record=with_saves(workspace.record))
    st.download_button(
        label,
        data=lambda: _saved(workspace),
        file_name="project.rumap",
        mime="application/octet-stream",
        icon=":material/save:",
        on_click="ignore",  # a rerun at the click may come before the file, which is then lost
        type=type,
        key=key,
        help="The project file (.rumap): codebook, plan, results, decision and trail; no microdata.",
    )


def save_project() -> None:
    """Say what the project file is, and offer it."""
    st.markdown(
        "The project file holds codebook, plan, results, decision and trail, and the hashes of the files; no microdata."
    )
    save_button("Save the project (.rumap)", "project_save")
    st.caption("Open it again on the Set up page, or run it without a browser: `python -m rumap rerun project.rumap`.")


def _saved(workspace: Workspace) -> bytes:
    """Return the project file; called by a thread of the server, which knows no session."""
    content = write_project(project_of(workspace))
    workspace.saves.append(now())
    return content


def _described(file: UploadedFile) -> ProjectFile | None:
    return None if file.reading is None else ProjectFile.of(file.reading.microdata, file.choices)
