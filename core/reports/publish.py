"""A report in the format that was asked for."""

from __future__ import annotations

from collections.abc import Callable

from core.assessment import Comparison
from core.charts import plotly_script
from core.errors import ReportError
from core.extras import not_installed
from core.reports.formats.figure_images import figures_zip
from core.reports.formats.html_document import write_html
from core.reports.formats.json_document import write_json
from core.reports.internal.internal_report import internal_report
from core.reports.project import Project
from core.reports.report_figures import internal_figures, shareable_figures
from core.reports.report_model import Kind, Report
from core.reports.shareable.share_checklist import checklist
from core.reports.shareable.share_options import ShareOptions
from core.reports.shareable.shareable_report import shareable_report
from core.wording import did_you_mean

NEEDED = {
    "docx": ("report", ("docx", "matplotlib")),
    "pdf": ("report", ("typst", "matplotlib")),
    "xlsx": ("report", ("xlsxwriter",)),
    "zip": ("report", ("matplotlib",)),
}
"""By format: the extra that brings what it needs, and the modules themselves."""


def why_not(form: str) -> str:
    """Return why a format cannot be written with what is installed; empty where it can."""
    return not_installed(*NEEDED[form]) if form in NEEDED else ""


def check_packages(form: str) -> None:
    """Check that what a format needs is installed, before anything is made.

    Raises
    ------
    ReportError
        It is not; the message says how it is installed.
    """
    if lacking := why_not(form):
        raise ReportError(f"the format {form} cannot be written: {lacking}")


def _word(report: Report) -> bytes:
    from core.reports.formats.word_document import write_word  # noqa: PLC0415 - of an extra

    return write_word(report)


def _pdf(report: Report) -> bytes:
    from core.reports.formats.pdf_document import write_pdf  # noqa: PLC0415 - of an extra

    return write_pdf(report)


def _workbook(report: Report) -> bytes:
    from core.reports.formats.workbook_document import write_workbook  # noqa: PLC0415 - of an extra

    return write_workbook(report)


FORMATS: dict[str, Callable[[Report], bytes]] = {
    "html": lambda report: write_html(report, plotly_script()).encode(),
    "docx": _word,
    "pdf": _pdf,
    "xlsx": _workbook,
    "json": lambda report: write_json(report).encode(),
    "zip": lambda report: figures_zip(report.figures()),
}
"""By ending: how a report becomes a file. ``zip`` holds its figures."""


def make_report(
    project: Project, kind: Kind, options: ShareOptions | None = None, judged: Comparison | None = None
) -> Report:
    """Make a report with its figures.

    Parameters
    ----------
    project : Project
    kind : Kind
    options : ShareOptions or None
        Of the shareable report; the scenario named in them holds for the internal one, too.
    judged : Comparison or None
        For the internal report: results with records counted above the purpose's own threshold.

    Raises
    ------
    ReportError
        Nothing was measured, or something that must not be shared is in a shareable report.
    """
    asked = options or ShareOptions()
    if kind is Kind.INTERNAL:
        return internal_report(project, internal_figures(project, asked.scenario), judged, asked.scenario)
    report = shareable_report(project, asked, shareable_figures(project, asked))
    broken = [p for p in checklist(report, project, asked) if not p.kept]
    if broken:
        broken_points = "; ".join(f"{p.statement}: {p.found}" for p in broken)
        raise ReportError(f"the shareable report would hold what it must not ({broken_points})")
    return report


def write_report(report: Report, form: str) -> bytes:
    """Write a report; ReportError for a format that there is not, or whose packages are not installed."""
    if form not in FORMATS:
        raise ReportError(
            f"there is no format {form!r}{did_you_mean(form, FORMATS)}; choose one of {', '.join(FORMATS)}"
        )
    check_packages(form)
    return FORMATS[form](report)
