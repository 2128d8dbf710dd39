"""The catalogue's cases of numbers, dates, names and characters (12, 13, 17 to 36); the test ids carry the numbers."""

import numpy as np
import pytest

from core.errors import LimitExceeded, Malformed
from core.intake import Severity
from tests.intake.readings import CLEAN, EXPECTED, cells, found, read, table


def test_12_decimal_comma_is_read_and_asked_about():
    content = "x;n\n1,5;1\n-0,25;2\n10,125;3\n"
    reading = read(content)
    assert table(reading) == {"x": [1.5, -0.25, 10.125], "n": [1, 2, 3]}
    assert reading.report.decimal == ","
    question = next(f for f in reading.report.findings if f.choice == "decimal")
    assert question.alternatives == (".",)
    assert table(read(content, decimal="."))["x"] == ["1,5", "-0,25", "10,125"]


def test_13_a_point_before_three_digits_is_asked_about():
    content = "x;n\n1.234;1\n56.789;2\n"
    reading = read(content)
    assert table(reading)["x"] == [1.234, 56.789]
    assert found(reading, Severity.QUESTION, "exactly three digits") == [("x", 2)]
    assert table(read(content, thousands="."))["x"] == [1234, 56789]
    assert found(read("x;n\n1.234;1\n56.7;2\n"), Severity.QUESTION, "three digits") == []


def test_13_thousands_commas_are_read_and_asked_about():
    content = 'x,n\n"1,234,567",1\n"2,500.5",2\n7,3\n'
    reading = read(content)
    assert table(reading)["x"] == [1234567, 2500.5, 7]
    assert found(reading, Severity.QUESTION, "thousands mark") == [("x", 2)]
    assert table(read(content, thousands=""))["x"] == ["1,234,567", "2,500.5", 7]


def test_18_a_line_too_long_is_refused():
    with pytest.raises(LimitExceeded, match="line 2 is longer than the 1,000,000 bytes"):
        read(b"a,b\n" + b"x" * 1_000_001 + b",1\n")
    with pytest.raises(LimitExceeded, match="line 2 is longer"):
        read(b"a,b\n" + b"x" * 999_999 + b",1\n2,3\n")
    assert len(read(b"a,b\n" + b"x" * 999_998 + b",1\n2,3\n").microdata.columns["a"].labels[0]) == 999_998


def test_17_and_19_many_columns_are_refused():
    with pytest.raises(LimitExceeded, match="20,000 columns, 10,000 are allowed"):
        read(",".join(["a"] * 20_000) + "\n" + ",".join(["1"] * 20_000) + "\n")


def test_20_equal_names_are_numbered_and_asked_about():
    reading = read("a,a,a (2),a\n1,2,3,4\n5,6,7,8\n")
    assert list(reading.microdata.columns) == ["a", "a (3)", "a (2)", "a (4)"]
    assert len(found(reading, Severity.QUESTION, "same name")) == 2


def test_21_empty_names_are_given_and_asked_about():
    reading = read(",x,\n1,2,3\n4,5,6\n")
    assert list(reading.microdata.columns) == ["column 1", "x", "column 3"]
    assert len(found(reading, Severity.QUESTION, "has no name")) == 2


def test_22_names_that_look_alike_are_asked_about():
    reading = read("é,e\u0301,Age,age\n1,2,3,4\n5,6,7,8\n")
    assert list(reading.microdata.columns) == ["é", "é (2)", "Age", "age"]
    assert found(reading, Severity.QUESTION, "same name") == [("é (2)", None)]
    assert found(reading, Severity.QUESTION, "only in spelling") == [("age", None)]


def test_23_a_very_long_name_is_cut():
    reading = read("n" * 100_000 + ",b\n1,2\n3,4\n")
    assert list(reading.microdata.columns) == ["n" * 200, "b"]
    assert found(reading, Severity.WARNING, "100,000 characters was cut") == [("n" * 200, 1)]


def test_24_hidden_characters_are_shown_and_warned_of():
    reading = read("a\u202eb,c\nx\u200b,1\nx,2\n")
    assert list(reading.microdata.columns) == ["a\\u202eb", "c"]
    assert found(reading, Severity.WARNING, "the column name holds") == [("a\\u202eb", None)]
    assert found(reading, Severity.WARNING, "do not show or that turn") == [("a\\u202eb", 1)]


def test_25_leading_zeros_stay():
    content = "zip,n\n00123,1\n10115,2\n,3\n00123,4\n"
    reading = read(content)
    assert table(reading)["zip"] == ["00123", "10115", None, "00123"]
    assert found(reading, Severity.WARNING, "2 with leading zeros") == [("zip", 2)]
    assert table(read(content, numbers=("zip",)))["zip"] == [123, 10115, None, 123]


@pytest.mark.parametrize("digits", [16, 17, 20, 25])
def test_26_long_identifiers_stay(digits: int):
    ids = [str(10 ** (digits - 1) + i) for i in (993, 994, 995)]
    reading = read("id,n\n" + "".join(f"{i},1\n" for i in ids) + ",2\n")
    assert table(reading)["id"] == [*ids, None]
    assert found(reading, Severity.WARNING, "3 of more than 15 digits") == [("id", 3)]


def test_27_na_and_its_like_are_categories_until_declared():
    reading = read("x,y\n1,NA\n2,yes\nNA,None\n.,no\nN,n/a\n,yes\n")
    assert table(reading) == {"x": [1, 2, "NA", ".", "N", None], "y": ["NA", "yes", "None", "no", "n/a", "yes"]}
    assert found(reading, Severity.QUESTION, "missing value (., NA)") == [("x", 2)]
    assert found(reading, Severity.QUESTION, "missing value (NA, None, n/a)") == [("y", 3)]
    assert found(reading, Severity.WARNING, "numbers (2 cells) and text (1 cell") == [("x", 1)]


def test_28_numbers_out_of_range_stay_text():
    reading = read("x,n\n1e400,1\ninf,2\n-Infinity,3\n1e-400,4\n2.5,5\n")
    assert table(reading)["x"] == ["1e400", "inf", "-Infinity", "1e-400", 2.5]
    assert found(reading, Severity.WARNING, "no computer number holds") == [("x", 4)]


def test_29_and_30_minus_zero_and_large_numbers():
    reading = read("x,y\n-0.0,1e308\n0,-1.7976931348623157e308\n")
    zero = reading.microdata.columns["x"].numbers
    assert zero is not None
    assert not np.signbit(zero).any()
    assert table(reading)["y"] == [1e308, -1.7976931348623157e308]
    assert reading.report.findings == ()


def test_31_mixed_columns_keep_both_and_say_so():
    rows = "".join(f"{i % 7},1\n" for i in range(70)) + "refused,1\n" * 12 + "1,1\n"
    reading = read("x,n\n" + rows)
    assert reading.microdata.columns["x"].labels == ("refused",)
    assert cells(reading.microdata.columns["x"])[-1] == 1
    assert found(reading, Severity.WARNING, "numbers (71 cells) and text (12 cells, 'refused')") == [("x", 12)]


def test_32_ambiguous_dates_are_asked_about():
    reading = read("d,e,f\n01/02/2020,13/02/2020,2020-02-01\n03/04/2021,01/02/2020,2020-02-02\n")
    assert table(reading)["d"] == ["01/02/2020", "03/04/2021"]
    assert found(reading, Severity.QUESTION, "order of day and month") == [("d", 2)]


@pytest.mark.parametrize("name", ["https://evil.example/x/data.csv", "../../etc/data.csv", "C:\\files\\data.csv"])
def test_36_paths_and_addresses_are_cut_off(name: str):
    reading = read(CLEAN, name)
    assert reading.microdata.name == "data.csv"
    assert table(reading) == EXPECTED


def test_12_where_both_marks_are_certain_in_equally_many_columns_the_point_is_read():
    reading = read("x;y;n\n1,5;2.5;1\n2,5;3.5;2\n")
    assert (table(reading)["y"], reading.report.decimal) == ([2.5, 3.5], ".")
    assert [f.alternatives for f in reading.report.findings if f.choice == "decimal"] == [(",",)]


def test_31_texts_of_few_records_are_counted_and_not_shown():
    rows = "".join(f"{i % 7},1\n" for i in range(70)) + "refused,1\n" * 12 + "at Ann's,1\n"
    assert found(read("x,n\n" + rows), Severity.WARNING, "2 different") == [("x", 13)]


def test_16_one_record_in_a_quoted_cell_is_asked_about_where_columns_are_few():
    inside = "4,5,6\n"
    question = found(read(f'a,b,c\n1,2,"x\n{inside}7,8,9"\n3,3,3\n'), Severity.QUESTION, "looks like two records")
    assert question == [(None, 1)]
    with pytest.raises(Malformed, match="stray quote"):
        read(f'a,b,c\n1,2,"x\n{inside}{inside}7,8,9"\n3,3,3\n')


def test_a_blank_line_before_records_with_names_of_their_own_is_no_record():
    assert table(read("a,b\n\nr1,1,2\nr2,3,4\n")) == {"column 1": ["r1", "r2"], "a": [1, 3], "b": [2, 4]}


def test_32_dates_of_both_orders_are_asked_about():
    reading = read("d,n\n13/01/2020,1\n01/14/2020,2\n")
    assert found(reading, Severity.QUESTION, "dates with the month first") == [("d", 2)]
