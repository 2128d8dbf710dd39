"""What the original answers is not asked about the masked file again."""

import pytest

from core.intake import Severity, read_alike
from tests.intake.readings import read, table

DECIMALS = ("1,234", "2,500", "3,125", "4,750")


def questions(reading):
    return [f.choice or f.column for f in reading.report.findings if f.severity is Severity.QUESTION]


def masked_beside(ours: list[str], theirs: list[str], delimiter=";"):
    def one(cells: list[str]):
        text = f"i{delimiter}x\n" + "".join(f"a{delimiter}{cell}\n" for cell in cells)
        return text, read(text, delimiter=delimiter)

    text, masked = one(theirs)
    return read_alike(one(ours)[1], masked, text.encode())


@pytest.mark.parametrize(
    ("ours", "numbers"),
    [
        (["1.234", "2.5", "3.125", "4.75"], [1.234, 2.5, 3.125, 4.75]),
        (["1234", "2500", "3125", "4750"], [1234.0, 2500.0, 3125.0, 4750.0]),
    ],
    ids=["decimals", "thousands"],
)
def test_the_decimal_mark_is_the_one_that_gives_the_numbers_of_the_original(ours, numbers):
    alike = masked_beside(ours, list(DECIMALS))
    assert table(alike)["x"] == numbers
    assert questions(alike) == []


def test_other_numbers_than_the_originals_are_asked_about():
    assert questions(masked_beside(["7", "8", "9"], list(DECIMALS)))[0] == "decimal"


@pytest.mark.parametrize("mark", [".", "NA", "null"])
def test_marks_for_missing_values_that_the_original_lacks_are_not_asked_about(mark):
    alike = masked_beside(["low", "high", "low"], ["low", mark, "high"])
    assert questions(alike) == []
    assert mark in table(alike)["x"]


def test_an_answer_that_the_original_has_as_a_category_is_asked_about_there_alone():
    ours = ["low", "none", "high"]
    assert questions(masked_beside(ours, ours)) == []
    assert questions(masked_beside(["low", "high", "low"], ours)) == ["x"]
