"""Figures as pictures, drawn in this process: no browser is started, and nobody outside is asked for anything."""

from __future__ import annotations

from collections.abc import Iterable

from core.errors import ReportError
from core.extras import not_installed
from core.reports.report_model import Figure
from core.reports.zip_archive import packed


def pictures(figures: Iterable[Figure], form: str) -> dict[str, bytes]:
    """Turn figures into pictures.

    Parameters
    ----------
    figures : iterable of Figure
    form : {"svg", "png"}

    Returns
    -------
    dict of str to bytes
        By figure name; the same figure gives the same bytes.

    Raises
    ------
    ReportError
        What draws them is not installed; the message says how it is.
    """
    if lacking := not_installed("report", ("matplotlib",)):
        raise ReportError(f"no picture is drawn: {lacking}")
    from core.reports.formats.drawn_figures import draw  # noqa: PLC0415 - matplotlib starts slowly

    return {f.name: draw(f, form) for f in figures}


def figures_zip(figures: Iterable[Figure]) -> bytes:
    """Return a zip with every figure as SVG and as PNG."""
    wanted = list(figures)
    return packed(
        (f"{name}.{form}", content) for form in ("svg", "png") for name, content in pictures(wanted, form).items()
    )
