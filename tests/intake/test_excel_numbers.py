"""Numbers that a workbook shows as something else: codes with leading zeros, dates of no calendar, cells twice."""

import io

import pytest
import xlsxwriter

from core.errors import Malformed
from core.intake import Severity
from tests.intake import bad_files as make
from tests.intake.readings import found, read, table


def book(columns: dict[str, list[float | str | None]], formats: dict[str, str], **options: bool) -> bytes:
    """A workbook whose numbers are shown in a format by column; its table begins in B3."""
    sink = io.BytesIO()
    made = xlsxwriter.Workbook(sink, {"in_memory": True, **options})
    sheet = made.add_worksheet()
    for j, (name, cells) in enumerate(columns.items(), 1):
        shown = made.add_format({"num_format": formats[name]}) if name in formats else None
        sheet.write(2, j, name)
        for i, cell in enumerate(cells, 3):
            if cell is not None:
                sheet.write(i, j, cell, shown)
    made.close()
    return sink.getvalue()


def test_codes_are_read_as_they_are_shown_and_asked_about():
    columns = {"zip": [1234, 99, None, 80331], "n": [1, 2, 3, 4]}
    content = book(columns, {"zip": "00000", "n": "0.00"})
    reading = read(content, "a.xlsx")
    assert table(reading) == {"zip": ["01234", "00099", None, "80331"], "n": [1, 2, 3, 4]}
    [question] = [f for f in reading.report.findings if f.severity is Severity.QUESTION]
    assert (question.column, question.count, question.choice, question.alternatives) == ("zip", 3, "numbers", ("zip",))
    assert table(read(content, "a.xlsx", numbers=("zip",)))["zip"] == [1234, 99, None, 80331]


@pytest.mark.parametrize(
    ("shown", "cells", "expected"),
    [
        ("000\\-00\\-0000", [1020003, 999999999], ["001-02-0003", "999-99-9999"]),
        ("000", [1234, 5], [1234, 5]),
        ("000", [1.5, 5], [1.5, 5]),
        ("0", [7, 5], [7, 5]),
        ("00", [7, 15], ["07", "15"]),
        ("000.0", [1, 36], [1, 36]),
        ("0000", [1999, 2020], [1999, 2020]),
        ('"AB"000', [1, 36], ["AB001", "AB036"]),
        ('"0"00', [1, 36], ["001", "036"]),
        ("[$-409]00000", [1, 36], ["00001", "00036"]),
        ("00000;-00000;00000;@", [1, 36], ["00001", "00036"]),
        ("[<=99999]00000;00000-0000", [1, 36], ["00001", "00036"]),
        ("[Red]000_)", [1, 36], ["001", "036"]),
        ("(000) 000", [1, 123456], ["(000) 001", "(123) 456"]),
        ("000\\/00", [1, 36], ["000/01", "000/36"]),
        ("000/00", [1, 36], [1, 36]),
        ("[$€-407]000", [1, 36], [1, 36]),
        ("[hh]00", [1, 36], ["24:00:00", "864:00:00"]),
        ("00%", [1, 36], [1, 36]),
        ("00E+00", [1, 36], [1, 36]),
        ("#,##0", [1, 36], [1, 36]),
        ("0?0", [1, 36], [1, 36]),
        ('00"', [1, 36], [1, 36]),
    ],
)
def test_formats(shown: str, cells: list[float], expected: list[float | str]):
    assert table(read(book({"x": cells, "y": ["a", "b"]}, {"x": shown}), "a.xlsx"))["x"] == expected


def test_dates_that_no_calendar_has_are_told():
    columns = {"d": [59, 60, 61, 43861], "e": [0, 43861, -1, 43862], "f": [43861, 43862, 43863, 43864]}
    reading = read(book(columns, dict.fromkeys(columns, "yyyy-mm-dd")), "a.xlsx")
    assert table(reading)["d"] == ["1900-02-28", "1900-02-28", "1900-03-01", "2020-01-31"]
    assert found(reading, Severity.WARNING, "29 February 1900") == [("d", 2)]
    assert found(reading, Severity.WARNING, "a number below 1") == [("e", 2)]
    late = read(book({"d": [0, 1, 2], "n": [1, 2, 3]}, {"d": "yyyy-mm-dd"}, date_1904=True), "a.xlsx")
    assert found(late, Severity.WARNING, "a number below 1") == [("d", 1)]


ROWS = {
    "in one row": ['<row r="2">' + make.cell("A2", "2") + make.cell("B2", "y") + make.cell("A2", "7") + "</row>"],
    "in two rows": [
        '<row r="2">' + make.cell("A2", "2") + make.cell("B2", "y") + "</row>",
        '<row r="2">' + make.cell("A2", "7") + "</row>",
    ],
}
NAMES = '<row r="1">' + make.cell("A1", "a") + make.cell("B1", "b") + "</row>"


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_a_cell_that_stands_twice_is_refused(rows: list[str]):
    with pytest.raises(Malformed, match="1 cell of the sheet stands there twice"):
        read(make.workbook(make.sheet(NAMES, *rows)), "a.xlsx")


def test_cells_out_of_order_are_read_in_their_places():
    third = '<row r="3">' + make.cell("B3", "z") + make.cell("A3", "3") + "</row>"
    second = '<row r="2">' + make.cell("A2", "2") + make.cell("B2", "y") + "</row>"
    assert table(read(make.workbook(make.sheet(NAMES, third, second)), "a.xlsx")) == {"a": ["2", "3"], "b": ["y", "z"]}


def test_a_number_with_a_digit_more_than_the_format_is_shown_in_full():
    assert table(read(book({"x": [1000, 5], "y": ["a", "b"]}, {"x": "000"}), "a.xlsx"))["x"] == [1000, 5]
