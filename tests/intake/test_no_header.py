"""A file without a row of names: its first record must not become names without a question."""

import datetime as dt
from pathlib import Path

import pytest

from core.intake import Severity
from tests.intake.readings import found, read, table
from tests.intake.test_workbook import book

QUESTION = "read like values"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("1,30,m\n2,30,m\n3,32,f\n", "1, 2, 3"),
        ("a,30\nb,31\n", "2"),
        ("a,31.12.2020\nb,1.1.2021\n", "2"),
        ("a,2020-12-31\nb,2021-01-01\n", "2"),
        ("a,31 Dec 2020\nb,1 Jan 2021\n", "2"),
        ("a,31dec2020\nb,01jan2021\n", "2"),
        ("a,NA\nb,3\n", "2"),
        ("a,.\nb,3\n", "2"),
        ("a;-3,5\nb;4,5\n", "2"),
        ("a;1'234\nb;4\n", "2"),
        ("a;12:30\nb;13:00\n", "2"),
        ("a,yes\nb,no\nc,yes\n", "2"),
        ("a\t30\nb\t31\n", "2"),
        ("only\nno\nonly\n", "1"),
    ],
)
def test_a_first_record_that_could_be_one_is_asked_about(text: str, places: str):
    reading = read(text, "a.txt")
    [question] = [f for f in reading.report.findings if f.choice == "header"]
    assert question.severity is Severity.QUESTION
    assert question.alternatives == ("false",)
    assert QUESTION in question.message
    assert f" {places})" in question.message
    without = read(text, "a.txt", header=False)
    assert without.microdata.n_records == text.count("\n")
    assert not found(without, Severity.QUESTION, QUESTION)
    assert not found(without, Severity.QUESTION, "has no name")  # which is what was chosen
    assert not found(read(text, "a.txt", header=True), Severity.QUESTION, QUESTION)


@pytest.mark.parametrize(
    "text",
    [
        "id,age,sex\n1,30,m\n2,31,f\n",
        '"","x","y"\n"1",5,a\n"2",6,b\n',
        "income_2019,q1,1st,May,e1\n1,2,3,4,5\n6,7,8,9,1\n",
        "id,sex\n1,Sex\n2,f\n",
    ],
)
def test_names_are_not_asked_about(text: str):
    assert not found(read(text), Severity.QUESTION, QUESTION)


@pytest.mark.parametrize("value", [30, "30", 1.5, True, dt.datetime(2020, 12, 31), "31.12.2020", "NA", "m"])
def test_a_first_record_of_a_sheet_that_could_be_one_is_asked_about(value):
    content = book({"Data": [["a", value], ["b", "x"], ["c", "m"]]})
    [question] = [f for f in read(content, "a.xlsx").report.findings if f.choice == "header"]
    assert QUESTION in question.message
    without = read(content, "a.xlsx", header=False)
    assert without.microdata.n_records == 3
    assert not found(without, Severity.QUESTION, QUESTION)
    assert not found(without, Severity.QUESTION, "has no name")  # which is what was chosen


def test_names_of_a_sheet_are_not_asked_about():
    content = book({"Data": [["id", "sex", ""], [1, "m", 5], [2, "f", 6]]})
    assert not found(read(content, "a.xlsx"), Severity.QUESTION, QUESTION)


def test_the_file_that_was_read_wrongly_is_asked_about(shared_data: Path):
    content = (shared_data / "found" / "header" / "c29_nohdr.csv").read_bytes()
    assert found(read(content), Severity.QUESTION, QUESTION) == [(None, 3)]
    assert table(read(content, header=False))["column 3"] == ["m", "f", "m", "f"]
