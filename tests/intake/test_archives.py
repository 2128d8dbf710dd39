"""Archives of one file are read as what is inside; anything else in them is refused."""

import gzip
import io
import zipfile

import pytest

from core.errors import IntakeError, LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake import archives, unpacking
from core.intake.limits import DEFAULT, Limits
from core.intake.parsed import Parsed, Source
from core.intake.report import ReadChoices

TEXT = b"a,b\n1,x\n2,y\n"


def zipped(members: dict[str, bytes]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return sink.getvalue()


def read(name: str, content: bytes, limits: Limits = DEFAULT, **choices: str) -> Parsed:
    return archives.read(Source(name, content, 0, limits, ReadChoices(**choices)))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv.gz", gzip.compress(TEXT)),
        ("a.csv.gz", gzip.compress(TEXT[:5]) + gzip.compress(TEXT[5:])),
        ("a.zip", zipped({"a.csv": TEXT})),
        ("a.zip", zipped({"folder/a.csv": TEXT, "__MACOSX/x": b"y", ".DS_Store": b"z"})),
    ],
    ids=["gzip", "gzip in two parts", "zip", "zip with a folder"],
)
def test_the_file_inside_is_read(name: str, content: bytes):
    parsed = read(name, content)
    assert parsed.columns["b"].labels == ("x", "y")
    assert parsed.report.n_rows == 2
    assert parsed.report.format.startswith("delimited text in a ")


def test_choices_reach_the_file_inside():
    assert list(read("a.csv.gz", gzip.compress(b"a;b,c\n1;2,3\n"), delimiter=";").columns) == ["a", "b,c"]


REFUSED = [
    pytest.param("a.zip", zipped({"a.csv": TEXT, "b.csv": TEXT}), UnknownFormat, "holds 2 files", id="two files"),
    pytest.param("a.zip", zipped({}), NothingInside, "no file", id="no file"),
    pytest.param("a.zip", zipped({"a.zip": zipped({"a.csv": TEXT})}), UnknownFormat, "another archive", id="nested"),
    pytest.param("a.zip", zipped({"a.csv": TEXT})[:-30], Malformed, "damaged", id="cut off"),
    pytest.param("a.csv.gz", gzip.compress(TEXT)[:-9], Malformed, "cut off", id="gzip cut off"),
    pytest.param("a.gz", gzip.compress(TEXT), UnknownFormat, "without an ending", id="no ending inside"),
    pytest.param("a.pdf.gz", gzip.compress(b"%PDF"), UnknownFormat, "pdf are not read", id="not read"),
    pytest.param("a.csv.gz", gzip.compress(b""), NothingInside, "empty", id="empty inside"),
    pytest.param("a.csv.gz", gzip.compress(bytes(30_000_000)), LimitExceeded, "unpacked it is larger", id="38 bomb"),
    pytest.param("a.zip", zipped({"a.csv": b"a" * 30_000_000}), IntakeError, "allowed", id="38 zip bomb"),
]


@pytest.mark.parametrize(("name", "content", "error", "words"), REFUSED)
def test_refused(name: str, content: bytes, error: type[IntakeError], words: str):
    with pytest.raises(error, match=words):
        read(name, content)


def test_a_bomb_is_not_unpacked_beyond_what_is_allowed():
    limits = Limits(ratio_free_bytes=1_000, unpack_ratio=2)
    assert unpacking.unpack(gzip.compress(b"x" * 900), limits) == b"x" * 900
    with pytest.raises(LimitExceeded, match="1,000 bytes"):
        unpacking.unpack(gzip.compress(b"x" * 50_000), limits)
