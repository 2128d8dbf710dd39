"""``report``: a report from results or from a project, in any format."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.commands.disk import content_of, write_whole
from core.commands.terminal import say
from core.errors import ResultsError
from core.publishing import make_report, write_report
from core.reports import Kind, Project, ShareOptions, project_of_results, read_project, read_results

ZIP_MARK = b"PK"


def report(options: argparse.Namespace) -> None:
    """Write a report beside its source, or where it was asked for."""
    project = read_source(options.source)
    share = ShareOptions(
        options.scenario, options.threshold, masking_kinds=options.masking_kinds, file_name=options.file_name
    )
    kind = Kind(options.kind)
    content = write_report(make_report(project, kind, share), options.format)
    out = options.out or options.source.with_name(f"{options.source.stem}-{kind}.{options.format}")
    write_whole(out, content)
    say(f"{out.name}: {len(content):,} bytes")


def read_source(path: Path) -> Project:
    """Read results or a project, whichever the bytes are."""
    content = content_of(path)
    if content.startswith(ZIP_MARK):
        return read_project(content, path.name)
    try:
        return project_of_results(read_results(content.decode("utf-8")))
    except UnicodeDecodeError:
        raise ResultsError(f"{path.name}: neither a results file nor a project file") from None
