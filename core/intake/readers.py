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
    Format.DELIMITED: ".delimited.reader",
    Format.WORKBOOK: ".workbook.reader",
    Format.PARQUET: ".arrow.parquet",
    Format.ARROW: ".arrow.arrow_file",
    Format.SPSS: ".labelled.reader",
    Format.SPSS_PORTABLE: ".labelled.reader",
    Format.STATA: ".labelled.reader",
    Format.SAS: ".labelled.reader",
    Format.SAS_TRANSPORT: ".labelled.reader",
    Format.R: ".r_data.reader",
    Format.GZIP: ".archives",
    Format.ZIP: ".archives",
    Format.OTHER_PACKAGE: ".other_packages",
}


def reader_of(form: Format) -> Reader:
    """Return the reader of a format."""
    return cast(Reader, import_module(READERS[form], __package__))
