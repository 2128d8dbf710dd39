"""Words on standard error: remarks, and how far a run is; documents on standard output."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from core.assessment import LEFT_OUT, RunStep, seconds_left
from core.errors import OutputError
from core.intake import left_out_readers
from core.masking import left_out_methods
from core.reports import harmless
from core.wording import written_out

BAR = 24
TELLING = 2.0
"""Seconds after which the time left of a run can be estimated."""
LONGEST = 2_000
"""Characters of an error; names that it quotes may be longer."""
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
    """Write one line on standard error, or give it to whatever gathers lines; names in it command no terminal."""
    _say(written_out(line))


def _say(line: str) -> None:
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


def put_records(head: Sequence[str], rows: Iterable[Sequence[object]], *, as_json: bool) -> None:
    """Write a table on standard output: with its head, or as JSON, a list of objects by the names of the columns."""
    if not as_json:
        put_table([head, *rows])
        return
    records = [dict(zip(head, row, strict=True)) for row in rows]
    put((json.dumps(records, indent=1, ensure_ascii=False, allow_nan=False, default=str) + "\n").encode())


def put_table(rows: Iterable[Iterable[object]]) -> None:
    """Write rows on standard output, tabs between cells: names in them command no terminal and no spreadsheet."""
    put("".join("\t".join(map(_cell, row)) + "\n" for row in rows).encode())


def _cell(content: object) -> str:
    return harmless(written_out(content)) if isinstance(content, str) else "" if content is None else str(content)


def say_error(line: str) -> None:
    """Say why a command ends; in red on a terminal, where nobody has set NO_COLOR."""
    mark = "error:"
    if on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        mark = f"\x1b[31m{mark}\x1b[0m"
    _say(f"{mark} {written_out(line if len(line) <= LONGEST else line[: LONGEST - 1] + '…')}")


def say_progress(step: RunStep) -> None:
    """Say how far the run is: a bar on a terminal, else a line for every finished family."""
    if on_terminal():
        say_over(_bar(step, shutil.get_terminal_size().columns - 1))
    elif step.measures:
        say(f"{step.done}/{step.total} {step.scenario or 'original'}: {', '.join(step.measures)}")


def _bar(step: RunStep, width: int) -> str:
    """Return a line of a terminal: the share done, pieces, the time left where it can be estimated, the file."""
    share = step.done / step.total if step.done == step.total else step.share
    done = round(share * BAR)
    left = ""
    if 0 < step.share < 1 and step.seconds >= TELLING:
        left = f", about {seconds_left(0.0, 1 - step.share, step.share, step.seconds):,.0f} s left"
    line = (
        f"[{'#' * done}{'.' * (BAR - done)}] {share:4.0%} {step.done}/{step.total}{left} {written_out(step.scenario)}"
    )
    return f"{line:<{width}.{width}}"


def on_terminal() -> bool:
    """Whether somebody looks on: lines may be written over each other."""
    return _HEARD.get() is None and sys.stderr.isatty()


def say_over(line: str) -> None:
    """Write a line over the one before."""
    sys.stderr.write(f"\r{line}")
    sys.stderr.flush()
