"""Figures as pictures: by a browser where one is installed, else drawn plainly."""

from __future__ import annotations

import atexit
import io
import os
import shutil
import threading
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.reports.report_model import Figure
from core.wording import _

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
WIDTH, SCALE = 760, 2
SECONDS = 60
"""How long one figure may take in the browser."""

PLAIN = _("No browser was found, so figures are drawn plainly: install Chromium, or set BROWSER_PATH.")
FAILED = _("The browser could not draw the figures, so they are drawn plainly.")
EARLIEST = (1980, 1, 1, 0, 0, 0)

_lock = threading.Lock()


@dataclass(frozen=True)
class Pictures:
    """Pictures by figure name, and what a reader should know about them (empty: nothing)."""

    by_name: dict[str, bytes]
    notice: str = ""


def pictures(figures: Iterable[Figure], form: str) -> Pictures:
    """Turn figures into pictures.

    Parameters
    ----------
    figures : iterable of Figure
    form : {"svg", "png"}
    """
    wanted = list(figures)
    path = browser_path()
    if path and wanted:
        try:
            return Pictures({f.name: _by_browser(f, form, path) for f in wanted})
        except (OSError, RuntimeError, ValueError, TimeoutError):
            return Pictures(_drawn(wanted, form), FAILED)
    return Pictures(_drawn(wanted, form), PLAIN if wanted else "")


def figures_zip(figures: Iterable[Figure]) -> bytes:
    """Return a zip with every figure as SVG and as PNG."""
    wanted = list(figures)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for form in ("svg", "png"):
            found = pictures(wanted, form)
            for name, content in found.by_name.items():
                archive.writestr(zipfile.ZipInfo(f"{name}.{form}", EARLIEST), content, zipfile.ZIP_DEFLATED)
            if found.notice and form == "svg":
                archive.writestr(zipfile.ZipInfo("notice.txt", EARLIEST), found.notice + "\n")
    return buffer.getvalue()


def browser_path() -> str:
    """Return where a browser is: as BROWSER_PATH says, else on the search path; "" where there is none."""
    named = os.environ.get("BROWSER_PATH", "")
    if named:
        return named if Path(named).is_file() else ""
    return next((found for name in BROWSERS if (found := shutil.which(name))), "")


def _drawn(figures: list[Figure], form: str) -> dict[str, bytes]:
    from core.reports.drawn_figures import draw  # noqa: PLC0415 - matplotlib starts slowly

    return {f.name: draw(f, form) for f in figures}


def _by_browser(figure: Figure, form: str, path: str) -> bytes:
    import kaleido  # noqa: PLC0415 - starts slowly, and is not needed where there is no browser

    with _lock:
        _start(path)
        size = {"format": form, "width": WIDTH, "height": figure.height, "scale": SCALE if form == "png" else 1}
        found = kaleido.calc_fig_sync(dict(figure.spec), opts=size)
    if not isinstance(found, bytes):
        raise TypeError("the browser gave no picture")
    return found


@cache
def _start(path: str) -> None:
    """Start one worker, once; without MathJax, which would be fetched from the network."""
    import kaleido  # noqa: PLC0415

    page = kaleido.PageGenerator(mathjax=False)
    kaleido.start_sync_server(n=1, path=path, page_generator=page, timeout=SECONDS, silence_warnings=True)
    atexit.register(kaleido.stop_sync_server, silence_warnings=True)
