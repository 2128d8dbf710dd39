"""How a file that the command line wrote is recognised, so that it may be written anew without being asked.

A masked CSV and a report in HTML, Word, PDF or a spreadsheet carry no mark: they are never recognised.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from core.decision import ReleaseRecord
from core.errors import ProjectError
from core.intake import limits_in_force
from core.reports import RECORDS_FORMAT, read_project, read_register

HEAD = 64
"""Bytes at the beginning of a file that show a JSON document's format."""

LARGEST_FOOTER = 2**20
"""Bytes of a Parquet file's footer that are looked at."""

CODEBOOK_MARK = "# Codebook drafted by R-U Map; SHA-256 of the lines below: "


class OutputKind(Enum):
    """What an output is; only a file of the same kind is written anew."""

    RESULTS = "results"
    SWEEP = "outcomes of a sweep"
    REPORT_JSON = "a report as JSON"
    CODEBOOK = "a codebook that nobody has changed since it was written"
    PROJECT = "a project without notes, decision or sign-off"
    RECORDS = "risks of records"
    REGISTER = "a register of releases"
    KEPT_RUN = "a run that was stopped"
    UNMARKED = ""

    @property
    def is_text(self) -> bool:
        """Whether a terminal can show it."""
        return self not in (OutputKind.PROJECT, OutputKind.RECORDS, OutputKind.REGISTER)


def is_own(path: Path, kind: OutputKind) -> bool:
    """Whether this program wrote an existing file as an output of this kind; OSError where it cannot be read."""
    return kind in RECOGNISED and RECOGNISED[kind](path)


def marked_codebook(text: str) -> str:
    """Return a codebook with a first line that shows whether anybody has changed it since."""
    return f"{CODEBOOK_MARK}{hashlib.sha256(text.encode()).hexdigest()}\n{text}"


def _is_codebook(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(2 * HEAD).rstrip(b"\n")
        if not first.startswith(CODEBOOK_MARK.encode()):
            return False
        return first == f"{CODEBOOK_MARK}{hashlib.file_digest(file, 'sha256').hexdigest()}".encode()


def _is_document(name: str) -> Callable[[Path], bool]:
    pattern = re.compile(rb'\{\s{0,4}"format": "%s/\d{1,3}"' % re.escape(name.encode()))

    def begins_with_format(path: Path) -> bool:
        with path.open("rb") as file:
            return pattern.match(file.read(HEAD)) is not None

    return begins_with_format


def _is_project(path: Path) -> bool:
    if path.stat().st_size > limits_in_force().document_bytes:
        return False
    try:
        return read_project(path.read_bytes()).record == ReleaseRecord()
    except ProjectError:
        return False


def _is_register(path: Path) -> bool:
    if path.stat().st_size > limits_in_force().document_bytes:
        return False
    try:
        read_register(path.read_bytes())
    except ProjectError:
        return False
    return True


def _is_records(path: Path) -> bool:
    """Whether the footer of a Parquet file, which comes before its length and the magic number, holds the mark."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - LARGEST_FOOTER, 0))
        end = file.read()
    length = int.from_bytes(end[-8:-4], "little")
    return end[-4:] == b"PAR1" and RECORDS_FORMAT.encode() in end[-8 - length : -8]


RECOGNISED: dict[OutputKind, Callable[[Path], bool]] = {
    OutputKind.RESULTS: _is_document("ru-map"),
    OutputKind.KEPT_RUN: _is_document("ru-map-run"),
    OutputKind.SWEEP: _is_document("ru-map-sweep"),
    OutputKind.REPORT_JSON: _is_document("ru-map-report"),
    OutputKind.CODEBOOK: _is_codebook,
    OutputKind.PROJECT: _is_project,
    OutputKind.RECORDS: _is_records,
    OutputKind.REGISTER: _is_register,
}
