"""Archives of one file are read as what is inside; anything else in them is refused."""

import bz2
import gzip
import io
import lzma
import struct
import time
import zipfile
import zlib

import pytest

from core.errors import IntakeError, LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake import archives, unpacking
from core.intake.checks.zip_checks import check_archive
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


PACKED = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_all_that_was_packed_is_unpacked_or_refused(pack):
    whole = pack(TEXT[:5]) + pack(TEXT[5:])
    assert unpacking.unpack(whole, DEFAULT) == TEXT
    assert unpacking.unpack(whole + bytes(512), DEFAULT) == TEXT
    second = len(pack(TEXT[:5]))
    damaged = whole[:second] + bytes([whole[second] ^ 1]) + whole[second + 1 :]
    for content in (damaged, whole[:-4], whole + b"3,z\n", whole + bytes(8) + pack(TEXT)):
        with pytest.raises(Malformed):
            unpacking.unpack(content, DEFAULT)


def described_as(content: bytes, member: bytes) -> bytes:
    """The archive, saying of its only file that it is no more than its beginning, checksum and all."""
    changed = bytearray(content)
    for mark, at in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        place = content.find(mark) + at
        changed[place : place + 4] = zlib.crc32(member).to_bytes(4, "little")
        changed[place + 8 : place + 12] = len(member).to_bytes(4, "little")
    return bytes(changed)


def test_a_file_in_a_zip_that_is_larger_than_its_list_says_is_refused():
    longer = zipped({"a.csv": TEXT * 50})
    with zipfile.ZipFile(io.BytesIO(described_as(longer, TEXT))) as archive:
        assert archive.read("a.csv") == TEXT  # what is behind would be lost
    with pytest.raises(Malformed, match="more than the 12 bytes that the archive lists: it is damaged, or"):
        read("a.zip", described_as(longer, TEXT))


@pytest.mark.parametrize(("name", "content", "error", "words"), REFUSED)
def test_refused(name: str, content: bytes, error: type[IntakeError], words: str):
    with pytest.raises(error, match=words):
        read(name, content)


def test_a_bomb_is_not_unpacked_beyond_what_is_allowed():
    limits = Limits(ratio_free_bytes=1_000, unpack_ratio=2)
    assert unpacking.unpack(gzip.compress(b"x" * 900), limits) == b"x" * 900
    with pytest.raises(LimitExceeded, match="1,000 bytes"):
        unpacking.unpack(gzip.compress(b"x" * 50_000), limits)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_many_empty_streams_are_unpacked_in_linear_time(pack):
    # what stands behind the end of each stream is not copied anew: 400,000 took longer than the reader's minute
    content = pack(b"") * 40_000 + pack(TEXT)
    start = time.process_time()
    assert unpacking.unpack(content, DEFAULT) == TEXT
    assert time.process_time() - start < 5


HIDDEN = zipped({"b.csv": TEXT})
UNLISTED = {
    "behind": zipped({"a.csv": TEXT}) + b"x" * 5000,
    "another archive before": HIDDEN + zipped({"a.csv": TEXT}),
    "an entry without a name in the list": HIDDEN[: HIDDEN.index(b"PK\x01\x02")] + zipped({"a.csv": TEXT}),
    "an entry at the end without a name in the list": zipped({"a.csv": TEXT, "b.csv": TEXT}),
}


def without_last_name(content: bytes) -> bytes:
    """Take the last entry out of an archive's list and leave its content there."""
    first, last, end = content.index(b"PK\x01\x02"), content.rindex(b"PK\x01\x02"), content.rindex(b"PK\x05\x06")
    numbers = struct.pack("<HHII", 1, 1, last - first, first)
    return content[:last] + content[end : end + 8] + numbers + content[end + 20 :]


@pytest.mark.parametrize("place", UNLISTED)
def test_what_a_zip_holds_beside_its_list_is_refused(place: str):
    content = UNLISTED[place]
    content = without_last_name(content) if "at the end" in place else content
    with pytest.raises(Malformed, match="not in its list"):
        read("a.zip", content)


def entry(name: bytes, packed: bytes, content: bytes) -> tuple[bytes, bytes]:
    """A packed file, and what a list says of it but its place; both say that it holds the content."""
    sizes = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, zlib.crc32(content), len(packed), len(content), len(name), 0)
    return b"PK\3\4" + sizes + name + packed, b"PK\1\2" + b"\x14\0" + sizes + bytes(10)


def archive_of(*entries: tuple[bytes, bytes, bytes]) -> bytes:
    """An archive byte by byte: name, packed bytes and content of each file."""
    body, listed = b"", b""
    for name, packed, content in entries:
        local, about = entry(name, packed, content)
        listed += about + struct.pack("<I", len(body)) + name
        body += local
    end = struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(listed), len(body), 0)
    return body + listed + b"PK\5\6" + end


def deflated(content: bytes) -> bytes:
    return zlib.compress(content, wbits=-15)


HALF, MORE = deflated(TEXT), deflated(b"3,z\n")
LOST = {
    "another stream behind the end": (archive_of((b"a.csv", HALF + MORE, TEXT)), "follow the end of 'a.csv'"),
    "text behind the end": (archive_of((b"a.csv", HALF + b"3,z\n", TEXT)), "4 bytes follow"),
    "a folder with content": (archive_of((b"a.csv", HALF, TEXT), (b"b/", HALF, TEXT)), "2 files"),
}


@pytest.mark.parametrize("case", LOST)
def test_what_stands_behind_a_packed_file_or_in_a_folder_is_not_dropped(case: str):
    whole = archive_of((b"a.csv", HALF, TEXT), (b"b/", deflated(b""), b""))
    assert read("a.zip", whole).report.n_rows == 2
    content, words = LOST[case]
    with pytest.raises(IntakeError, match=words):
        read("a.zip", content)


def test_a_file_without_a_name_is_refused_in_words():
    with pytest.raises(UnknownFormat, match="without an ending"):
        read("a.zip", archive_of((b"", HALF, TEXT)))


def test_an_archive_with_two_files_of_one_name_is_refused_before_it_is_read():
    twice = archive_of((b"xl/sheet1.xml", HALF, TEXT), (b"XL/Sheet1.xml", HALF + MORE, TEXT))
    with pytest.raises(Malformed, match="same name"):
        check_archive(twice, DEFAULT)


def test_a_comment_and_sizes_behind_a_packed_file_are_no_reason_to_refuse():
    class Stream(io.BytesIO):
        def seekable(self) -> bool:
            return False

    sink = Stream()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        made.comment = b"of the survey"
        made.writestr("a.csv", TEXT)
        made.writestr("__MACOSX/x", b"y")
    assert read("a.zip", sink.getvalue()).report.n_rows == 2


def test_a_few_bytes_beside_what_the_list_names_are_not_dropped():
    whole = zipped({"a.csv": TEXT})
    place = whole.index(b"PK\x01\x02")
    within = whole[:place] + b"9,z\n" + whole[place:-6] + struct.pack("<IH", place + 4, 0)
    for content in (b"PK\x03\x049,z\n" + whole, within):
        with pytest.raises(Malformed, match="not in its list"):
            read("a.zip", content)
    sink = io.BytesIO()
    with zipfile.ZipFile(_NoSeek(sink), "w") as made:  # sizes and checksum stand behind the packed file
        made.writestr("a.csv", TEXT)
    assert read("a.zip", sink.getvalue()).report.n_rows == 2


class _NoSeek:
    """A file that is written from its beginning to its end."""

    def __init__(self, sink: io.BytesIO) -> None:
        self.write, self.flush = sink.write, sink.flush


def test_an_archive_of_many_files_is_no_text():
    header = b"a.csv".ljust(257, b"\0") + b"ustar\x0000"
    with pytest.raises(UnknownFormat, match="it holds a tar archive"):
        read("a.csv.gz", gzip.compress(header.ljust(512, b"\0") + TEXT.ljust(512, b"\0")))


def test_a_file_that_calls_itself_otherwise_than_the_list_does_is_refused():
    """Projects were refused for it, data were read: two readers saw two names in one archive."""
    renamed = zipped({"a.csv": TEXT}).replace(b"a.csv", b"b.csv", 1)
    with pytest.raises(Malformed, match="damaged"):
        read("a.zip", renamed)
