"""A saved project taken up again: its results at once, its files when they are brought in and recognised by hash."""

import streamlit as st

from core.data import population_file
from core.errors import IntakeError, ProjectError, RUMapError
from core.intake import digest_of, read_file
from core.reports import Project, ProjectFile, read_project
from core.wording import counted, one_or_many
from pages.components import layout
from pages.components.decision_trail import noted
from pages.components.escaping import md, plain
from pages.components.examples import open_example
from pages.components.files.data_folder import content_of, picked
from pages.components.files.memory_budget import within_budget
from pages.components.workspace import UploadedFile, Workspace, change, current

EPOCH = "project_epoch"
LARGEST = 200 * 2**20
"""Bytes that a project file may have."""


def open_project() -> None:
    """Offer to open a saved project."""
    upload = st.file_uploader("Open a saved project", type="rumap", key=f"project_upload_{_epoch()}")
    if upload is not None:
        _open(upload.name, upload.getvalue())


def ask_for_files(workspace: Workspace) -> None:
    """Ask for the files of an opened project that are not here yet."""
    if missing_files(workspace):
        _attach(workspace)


def missing_files(workspace: Workspace) -> list[ProjectFile]:
    """Return the files of an opened project that were not brought in yet."""
    if workspace.opened is None:
        return []
    here = {f.microdata.sha256 for f in (workspace.original, *workspace.masked, workspace.control) if f and f.microdata}
    here |= {p.microdata.sha256 for p in workspace.population}
    return [f for f in workspace.opened.files() if f.sha256 not in here]


def _epoch() -> int:
    return int(st.session_state.get(EPOCH, 0))


def _open(name: str, content: bytes) -> None:
    problem = take_project(name, content)
    if problem:
        st.error(md(problem, 600), icon=":material/error:")
        return
    st.switch_page(layout.DECIDE)


def take_project(name: str, content: bytes) -> str:
    """Put a saved project in the place of what is open; return why it was refused, or ""."""
    if len(content) > LARGEST:
        return f"{name}: larger than the {LARGEST // 2**20} MB that a project may have"
    try:
        project = read_project(content, name)
    except ProjectError as error:
        return str(error)
    if project.example:
        open_example(project.example)
        change(codebook=project.codebook, comparison=project.comparison, plan=project.plan, opened=None)
    else:
        _take_own(project)
    change(register=project.register)
    change(record=noted(f"project opened: {name}", project.record))
    st.session_state[EPOCH] = _epoch() + 1
    return ""


def _take_own(project: Project) -> None:
    change(
        example="",
        original=None,
        masked=(),
        codebook=project.codebook,
        plan=project.plan,
        job=None,
        steps=(),
        comparison=project.comparison,
        stale=False,
        population=(),
        control=None,
        opened=project,
    )


def _attach(workspace: Workspace) -> None:
    missing = missing_files(workspace)
    title = one_or_many(
        "{n:,} file of the opened project is not here", "{n:,} files of the opened project are not here", len(missing)
    ).format(n=len(missing))
    with layout.card(
        "attach", title, "Results and decision are open; raw data are needed to look into them.", fill=False
    ):
        for file in missing:
            records = counted(file.rows, "record", "records")
            st.markdown(f":material/draft: **{md(file.name)}** {records} · `{file.sha256[:12]}…`")
        key = f"attach_{_epoch()}"
        uploads = st.file_uploader("Bring the files in again", accept_multiple_files=True, key=key)
        chosen = picked("project", f"project_{_epoch()}", several=True)
        st.button("Do without them", on_click=forget_files, type="tertiary", key="project_forget")
        brought = [UploadedFile(u.name, u.getvalue()) for u in uploads] or chosen
        if not brought:
            st.caption("Names may differ: files are recognised by their SHA-256.")
            return
        problems = [p for file in brought if (p := attach(file))]
        for problem in problems:
            st.error(md(problem, 500), icon=":material/error:")
        if not problems:
            st.session_state[EPOCH] = _epoch() + 1
            st.rerun()


def attach(brought: UploadedFile) -> str:
    """Take a file that an opened project expects; return why it was refused, or ""."""
    project = current().opened
    content = content_of(brought)
    try:
        digest = digest_of(content)
    except IntakeError as error:
        return f"{plain(brought.name)}: {error}"
    wanted = [f for f in project.files() if f.sha256 == digest] if project else []
    if project is None or not wanted:
        return (
            f"{plain(brought.name)}: not one of this project's files, or changed since; its SHA-256 is {digest[:12]}…"
        )
    for file in wanted:  # two files may have the same bytes
        try:
            reading = read_file(file.name, content, choices=file.choices)
            read = UploadedFile(file.name, b"", reading, "", file.choices, True)
            [uploaded] = within_budget([read], original=file == project.original)
            if uploaded.refusal:
                return uploaded.refusal
            _place(project, file, uploaded)
        except RUMapError as error:
            return str(error)
    return ""


def _place(project: Project, file: ProjectFile, uploaded: UploadedFile) -> None:
    workspace = current()
    if file == project.original:
        change(original=uploaded)
    elif file in project.masked:
        known = {f.name: f for f in (*workspace.masked, uploaded)}
        change(masked=tuple(known[f.name] for f in project.masked if f.name in known))
    if file == project.control:
        change(control=uploaded)
    for table in project.population:
        if table.file == file and uploaded.microdata is not None:
            counts = population_file(uploaded.microdata, table.keyset, table.count)
            change(population=(*workspace.population, counts))


def forget_files() -> None:
    """Stop asking for the files of the opened project."""
    change(opened=None)
