"""Figures as pictures, drawn in this process: no browser is started, and nobody outside is asked for anything."""

from __future__ import annotations

from collections.abc import Iterable

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
    """
    from core.reports.formats.drawn_figures import draw  # noqa: PLC0415 - matplotlib starts slowly

    return {f.name: draw(f, form) for f in figures}


def figures_zip(figures: Iterable[Figure]) -> bytes:
    """Return a zip with every figure as SVG and as PNG."""
    wanted = list(figures)
    return packed(
        (f"{name}.{form}", content) for form in ("svg", "png") for name, content in pictures(wanted, form).items()
    )
