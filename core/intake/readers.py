"""Which module reads which format; a module is imported when its format is met."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from core.intake.formats import Format
from core.intake.parsed import Parsed, Source


class Reader(Protocol):
    """A module that reads one format."""

    def read(self, source: Source) -> Parsed:
        """Read a file; raise an IntakeError that says what to mend."""


READERS = {
    Format.DELIMITED: "core.intake.delimited.reader",
    Format.PARQUET: "core.intake.parquet",
}


def reader_of(form: Format) -> Reader:
    """Return the reader of a format."""
    return cast(Reader, import_module(READERS[form]))
