"""Numbers as people write them: the same numbers come out whatever marks, signs and units are in a file."""

import io
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

from core.data import COMPARED_ROLES, Level
from core.intake import Severity, read_file
from core.pairing import draft_codebook
from tests.intake.readings import found, parquet, read, table

THOUSANDS = Path(__file__).parents[3] / "shared" / "data" / "found" / "thousands"
NUMBERS = [1000, 12345, 987, 1234567]

WAYS = {
    "apostrophe": ["1'000", "12'345", "987", "1'234'567"],
    "right single quote": ["1’000", "12’345", "987", "1’234’567"],
    "space": ["1 000", "12 345", "987", "1 234 567"],
    "no-break space": ["1\u00a0000", "12\u00a0345", "987", "1\u00a0234\u00a0567"],
    "narrow no-break space": ["1\u202f000", "12\u202f345", "987", "1\u202f234\u202f567"],
    "thin space": ["1\u2009000", "12\u2009345", "987", "1\u2009234\u2009567"],
    "comma": ["1,000", "12,345", "987", "1,234,567"],
    "point": ["1.000", "12.345", "987", "1.234.567"],
    "Indian": ["1,000", "12,345", "987", "12,34,567"],
    "currency before": ["€ 1000", "€ 12345", "€ 987", "€ 1234567"],
    "currency behind": ["1000€", "12345€", "987€", "1234567€"],
    "currency code": ["CHF 1'000", "CHF 12'345", "CHF 987", "CHF 1'234'567"],
    "currency with points": ["1.000,00 €", "12.345,00 €", "987,00 €", "1.234.567,00 €"],
    "percent": ["1000%", "12345%", "987%", "1234567%"],
    "unit": ["1000 kg", "12345 kg", "987 kg", "1234567 kg"],
    "decimals behind spaces": ["1 000,00", "12 345,00", "987,00", "1 234 567,00"],
    "full width": ["１０００", "１２３４５", "９８７", "１２３４５６７"],
}


def column(cells: list[str], **choices):
    return read("x;n\n" + "".join(f"{cell};{i}\n" for i, cell in enumerate(cells)), delimiter=";", **choices)


def asked(reading, name: str = "x") -> list[tuple[str, tuple[str, ...]]]:
    findings = reading.report.findings
    return [(f.choice, f.alternatives) for f in findings if f.severity is Severity.QUESTION and f.column == name]


@pytest.mark.parametrize("texts", WAYS.values(), ids=WAYS)
def test_the_same_numbers_come_out_and_the_reading_is_asked_about(texts: list[str]):
    reading = column(texts)
    assert table(reading)["x"] == NUMBERS
    assert len(asked(reading)) == 1


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["5", "\u22123", "7.5"], [5, -3, 7.5]),
        (["1200", "300-", "75"], [1200, -300, 75]),
        (["1 200", "(300)", "75"], [1200, -300, 75]),
        (["$1,200.50", "($300)", "-$75"], [1200.5, -300, -75]),
        (["12,5 %", "7 %", "\u22123 %"], [12.5, 7, -3]),
        (["1 000,50", "20,25", "7"], [1000.5, 20.25, 7]),
        (["1'000.50", "20.25", "7"], [1000.5, 20.25, 7]),
        (["Fr. 1'000.50", "Fr.20", "-Fr. .5"], [1000.5, 20, -0.5]),
        (["1,000.5 sq.m.", "20. sq.m.", "7 sq.m."], [1000.5, 20, 7]),
        (["12,-", "30,–", "7,50"], [12, 30, 7.5]),
        (["1'200.--", "30.—", "7.50"], [1200, 30, 7.5]),
        (["1.012,- €", "30,-€", "7,50 €"], [1012, 30, 7.5]),
        (["-12,-", "30,-", "7,50"], [-12, 30, 7.5]),
        (["$ (1,200.00)", "$ 30.00", "$ 7.50"], [-1200, 30, 7.5]),
    ],
)
def test_signs_and_decimals(texts: list[str], numbers: list[float]):
    reading = column(texts)
    assert table(reading)["x"] == numbers
    assert asked(reading)


CODES = {
    "leading zeros": ["0'123", "0'456"],
    "groups of other lengths": ["12 34", "56 78"],
    "several currencies": ["€ 5", "$ 5", "€ 6"],
    "a unit in one alone": ["5 kg", "6", "7"],
    "several units": ["1 year", "2 years", "3 years"],
    "school marks": ["1-", "2-", "3"],
    "all in parentheses": ["(1)", "(2)", "(3)"],
    "a letter before": ["A1", "A2", "A3"],
    "classes": ["5a", "6a", "7a"],
    "card numbers": ["1 234 567 890 123 456", "2 234 567 890 123 456"],
    "open ends": ["17 plus", "5", "6"],
    "superscripts": ["5²", "6²", "7²"],
    "bands": ["1 000-2 000", "2 001-3 000"],
}


@pytest.mark.parametrize("texts", CODES.values(), ids=CODES)
def test_codes_stay_as_they_are_written(texts: list[str]):
    assert set(texts) <= set(table(column(texts))["x"]) | {str(n) for n in range(10)}
    assert all(
        isinstance(cell, str) for cell, text in zip(table(column(texts))["x"], texts, strict=True) if not text.isdigit()
    )


def test_a_few_other_texts_stay_beside_the_numbers():
    reading = column([f"{i}'000" for i in range(1, 9)] + ["keine Angabe"])
    assert table(reading)["x"] == [*(i * 1000 for i in range(1, 9)), "keine Angabe"]
    assert asked(reading) == [("texts", ("x",))]
    assert found(reading, Severity.WARNING, "holds numbers") == [("x", 1)]


def test_the_answers_are_followed():
    groups, money = WAYS["space"], WAYS["currency before"]
    assert table(column(groups, thousands=""))["x"] == ["1 000", "12 345", 987, "1 234 567"]
    assert table(column(money, texts=("x",)))["x"] == money
    assert asked(column(money)) == [("texts", ("x",))]
    for mark, way in ((" ", "narrow no-break space"), ("'", "right single quote")):
        reading = column(WAYS[way], thousands=mark)
        assert (table(reading)["x"], asked(reading)) == (NUMBERS, [])


def test_the_mark_is_named_so_that_it_can_be_seen():
    for way, name in (("no-break space", "a space"), ("apostrophe", "an apostrophe"), ("comma", "a comma")):
        [message] = [f.message for f in column(WAYS[way]).report.findings if f.choice == "texts"]
        assert name in message
        assert "1 000" not in message


@pytest.mark.parametrize("texts", [WAYS["apostrophe"], WAYS["currency code"], WAYS["decimals behind spaces"]])
def test_texts_of_other_formats_are_read_so_too(texts: list[str]):
    book = io.BytesIO()
    pd.DataFrame({"x": texts, "n": [1, 2, 3, 4]}).to_excel(book, index=False)
    for content, name in (
        (parquet(x=pa.array(texts), n=pa.array([1, 2, 3, 4])), "f.parquet"),
        (book.getvalue(), "f.xlsx"),
    ):
        reading = read(content, name)
        assert table(reading)["x"] == NUMBERS, name
        assert asked(reading) == [("texts", ("x",))], name
        assert table(read(content, name, texts=("x",)))["x"] == texts


def test_texts_of_other_formats_with_decimals_are_asked_about():
    texts = ["10.5", "20.25", "7.0"]
    content = parquet(x=pa.array(texts), id=pa.array(["1", "2", "3"]))
    reading = read(content, "f.parquet")
    assert table(reading)["x"] == texts
    assert asked(reading) == [("numbers", ("x",))]
    assert asked(reading, "id") == [], "whole numbers stored as text are codes"
    assert table(read(content, "f.parquet", numbers=("x",)))["x"] == [10.5, 20.25, 7]


def test_all_numbers_of_a_sheet_stored_as_text_are_asked_about():
    book = io.BytesIO()
    pd.DataFrame({"x": ["12", "7"], "n": [1, 2]}).to_excel(book, index=False)
    reading = read(book.getvalue(), "f.xlsx")
    assert (table(reading)["x"], asked(reading)) == (["12", "7"], [("numbers", ("x",))])
    assert found(reading, Severity.QUESTION, "stored as text") == [("x", 2)]
    assert table(read(book.getvalue(), "f.xlsx", numbers=("x",)))["x"] == [12, 7]


def test_texts_among_the_numbers_of_a_sheet_are_read_alike():
    book = io.BytesIO()
    pd.DataFrame({"x": [987, "1'000", 1.234], "n": [1, 2, 3]}).to_excel(book, index=False)
    assert table(read(book.getvalue(), "f.xlsx"))["x"] == [987, 1000, 1.234]


@pytest.mark.skipif(not THOUSANDS.is_dir(), reason="the files on which the program failed lie beside the project only")
@pytest.mark.parametrize("name", ["o_swiss.csv", "o_french.csv"])
def test_an_income_stays_in_the_assessment(name: str):
    original, plain = (read_file(n, (THOUSANDS / n).read_bytes()) for n in (name, "m_plain.csv"))
    own, other = (r.microdata.columns["einkommen"].numbers for r in (original, plain))
    assert own is not None
    assert other is not None
    [income] = [v for v in draft_codebook(original.microdata).variables if v.name == "einkommen"]
    assert income.level is Level.CONTINUOUS
    assert income.role in COMPARED_ROLES
    assert asked(original, "einkommen") == [("texts", ("einkommen",))]
