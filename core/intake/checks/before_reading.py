"""What needs no reader to be refused: looked at before one is started, or before it begins."""

from __future__ import annotations

from dataclasses import replace

from core.errors import LimitExceeded, NothingInside
from core.intake.arrow.footer_checks import MARKS, check_footer
from core.intake.checks.zip_checks import ZIP, check_archive
from core.intake.formats import SAMPLE_BYTES, UTF_MARKS, Format, recognise
from core.intake.limits import Limits, refuse_large
from core.intake.parsed import Bytes
from core.intake.stored.stored_file import EMPTY, FileView

READ_BY_BLOCKS = frozenset({Format.DELIMITED, Format.PARQUET, Format.ARROW})
CHUNK = 1 << 24


def check_before_reading(name: str, content: Bytes, limits: Limits) -> Format:
    """Refuse what needs no reader to be refused; return the format."""
    head = content[:SAMPLE_BYTES]
    if not head or head in UTF_MARKS:
        raise NothingInside(EMPTY)
    lies_on_disk = isinstance(content, FileView)
    refuse_large(len(content), replace(limits, file_bytes=limits.stored_bytes) if lies_on_disk else limits)
    form = recognise(name, head)
    if form not in READ_BY_BLOCKS:
        refuse_large(len(content), limits)
    if form is Format.DELIMITED:
        _refuse_long_line(content, limits.line_bytes)
    if head.startswith(ZIP):
        check_archive(content, limits)
    if form in MARKS and head.startswith(MARKS[form]):
        check_footer(form, content, limits)
    return form


def _refuse_long_line(content: Bytes, longest: int) -> None:
    """Look for a line end in every window of the largest size; each window begins behind the last end."""
    start = 0
    while len(content) - start > longest:
        end = max(content.rfind(mark, start, start + longest + 1) for mark in (b"\n", b"\r"))
        if end < 0:
            line = sum(content[at : min(at + CHUNK, start)].count(b"\n") for at in range(0, start, CHUNK)) + 1
            raise LimitExceeded(
                f"line {line:,} is longer than the {longest:,} bytes allowed; look for missing line ends"
            )
        start = end + 1
