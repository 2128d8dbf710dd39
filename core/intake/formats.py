"""What a file is: by its ending, checked against its first bytes."""

from __future__ import annotations

import codecs
import re
import unicodedata
from enum import StrEnum

from core.errors import UnknownFormat


class Format(StrEnum):
    """A format that is read."""

    DELIMITED = "delimited text"
    PARQUET = "Parquet"


ENDINGS = {
    "csv": Format.DELIMITED,
    "tsv": Format.DELIMITED,
    "tab": Format.DELIMITED,
    "psv": Format.DELIMITED,
    "txt": Format.DELIMITED,
    "dat": Format.DELIMITED,
    "parquet": Format.PARQUET,
    "pq": Format.PARQUET,
}

SIGNATURES = (
    (b"PAR1", Format.PARQUET.value),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"Rar!", "a rar archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook or an Office file with a password"),
    (b"$FL2", "an SPSS file"),
    (b"$FL3", "an SPSS file"),
    (b"<stata_dta>", "a Stata file"),
    (b"HEADER RECORD*******", "a SAS transport file"),
    (b"\x00" * 12 + b"\xc2\xea\x81\x60", "a SAS file"),
    (b"RDX3\n", "an R workspace"),
    (b"RDX2\n", "an R workspace"),
    (b"ARROW1", "an Arrow file"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
UTF_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
CONTROL_BYTES = bytes([*range(1, 9), *range(14, 32)])
MARKUP = re.compile(rb"\s*<(!doctype|html|\?xml)", re.IGNORECASE)
WHAT_IS_READ = "CSV, TSV and other delimited text, and Parquet"
SAMPLE_BYTES = 65_536


def display_name(name: str) -> str:
    """Return a file's name without any path and without characters that do not show."""
    last = re.split(r"[\\/]", name)[-1]
    visible = "".join(c for c in last if unicodedata.category(c) not in {"Cc", "Cf"})
    return visible.strip()[-200:] or "file"


def recognise(name: str, content: bytes) -> Format:
    """Return the format of a file.

    Parameters
    ----------
    name : str
        Only its ending is used.
    content : bytes

    Raises
    ------
    UnknownFormat
        The ending is not read here, or the bytes say otherwise than the ending.
    """
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    found = _signature(content)
    by_ending = ENDINGS.get(ending)
    if by_ending is None:
        seems = f" (it is {found})" if found else ""
        what = f"files ending in .{ending}" if ending else "files without an ending"
        raise UnknownFormat(f"{what} are not read{seems}; save it as one of: {WHAT_IS_READ}")
    if by_ending is Format.PARQUET and found != by_ending.value:
        raise UnknownFormat(
            f"the ending .{ending} says Parquet, but it holds {found or 'something else'}; give it its right ending"
        )
    if by_ending is Format.DELIMITED and found:
        raise UnknownFormat(
            f"the ending .{ending} says text, but it holds {found}; unpack it, save it as text, "
            "or give it its right ending"
        )
    if by_ending is Format.DELIMITED and not _is_text(content[:SAMPLE_BYTES]):
        raise UnknownFormat(f"the ending .{ending} says text, but it holds bytes that no text has; save it as CSV")
    return by_ending


def _signature(content: bytes) -> str:
    for start, what in SIGNATURES:
        if content.startswith(start):
            return what
    return "a web page or XML" if MARKUP.match(content[:200]) else ""


def _is_text(sample: bytes) -> bool:
    """Tell text from binary content by the share of control bytes (NUL is left to the reader)."""
    if sample.startswith(UTF_MARKS):
        return True
    controls = len(sample) - len(sample.translate(None, CONTROL_BYTES))
    return controls <= 0.02 * len(sample)
