"""Words on standard error: remarks, and how far a run is."""

from __future__ import annotations

import sys

from core.assessment import Step


def say(line: str) -> None:
    """Write one line on standard error."""
    sys.stderr.write(line + "\n")


def say_about(step: Step, linked: str | None) -> None:
    """Say how a masked file was linked and which of its variables cannot be compared."""
    if not step.position:
        return
    if step.about.links and linked not in (None, "none"):
        say(f"{step.file}: {step.about.links}")
    for variable in step.about.variables:
        if variable.problem:
            say(f"{step.file}: {variable.name}: {variable.problem}")


def say_progress(step: Step) -> None:
    """Say how far the run is: on one line of a terminal, else a line for every finished family."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{step.done}/{step.total} {step.scenario:<40.40}")
        sys.stderr.flush()
    elif step.measures:
        say(f"{step.done}/{step.total} {step.scenario or 'original'}: {', '.join(step.measures)}")
