"""The project file ``.rumap``: a zip of JSON and TOML, without microdata, that shows when it was tampered with.

Format and hashes are in its manifest.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import Any

from core.assessment import plan_from
from core.data import codebook_from, validated, write_codebook
from core.decision import broken_at, refuse_circles
from core.errors import ProjectError
from core.intake import Document
from core.masking import WORKED_EXAMPLES
from core.reports.manifest import FileForm, json_bytes, read_form, with_manifest
from core.reports.project import Project
from core.reports.results import read_results, write_results

CODEBOOK, PROJECT, RESULTS = "codebook.toml", "project.json", "results.json"
DIGEST = re.compile(r"([0-9a-f]{64})?")
"""A SHA-256; empty: not known."""
FORM = FileForm(
    "ru-map-project",
    1,
    (CODEBOOK, PROJECT, RESULTS),
    "open the copy that was saved, or make a new project from the files",
    "measure fewer scenarios or measures at once",
)


def write_project(project: Project) -> bytes:
    """Write a project file; the same project gives the same bytes.

    Raises
    ------
    ProjectError
        It would be larger than a project that can be opened again.
    """
    parts = {
        CODEBOOK: write_codebook(project.codebook).encode(),
        PROJECT: json_bytes(_described(project)),
        RESULTS: write_results(project.comparison).encode() if project.comparison else b"",
    }
    return with_manifest(FORM, parts)


def read_project(content: bytes, name: str = "the project file") -> Project:
    """Read a project file.

    Parameters
    ----------
    content : bytes
    name : str
        The file's name, for messages.

    Raises
    ------
    ProjectError
        No project file, one of another format version, or one that was changed after it was saved.
    """
    return read_form(FORM, content, name, _project)


def results_text(project: Project) -> str:
    """Return the results of a project as results.json; empty where nothing was run."""
    return write_results(project.comparison) if project.comparison else ""


def _described(project: Project) -> dict[str, Any]:
    # written only where there is one, so that a project without stays as every version knows it
    control = {} if project.control is None else {"control": asdict(project.control)}
    register = {} if project.register is None else {"register": asdict(project.register)}
    return (
        control
        | register
        | {
            "original": asdict(project.original),
            "masked": [asdict(f) for f in project.masked],
            "plan": None if project.plan is None else project.plan.described(),
            "linked": project.linked,
            "record": asdict(project.record),
            "example": project.example,
            "population": [asdict(p) for p in project.population],
        }
    )


def _project(opened: Document) -> Project:
    content = json.loads(opened.parts[PROJECT])
    validated(dict, content, PROJECT)
    results = opened.parts[RESULTS].decode()
    read: dict[str, Any] = {
        "codebook": codebook_from(opened.tables[CODEBOOK]),
        "comparison": read_results(results) if results else None,
    }
    if content.get("plan") is not None:
        read["plan"] = plan_from(content["plan"])
    project = validated(Project, content | read, PROJECT)
    _check(project)
    return project


def _check(project: Project) -> None:
    """Refuse what a person could have written into a project, and no page or command expects."""
    for file in project.files():
        if not DIGEST.fullmatch(file.sha256):
            raise ProjectError(f"{PROJECT}: {file.name[:60]!r}: its sha256 is none: 64 digits 0-9 and a-f")
    if (place := broken_at(project.record.trail)) is not None:
        raise ProjectError(f"entry {place + 1} of the audit trail was changed after it was written")
    refuse_circles(project.record)
    if project.register is not None and project.register.original_sha256 != project.original.sha256:
        raise ProjectError("its register of releases is about another original")
    if project.example and project.example not in WORKED_EXAMPLES:
        raise ProjectError("it is about a worked example that this version of R-U Map does not have")
    control = () if project.control is None else (project.control,)
    names = [f.name for f in (project.original, *project.masked, *control)]
    if len(set(names)) < len(names):
        raise ProjectError("two of its files have the same name")
