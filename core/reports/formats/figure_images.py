"""Figures as pictures, drawn in this process: no browser is started, and nobody outside is asked for anything."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

from core.reports.report_model import Figure

EARLIEST = (1980, 1, 1, 0, 0, 0)


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
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for form in ("svg", "png"):
            for name, content in pictures(wanted, form).items():
                archive.writestr(zipfile.ZipInfo(f"{name}.{form}", EARLIEST), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
