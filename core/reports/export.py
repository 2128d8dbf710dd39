"""A report made and written away from the page that asks for it, in steps that say how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from core.assessment import Comparison
from core.reports.package_formats import project_format
from core.reports.project import Project
from core.reports.publish import FORMATS, check_packages, make_report, write_report
from core.reports.report_model import Kind
from core.reports.shareable.share_options import ShareOptions

MADE = 0.2
"""Share of the work that putting the report together is, roughly: the rest is drawing and setting."""


@dataclass(frozen=True)
class ExportStep:
    """How far an export is.

    Parameters
    ----------
    share : float
        Of the work, what is done: 0 to 1.
    content : bytes
        The file, with the last step.
    """

    share: float
    content: bytes = b""


def export(
    project: Project, kind: Kind, options: ShareOptions, judged: Comparison | None, form: str
) -> Iterator[ExportStep]:
    """Make a report and write it in one format.

    Parameters
    ----------
    project, kind, options, judged
        As `make_report` takes them.
    form : str
        One of `FORMATS`, or of `project_formats`, dated today.

    Yields
    ------
    ExportStep

    Raises
    ------
    ReportError
        It cannot be made, or not be written here; the message says why.
    """
    check_packages(form)
    yield ExportStep(0.0)
    if form not in FORMATS:
        yield ExportStep(1.0, project_format(form, kind).write(project, kind, options, datetime.now(UTC).date()))
        return
    report = make_report(project, kind, options, judged)
    yield ExportStep(MADE)
    yield ExportStep(1.0, write_report(report, form))
