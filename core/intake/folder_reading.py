"""All files of a folder -> one table, inside the reader's process."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from core.errors import Malformed, UnknownFormat
from core.intake.checks.before_reading import READ_BY_BLOCKS, check_before_reading
from core.intake.folder_parts.alike import in_part
from core.intake.folder_parts.partitions import with_partitions
from core.intake.formats import Format
from core.intake.leftovers import with_leftovers
from core.intake.limits import Limits
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of, with_numbers_in_texts
from core.intake.reading_progress import ReportProgress
from core.intake.report import ReadChoices
from core.intake.stored.stored_file import digest_of_parts, view_of


class GivenPart(NamedTuple):
    """A file of a folder as the reader's process is given it: its name, its descriptor and its size."""

    name: str
    file: int
    size: int


class PartsReader(Protocol):
    """A module that reads several files of one format as one table."""

    def read_parts(self, sources: Sequence[Source]) -> Parsed:
        """Read the files; raise an IntakeError that names the file and says what to correct."""


def read_folder(
    parts: Sequence[GivenPart], limits: Limits, choices: ReadChoices, on_progress: ReportProgress
) -> tuple[Parsed, str]:
    """Return the table of a folder, and the SHA-256 of the folder.

    Raises
    ------
    IntakeError
        Names the file; also where the files are of several formats, or of one that is read whole.
    """
    sources, forms = [], []
    for part in parts:
        with in_part(part.name):
            view = view_of(part.file, part.size)
            forms.append(check_before_reading(part.name, view, limits))
        sources.append(Source(part.name, view, 0, limits, choices, on_progress))
    form = _one_format(parts, forms)
    parsed = with_partitions(
        cast(PartsReader, reader_of(form, choices)).read_parts(sources), [part.name for part in parts], limits, choices
    )
    parsed = with_numbers_in_texts(parsed, choices)
    for source in sources:
        parsed = with_leftovers(parsed, source)
    once = tuple(dict.fromkeys(parsed.report.findings))
    parsed = dataclasses.replace(parsed, report=dataclasses.replace(parsed.report, findings=once))
    return parsed, digest_of_parts([(source.name, source.content) for source in sources])


def _one_format(parts: Sequence[GivenPart], forms: Sequence[Format]) -> Format:
    for part, form in zip(parts, forms, strict=True):
        if form is not forms[0]:
            raise Malformed(
                f"{part.name} is {form.value}, {parts[0].name} is {forms[0].value}; "
                "leave nothing in the folder but the files of one table, all of one format"
            )
    if forms[0] not in READ_BY_BLOCKS:
        raise UnknownFormat(
            f"a folder of files is read where they are delimited text, Parquet or Feather, not {forms[0].value}; "
            "save them as one of these, or as one file"
        )
    return forms[0]
