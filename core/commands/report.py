"""``report`` and ``export``: results or a project as a report, or in a format that another package brings."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.commands.disk import content_of
from core.commands.outputs import checked_outputs
from core.commands.own_files import OutputKind
from core.commands.terminal import say
from core.errors import ReportError
from core.reports import (
    Kind,
    Project,
    ShareOptions,
    check_packages,
    make_report,
    project_format,
    project_of_results,
    read_project,
    read_register,
    read_results_file,
    released_scenario,
    reported_scenario,
    write_report,
)

ZIP_MARK = b"PK"


def report(options: argparse.Namespace) -> None:
    """Write a report into the folder of its source, or where it was asked for."""
    check_packages(options.format)
    kind = Kind(options.kind)
    out = options.out or options.source.with_name(f"{options.source.stem}-{kind}.{options.format}")
    form = OutputKind.REPORT_JSON if options.format == "json" else OutputKind.UNMARKED
    share = _share_options(options, kind)
    project = _project(options, kind)
    outputs = checked_outputs([(out, form)], _read(options), force=options.force)
    _say_changed_original(options, project, kind)
    content = write_report(make_report(project, kind, share), options.format)
    outputs.write(out, content)
    say(f"{out.name}: {len(content):,} bytes")


def export(options: argparse.Namespace) -> None:
    """Write a file in a format that another package brings."""
    kind = Kind(options.kind)
    form = project_format(options.to, kind)
    part, _, suffix = form.ending.rpartition(".")
    mark = "_CONFIDENTIAL" if kind is Kind.INTERNAL else ""
    out = options.out or options.source.with_name(f"{options.source.stem}{part}{mark}.{suffix}")
    project = _project(options, kind)
    outputs = checked_outputs([(out, OutputKind.UNMARKED)], _read(options), force=options.force)
    _say_changed_original(options, project, kind)
    outputs.write(out, form.write(project, kind, ShareOptions(options.scenario), options.date))
    say(f"{out.name}: {form.label}, {kind}")


def _read(options: argparse.Namespace) -> list[Path]:
    return [options.source, *([options.register] if options.register else [])]


def _project(options: argparse.Namespace, kind: Kind) -> Project:
    """Return what is reported; the scenario that is asked for is looked up before anything is said of the output."""
    project = read_source(options.source)
    (released_scenario if kind is Kind.SHAREABLE else reported_scenario)(project, options.scenario)
    return project


def _say_changed_original(options: argparse.Namespace, project: Project, kind: Kind) -> None:
    """Warn where what is to be shared rests on another original than the releases of the register that is named."""
    if options.register is None:
        return
    if kind is Kind.INTERNAL:
        raise ReportError("--register is for what is shared alone: name --kind shareable")
    known = read_register(content_of(options.register), f"--register {options.register.name}")
    if warning := known.about_changed(project.original.sha256):
        say(f"{options.register.name}: warning: {warning}")


def _share_options(options: argparse.Namespace, kind: Kind) -> ShareOptions:
    given = options.threshold is not None or options.masking_kinds or options.file_name
    if kind is Kind.INTERNAL and given:
        raise ReportError("--threshold, --masking-kinds and --file-name are for the shareable report alone")
    threshold = ShareOptions().threshold if options.threshold is None else options.threshold
    return ShareOptions(options.scenario, threshold, masking_kinds=options.masking_kinds, file_name=options.file_name)


def read_source(path: Path) -> Project:
    """Read results or a project, whichever the bytes are."""
    content = content_of(path)
    if content.startswith(ZIP_MARK):
        return read_project(content, path.name)
    return project_of_results(read_results_file(content, path.name))
