"""Reports with their figures: what charts draw and reports write, put together for pages and command line."""

from core.publishing.figures import internal_figures, shareable_figures
from core.publishing.publish import FORMATS, make_report, write_report

__all__ = ["FORMATS", "internal_figures", "make_report", "shareable_figures", "write_report"]
