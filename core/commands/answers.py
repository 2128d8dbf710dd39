"""``--read``: the questions about a file answered on the command line, as on the Files page."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from core.errors import CodebookError
from core.intake import NO_CHOICES, Finding, ReadChoices

ANSWER = re.compile(r"(?:(?P<file>.*):)?(?P<choice>[a-z_]++)=(?P<value>.*)", re.DOTALL)
SPOKEN = {"tab": "\t", "space": " "}
"""Marks that are hard to write on a command line."""


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
    """Refuse an answer about a file that the command does not read."""
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
