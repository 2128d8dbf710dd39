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
    Format.WORKBOOK: "core.intake.workbook.reader",
    Format.PARQUET: "core.intake.arrow.parquet",
    Format.ARROW: "core.intake.arrow.arrow_file",
    Format.SPSS: "core.intake.labelled.reader",
    Format.SPSS_PORTABLE: "core.intake.labelled.reader",
    Format.STATA: "core.intake.labelled.reader",
    Format.SAS: "core.intake.labelled.reader",
    Format.SAS_TRANSPORT: "core.intake.labelled.reader",
    Format.R: "core.intake.r_data.reader",
    Format.GZIP: "core.intake.archives",
    Format.ZIP: "core.intake.archives",
}


def reader_of(form: Format) -> Reader:
    """Return the reader of a format."""
    return cast(Reader, import_module(READERS[form]))
