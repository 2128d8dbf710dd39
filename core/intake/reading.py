"""A file's bytes -> microdata and a report: cheap checks here, everything else in a child process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from core.data import MISSING_TOKENS, Microdata
from core.errors import IntakeError
from core.intake.checks.before_reading import check_before_reading
from core.intake.formats import display_name
from core.intake.limits import Limits, limits_in_force, refuse_large
from core.intake.parsed import Parsed
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Reading, Severity
from core.intake.sandbox import run_reader, run_reader_of_folder, run_reader_of_stored
from core.intake.stored import stored_file
from core.intake.stored.stored_file import HANDED_OVER, Content, StoredFile, StoredFolder, digest_of
from core.wording import did_you_mean

MARKS = frozenset({"decimal", "thousands"})
"""Choices about the marks in numbers."""


def read_file(name: str, content: Content, limits: Limits | None = None, choices: ReadChoices = NO_CHOICES) -> Reading:
    """Read a microdata file.

    Safe to call from several threads at once; each call starts a process of its own.

    Parameters
    ----------
    name : str
        The file's name, for its ending and for display; a path or URL in it is cut off, nothing is opened.
    content : bytes, StoredFile or StoredFolder
        The whole file; one on a disk is read where it lies, and the files of a folder as one table.
    limits : Limits or None
        None: the limits in force.
    choices : ReadChoices
        The officer's answers to questions of an earlier report.

    Returns
    -------
    Reading
        The microdata, and how they were read.

    Raises
    ------
    NothingInside, UnknownFormat, Malformed, LimitExceeded
        The message names the file, the place and the remedy, and quotes no value.
    """
    shown = display_name(name)
    try:
        limits = limits_in_force() if limits is None else limits
        parsed, digest = _parsed(shown, content, limits, choices)
    except IntakeError as refusal:
        raise type(refusal)(f"{shown}: {refusal}") from None
    microdata = Microdata(
        shown,
        parsed.columns,
        parsed.report.n_rows,
        digest,
        parsed.labels,
        parsed.value_labels,
        parsed.user_missing,
    )
    said = [*parsed.report.findings, *_without_effect(microdata, choices)]
    return Reading(microdata, replace(parsed.report, findings=tuple(said)), choices)


def _without_effect(microdata: Microdata, choices: ReadChoices) -> list[Finding]:
    """Return what is to be said of answers about columns that change nothing."""
    named = [(choice, name) for choice in ("numbers", "texts") for name in getattr(choices, choice)]
    return [
        Finding(Severity.WARNING, f"{choice} names {name!r}, {why}")
        for choice, name in named
        if (why := _why_nothing_changes(microdata, choice, name))
    ]


def _why_nothing_changes(microdata: Microdata, choice: str, name: str) -> str:
    """Return why an answer about a column changes nothing; empty where it does."""
    column = microdata.columns.get(name)
    if column is None:
        return f"which is no column of this file{did_you_mean(name, microdata.columns)}"
    if column.is_empty().all() or (column.number_store is None) == (choice == "texts"):
        return ""
    return "of which no cell is a number" if choice == "numbers" else "which the file holds as numbers: it stays so"


def _parsed(name: str, content: Content, limits: Limits, choices: ReadChoices) -> tuple[Parsed, str]:
    """Return what a reader found in a file, and the file's SHA-256."""
    if isinstance(content, StoredFolder):
        if not HANDED_OVER:
            raise IntakeError("on this system folders are not read as one file; put their files into one")
        with content.opened() as parts:
            return run_reader_of_folder(parts, limits, choices)
    if isinstance(content, StoredFile):
        with content.opened() as (file, size):
            if HANDED_OVER and size > stored_file.COPIED:
                return run_reader_of_stored(name, file, size, limits, choices)
            refuse_large(size, limits)
            content = stored_file.whole(file, size)
    form = check_before_reading(name, content, limits)
    return run_reader(name, form, content, limits, choices), digest_of(content)


def read_alike(original: Reading, masked: Reading, content: Content) -> Reading:
    """Read a masked file as its original was: what the original answers is not asked again.

    Codes of the original are kept as written where the masked file holds numbers (its 10.10 alone would become 10.1);
    decimal and thousands marks are those under which its numbers are the original's.

    Parameters
    ----------
    original, masked : Reading
        As each of them was read by itself.
    content : bytes, StoredFile or StoredFolder
        Of the masked file; only a text file still holds what was written.

    Raises
    ------
    IntakeError
        As `read_file`.
    """
    columns, choices = masked.microdata.columns, masked.choices
    apart = tuple(
        name
        for name in original.report.codes
        if name in columns and columns[name].numbers is not None and name not in choices.numbers
    )
    if apart and masked.report.decimal is not None:
        masked = _again(masked, content, replace(choices, texts=(*choices.texts, *apart)))
    masked = _marks_answered(original, masked, content)
    return _with_findings(masked, tuple(f for f in masked.report.findings if not _treats_as_missing(original, f)))


def _again(masked: Reading, content: Content, choices: ReadChoices) -> Reading:
    again = read_file(masked.microdata.name, content, choices=choices)
    if again.microdata.sha256 != masked.microdata.sha256:
        raise IntakeError(f"{masked.microdata.name}: it changed while it was read; choose it again")
    return again


def _marks_answered(original: Reading, masked: Reading, content: Content) -> Reading:
    """Return a file without questions about the marks in its numbers where the original's numbers answer them."""
    asked = [f for f in masked.report.findings if f.choice in MARKS and f.severity is Severity.QUESTION]
    if not asked or _has_its_numbers(original.microdata, masked.microdata):
        return _with_findings(masked, tuple(f for f in masked.report.findings if f not in asked))
    for choice, mark in dict.fromkeys((f.choice, f.alternatives[0]) for f in asked):
        chosen: Mapping[str, Any] = {choice: mark}
        other = _again(masked, content, replace(masked.choices, **chosen))
        if _has_its_numbers(original.microdata, other.microdata):
            new = {*MARKS, "texts"}  # whether these are numbers at all is answered too
            before = set(masked.report.findings) - set(asked)
            kept = (f for f in other.report.findings if f.choice not in new or f in before)
            return _with_findings(other, tuple(kept))
    return masked


def _treats_as_missing(original: Reading, finding: Finding) -> bool:
    """Whether texts of a masked column count as missing anyway: the original has the column, and no such category.

    What the original has as a category is asked about there, once for all files.
    """
    column = original.microdata.columns.get(finding.column or "")
    if not finding.missing_like or column is None:
        return False
    asked = {text for f in original.report.findings if f.column == finding.column for text in f.missing_like}
    return all(text in asked or (text in MISSING_TOKENS - set(column.labels)) for text in finding.missing_like)


def _has_its_numbers(original: Microdata, masked: Microdata) -> bool:
    """Whether half of the different numbers in a masked file, in the columns of both, are the original's at least."""
    every, known = 0, 0
    for name in original.columns.keys() & masked.columns.keys():
        own, other = original.columns[name].distinct_numbers(), masked.columns[name].distinct_numbers()
        every, known = every + len(other), known + int(np.isin(other, own).sum())
    return every > 0 and 2 * known >= every


def _with_findings(reading: Reading, findings: tuple[Finding, ...]) -> Reading:
    """Return a reading with these findings; the same one where they are its own."""
    if findings == reading.report.findings:
        return reading
    return replace(reading, report=replace(reading.report, findings=findings))
