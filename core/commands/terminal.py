"""Words on standard error: remarks, and how far a run is."""

from __future__ import annotations

import sys

from core.assessment import Step


def say(line: str) -> None:
    """Write one line on standard error."""
    sys.stderr.write(line + "\n")


def say_progress(step: Step) -> None:
    """Say how far the run is: on one line of a terminal, else a line for every finished family."""
    if on_terminal():
        say_over(f"{step.done}/{step.total} {step.scenario:<40.40}")
    elif step.measures:
        say(f"{step.done}/{step.total} {step.scenario or 'original'}: {', '.join(step.measures)}")


def on_terminal() -> bool:
    """Whether somebody looks on: lines may be written over each other."""
    return sys.stderr.isatty()


def say_over(line: str) -> None:
    """Write a line over the one before."""
    sys.stderr.write(f"\r{line}")
    sys.stderr.flush()
