"""A report as PDF, where the libraries for it are installed."""

from __future__ import annotations

from core.errors import ReportError
from core.reports.formats.figure_images import pictures
from core.reports.formats.html_document import write_print_html
from core.reports.report_model import Report
from core.wording import _

MISSING = _(
    "PDF needs the Pango libraries, which are not installed here (Debian: libpango-1.0-0, libpangoft2-1.0-0): "
    "choose HTML and print it from the browser, or Word"
)


def write_pdf(report: Report) -> bytes:
    """Write a report as PDF; nothing but what is in it is ever opened.

    Raises
    ------
    ReportError
        The libraries are not installed.
    """
    try:
        from weasyprint import HTML  # noqa: PLC0415 - its libraries may be missing
        from weasyprint.urls import URLFetcher  # noqa: PLC0415
    except (ImportError, OSError):
        raise ReportError(MISSING) from None
    html = write_print_html(report, pictures(report.figures(), "svg"), "svg")
    content = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=("data",))).write_pdf()
    if not isinstance(content, bytes):
        raise ReportError(_("the PDF could not be written"))
    return content


def pdf_problem() -> str:
    """Return why no PDF can be written here; empty where it can."""
    try:
        import weasyprint  # noqa: PLC0415, F401
    except (ImportError, OSError):
        return MISSING
    return ""
