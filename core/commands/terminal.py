"""Words on standard error: remarks, and how far a run is; documents on standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from core.assessment import LEFT_OUT, RunStep
from core.errors import OutputError
from core.intake import left_out_readers
from core.masking import left_out_methods

_HEARD: ContextVar[list[str] | None] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[list[str]]:
    """Gather what is said in a list, for a notebook to show, instead of writing it; in this thread alone."""
    lines: list[str] = []
    before = _HEARD.set(lines)
    try:
        yield lines
    finally:
        _HEARD.reset(before)


def say(line: str) -> None:
    """Write one line on standard error, or tell it to whoever gathers lines."""
    gathered = _HEARD.get()
    if gathered is None:
        sys.stderr.write(line + "\n")
    else:
        gathered.append(line)


def say_left_out() -> None:
    """Say what other packages offer and is left out, and why."""
    for left_out in (*LEFT_OUT, *left_out_methods(), *left_out_readers()):
        say(str(left_out))


def put(content: bytes) -> None:
    """Write on standard output; OutputError where nobody reads it any more, or a disk is full."""
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except OSError as error:
        # what is left in the buffer would fail once more when the program ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise OutputError(f"standard output: cannot be written ({error.strerror})") from None


def say_progress(step: RunStep) -> None:
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
