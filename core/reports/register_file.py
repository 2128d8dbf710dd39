"""The register of releases as a file ``.rumap``: a zip of a manifest and one JSON, read in the reader's process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from core.decision import Check, Register, RegisteredRelease, ReleaseType, Status, registered
from core.errors import ProjectError
from core.reports.manifest import FileForm, json_bytes, read_form, with_manifest
from core.reports.project import Project

Made = TypeVar("Made")

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
    return read_form(FORM, content, name, lambda opened: register_from(json.loads(opened.parts[REGISTER]), REGISTER))


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


def register_from(content: Any, place: str) -> Register:
    """Return the register that was read from JSON.

    Parameters
    ----------
    content
    place : str
        Where it stands, for messages.

    Raises
    ------
    ProjectError
        Names the field that cannot be, and what is wrong with it.
    """
    named = _fields(Register, content, place, lists=("releases",))
    releases = tuple(_release(each, f"{place}: releases[{i}]") for i, each in enumerate(named["releases"]))
    return _made(place, Register, named | {"releases": releases})


def _release(content: Any, place: str) -> RegisteredRelease:
    named = _fields(RegisteredRelease, content, place, lists=("signed", "checks"))
    if not all(isinstance(name, str) for name in named["signed"]):
        raise ProjectError(f"{place}.signed holds what is no text")
    named["release"] = _one_of(ReleaseType, named["release"], f"{place}.release")
    checks = tuple(_check(each, f"{place}.checks[{i}]") for i, each in enumerate(named["checks"]))
    return _made(place, RegisteredRelease, named | {"signed": tuple(named["signed"]), "checks": checks})


def _check(content: Any, place: str) -> Check:
    named = _fields(Check, content, place, numbers=("count",))
    named["status"] = _one_of(Status, named["status"], f"{place}.status")
    return Check(**named)


def _made(place: str, kind: Callable[..., Made], named: Mapping[str, Any]) -> Made:
    """Return what is made of these fields; what it refuses is said with its place."""
    try:
        return kind(**named)
    except ProjectError as error:
        raise ProjectError(f"{place}: {error}") from None


def _fields(
    kind: type, content: Any, place: str, *, lists: tuple[str, ...] = (), numbers: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the fields of a table that holds exactly those of a type: texts, but for lists and counts."""
    if not isinstance(content, dict):
        raise ProjectError(f"{place} holds no named fields")
    names = [f.name for f in fields(kind)]
    if unknown := sorted(content.keys() - set(names)):
        raise ProjectError(f"{place}: unknown field {unknown[0][:60]!r}; known are {', '.join(names)}")
    if missing := [name for name in names if name not in content]:
        raise ProjectError(f"{place}: {missing[0]} is missing")
    for name in names:
        value = content[name]
        if name in lists and not isinstance(value, list):
            raise ProjectError(f"{place}.{name} is no list")
        if name in numbers and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            raise ProjectError(f"{place}.{name} is no number of records")
        if name not in (*lists, *numbers) and not isinstance(value, str):
            raise ProjectError(f"{place}.{name} is no text")
    return dict(content)


def _one_of(kind: Any, written: str, place: str) -> Any:
    if written not in set(kind):
        raise ProjectError(f"{place} must be one of {', '.join(kind)}")
    return kind(written)
