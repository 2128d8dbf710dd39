"""Which texts are numbers, worked out by hand."""

import numpy as np
import pyarrow as pa
import pytest

from core.intake.number_texts.numerals import Marks, parse_numerals
from core.intake.number_texts.written_numbers import written_numbers


def parse(text: str):
    return parse_numerals(pa.array([text]), Marks())


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-0", 0), ("+5", 5), ("5.", 5), (".5", 0.5), ("-2.50", -2.5), ("1e+05", 1e5), ("1E-3", 0.001),
     ("0.1", 0.1), ("5e-324", 5e-324), ("1e308", 1e308), ("999999999999999", 999999999999999)],
)  # fmt: skip
def test_numbers(text: str, value: float):
    numerals = parse(text)
    assert numerals.number.all()
    assert numerals.values[0] == value
    assert not (numerals.code | numerals.long | numerals.beyond | numerals.rounded).any()


@pytest.mark.parametrize(
    "text", ["", "a", "1a", "0x10", "1_000", "1,5", "1.2.3", "--1", "e5", ".", "-", "١", "nan", "1 2"]
)
def test_texts(text: str):
    numerals = parse(text)
    assert not numerals.number.any()
    assert np.isnan(numerals.values).all()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("007", "code"), ("00", "code"), ("-01.5", "code"),
        ("1000000000000000", "long"), ("12345678901234567", "long"),
        ("1e400", "beyond"), ("-inf", "beyond"), ("Infinity", "beyond"), ("1e-400", "beyond"),
        ("0.12345678901234567891", "rounded"), ("1234567890123456.789", "rounded"),
    ],
)  # fmt: skip
def test_numbers_that_are_not_what_they_look_like(text: str, kind: str):
    numerals = parse(text)
    flags = {name: bool(getattr(numerals, name)[0]) for name in ("code", "long", "beyond", "rounded")}
    assert flags == {name: name == kind for name in flags}


@pytest.mark.parametrize(
    "text", ["0.30000000000000004", "0.10000000000000001", "1.000000000000000000e+00", "100000000000000000.0"]
)
def test_many_digits_that_a_double_keeps_are_not_rounded(text: str):
    assert parse(text).number.all()
    assert not parse(text).rounded.any()


def test_decimal_comma():
    numerals = parse_numerals(pa.array(["1,5", "1.5", "2", "1.234,5"]), Marks(","))
    np.testing.assert_array_equal(numerals.values, [1.5, np.nan, 2, np.nan])


def test_groups_of_thousands():
    texts = pa.array(["1,234", "12,34", "1,234,567.5", "0,123", "x", "7", "1'000,5"])
    plain, value = parse_numerals(texts, Marks()).number, np.ones(len(texts), dtype=bool)
    written = written_numbers(texts, plain, value, Marks(thousands=","))
    np.testing.assert_array_equal(written.values, [1234, np.nan, 1234567.5, np.nan, np.nan, np.nan, np.nan])
    assert written_numbers(texts, plain, value, Marks()) is None, "more other texts than numbers"
