"""What the usual libraries change without a word: here it is kept exactly, reported by column and count, or refused.

The ids carry the number of the table of such cases; what pandas makes of some of them is next to, so that the
reason for this reader's own ways can be checked.
"""

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from core.data import Column
from core.errors import IntakeError
from core.intake import ReadChoices, Reading, Severity, read_file
from tests.intake import bad_files as make

ANSWERS = pd.DataFrame({"answer": [1.0, 2.0, -99.0, 9.0], "grade": [1.0, 2.0, 2.0, 1.0]})


def cells(column: Column) -> list[float | str | None]:
    number, codes = column.is_number(), column.codes
    return [
        float(column.numbers[i])  # type: ignore[index]
        if number[i]
        else (None if codes is None or codes[i] < 0 else column.labels[codes[i]])
        for i in range(len(column))
    ]


def by_pandas(content: bytes) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(content))


EXACT: list[tuple[str, str, bytes | Callable[[], bytes], dict[str, list[Any]]]] = [
    ("06 text 00123 in a workbook", "a.xlsx", lambda: make.excel([["zip", "n"], ["00123", 1], ["10115", 2]]),
     {"zip": ["00123", "10115"]}),
    ("09 spare delimiter", "a.csv", b"id,x\n1,7,\n2,8,\n", {"id": [1, 2], "x": [7, 8]}),
    ("11 long identifiers beside an empty cell", "a.csv", b"id,n\n12345678901234993,1\n12345678901234995,2\n,3\n",
     {"id": ["12345678901234993", "12345678901234995", None]}),
    ("11 long identifiers in parquet", "a.parquet", make.parquet(id=pa.array([12345678901234993, None])),
     {"id": ["12345678901234993", None]}),
    ("12 NA None null as codes", "a.csv", b"land,n\nNA,1\nNone,2\nnull,3\nDE,4\n",
     {"land": ["NA", "None", "null", "DE"]}),
    ("13 leading zeros", "a.csv", b"zip,n\n00123,1\n10115,2\n", {"zip": ["00123", "10115"]}),
    ("15 out of range", "a.csv", b"x,n\n1e400,1\ninf,2\nInfinity,3\n2,4\n", {"x": ["1e400", "inf", "Infinity", 2]}),
    ("16 decimal comma", "a.csv", b"x;n\n1,5;1\n2,25;2\n", {"x": [1.5, 2.25], "n": [1, 2]}),
    ("19 NUL bytes", "a.csv", b"a,b\nx\0y,1\nz,2\n", {"a": ["xy", "z"]}),
    ("20 cp1252", "a.csv", "Ort,n\nKöln,1\nGroßweil,2\nZürich,3\n".encode("cp1252"),
     {"Ort": ["Köln", "Großweil", "Zürich"]}),
    ("21 equal and empty names", "a.csv", b"a,a,a (2),,x\n1,2,3,4,5\n6,7,8,9,0\n",
     {"a": [1, 6], "a (3)": [2, 7], "a (2)": [3, 8], "column 4": [4, 9], "x": [5, 0]}),
    ("25 pandas index", "a.parquet",
     lambda: make.parquet_table(pa.Table.from_pandas(pd.DataFrame({"x": [5, 6]}, index=pd.Index([7, 9], name="pid")))),
     {"x": [5, 6], "pid": [7, 9]}),
    ("27 user-missing codes", "a.sav",
     lambda: make.labelled("sav", ANSWERS, missing_ranges={"answer": [{"lo": -99, "hi": -98}, 9]}),
     {"answer": [1, 2, -99, 9]}),
    ("28 two codes of one label", "a.sav",
     lambda: make.labelled("sav", ANSWERS, variable_value_labels={"grade": {1: "Manager", 2: "Manager"}}),
     {"grade": [1, 2, 2, 1]}),
    ("29 part-labelled", "a.dta",
     lambda: make.labelled("dta", ANSWERS, variable_value_labels={"grade": {1: "low"}}), {"grade": [1, 2, 2, 1]}),
    ("37 a missing cell is no text", "a.csv", b"a,b\nx,1\n,2\n", {"a": ["x", None]}),
]  # fmt: skip

REPORTED = {"09", "11", "12", "13", "15", "16", "19", "20", "21", "28"}
"""Kept, and said besides: the officer may want it otherwise."""


@pytest.mark.parametrize(("what", "name", "content", "held"), EXACT, ids=[what for what, *_ in EXACT])
def test_kept_exactly(what: str, name: str, content: bytes | Callable[[], bytes], held: dict[str, list[Any]]):
    reading = read_file(name, content if isinstance(content, bytes) else content())
    assert {column: cells(reading.microdata.columns[column]) for column in held} == held
    loud = [f for f in reading.report.findings if f.severity is not Severity.NOTE]
    assert bool(loud) == (what[:2] in REPORTED)


def test_07_formulas_without_values_and_errors_are_counted():
    rows = [["a", "b", "c"], [1, "=A2+1", "#DIV/0!"], [2, "=A3+1", "#N/A"], [3, 7, 5]]
    reading = read_file("a.xlsx", make.excel(rows))
    warned = {f.message.partition(";")[0]: f.count for f in reading.report.findings if f.severity is Severity.WARNING}
    assert warned == {
        "cells of column B hold a formula whose value was never computed": 2,
        "cells of column C hold an error (such as #DIV/0! or #N/A)": 2,
    }
    assert cells(reading.microdata.columns["b"]) == [None, None, 7]


def test_10_two_stray_quotes_far_apart_are_refused():
    rows = [f"{i},a,b,c\n" for i in range(2_000)]
    rows[500], rows[1_500] = '500,"a,b,c\n', '1500,a",b,c\n'
    content = ("id,x,y,z\n" + "".join(rows)).encode()
    assert len(by_pandas(content)) == 1_000, "half of the records are lost without a word elsewhere"
    with pytest.raises(IntakeError, match="lines 2,000, rows 1,000"):
        read_file("a.csv", content)


def test_14_whole_numbers_are_one_category_however_the_parser_cut_the_file():
    cell = [str(i % 3 + 1) for i in range(300_000)] + ["refused"] * 50_000 + ["1"] * 100_000
    reading = read_file("a.csv", ("x,n\n" + "".join(f"{c},1\n" for c in cell)).encode())
    codes, labels = reading.microdata.columns["x"].categories()
    assert labels == ("1", "2", "3", "refused")
    assert np.bincount(codes).tolist() == [200_000, 100_000, 100_000, 50_000]
    assert [f.count for f in reading.report.findings if f.column == "x"] == [50_000]


def test_16_elsewhere_a_decimal_comma_shifts_the_columns():
    assert by_pandas(b"x;n\n1,5;1\n2,25;2\n").columns.tolist() == ["x;n"]


def test_20_the_wrong_encoding_is_never_taken_silently():
    content = "Ort,n\nKöln,1\nGroßweil,2\nZürich,3\n".encode("cp1252")
    question = next(f for f in read_file("a.csv", content).report.findings if f.choice == "encoding")
    assert question.severity is Severity.QUESTION
    other: Reading = read_file("a.csv", content, choices=ReadChoices(encoding="cp1251"))
    assert cells(other.microdata.columns["Ort"])[0] != "Köln"


def test_23_and_24_nested_columns_and_equal_names_are_refused_by_name():
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    for content, words in (
        (make.parquet(ok=[1], bad=[[1, 2]]), "'bad' holds lists"),
        (make.parquet(bad=[{"x": 1}]), "'bad' holds lists or records"),
        (make.parquet_table(twice), "two columns are called 'a'"),
    ):
        with pytest.raises(IntakeError, match=words):
            read_file("a.parquet", content)


def test_29_extended_missing_values_are_kept_apart():
    frame = pd.DataFrame({"x": pd.Series([1.0, "a", "b", None], dtype=object), "y": [1.0, 2.0, 3.0, 4.0]})
    reading = read_file("a.dta", make.labelled("dta", frame, missing_user_values={"x": ["a", "b"]}))
    assert cells(reading.microdata.columns["x"]) == [1, ".a", ".b", None]
    assert set(reading.microdata.user_missing["x"]) == {".a", ".b"}


def test_31_what_unpacks_to_a_thousand_times_its_size_is_refused():
    with pytest.raises(IntakeError, match="unpacked it is larger"):
        read_file("a.rds", make.r_bomb())
