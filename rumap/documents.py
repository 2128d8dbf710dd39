"""A report, for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from core.commands import read_source
from core.reports import (
    FORMATS,
    Kind,
    Project,
    ShareOptions,
    check_packages,
    make_report,
    project_of_results,
    write_report,
)
from rumap.arguments import one_of, path_in
from rumap.results import Results
from rumap.saving import write


@dataclass(frozen=True)
class ReportFile:
    """A report as a file.

    Parameters
    ----------
    content : bytes
    format : str
        Its ending.
    """

    content: bytes
    format: str

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the report; return its path."""
        return write(path, self.content)

    def __repr__(self) -> str:
        return f"<report, {self.format}, {len(self.content):,} bytes>"

    def _repr_html_(self) -> str:
        if self.format != "html":
            return escape(repr(self))
        page = escape(self.content.decode(), quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:600px;border:0"></iframe>'


def make_document(results: Any, kind: str, format: str, scenario: str) -> ReportFile:
    """Write a report; see ``rumap.report``."""
    kind = one_of("kind", kind, Kind, "; report(...).save(path) writes it to a file")
    form = one_of("format", format, FORMATS)
    check_packages(form)
    measured = isinstance(results, Results)
    project = project_of_results(results.comparison) if measured else read_source(path_in("results", results))
    _refuse_unknown_file(scenario, project)
    return ReportFile(write_report(make_report(project, Kind(kind), ShareOptions(scenario)), form), form)


def _refuse_unknown_file(scenario: Any, project: Project) -> None:
    files = () if project.comparison is None else project.comparison.scenarios
    if scenario != "" and scenario not in [file.file for file in files]:
        one_of("scenario", scenario, [file.name for file in files])
