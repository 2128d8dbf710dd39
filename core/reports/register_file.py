"""The register of releases as a file ``.rumap``: a zip of a manifest and one JSON, read in the reader's process."""

from __future__ import annotations

import json
from dataclasses import asdict

from core.data import validated
from core.decision import Register, RegisteredRelease, registered
from core.errors import ProjectError
from core.intake import Document
from core.reports.manifest import FileForm, json_bytes, read_form, with_manifest
from core.reports.project import Project

REGISTER = "register.json"
FORM = FileForm("ru-map-register", 1, (REGISTER,), "open the copy that was saved", "shorten the notes")
REGISTER_FORMAT = f"{FORM.name}/{FORM.version}"


def write_register(register: Register) -> bytes:
    """Write a register; the same register gives the same bytes.

    Raises
    ------
    ProjectError
        It would be larger than a register that can be opened again.
    """
    parts = {REGISTER: json_bytes(asdict(register))}
    return with_manifest(FORM, parts)


def read_register(content: bytes, name: str = "the register") -> Register:
    """Read a register.

    Parameters
    ----------
    content : bytes
    name : str
        The file's name, for messages.

    Raises
    ------
    ProjectError
        No register, one of another format version, one that was changed after it was saved, or a field that cannot
        be; the message names the file and the field.
    """
    return read_form(FORM, content, name, _register)


def registered_release(project: Project, name: str = "", note: str = "") -> RegisteredRelease:
    """Return the signed decision of a project as a register holds it.

    Parameters
    ----------
    project : Project
    name : str
        What the release is called; empty: as its masking scenario.
    note : str

    Raises
    ------
    ProjectError
        Nobody has decided or signed, or the file that was decided on is not in the project.
    """
    file = project.record.decision
    digests = {f.name: f.sha256 for f in project.masked}
    digests |= {} if project.comparison is None else {s.file: s.sha256 for s in project.comparison.scenarios}
    if file and not digests.get(file):
        raise ProjectError(f"{file} was decided on, but the project does not hold its SHA-256: open it with its file")
    return registered(project.record, name or project.scenario_name(file), digests.get(file, ""), note)


def _register(opened: Document) -> Register:
    return validated(Register, json.loads(opened.parts[REGISTER]), REGISTER, error=ProjectError)
