"""Files of statistical programs opened by pyreadstat: what they say about their variables, and their cells."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import Any

# The public functions take no ``user_missing`` for portable and transport files, and would lose their codes.
from pyreadstat._readstat_parser import (  # type: ignore[import-not-found]
    PyreadstatError,
    ReadstatError,
    parser_entry_point,
)

from core.errors import Malformed, NothingInside
from core.intake.formats import Format
from core.intake.labelled.record_counts import refuse_ends_elsewhere, refuse_more_records
from core.intake.labelled.sas_records import blank_records, refuse_other_page_count, transport_counts
from core.intake.labelled.spss_end import refuse_behind_records
from core.intake.limits import Limits, refuse_cells, refuse_table
from core.intake.parsed import Source
from core.intake.report import Finding, Severity

PARSERS = {
    Format.SPSS: "sav/zsav",
    Format.SPSS_PORTABLE: "por",
    Format.STATA: "dta",
    Format.SAS: "sas7bdat",
    Format.SAS_TRANSPORT: "xport",
}
CELLS_AT_ONCE = 4_000_000
"""Cells that are in memory as Python objects at the same time."""
FALLBACK, EVERY_BYTE = "cp1252", "iso-8859-1"
HEADER_BYTES = 92
LAYOUT, COMPRESSION, BIAS = slice(64, 68), slice(72, 76), slice(84, 92)
"""Places in the header of an SPSS system file."""
LAYOUTS = (2, 3)
USUAL_BIAS = 100
BAD_BYTES = "invalid byte sequence"


class LabelledFile:
    """A file of a statistical program in memory.

    Attributes
    ----------
    meta : pyreadstat metadata
        Names, labels, formats and missing codes of the variables.
    findings : list of Finding
    """

    def __init__(self, source: Source, form: Format) -> None:
        refuse_ends_elsewhere(form, source.content, source.start)
        self._content = io.BytesIO(memoryview(source.content)[source.start :])
        if form is Format.SPSS:
            _refuse_other_bias(self._content.getbuffer()[:HEADER_BYTES])
        self._form = form
        self._encoding = source.choices.encoding
        self.findings: list[Finding] = []
        self._counts = range(0)
        self.meta = self._open()
        self._refuse_other_count(source)

    def _open(self) -> Any:
        return self._parse_in_an_encoding(metadataonly=True)[1]

    def _refuse_other_count(self, source: Source) -> None:
        """Refuse a file that holds another number of records than its header counts."""
        if self._form is Format.SAS_TRANSPORT:
            self._counts = transport_counts(source.content, source.start)
        elif self._form is Format.SAS:
            self.findings += refuse_other_page_count(source.content, source.start, self.meta.number_rows)
        else:
            refuse_more_records(self._form, self._content, self.meta.number_rows, self._parse_any_text)
        if self._form is Format.SPSS:
            refuse_behind_records(source.content, source.start, self.meta.number_rows)

    def _parse_in_an_encoding(self, **options: Any) -> tuple[dict[str, list[Any]], Any]:
        """Parse; take the commonest encoding where texts are not in the one that the file states, and ask."""
        try:
            return self._parse(**options)
        except _WrongEncoding:
            if self._encoding is not None:
                raise self._encoding_refusal() from None
        self._encoding = FALLBACK
        message = f"texts are not in the encoding that the file states; read as {FALLBACK}. Is that right?"
        self.findings.append(
            Finding(
                Severity.QUESTION, message, None, None, "encoding", ("cp1250", "cp1251", "koi8_r", "cp932", "gb18030")
            )
        )
        try:
            return self._parse(**options)
        except _WrongEncoding:
            raise self._encoding_refusal() from None

    @property
    def encoding(self) -> str | None:
        """The encoding that the texts were read in, where it is known."""
        return self._encoding or self.meta.file_encoding

    def refuse_size(self, limits: Limits) -> None:
        """Refuse a file that is empty or too large, as far as it says so at its beginning."""
        columns, rows = len(self.meta.column_names), self.meta.number_rows
        if not columns:
            raise NothingInside("the file has no variables; export them too")
        if not all(self.meta.column_names):
            raise self._refusal()
        if rows == 0:
            raise NothingInside("the file has variables but no records; export the records too")
        refuse_table(limits, columns, rows or 0, limits.text_cells)
        refuse_cells((rows or 0) * columns, limits)

    def columns(self) -> Iterator[tuple[str, list[Any]]]:
        """Yield every variable's name and cells in file order, a few variables in memory at a time."""
        names = list(self.meta.column_names)
        rows = self.meta.number_rows
        at_once = len(names) if not rows else max(1, CELLS_AT_ONCE // rows)
        for start in range(0, len(names), at_once):
            chosen = names[start : start + at_once]
            cells, _ = self._parse_in_an_encoding(usecols=chosen)
            if not cells.keys() >= set(chosen):
                raise self._refusal()
            n_blank = self._n_blank(len(cells[chosen[0]]), first=start == 0)
            for name in chosen:
                yield name, [*cells.pop(name), *[""] * n_blank]

    def _n_blank(self, n_read: int, *, first: bool) -> int:
        """Return how many records of blanks the parser left out at the end of a transport file."""
        only_texts = set(self.meta.readstat_variable_types.values()) == {"string"}
        n_blank, uncertain = blank_records(self._counts, n_read, only_texts=only_texts)
        self.findings += uncertain if first else []
        return n_blank

    def _parse(self, **options: Any) -> tuple[dict[str, list[Any]], Any]:
        return self._parse_stream(self._content, self._encoding, **options)

    def _parse_any_text(self, content: io.BytesIO, **options: Any) -> tuple[dict[str, list[Any]], Any]:
        """Parse in an encoding that every byte has: what is looked for is no text."""
        return self._parse_stream(content, EVERY_BYTE, **options)

    def _parse_stream(
        self, content: io.BytesIO, encoding: str | None, **options: Any
    ) -> tuple[dict[str, list[Any]], Any]:
        content.seek(0)
        try:
            cells, meta = parser_entry_point(
                content,
                PARSERS[self._form],
                encoding=encoding,
                user_missing=True,
                disable_datetime_conversion=True,
                output_format="dict",
                **options,
            )
        except (ReadstatError, PyreadstatError, ValueError, OverflowError, TypeError, LookupError) as error:
            if isinstance(error, UnicodeDecodeError) or BAD_BYTES in str(error):
                raise _WrongEncoding from None
            raise self._refusal() from None
        return cells, meta

    def _encoding_refusal(self) -> Malformed:
        return Malformed("the texts are not in the encoding chosen; choose another, or save the file as UTF-8")

    def _refusal(self) -> Malformed:
        return Malformed(
            f"the {self._form} file is damaged, encrypted or of a kind that is not read; "
            "open it in its program and save it anew, or save it as CSV"
        )


def _refuse_other_bias(header: memoryview) -> None:
    """Refuse an SPSS file whose small whole numbers are stored with another offset than 100: they would be shifted."""
    if len(header) < HEADER_BYTES:
        return
    order = "<" if int.from_bytes(header[LAYOUT], "little") in LAYOUTS else ">"
    (compression,) = struct.unpack(f"{order}i", header[COMPRESSION])
    (bias,) = struct.unpack(f"{order}d", header[BIAS])
    if compression and bias != USUAL_BIAS:
        raise Malformed(
            f"the SPSS file is compressed with an offset of {bias:g} in the place of {USUAL_BIAS}, which is not read "
            "exactly; save it anew in SPSS, without compression"
        )


class _WrongEncoding(Exception):
    """Texts are not in the encoding that the file states or that was chosen; never leaves this module."""
