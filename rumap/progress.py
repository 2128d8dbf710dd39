"""How far a run is: a bar in a notebook, a line on a terminal, nothing in a script that nobody looks at."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from core.assessment import RunStep

CLEARED = "<span></span>"


def followed(steps: Iterable[RunStep], wanted: bool | None) -> Iterator[RunStep]:
    """Yield the steps of a run and show how far it is; the bar is gone at the end."""
    notebook = None if wanted is False else _notebook()
    terminal = notebook is None and (sys.stderr.isatty() if wanted is None else wanted)
    bar = None if notebook is None else notebook(_Html(CLEARED), display_id=True)
    for step in steps:
        yield step
        words = f"{step.done} of {step.total} {step.scenario}"
        if bar is not None:
            bar.update(_Html(f'<progress max="{step.total}" value="{step.done}"></progress> {step.done}/{step.total}'))
        elif terminal:
            sys.stderr.write(f"\r{words:<60.60}")
            sys.stderr.flush()
    if bar is not None:
        bar.update(_Html(CLEARED))
    elif terminal:
        sys.stderr.write("\r" + " " * 60 + "\r")


def say_in_script(lines: Iterable[str], wanted: bool | None) -> None:
    """Say on standard error what a notebook shows with the results."""
    if wanted is not False and _notebook() is None:
        sys.stderr.writelines(f"{line}\n" for line in lines)


class _Html:
    """What a notebook shows as HTML."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def _notebook() -> Any:
    """Return IPython's ``display`` where this runs in a notebook's kernel, else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return ipython.display.display if ipython is not None and hasattr(shell, "kernel") else None
