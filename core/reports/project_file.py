"""The project file ``.rumap``: a zip of JSON and TOML, without microdata, that shows when it was tampered with.

Format and hashes stand in its manifest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from core.assessment import plan_from
from core.data import check_types, codebook_from, write_codebook
from core.errors import ProjectError
from core.intake import Document, ReadChoices
from core.masking import WORKED_EXAMPLES
from core.reports.manifest import FileForm, json_bytes, read_form, with_manifest
from core.reports.project import Project, ProjectFile, ProjectPopulation
from core.reports.record_json import record_as_json, record_from_json
from core.reports.register_file import register_from
from core.reports.results import read_results, write_results

CODEBOOK, PROJECT, RESULTS = "codebook.toml", "project.json", "results.json"
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
            "record": record_as_json(project.record),
            "example": project.example,
            "population": [asdict(p) for p in project.population],
        }
    )


def _project(opened: Document) -> Project:
    content = json.loads(opened.parts[PROJECT])
    results = opened.parts[RESULTS].decode()
    project = Project(
        codebook_from(opened.tables[CODEBOOK]),
        _file(content["original"]),
        tuple(_file(f) for f in content["masked"]),
        None if content["plan"] is None else plan_from(content["plan"]),
        read_results(results) if results else None,
        content["linked"],
        record_from_json(content["record"]),
        content["example"],
        tuple(ProjectPopulation(_file(p["file"]), p["count"], p["keyset"]) for p in content["population"]),
        None if content.get("control") is None else _file(content["control"]),
        None if content.get("register") is None else register_from(content["register"], f"{PROJECT}: register"),
    )
    _check(project)
    return project


def _check(project: Project) -> None:
    """Refuse what a person could have written into a project, and no page or command expects."""
    described = [*project.files(), *project.population, project.record]
    for part in described if project.plan is None else [*described, project.plan]:
        check_types(part, type(part).__name__)
    if not isinstance(project.linked, str | None) or not isinstance(project.example, str):
        raise TypeError("linked or example is of another type than it must be")
    if any(f.rows < 0 or f.columns < 0 for f in project.files()):
        raise ValueError("a file has fewer than no rows or columns")
    if project.register is not None and project.register.original_sha256 != project.original.sha256:
        raise ProjectError("its register of releases is about another original")
    if project.example and project.example not in WORKED_EXAMPLES:
        raise ProjectError("it is about a worked example that this version of R-U Map does not have")
    control = () if project.control is None else (project.control,)
    names = [f.name for f in (project.original, *project.masked, *control)]
    if len(set(names)) < len(names):
        raise ProjectError("two of its files have the same name")


def _file(content: Mapping[str, Any]) -> ProjectFile:
    known = {f.name for f in fields(ReadChoices)}
    given = content["choices"]
    if unknown := sorted(set(given) - known):
        raise ProjectError(f"it was read with {unknown[0]!r}, a choice that this version does not have")
    chosen: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    choices = ReadChoices(**chosen)
    return ProjectFile(content["name"], content["sha256"], content["rows"], content["columns"], choices)
