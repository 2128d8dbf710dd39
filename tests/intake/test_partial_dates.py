"""Dates without a year or a day, which are written like decimals."""

import pytest

from core.intake import Severity
from tests.intake.readings import found, read, table


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        (["31.12", "24.12", "15.10", "1.5"], "a day and a month"),
        (["1.05", "24.12", "NA"], "a day and a month"),
        (["12.2020", "3.2021", "10.1999"], "a month and a year"),
    ],
)
def test_decimals_that_could_be_dates_are_asked_about(cells: list[str], what: str):
    content = "day,n\n" + "".join(f"{cell},1\n" for cell in cells)
    reading = read(content)
    [question] = [f for f in reading.report.findings if f.choice == "texts"]
    n = sum(cell != "NA" for cell in cells)
    assert (question.severity, question.column, question.count) == (Severity.QUESTION, "day", n)
    assert what in question.message
    assert question.alternatives == ("day",)
    assert table(read(content, texts=("day",)))["day"] == cells


@pytest.mark.parametrize(
    "cells",
    [
        ["1.5", "2.5", "31.9"],
        ["31.13", "1.12"],
        ["32.12", "1.12"],
        ["31.12", "30"],
        ["31.12", "0.12"],
        ["-1.12", "2.10"],
        ["12.2020", "13.2020"],
        ["1.123", "2.123"],
        ["a", "b"],
    ],
)
def test_other_numbers_are_not_asked_about(cells: list[str]):
    reading = read("x,n\n" + "".join(f"{cell},1\n" for cell in cells))
    assert not found(reading, Severity.QUESTION, "every number could be")
