"""Which module reads which format; a module is imported when its format is met."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from typing import Protocol, cast

from core.errors import IntakeError
from core.intake.formats import Format
from core.intake.parsed import Parsed, Source
from core.intake.report import NO_CHOICES, ReadChoices


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


OF_COLUMNS = ("numbers", "texts")
"""Choices that every format takes."""
TAKEN = {
    Format.DELIMITED: ("encoding", "delimiter", "quote", "decimal", "thousands", "header", "header_row", "multiline"),
    Format.WORKBOOK: ("header", "header_row", "sheet"),
    Format.R: ("sheet",),
    **dict.fromkeys((Format.SPSS, Format.SPSS_PORTABLE, Format.STATA, Format.SAS, Format.SAS_TRANSPORT), ("encoding",)),
    **dict.fromkeys((Format.PARQUET, Format.ARROW, Format.OTHER_PACKAGE), ()),
}
"""Which other choices a format takes; an archive those of the file in it."""


def reader_of(form: Format, choices: ReadChoices = NO_CHOICES) -> Reader:
    """Return the reader of a format; an IntakeError says which of the choices changes nothing in it."""
    if form in TAKEN:
        taken = (*OF_COLUMNS, *TAKEN[form])
        for name in (field.name for field in fields(ReadChoices)):
            if name not in taken and getattr(choices, name) != getattr(NO_CHOICES, name):
                raise IntakeError(
                    f"{name} changes nothing in a file of this format ({form}); it takes {', '.join(taken)}"
                )
    return cast(Reader, import_module(READERS[form], __package__))
