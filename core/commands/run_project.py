"""``run``: a saved project measured again, from files that are found by their hash."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from core.assessment import Comparison
from core.commands.asked_names import check_names
from core.commands.assess import assess_files, say_lost
from core.commands.control_and_population import say_about_control
from core.commands.disk import content_of, read_one, say_findings
from core.commands.jobs import check_jobs, prepare_processes
from core.commands.nothing_measured import refuse_nothing_measured
from core.commands.outputs import checked_outputs
from core.commands.own_files import OutputKind
from core.commands.second_look import print_warnings
from core.commands.terminal import say
from core.data import Microdata, PopulationFile, Scenario, population_file
from core.errors import ProjectError
from core.masking import WORKED_EXAMPLES
from core.reports import Project, ProjectFile, disagreements, read_project, results_text, write_results

BLOCK = 2**20
"""Bytes that are hashed at a time."""


def run_project(options: argparse.Namespace) -> None:
    """Measure a project's files by its plan, write the results and say whether they are those of the project.

    Raises
    ------
    ProjectError
        No run was planned in the project.
    """
    outputs = checked_outputs([(options.out, OutputKind.RESULTS)], [options.project], force=options.force)
    project = read_project(content_of(options.project), options.project.name)
    if project.plan is None:
        raise ProjectError(f"{options.project.name}: no run was planned in it: open it and choose what to measure")
    check_jobs(options)
    original, masked, population, control = _microdata(project, options)
    prepare_processes(options)
    check_names(project.plan, project.linked, project.codebook, original, masked)
    pairs = print_warnings(original, masked, project.codebook, project.linked)
    if control is not None:
        say_about_control(original, control, project.codebook, pairs)
    scenarios = [Scenario(m, project.codebook.declaration(m.name)) for m in masked]
    comparison, lost = assess_files(
        original, scenarios, project.codebook, project.plan, options, project.linked, population, pairs, control
    )
    text = write_results(comparison)
    outputs.write(options.out, text)
    say_lost(lost)
    say(_compared(project, text, comparison))
    refuse_nothing_measured(comparison.scenarios)


def found_files(files: tuple[ProjectFile, ...], folder: Path) -> dict[str, Path]:
    """Return for every hash of a project's files where a file with these bytes lies; names may differ.

    Raises
    ------
    ProjectError
        Files are missing, or have changed; each is named with its hash.
    """
    if not folder.is_dir():
        raise ProjectError(f"{folder.name}: is no folder; say with --files where the microdata files are")
    wanted = {f.sha256 for f in files}
    paths = sorted(p for p in folder.rglob("*") if p.is_file())
    by_hash = {digest: path for path in reversed(paths) if (digest := _sha256(path)) in wanted}
    names = {p.name for p in paths}
    lost = [_lost(f, names) for f in files if f.sha256 not in by_hash]
    if lost:
        raise ProjectError("; ".join(lost))
    return by_hash


def _lost(file: ProjectFile, names: set[str]) -> str:
    if file.name in names:
        return f"{file.name} has changed: its SHA-256 is not {file.sha256[:12]}… any more; bring back the former file"
    return f"{file.name} is missing: no file with SHA-256 {file.sha256[:12]}… is in the folder"


def _microdata(
    project: Project, options: argparse.Namespace
) -> tuple[Microdata, list[Microdata], list[PopulationFile], Microdata | None]:
    folder: Path | None = options.files
    if project.example:
        example = WORKED_EXAMPLES[project.example]()
        return example.original, [s.microdata for s in example.scenarios], [], example.control
    if folder is None:
        raise ProjectError("say with --files where the microdata files of this project are")
    paths = found_files(project.files(), folder)
    checked_outputs([(options.out, OutputKind.RESULTS)], [options.project, *paths.values()], force=options.force)
    original, *masked = [_read(f, paths) for f in (project.original, *project.masked)]
    population = [population_file(_read(p.file, paths), p.keyset, p.count) for p in project.population]
    control = None if project.control is None else _read(project.control, paths)
    return original, masked, population, control


def _read(file: ProjectFile, paths: Mapping[str, Path]) -> Microdata:
    reading = read_one(paths[file.sha256], file.name, file.choices)
    say_findings(reading)
    return reading.microdata


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise ProjectError(f"{path.name}: cannot be opened ({error.strerror})") from None
    return digest.hexdigest()


def _compared(project: Project, text: str, comparison: Comparison) -> str:
    if project.comparison is None:
        return "the project holds no results to compare these with"
    before = results_text(project)
    if text == before:
        return "the results are the same, byte for byte, as those in the project"
    if not any(disagreements(json.loads(text), json.loads(before))):
        return "the results are those in the project, figures up to 1e-9: another processor made them"
    if dict(comparison.versions) != dict(project.comparison.versions):
        return "the results differ from those in the project, which other versions of the program or packages made"
    return "the results differ from those in the project: its settings or files were changed after its run"
