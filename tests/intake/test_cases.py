"""What is refused and what is read as the clean file is; the test ids carry the catalogue's case numbers."""

import codecs
import gzip
import hashlib

import pyarrow as pa
import pytest

from core.errors import IntakeError, LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake import Limits, Severity, read_file
from tests.intake.readings import CLEAN, EXPECTED, found, parquet, read, table

REFUSED = [
    pytest.param("a.csv", b"", NothingInside, "empty", id="1 empty file"),
    pytest.param("a.csv", codecs.BOM_UTF8, NothingInside, "empty", id="2 mark only"),
    pytest.param("a.csv", b"\n \r\n", NothingInside, "no text", id="1 blank lines only"),
    pytest.param("a.csv", b"a,b,c\n", NothingInside, "no rows", id="3 header only"),
    pytest.param(
        "a.csv", b"a,b\n1,2\n3\n4,5,6\n", Malformed, "line 3 has 1, line 4 has 3", id="15 short and long rows"
    ),
    pytest.param("a.csv", b'a,b\n1,"x\ny"\n3\n', Malformed, "line 4 has 1", id="15 lines counted inside quoted cells"),
    pytest.param("a.csv", b'a,b\n1,2\n3,"x\n4,5\n', Malformed, "line 3 is never closed", id="17 unclosed quote"),
    pytest.param("a.csv", b'a,"b\n1,2\n', Malformed, "quotes of the header", id="17 unclosed quote in the header"),
    pytest.param(
        "a.csv", b'a,b\n1,"x" y\n', Malformed, "line 2: text follows a closing quote", id="16 text behind a quote"
    ),
    pytest.param("a.csv", gzip.compress(b"a,b\n1,2\n"), UnknownFormat, "a gzip archive", id="33 gzip"),
    pytest.param("a.rumap", b"PK\x03\x04", UnknownFormat, "open it as a project", id="saved project"),
    pytest.param("a.xlsx", b"PK\x03\x04abc", Malformed, "damaged", id="53 workbook"),
    pytest.param("a.parquet", b"a,b\n1,2\n", UnknownFormat, "says Parquet", id="34 text as parquet"),
    pytest.param("a.csv", parquet(a=[1]), UnknownFormat, "it holds Parquet", id="34 parquet as text"),
    pytest.param("a.csv", b"<!DOCTYPE html><p>", UnknownFormat, "a web page", id="34 web page as text"),
    pytest.param("a.csv", bytes(range(256)) * 9, UnknownFormat, "no text has", id="34 noise as text"),
    pytest.param("a.csv", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", UnknownFormat, "with a password", id="35 password"),
    pytest.param("a.sav", b"$FL2@(#)", Malformed, "damaged", id="53 SPSS"),
    pytest.param("a", b"a,b\n1,2\n", UnknownFormat, "without an ending", id="34 no ending"),
    pytest.param("a.parquet", parquet(a=[1])[:-9], Malformed, "cut off", id="53 truncated"),
    pytest.param(
        "a.parquet", parquet(a=[1])[:-8] + b"\xff\xff\xff\x00PAR1", Malformed, "cut off", id="53 footer too long"
    ),
    pytest.param("a.parquet", parquet(a=pa.array([], pa.int64())), NothingInside, "no rows", id="3 parquet"),
    pytest.param("a.parquet", parquet(ok=[1], bad=[[1, 2]]), Malformed, "'bad' holds lists", id="48 lists"),
    pytest.param("a.parquet", parquet(bad=[{"x": 1}]), Malformed, "'bad' holds lists or records", id="48 structs"),
]


@pytest.mark.parametrize(("name", "content", "error", "words"), REFUSED)
def test_refused(name: str, content: bytes, error: type[IntakeError], words: str):
    with pytest.raises(error, match="^" + name.replace(".", r"\.") + ":") as refusal:
        read_file(name, content)
    assert type(refusal.value) is error
    assert words in str(refusal.value)


SAME = [
    pytest.param(codecs.BOM_UTF8 + CLEAN.encode(), "utf-8", id="5 UTF-8 mark"),
    pytest.param(codecs.BOM_UTF16_LE + CLEAN.encode("utf-16-le"), "utf-16-le", id="6 UTF-16 LE mark"),
    pytest.param(codecs.BOM_UTF16_BE + CLEAN.encode("utf-16-be"), "utf-16-be", id="6 UTF-16 BE mark"),
    pytest.param(codecs.BOM_UTF32_LE + CLEAN.encode("utf-32-le"), "utf-32-le", id="6 UTF-32 mark"),
    pytest.param(CLEAN.replace("\n", "\r").encode(), "utf-8", id="10 carriage returns"),
    pytest.param(CLEAN.replace("\n", "\r\n").encode(), "utf-8", id="10 Windows line ends"),
    pytest.param(CLEAN.replace("\n", "\r\n", 1).encode(), "utf-8", id="10 mixed line ends"),
    pytest.param(CLEAN.rstrip("\n").encode(), "utf-8", id="10 no last line end"),
    pytest.param(CLEAN.replace(",", ";").encode(), "utf-8", id="11 semicolon"),
    pytest.param(CLEAN.replace(",", "\t").encode(), "utf-8", id="11 tab"),
    pytest.param(CLEAN.replace(",", "|").encode(), "utf-8", id="11 bar"),
]


@pytest.mark.parametrize(("content", "encoding"), SAME)
def test_same_as_the_clean_file(content: bytes, encoding: str):
    reading = read(content)
    assert table(reading) == EXPECTED
    assert reading.report.findings == ()
    assert reading.report.encoding == encoding


def test_4_one_row_is_warned_of():
    assert found(read("a,b\n1,2\n"), Severity.WARNING, "one row only") == [(None, 1)]


def test_the_report_tells_what_was_read():
    reading = read(CLEAN)
    report = reading.report
    assert (report.format, report.n_rows, report.n_columns) == ("delimited text", 2, 3)
    assert (report.encoding, report.delimiter, report.quote, report.decimal) == ("utf-8", ",", '"', ".")
    assert reading.microdata.sha256 == hashlib.sha256(CLEAN.encode()).hexdigest()


def test_limits_are_named_and_can_be_set():
    with pytest.raises(LimitExceeded, match="39 bytes, 10 are allowed"):
        read_file("a.csv", CLEAN.encode(), Limits(file_bytes=10))
    with pytest.raises(LimitExceeded, match="about 6 cells"):
        read_file("a.csv", CLEAN.encode(), Limits(text_cells=5))
