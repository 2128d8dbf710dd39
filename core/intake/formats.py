"""What a file is: by its ending, checked against its first bytes; and whether these are text without a mark."""

from __future__ import annotations

import codecs
import re
from enum import StrEnum

from core.errors import UnknownFormat
from core.extensions import READERS, offers
from core.wording import is_invisible


class Format(StrEnum):
    """A format that is read."""

    DELIMITED = "delimited text"
    WORKBOOK = "Excel workbook"
    PARQUET = "Parquet"
    ARROW = "Arrow"
    SPSS = "SPSS"
    SPSS_PORTABLE = "SPSS portable"
    STATA = "Stata"
    SAS = "SAS"
    SAS_TRANSPORT = "SAS transport"
    R = "R"
    GZIP = "gzip archive"
    ZIP = "zip archive"
    OTHER_PACKAGE = "a reader of another package"


ENDINGS = {
    "csv": Format.DELIMITED,
    "tsv": Format.DELIMITED,
    "tab": Format.DELIMITED,
    "psv": Format.DELIMITED,
    "txt": Format.DELIMITED,
    "dat": Format.DELIMITED,
    "xlsx": Format.WORKBOOK,
    "xlsm": Format.WORKBOOK,
    "xls": Format.WORKBOOK,
    "parquet": Format.PARQUET,
    "pq": Format.PARQUET,
    "feather": Format.ARROW,
    "arrow": Format.ARROW,
    "sav": Format.SPSS,
    "zsav": Format.SPSS,
    "por": Format.SPSS_PORTABLE,
    "dta": Format.STATA,
    "sas7bdat": Format.SAS,
    "xpt": Format.SAS_TRANSPORT,
    "rds": Format.R,
    "rda": Format.R,
    "rdata": Format.R,
    "gz": Format.GZIP,
    "zip": Format.ZIP,
}

GZIP, ZIP = "a gzip archive", "a zip archive or an Excel workbook"
OLE = "an old Excel workbook or an Office file with a password"
PORTABLE, PORTABLE_MARK = "an SPSS portable file", b"SPSS PORT FILE"
TAR, TAR_PLACE, TAR_MARK = "a tar archive", 257, b"ustar"
BZIP2, XZ, R_WORKSPACE, R_OBJECT = "a bzip2 archive", "an xz archive", "an R workspace", "an R object"

SIGNATURES = (
    (b"PAR1", Format.PARQUET.value),
    (b"\x1f\x8b", GZIP),
    (b"PK\x03\x04", ZIP),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"BZh", BZIP2),
    (b"\xfd7zXZ\x00", XZ),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"Rar!", "a rar archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"$FL2", "an SPSS file"),
    (b"$FL3", "an SPSS file"),
    (b"<stata_dta>", "a Stata file"),
    (b"HEADER RECORD*******", "a SAS transport file"),
    (b"\x00" * 12 + b"\xc2\xea\x81\x60", "a SAS file"),
    (b"RDX3\n", R_WORKSPACE),
    (b"RDX2\n", R_WORKSPACE),
    (b"RDA3\n", R_WORKSPACE),
    (b"RDA2\n", R_WORKSPACE),
    (b"RDB3\n", R_WORKSPACE),
    (b"RDB2\n", R_WORKSPACE),
    (b"X\n\x00\x00\x00", R_OBJECT),
    (b"B\n\x02\x00\x00\x00", R_OBJECT),
    (b"B\n\x03\x00\x00\x00", R_OBJECT),
    (b"A\n2\n", R_OBJECT),
    (b"A\n3\n", R_OBJECT),
    (b"ARROW1", "an Arrow file"),
    (b"FEA1", "a Feather file of the first version"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)

EXPECTED = {
    Format.WORKBOOK: (ZIP, OLE),
    Format.PARQUET: (Format.PARQUET.value,),
    Format.ARROW: ("an Arrow file",),
    Format.SPSS: ("an SPSS file",),
    Format.SPSS_PORTABLE: (PORTABLE,),
    Format.STATA: ("a Stata file",),
    Format.SAS: ("a SAS file",),
    Format.SAS_TRANSPORT: ("a SAS transport file",),
    Format.R: (GZIP, BZIP2, XZ, R_WORKSPACE, R_OBJECT),
    Format.GZIP: (GZIP,),
    Format.ZIP: (ZIP,),
}
"""What the first bytes of a format can be; text has no first bytes of its own."""
UTF_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
CONTROL_BYTES = bytes([*range(1, 9), *range(14, 32)])
MARKUP = re.compile(rb"<(!doctype|html|\?xml)", re.IGNORECASE)
WHAT_IS_READ = (
    "CSV, TSV and other delimited text, Excel (.xlsx, .xls), Parquet, Feather, SPSS (.sav, .zsav, .por), Stata (.dta), "
    "SAS (.sas7bdat, .xpt), R (.rds, .rda); also one of them inside a gzip or zip archive"
)
NO_DATA = {
    "sas7bcat": "a catalogue of value labels without records (.sas7bcat); bring the data file (.sas7bdat) in its place",
    "rumap": "a saved project (.rumap), which holds settings and results and no records; open it as a project: on the "
    "screen Files under “Open a saved project”, or with the command run",
}
"""Files without records, by their ending: what they are and what to do instead."""
SAMPLE_BYTES = 65_536
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
UNIT = 4
"""Bytes of the widest character: a sample is cut to whole ones."""
MOST_STRANGE = 0.01
"""Share of controls, of characters that there are not, and of private ones: in the wrong order of bytes are many."""
STRAY_NUL = 0.2
"""A smaller share of NUL is an accident where all else is text."""
OLD_STATA = frozenset({102, 103, 104, 105, 108, 110, 111, 112, 113, 114, 115})


def display_name(name: str) -> str:
    """Return a file's name without any path and without characters that do not show."""
    last = name.replace("\\", "/").rpartition("/")[2]
    visible = "".join(c for c in last if not is_invisible(c))
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
    ending = ending_of(name)
    signature = _signature(content)
    by_ending = ENDINGS.get(ending, Format.OTHER_PACKAGE if ending in {o.name for o in offers(READERS)} else None)
    if ending in NO_DATA:
        raise UnknownFormat(NO_DATA[ending])
    if by_ending is None:
        seems = f" (it is {signature})" if signature else ""
        what = f"files ending in .{ending}" if ending else "files without an ending"
        raise UnknownFormat(f"{what} are not read{seems}; save it as one of: {WHAT_IS_READ}")
    if by_ending in EXPECTED:
        _refuse_unexpected(ending, by_ending, signature, content)
    elif by_ending is Format.DELIMITED:
        _refuse_no_text(ending, signature, content)
    return by_ending


def ending_of(name: str) -> str:
    """Return the ending of a file's name in small letters, without the dot; empty where there is none."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def _refuse_unexpected(ending: str, form: Format, signature: str, content: bytes) -> None:
    if signature in EXPECTED[form] or (form is Format.STATA and _is_old_stata(content)):
        return
    holds = signature or "something else"
    raise UnknownFormat(f"the ending .{ending} says {form}, but it holds {holds}; give it its right ending")


def _is_old_stata(content: bytes) -> bool:
    """Tell Stata's files before release 13: number of the release, byte order, file type, a zero."""
    return len(content) > 4 and content[0] in OLD_STATA and content[1] in {1, 2} and content[2] == 1


def _refuse_no_text(ending: str, signature: str, content: bytes) -> None:
    if signature:
        raise UnknownFormat(
            f"the ending .{ending} says text, but it holds {signature}; unpack it, save it as text, "
            "or give it its right ending"
        )
    if not _is_text(content[:SAMPLE_BYTES]):
        raise UnknownFormat(f"the ending .{ending} says text, but it holds bytes that no text has; save it as CSV")


def _signature(content: bytes) -> str:
    if content[TAR_PLACE : TAR_PLACE + len(TAR_MARK)] == TAR_MARK:
        return TAR
    for start, what in SIGNATURES:
        if content.startswith(start):
            return what
    if PORTABLE_MARK in content[:512]:
        return PORTABLE
    return "a web page or XML" if MARKUP.match(content[:200].lstrip()) else ""


def _is_text(sample: bytes) -> bool:
    """Tell text from binary content by the share of control bytes (NUL is left to the reader)."""
    if sample.startswith(UTF_MARKS):
        return True
    controls = len(sample) - len(sample.translate(None, CONTROL_BYTES))
    return controls <= 0.02 * len(sample) or unmarked_encoding(sample) is not None


def unmarked_encoding(sample: bytes) -> str | None:
    """Return the encoding of a text of two or four bytes a character, whatever its script; None: it is no such text."""
    if b"\0" not in sample or _is_text_with_stray_nul(sample):
        return None
    fitting = [encoding for encoding in WIDE if _fits(sample, encoding)]
    return fitting[0] if len(fitting) == 1 else None


def _is_text_with_stray_nul(sample: bytes) -> bool:
    if sample.count(0) > STRAY_NUL * len(sample):
        return False
    text = sample.decode("utf-8", "replace").replace("\0", "")
    return _strange(text) + text.count("\ufffd") <= MOST_STRANGE * len(text)


def _fits(sample: bytes, encoding: str) -> bool:
    text = sample[: len(sample) // UNIT * UNIT or len(sample)].decode(encoding, "replace")
    # with its bytes exchanged, a line end is no character at all
    lines = "\n" in text or "\r" in text
    return lines and _strange(text) + text.count("\ufffd") <= MOST_STRANGE * len(text)


def _strange(text: str) -> int:
    return sum(c not in "\t\n\r" and (c < " " or not (c.isprintable() or c.isspace() or is_invisible(c))) for c in text)
