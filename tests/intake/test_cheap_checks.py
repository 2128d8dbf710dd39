"""What is refused before a reader parses anything: archives, sheets, footers."""

import io
import struct
import zipfile

import pyarrow as pa
import pytest
from pyarrow import feather

from core.errors import LimitExceeded, Malformed
from core.intake.arrow.footer_checks import check_footer
from core.intake.checks.zip_checks import check_archive, inflated, members
from core.intake.formats import Format
from core.intake.limits import DEFAULT, Limits
from core.intake.workbook.sheet_scan import column_number, scan_workbook
from tests.intake import bad_files as make

SHEET = make.sheet('<row r="1">' + make.cell("A1", "a") + "</row>")


def far(place: str, row: int = 1) -> bytes:
    return make.workbook(make.sheet(f'<row r="{row}">' + make.cell(place, "z") + "</row>"))


@pytest.mark.parametrize(("letters", "number"), [(b"A", 1), (b"Z", 26), (b"AA", 27), (b"xfd", 16_384), (b"", 0)])
def test_column_numbers(letters: bytes, number: int):
    assert column_number(letters) == number


def test_the_farthest_cell_counts_wherever_it_is_named():
    scan_workbook(far("C7", 7), Limits(sheet_cells=21))
    with pytest.raises(LimitExceeded, match=r"row 7 and column 3; 20 cells and 10,000 columns"):
        scan_workbook(far("C7", 7), Limits(sheet_cells=20))
    # one cell says the row, another the column
    rows = '<row r="9">' + make.cell("A9", "a") + "</row>", '<row r="2">' + make.cell("AA2", "b") + "</row>"
    with pytest.raises(LimitExceeded, match="row 9 and column 27"):
        scan_workbook(make.workbook(make.sheet(*rows)), Limits(sheet_cells=242))
    with pytest.raises(LimitExceeded, match="column 16,384"):
        scan_workbook(far("XFD1"), DEFAULT)


def test_references_across_two_pieces_are_found():
    for padding in range((1 << 20) - 300, (1 << 20), 37):
        content = make.sheet(f"<!--{'x' * padding}-->", '<row r="1048576">' + make.cell("B1048576", "z") + "</row>")
        with pytest.raises(LimitExceeded, match="row 1,048,576 and column 2"):
            scan_workbook(make.workbook(content), Limits(sheet_cells=100))


def test_quotes_and_spaces_of_a_reference_may_vary():
    content = SHEET.replace(' r="A1"', " r = 'CV200'")
    with pytest.raises(LimitExceeded, match="row 200 and column 100"):
        scan_workbook(make.workbook(content), Limits(sheet_cells=100))


def test_document_types_are_refused_in_every_part():
    spoilt = make.workbook(SHEET, **{"xl__strings.xml": "<!DOCTYPE x><sst/>"})
    with pytest.raises(Malformed, match="declares a document type"):
        scan_workbook(spoilt, DEFAULT)
    with pytest.raises(Malformed, match="UTF-16"):
        scan_workbook(make.workbook(SHEET.encode("utf-16")), DEFAULT)


def test_an_archive_is_judged_by_its_own_list():
    check_archive(make.archive({"a.csv": "a\n" * 100}), DEFAULT)
    with pytest.raises(LimitExceeded, match="an archive of 3 files, 2 are allowed"):
        check_archive(make.archive(dict.fromkeys("abc", "x")), Limits(members=2))
    with pytest.raises(LimitExceeded, match=r"'a\.csv' inside it would be 100 bytes when unpacked, 99 are allowed"):
        check_archive(make.archive({"a.csv": "x" * 100}), Limits(member_bytes=99))
    with pytest.raises(LimitExceeded, match="200 bytes when unpacked, 199 are allowed"):
        check_archive(make.archive({"a.csv": "x" * 100, "b.csv": "y" * 100}), Limits(unpacked_bytes=199))
    with pytest.raises(LimitExceeded, match="times as large, 100 times is allowed"):
        check_archive(make.archive({"a.csv": "x" * 1_000_000}), Limits(ratio_free_bytes=1_000))


def test_a_list_longer_than_the_archive_says_is_not_read_on():
    whole = make.archive(dict.fromkeys(map(str, range(500)), ""))
    honest = whole.replace(struct.pack("<2H", 500, 500), struct.pack("<2H", 1, 1))
    with pytest.raises(LimitExceeded, match="500 files"):
        check_archive(honest, DEFAULT)


def test_members_are_unpacked_to_what_they_say_and_no_further():
    content = make.archive({"a.csv": "x" * 5_000_000})
    member = members(content)[0]
    assert sum(map(len, inflated(content, member))) == 5_000_000
    member.file_size = 4_999_999
    with pytest.raises(Malformed, match=r"'a\.csv' inside it unpacks to more than the"):
        list(inflated(content, member))


def test_bytes_before_an_archive_do_no_harm():
    content = b"x" * 999 + make.archive({"a.csv": "1,2\n"})
    assert b"".join(inflated(content, members(content)[0])) == b"1,2\n"


def test_stored_members_are_given_as_they_are():
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as made:
        made.writestr("a.csv", "1,2\n")
    content = sink.getvalue()
    assert list(inflated(content, members(content)[0])) == [b"1,2\n"]


@pytest.mark.parametrize(
    "content",
    [b"PK\x03\x04", b"PK\x05\x06" + bytes(17), make.archive({"a": "x"})[:-10]],
    ids=["its beginning", "an empty end", "a cut end"],  # an archive holds the time of its making: no name for a test
)
def test_a_damaged_list_is_refused(content: bytes):
    with pytest.raises(Malformed, match="damaged"):
        check_archive(content, DEFAULT)


def test_footers():
    parquet = make.parquet(a=[1, 2])
    sink = io.BytesIO()
    feather.write_feather(pa.table({"a": [1, 2]}), sink)
    for form, content in ((Format.PARQUET, parquet), (Format.ARROW, sink.getvalue())):
        check_footer(form, content, DEFAULT)
        for cut in (content[:-1], content[:9], content[:-12]):
            with pytest.raises(Malformed, match="cut off"):
                check_footer(form, cut, DEFAULT)
        with pytest.raises(LimitExceeded, match="a footer of"):
            check_footer(form, content, Limits(footer_bytes=10))
