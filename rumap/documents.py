"""A report, for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from core.commands import read_source
from core.reports import Kind, ShareOptions, check_packages, make_report, project_of_results, write_report
from rumap.results import Results


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
        target = Path(path)
        target.write_bytes(self.content)
        return target

    def __repr__(self) -> str:
        return f"<report, {self.format}, {len(self.content):,} bytes>"

    def _repr_html_(self) -> str:
        if self.format != "html":
            return escape(repr(self))
        page = escape(self.content.decode(), quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:600px;border:0"></iframe>'


def make_document(results: Any, kind: str, format: str, scenario: str) -> ReportFile:
    """Write a report; see ``rumap.report``."""
    check_packages(format)
    given = isinstance(results, Results)
    project = project_of_results(results.comparison) if given else read_source(Path(fspath(results)))
    options = ShareOptions(scenario)
    return ReportFile(write_report(make_report(project, Kind(kind), options), format), format)
