"""What the original answers is not asked about the masked file again."""

import gzip

import pyarrow as pa
import pytest

from core.errors import IntakeError
from core.intake import ReadChoices, Severity, read_alike
from core.intake.formats import Format
from core.intake.readers import READERS, TAKEN, reader_of
from tests.intake.readings import parquet, read, table

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


ANSWERS = {
    "encoding": "cp1252",
    "delimiter": ";",
    "quote": "none",
    "decimal": ",",
    "thousands": ".",
    "header": True,
    "header_row": 2,
    "multiline": True,
    "sheet": "Two",
}


@pytest.mark.parametrize("choice", ANSWERS)
@pytest.mark.parametrize("form", TAKEN)
def test_a_choice_that_changes_nothing_in_a_format_is_refused_with_those_that_do(form: Format, choice: str):
    choices = ReadChoices(**{choice: ANSWERS[choice], "numbers": ("x",), "texts": ("y",)})
    if choice in TAKEN[form]:
        reader_of(form, choices)
        return
    with pytest.raises(IntakeError, match=rf"^{choice} changes nothing in .* \({form}\); it takes numbers, texts"):
        reader_of(form, choices)


def test_every_format_says_what_it_takes():
    assert {*TAKEN, Format.GZIP, Format.ZIP} == set(READERS)


@pytest.mark.parametrize(
    ("name", "content", "choice"),
    [
        ("a.parquet", parquet(x=pa.array([1, 2])), "header"),
        ("a.csv", b"x,y\n1,2\n", "sheet"),
        ("a.csv.gz", gzip.compress(b"x,y\n1,2\n"), "sheet"),
    ],
    ids=["parquet", "csv", "csv in gzip"],
)
def test_files_are_refused_by_name(name: str, content: bytes, choice: str):
    with pytest.raises(IntakeError, match=rf"^{name}: {choice} changes nothing"):
        read(content, name, **{choice: ANSWERS[choice]})


def said(content: bytes | str, name: str, **choices: object) -> list[str]:
    return [f.message for f in read(content, name, **choices).report.findings if f.severity is Severity.WARNING]


def test_answers_about_columns_that_change_nothing_are_said():
    stored = parquet(x=pa.array([1, 2]), sex=pa.array(["m", "f"]))
    assert said(stored, "a.parquet", texts=("sex",)) == []
    assert said(stored, "a.parquet", texts=("x",)) == ["texts names 'x', which the file holds as numbers: it stays so"]
    assert said(stored, "a.parquet", numbers=("sex",)) == ["numbers names 'sex', of which no cell is a number"]
    text = "x,sex\n1,m\n2,f\n"
    assert said(text, "a.csv", numbers=("x",), texts=("sex",)) == []
    assert said(text, "a.csv", numbers=("sex",)) == ["numbers names 'sex', of which no cell is a number"]
