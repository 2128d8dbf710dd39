"""A file's bytes -> microdata and a report: cheap checks here, everything else in a child process."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from core.data import Microdata
from core.errors import IntakeError, LimitExceeded, NothingInside
from core.intake.arrow.footer_checks import MARKS, check_footer
from core.intake.formats import UTF_MARKS, Format, display_name, recognise
from core.intake.limits import Limits, limits_in_force, refuse_large
from core.intake.report import NO_CHOICES, ReadChoices, Reading
from core.intake.sandbox import run_reader
from core.intake.zip_checks import ZIP, check_archive


def read_file(name: str, content: bytes, limits: Limits | None = None, choices: ReadChoices = NO_CHOICES) -> Reading:
    """Read a microdata file.

    Safe to call from several threads at once; each call starts a process of its own.

    Parameters
    ----------
    name : str
        The file's name, for its ending and for display; a path or URL in it is cut off, nothing is opened.
    content : bytes
        The whole file.
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
        form = check_before_reading(shown, content, limits)
        parsed = run_reader(shown, form, content, limits, choices)
    except IntakeError as refusal:
        raise type(refusal)(f"{shown}: {refusal}") from None
    digest = hashlib.sha256(content).hexdigest()
    microdata = Microdata(
        shown,
        parsed.columns,
        parsed.report.n_rows,
        digest,
        parsed.labels,
        parsed.value_labels,
        parsed.user_missing,
    )
    return Reading(microdata, parsed.report, choices)


def read_alike(original: Reading, masked: Reading, content: bytes) -> Reading:
    """Read a masked file again where it holds numbers and the original codes: its 10.10 alone would become 10.1.

    Parameters
    ----------
    original, masked : Reading
        As each of them was read by itself.
    content : bytes
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
    if not apart or masked.report.decimal is None:
        return masked
    return read_file(masked.microdata.name, content, choices=replace(choices, texts=(*choices.texts, *apart)))


def check_before_reading(name: str, content: bytes, limits: Limits) -> Format:
    """Refuse what needs no reader to be refused; return the format."""
    if not content or content in UTF_MARKS:
        raise NothingInside("the file is empty; choose another file")
    refuse_large(len(content), limits)
    form = recognise(name, content)
    if form is Format.DELIMITED:
        _refuse_long_line(content, limits.line_bytes)
    if content.startswith(ZIP):
        check_archive(content, limits)
    if form in MARKS and content.startswith(MARKS[form]):
        check_footer(form, content, limits)
    return form


def _refuse_long_line(content: bytes, longest: int) -> None:
    """Look for a line end in every window of the largest size; each window begins behind the last end."""
    start = 0
    while len(content) - start > longest:
        end = max(content.rfind(mark, start, start + longest + 1) for mark in (b"\n", b"\r"))
        if end < 0:
            line = content.count(b"\n", 0, start) + 1
            raise LimitExceeded(
                f"line {line:,} is longer than the {longest:,} bytes allowed; look for missing line ends"
            )
        start = end + 1
