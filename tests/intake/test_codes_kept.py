"""Codes whose distinct spellings would become one number are kept as written, and asked about."""

import pyarrow as pa
import pytest

from core.data import Codebook, Level, Role, Variable
from core.intake import Severity, read_alike
from core.pairing import code_release
from core.risk import RiskParameters, sample_uniques
from tests.intake.readings import found, parquet, read, table

CODES = {
    "classification": ["10.1", "10.10", "10.2"],
    "diagnosis": ["250.0", "250.00", "251"],
    "dialling": ["+49", "49", "43"],
    "point": ["5", "5.", "5.0"],
    "signed_zero": ["-0", "0", "1"],
    "exponent": ["1E5", "100000", "7"],
    "exponent_alone": ["1E5", "2E3", "12"],
    "exponent_among_text": ["1E5", "1D5", "A12"],
    "decimals_without_a_zero": [".5", "0.5", "0.7"],
}


def column(texts: list[str], **choices):
    return read("code;n\n" + "".join(f"{text};{i}\n" for i, text in enumerate(texts)), delimiter=";", **choices)


@pytest.mark.parametrize("texts", CODES.values(), ids=CODES)
def test_codes_are_kept_apart_and_asked_about(texts: list[str]):
    reading = column(texts)
    assert table(reading)["code"] == texts
    asked = [f for f in reading.report.findings if f.severity is Severity.QUESTION and f.column == "code"]
    assert [(f.choice, f.alternatives) for f in asked] == [("numbers", ("code",))]


@pytest.mark.parametrize("texts", [CODES["classification"], CODES["point"]], ids=["classification", "point"])
def test_the_answer_makes_them_numbers_with_a_word(texts: list[str]):
    reading = column(texts, numbers=("code",))
    assert table(reading)["code"] == [float(text) for text in texts]
    assert found(reading, Severity.WARNING, "several spellings") != []


def test_codes_of_decimal_commas_are_kept_too():
    assert table(column(["10,1", "10,10", "11,5"], decimal=","))["code"] == ["10,1", "10,10", "11,5"]


@pytest.mark.parametrize(
    "texts",
    [["-0.0", "0.0", "1.5"], ["-0", "0", "-3"], ["1.50", "2.25", "1.50"], ["1e-05", "0.5", "2"], ["+1", "-1", "0"]],
    ids=["zero_of_arithmetic", "zero_among_negatives", "repeated", "small", "signs"],
)
def test_numbers_stay_numbers_without_a_question(texts: list[str]):
    reading = column(texts)
    assert table(reading)["code"] == [float(text) + 0.0 for text in texts]
    assert not [f for f in reading.report.findings if f.severity is Severity.QUESTION]


def test_merged_codes_do_not_make_records_less_unique_than_they_are():
    # Two records each share an age and a diagnosis but for its last zero.
    rows = [(f"{250 + i // 2}.{'0' * (1 + i % 2)}", 20 + i // 2) for i in range(120)]
    reading = read("diagnosis,age\n" + "".join(f"{code},{age}\n" for code, age in rows))
    keys = tuple(Variable(name, Level.NOMINAL, Role.KEY) for name in ("diagnosis", "age"))
    release = code_release(reading.microdata, Codebook(keys))
    [result] = sample_uniques.compute(sample_uniques.prepare(release, RiskParameters()))
    assert (result.value, result.n) == (1.0, 120)


def masked_beside(masked: str, name: str = "masked.csv", **choices):
    original = column(CODES["classification"])
    content = masked.encode()
    return read_alike(original, read(content, name, **choices), content)


@pytest.mark.parametrize("others", ["", "X1;3\n"], ids=["numbers alone", "among texts"])
def test_a_masked_file_keeps_codes_as_the_original_does(others: str):
    # 10.10 alone would be the number 10.1, and stand for another code of the original
    reading = masked_beside(f"code;n\n10.10;1\n10.10;2\n{others}")
    assert table(reading)["code"][:2] == ["10.10", "10.10"]
    assert reading.choices.texts == ("code",)


def test_the_officers_choice_of_numbers_stays():
    assert table(masked_beside("code;n\n10.10;1\n10.2;2\n", numbers=("code",)))["code"] == [10.1, 10.2]


def test_a_file_without_texts_is_left_as_it_is():
    content = parquet(code=pa.array([10.1, 10.2]))
    reading = read(content, "masked.parquet")
    assert read_alike(column(CODES["classification"]), reading, content) is reading
