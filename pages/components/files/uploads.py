"""Bringing files in: each is read in a process of its own, and its bytes are dropped once no question is open."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from enum import StrEnum
from pathlib import PurePath
from threading import Event
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile as DroppedFile

from core.data import Codebook
from core.errors import CodebookError, IntakeError, ProcessError
from core.execution import call_in_worker
from core.intake import Reading, Severity, Waiting, described, read_alike, read_file, waited_for
from core.pairing import draft_codebook
from pages.components.escaping import md
from pages.components.files.data_folder import content_of, picked
from pages.components.files.memory_budget import within_budget
from pages.components.files.reading_stopped import stop_said
from pages.components.server.session_tab import forget_uploads
from pages.components.workspace import UploadedFile, Workspace, change, current

EPOCH = "uploads_epoch"
FORMATS = "CSV, TSV, Excel, Parquet, Feather, SPSS, Stata, SAS, R; also one of them zipped."
TEXTS = frozenset({".csv", ".tsv", ".tab", ".psv", ".txt", ".dat"})
WORKBOOKS = frozenset({".xlsx", ".xlsm", ".xls"})
AT_ONCE = 2
"""Files read side by side."""
LOOK_SECONDS = 0.25
"""How often it is looked whether the page still waits for them."""


class Place(StrEnum):
    """Which of the files an uploader takes."""

    ORIGINAL = "original"
    MASKED = "masked"
    CONTROL = "control"


def uploader(label: str, name: Place, about: str = "") -> None:
    """Show an uploader, and the data folder where there is one; what is brought in is read at once."""
    original, several = name is Place.ORIGINAL, name is Place.MASKED
    key = f"{name}_{st.session_state.get(EPOCH, 0)}"
    dropped = _dropped(label, f"upload_{key}", about, several=several)
    chosen = picked(name, key, several=several)
    waiting = [UploadedFile(f.name, f.getvalue()) for f in dropped] or chosen
    if not waiting:
        return
    names = ", ".join(md(f.name, 40) for f in waiting)
    with stop_said(names), st.spinner(f"Reading {names} …", show_time=True):
        read = read_all(waiting, None if original else _original_reading())
    forget_uploads(dropped)
    read = within_budget(read, original=original)
    if original:
        take_original(read[0])
    elif name is Place.MASKED:
        take_masked(read)
    else:
        take_control(read[0])
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1
    st.rerun()


def _dropped(label: str, key: str, about: str, *, several: bool) -> list[DroppedFile]:
    if several:
        return st.file_uploader(label, accept_multiple_files=True, key=key, help=about or None)
    one = st.file_uploader(label, key=key, help=about or None)
    return [one] if one is not None else []


def read_all(files: Sequence[UploadedFile], original: Reading | None = None) -> list[UploadedFile]:
    """Read files side by side; a refused file says why and hinders no other.

    Where the page is stopped, or left for another one, their readers are ended.
    """
    given_up, spot = Event(), st.empty()
    waiting = [Waiting(given_up) for _ in files]

    def read(file: UploadedFile, who: Waiting) -> UploadedFile:
        with waited_for(who):
            return read_one(file, original)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        reading = [pool.submit(read, file, who) for file, who in zip(files, waiting, strict=True)]
        try:
            while wait(reading, LOOK_SECONDS).not_done:
                # in such a call Streamlit ends a page that was stopped
                _show_shares(spot, [(f, w) for f, w, r in zip(files, waiting, reading, strict=True) if not r.done()])
        finally:
            given_up.set()
    return [one.result() for one in reading]


def _show_shares(spot: DeltaGenerator, waiting: Sequence[tuple[UploadedFile, Waiting]]) -> None:
    """Show how far the files are that are being read; a format that does not tell has no bar."""
    with spot.container():
        for file, who in waiting:
            if who.share:
                how_far = "read, being taken over" if who.share >= 1 else f"{who.share:.0%} read"
                st.progress(who.share, f"{md(file.name, 40)}: {how_far}")


def read_one(file: UploadedFile, original: Reading | None = None) -> UploadedFile:
    """Read one file by its choices, codes as in the original where there is one."""
    try:
        content = content_of(file)
        reading = read_file(file.name, content, choices=file.choices)
        if file.folder:
            _refuse_another(file, reading)
        if original is not None:
            reading = read_alike(original, reading, content)
        bare = reading
        if file.study is not None:
            reading = call_in_worker(described, bare, file.study)
    except (IntakeError, CodebookError, ProcessError) as error:
        return _refused(file, str(error))
    asked = any(f.severity is Severity.QUESTION for f in reading.report.findings)
    kept = file.content if asked else b""
    read = replace(file, content=kept, reading=reading, choices=reading.choices, refusal="", confirmed=not asked)
    return read if file.study is None else replace(read, bare=bare)


def _refuse_another(file: UploadedFile, reading: Reading) -> None:
    """Refuse a file of the data folder that is no longer what was read before."""
    if file.reading is not None and file.reading.microdata.sha256 != reading.microdata.sha256:
        raise IntakeError(f"{file.name}: it has changed in the data folder since it was read; bring it in anew")


def _original_reading() -> Reading | None:
    original = current().original
    return None if original is None else original.reading


def _refused(file: UploadedFile, refusal: str) -> UploadedFile:
    """Return a file without its data, and why; its bytes stay where it may be read in another way."""
    content = file.content if is_text(file.name) or is_workbook(file.name) else b""
    return replace(file, content=content, reading=None, refusal=refusal)


def can_be_read_again(file: UploadedFile) -> bool:
    """Whether a refused file may be read in another way: its bytes are still here, or in the data folder."""
    return bool(file.content) or (bool(file.folder) and (is_text(file.name) or is_workbook(file.name)))


def is_text(name: str) -> bool:
    """Whether a file is delimited text by its name: a refused one may be read in another way."""
    return PurePath(name).suffix.lower() in TEXTS


def is_workbook(name: str) -> bool:
    """Whether a file is a workbook by its name: a refused one may have its table elsewhere."""
    return PurePath(name).suffix.lower() in WORKBOOKS


def take_original(file: UploadedFile) -> None:
    """Make a file the original; the codebook is drafted anew."""
    workspace = _own_files()
    change(original=file, masked=workspace.masked, codebook=None, stale=workspace.comparison is not None)
    if refusal := redraft():
        change(original=_refused(file, refusal))


def take_masked(files: Sequence[UploadedFile]) -> None:
    """Add masked files; one of the same name takes the place of the former."""
    workspace = _own_files()
    names = {f.name for f in files}
    kept = [f for f in workspace.masked if f.name not in names]
    if workspace.control is not None and workspace.control.name in names:
        change(control=None)  # brought in as a masked file now
    change(masked=(*kept, *files), stale=workspace.comparison is not None)
    if refusal := redraft():
        change(masked=(*kept, *(file if file.refusal else _refused(file, refusal) for file in files)))


def take_control(file: UploadedFile) -> None:
    """Make a file the control; it stays no masked file of the same name."""
    workspace = _own_files()
    masked = tuple(f for f in workspace.masked if f.name != file.name)
    change(control=file, masked=masked, stale=workspace.comparison is not None)
    redraft()  # where it comes to nothing, the codebook drafted with the file serves as well


def use_as_control(name: str) -> None:
    """Make a masked file that holds other people the control."""
    file = next(f for f in current().masked if f.name == name)
    take_control(file)


def remove(name: str) -> None:
    """Take a masked file, or the control, out again."""
    workspace = current()
    if workspace.control is not None and workspace.control.name == name:
        change(control=None, stale=workspace.comparison is not None)
        return
    change(masked=tuple(f for f in workspace.masked if f.name != name), stale=workspace.comparison is not None)
    redraft()  # where it comes to nothing, the codebook drafted with the file serves as well


def answer(name: str, original: bool, **choices: Any) -> None:
    """Read a file again with a choice of the officer; without one, confirm how it was read."""
    workspace = current()
    beside = (*workspace.masked, *([workspace.control] if workspace.control else []))
    old = workspace.original if original else next(f for f in beside if f.name == name)
    if old is None:
        return
    if choices:
        chosen = replace(old, choices=replace(old.choices, **choices))
        alike = None if original else _original_reading()
        [new] = within_budget([read_one(chosen, alike)], original=original)
        new = replace(new, content=old.content) if new.refusal else new
    else:
        new = replace(old, content=b"", confirmed=True)
    _put(new, original=original)
    if choices and (refusal := redraft()):
        _put(_refused(new, refusal), original=original)


def _put(file: UploadedFile, *, original: bool) -> None:
    """Put a file in the place of the one of its name."""
    control = current().control
    if original:
        change(original=file)
    elif control is not None and control.name == file.name:
        change(control=file)
    else:
        change(masked=tuple(file if f.name == file.name else f for f in current().masked))


def redraft() -> str:
    """Propose the codebook anew; what a person has set or declared stays. Return why it stays as it is, or ""."""
    workspace = current()
    if workspace.original_data is None:
        change(codebook=None)
        return ""
    masked = [f.microdata for f in workspace.masked if f.microdata]
    try:
        draft = call_in_worker(draft_codebook, workspace.original_data, masked)
    except ProcessError as error:
        return f"The variables could not be described: {error}"
    change(codebook=_with_former_decisions(draft, workspace.codebook))
    return ""


def _with_former_decisions(draft: Codebook, former: Codebook | None) -> Codebook:
    """Return the draft with the variables that a person set and the declarations of the former codebook."""
    if former is None:
        return draft
    by_hand = {v.name: v for v in former.variables if not v.reason}
    declared = {d.file: d for d in (*draft.scenarios, *former.scenarios)}
    variables = tuple(by_hand.get(v.name, v) for v in draft.variables)
    set_by_hand = former.replicates is not None and not former.replicates.reason
    replicates = former.replicates if set_by_hand else draft.replicates
    population = former.units_of_population
    if isinstance(population, str) and population not in {v.name for v in variables}:
        population = None
    keysets = former.keysets or draft.keysets
    return Codebook(variables, keysets, tuple(declared.values()), replicates=replicates, units_of_population=population)


def _own_files() -> Workspace:
    """Return the workspace for the user's own files; a worked example is closed first."""
    if current().example:
        st.session_state["workspace"] = Workspace()
    return current()
