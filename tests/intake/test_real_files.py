"""Real files: what their makers document is what is read."""

import csv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.data import Column
from core.intake import ReadChoices, Reading, Severity, read_file

# The content that the makers of csv-spectrum document for each file, with empty cells as None.
SPECTRUM: dict[str, list[dict[str, float | str | None]]] = {
    "comma_in_quotes": [
        {"first": "John", "last": "Doe", "address": "120 any st.", "city": "Anytown, WW", "zip": "08123"}
    ],
    "empty": [{"a": 1, "b": None, "c": None}, {"a": 2, "b": 3, "c": 4}],
    "empty_crlf": [{"a": 1, "b": None, "c": None}, {"a": 2, "b": 3, "c": 4}],
    "escaped_quotes": [{"a": 1, "b": 'ha "ha" ha'}, {"a": 3, "b": 4}],
    "json": [{"key": 1, "val": '{"type": "Point", "coordinates": [102.0, 0.5]}'}],
    "newlines": [
        {"a": 1, "b": 2, "c": 3},
        {"a": "Once upon \na time", "b": 5, "c": 6},
        {"a": 7, "b": 8, "c": 9},
    ],
    "newlines_crlf": [
        {"a": 1, "b": 2, "c": 3},
        {"a": "Once upon \na time", "b": 5, "c": 6},  # the copy at hand has Unix line ends
        {"a": 7, "b": 8, "c": 9},
    ],
    "quotes_and_newlines": [{"a": 1, "b": 'ha \n"ha" \nha'}, {"a": 3, "b": 4}],
    "simple": [{"a": 1, "b": 2, "c": 3}],
    "simple_crlf": [{"a": 1, "b": 2, "c": 3}],
    "utf8": [{"a": 1, "b": 2, "c": 3}, {"a": 4, "b": 5, "c": "ʤ"}],
}


def read(path: Path, **choices) -> Reading:
    return read_file(path.name, path.read_bytes(), choices=ReadChoices(**choices))


def cells(column: Column) -> list[float | str | None]:
    number = column.is_number()
    return [
        float(column.numbers[i])  # type: ignore[index]
        if number[i]
        else (None if column.codes is None or column.codes[i] < 0 else column.labels[column.codes[i]])
        for i in range(len(column))
    ]


@pytest.mark.parametrize("name", SPECTRUM)
def test_csv_spectrum(shared_data: Path, name: str):
    reading = read(shared_data / "messy" / "csv-spectrum" / "csvs" / f"{name}.csv")
    table = {column: cells(c) for column, c in reading.microdata.columns.items()}
    assert table == {column: [row[column] for row in SPECTRUM[name]] for column in SPECTRUM[name][0]}


def test_csv_spectrum_is_complete(shared_data: Path):
    names = {p.stem for p in (shared_data / "messy" / "csv-spectrum" / "csvs").glob("*.csv")}
    assert names - set(SPECTRUM) == {"location_coordinates"}  # broken in the collection: U+FFFD for the degree sign


def same_as_python(path: Path, reading: Reading) -> None:
    """Compare every cell with Python's own parser and float."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    assert len(rows) == reading.microdata.n_records
    assert [c or "column 1" for c in header] == list(reading.microdata.columns)
    for column, texts in zip(reading.microdata.columns.values(), zip(*rows, strict=True), strict=True):
        for cell, text in zip(cells(column), texts, strict=True):
            assert cell == (float(text) if isinstance(cell, float) else text or None)


@pytest.mark.slow
def test_household_survey_with_its_masked_files_side_by_side(shared_data: Path):
    paths = [
        shared_data / "sdcmicro" / "testdata.csv",
        *sorted((shared_data / "sdcmicro/masked/testdata").glob("*.csv")),
    ]
    with ThreadPoolExecutor(2) as pool:
        readings = list(pool.map(read, paths))
    assert len(readings) == 24
    original = readings[0]
    assert (original.report.n_rows, original.report.n_columns, original.report.findings) == (4580, 15, ())
    for path, reading in zip(paths, readings, strict=True):
        same_as_python(path, reading)
        assert reading.report.decimal == "."


def test_bands_are_labels(shared_data: Path):
    age = read(shared_data / "sdcmicro/masked/testdata/recode_age5.csv").microdata.columns["age"]
    assert age.numbers is None or np.isnan(age.numbers).all()
    assert "(44,49]" in age.labels


@pytest.mark.parametrize(
    "name", ["CASCrefmicrodata", "EIA", "Tarragona", "free1", "francdat", "masked/CASCrefmicrodata/mdav_3"]
)
def test_other_sdc_files(shared_data: Path, name: str):
    path = shared_data / "sdcmicro" / f"{name}.csv"
    same_as_python(path, read(path))


def test_not_applicable_is_kept_as_a_category(shared_data: Path):
    path = shared_data / "nist" / "ma2019.csv"
    reading = read(path)
    same_as_python(path, reading)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for name, column in reading.microdata.columns.items():
        n = sum(row[name] == "N" for row in rows)
        kept = (
            0
            if column.codes is None or "N" not in column.labels
            else int((column.codes == column.labels.index("N")).sum())
        )
        assert kept == n
        mixed = [f.count for f in reading.report.findings if f.column == name and f.severity is Severity.WARNING]
        assert mixed == ([n] if n else [])


def test_a_column_of_row_numbers_without_a_name(shared_data: Path):
    path = next((shared_data / "uk_census").glob("*.csv"))
    reading = read(path)
    same_as_python(path, reading)
    assert [f.column for f in reading.report.findings] == ["column 1"]


def test_whole_numbers_written_as_reals(shared_data: Path):
    sex = read(shared_data / "crc_national2019" / "k_anonymity_k_6.csv").microdata.columns["SEX"]
    assert sex.categories()[1] == ("1", "2")


@pytest.mark.parametrize(
    ("name", "encoding", "first"),
    [
        ("test_utf16_little", "utf-16-le", {"a": 1, "b": 2, "c": 3}),
        ("test_utf16_big", "utf-16-be", {"a": 1, "b": 2, "c": 3}),
        ("test_utf8_bom", "utf-8", {"foo": 1, "bar": 2, "baz": 3}),
        ("test_latin1", "cp1252", {"a": 1, "b": 2, "c": 3}),
        ("mac_newlines", "utf-8", {"a": 1, "b": 2, "c": 3}),
        ("null_byte", "utf-8", {"a": None, "b": 2, "c": 3}),
    ],
)
def test_csvkit(shared_data: Path, name: str, encoding: str, first: dict):
    reading = read(shared_data / "messy" / "csvkit" / "examples" / f"{name}.csv")
    assert reading.report.encoding == encoding
    assert {column: cells(c)[0] for column, c in reading.microdata.columns.items()} == first
