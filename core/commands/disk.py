"""Files of the command line: read by the answers given, their findings said; written whole or not at all."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.commands.terminal import put, say
from core.errors import CodebookError
from core.execution import locked
from core.intake import NO_CHOICES, Content, Finding, ReadChoices, Reading, read_alike, read_file, stored_at

READERS = 2
"""Files read at the same time, each in a process of its own."""

STANDARD_OUTPUT = Path("-")

ANSWER = re.compile(r"(?:(?P<file>.*):)?(?P<choice>[a-z_]++)=(?P<value>.*)", re.DOTALL)
SPOKEN = {"tab": "\t", "space": " "}
"""Marks that are hard to write on a command line."""


def read_all(paths: Sequence[Path], answers: Sequence[str]) -> list[Reading]:
    """Read microdata files side by side, the others as the first one was read; say what was found in them.

    Parameters
    ----------
    paths : sequence of Path
    answers : sequence of str
        To questions about them, as ``--read`` takes them.
    """
    names = [p.name for p in paths]
    for name in names:
        same = [p for p in paths if p.name == name]
        if len(same) > len({p.resolve() for p in same}):
            raise CodebookError(f"{name} is named twice; an original and its masked files are different files")
        if len(same) > 1:
            raise CodebookError(f"two files are called {name}; a codebook could not distinguish them: rename one")
    _refuse_own_folder(paths)
    with ThreadPoolExecutor(READERS) as pool:
        first, *others = pool.map(lambda path: read_one(path, choices=answers_for(path.name, answers)), paths)
        alike = pool.map(lambda path, other: read_alike(first, other, stored(path)), paths[1:], others)
        readings = [first, *alike]
    for reading in readings:
        say_findings(reading)
    return readings


def _refuse_own_folder(paths: Sequence[Path]) -> None:
    """Refuse a folder as one file of many parts where another file that is read lies in it."""
    for folder in paths:
        for inside in paths:
            if folder.is_dir() and folder.resolve() in inside.resolve().parents:
                raise CodebookError(f"{folder.name}: is the folder of {inside.name}; name the file that is meant")


def read_one(path: Path, name: str = "", choices: ReadChoices = NO_CHOICES) -> Reading:
    """Read one microdata file, under its own name or another one."""
    return read_file(name or path.name, stored(path), choices=choices)


def say_findings(reading: Reading) -> None:
    """Print the warnings and questions about a file, and its content other than records."""
    for finding in reading.report.findings:
        if finding.severity != "note" or finding.leftover:
            say_finding(reading, finding)


def say_finding(reading: Reading, finding: Finding) -> None:
    """Say one finding about a file."""
    name = reading.microdata.name
    say(f"{name}: {in_words(name, finding)}")


def in_words(name: str, finding: Finding) -> str:
    """Return how bad a finding about a file is, where, what was found, and how a question is answered."""
    place = f"{finding.column}: " if finding.column else ""
    return f"{finding.severity}: {place}{finding.message}{as_answer(name, finding)}"


def answers_for(name: str, answers: Sequence[str]) -> ReadChoices:
    """Return how a file is to be read: the answers for all files, and those that name this one.

    Raises
    ------
    CodebookError
        One is no ``[FILE:]CHOICE=VALUE``.
    IntakeError
        There is no such choice, or it cannot have this value.
    """
    choices = NO_CHOICES
    for file, choice, value in map(_parts, answers):
        if file in {"", name}:
            choices = choices.with_answer(choice, SPOKEN.get(value, value))
    return choices


def refuse_stray(options: argparse.Namespace) -> None:
    """Refuse an answer that is none, or about a file that the command does not read."""
    for _file, choice, value in map(_parts, options.answers):
        NO_CHOICES.with_answer(choice, SPOKEN.get(value, value))
    named = {file for file, _, _ in map(_parts, options.answers)} - {""}
    given = [part for value in vars(options).values() for part in (value if isinstance(value, list) else [value])]
    paths = [path for path in given if isinstance(path, Path)]
    if any(path.is_dir() for path in paths):
        return
    counts = [
        Path(text) for argument in getattr(options, "population", []) for text in (argument, _before_last(argument))
    ]
    for file in sorted(named - {path.name for path in (*paths, *counts)}):
        raise CodebookError(f"--read: {file!r} is no file of this command; name one without its folder")


def _before_last(argument: str) -> str:
    return argument.rpartition("=")[0]


def as_answer(name: str, finding: Finding) -> str:
    """Return the option that answers a question in another way than it was; empty where it is answered elsewhere."""
    if not finding.alternatives:
        return ""
    value = next((word for word, mark in SPOKEN.items() if mark == finding.alternatives[0]), finding.alternatives[0])
    return f" (--read {shlex.quote(f'{name}:{finding.choice}={value}')})"


def _parts(answer: str) -> tuple[str, str, str]:
    parts = ANSWER.fullmatch(answer)
    if parts is None:
        raise CodebookError(f"--read {answer!r} is no [FILE:]CHOICE=VALUE, such as masked.csv:header=false")
    return parts["file"] or "", parts["choice"], parts["value"]


def stored(path: Path) -> Content:
    """Return a file, or a folder, to be read where it lies; the bytes of what is neither, as of a pipe."""
    return stored_at(path) if path.is_file() or path.is_dir() else content_of(path)


def content_of(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CodebookError(f"{path.name}: cannot be opened ({error.strerror})") from None


def text_of(path: Path) -> str:
    """Return the text of a UTF-8 file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CodebookError(f"{path.name}: cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError:
        raise CodebookError(f"{path.name}: is no text in UTF-8; save it as such") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a whole file or none: a full disk must not leave half a result; ``-`` is standard output."""
    written = content.encode() if isinstance(content, str) else content
    if path == STANDARD_OUTPUT:
        put(written)
        return
    with locked(path) as file:
        file.replace(written)
