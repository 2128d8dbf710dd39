"""Rows and columns that a workbook hides, and formulas that no program has computed yet: read, and said."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from core.intake import Severity
from tests.intake.readings import found, read, table


def book(change: Callable[[Any], object]) -> bytes:
    """A workbook of three records in B2:D5."""
    sink = io.BytesIO()
    made = xlsxwriter.Workbook(sink, {"in_memory": True})
    sheet = made.add_worksheet()
    for j, name in enumerate("abc", 1):
        sheet.write_column(1, j, [name, 1, 2, 3])
    change(sheet)
    made.close()
    return sink.getvalue()


def filtered(sheet: Any) -> None:
    sheet.autofilter("B2:D5")
    sheet.filter_column("B", "x > 1")
    sheet.set_row(2, options={"hidden": True})


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        (lambda sheet: sheet.set_row(3, options={"hidden": True}), 1),
        (lambda sheet: [sheet.set_row(i, options={"hidden": True, "level": 1}) for i in (2, 3)], 2),
        (lambda sheet: sheet.set_row(4, 0), 1),
        (filtered, 1),
        (lambda sheet: sheet.set_row(9, options={"hidden": True}), 0),
        (lambda sheet: sheet.set_row(3, 30), 0),
    ],
    ids=["hidden", "a closed group", "no height", "filtered", "an empty row", "high"],
)
def test_hidden_rows_are_read_and_said(change: Callable[[Any], object], rows: int):
    reading = read(book(change), "a.xlsx")
    assert reading.microdata.n_records == 3
    assert found(reading, Severity.WARNING, "hidden or filtered out") == ([(None, rows)] if rows else [])


@pytest.mark.parametrize(
    ("change", "columns"),
    [
        (lambda sheet: sheet.set_column("C:D", None, None, {"hidden": True}), ["b", "c"]),
        (lambda sheet: sheet.set_column("D:XFD", None, None, {"hidden": True}), ["c"]),
        (lambda sheet: sheet.set_column("B:B", 0), ["a"]),
        (lambda sheet: sheet.set_column("A:A", None, None, {"hidden": True}), []),
        (lambda sheet: sheet.set_column("B:B", 20), []),
    ],
)
def test_hidden_columns_are_read_and_said(change: Callable[[Any], object], columns: list[str]):
    reading = read(book(change), "a.xlsx")
    assert list(reading.microdata.columns) == ["a", "b", "c"]
    assert [column for column, _ in found(reading, Severity.WARNING, "hidden in the sheet")] == columns


def test_formulas_that_hold_the_zero_of_the_program_that_wrote_them_are_said():
    content = book(lambda sheet: [sheet.write_formula(i, 3, f"=B{i + 1}*2") for i in (2, 3, 4)])
    reading = read(content, "a.xlsx")
    assert table(reading)["c"] == [0, 0, 0]
    assert found(reading, Severity.WARNING, "placeholder") == [(None, 3)]
    computed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(computed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b' fullCalcOnLoad="1"', b""))
    assert not found(read(computed.getvalue(), "a.xlsx"), Severity.WARNING, "placeholder")


def test_formulas_without_a_value_are_said_once():
    reading = read(book(lambda sheet: [sheet.write_formula(i, 3, "=B3", None, "") for i in (2, 3)]), "a.xlsx")
    assert found(reading, Severity.WARNING, "never computed") == [(None, 2)]
    assert not found(reading, Severity.WARNING, "placeholder")


def test_the_file_whose_hidden_parts_were_read_silently(shared_data: Path):
    reading = read((shared_data / "found" / "hidden" / "x08_hidden.xlsx").read_bytes(), "a.xlsx")
    assert found(reading, Severity.WARNING, "hidden or filtered out") == [(None, 1)]
    assert len(found(reading, Severity.WARNING, "hidden in the sheet")) == 1
