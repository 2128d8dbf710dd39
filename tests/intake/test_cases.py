"""The catalogue of difficult files, through the public face; the test ids carry the catalogue's case numbers."""

import codecs
import gzip
import hashlib
import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.data import Column
from core.errors import IntakeError, LimitExceeded, Malformed, NothingInside, UnknownFormat
from core.intake import Limits, ReadChoices, Reading, Severity, read_file

CLEAN = "name,age,city\nAnna,31,Graz\nBob,42,Linz\n"


def read(content: bytes | str, name: str = "file.csv", **choices) -> Reading:
    data = content.encode() if isinstance(content, str) else content
    return read_file(name, data, choices=ReadChoices(**choices))


def cells(column: Column) -> list[float | str | None]:
    """Every cell as a number, a label or None, so that tests can compare with what was written."""
    out: list[float | str | None] = []
    for i in range(len(column)):
        if column.numbers is not None and not np.isnan(column.numbers[i]):
            out.append(float(column.numbers[i]))
        else:
            out.append(None if column.codes is None or column.codes[i] < 0 else column.labels[column.codes[i]])
    return out


def table(reading: Reading) -> dict[str, list[float | str | None]]:
    return {name: cells(column) for name, column in reading.microdata.columns.items()}


def found(reading: Reading, severity: Severity, words: str) -> list[tuple[str | None, int | None]]:
    return [(f.column, f.count) for f in reading.report.findings if f.severity is severity and words in f.message]


def parquet(**columns: pa.Array) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


EXPECTED = {"name": ["Anna", "Bob"], "age": [31, 42], "city": ["Graz", "Linz"]}

REFUSED = [
    pytest.param("a.csv", b"", NothingInside, "empty", id="1 empty file"),
    pytest.param("a.csv", codecs.BOM_UTF8, NothingInside, "empty", id="2 mark only"),
    pytest.param("a.csv", b"\n \r\n", NothingInside, "no text", id="1 blank lines only"),
    pytest.param("a.csv", b"a,b,c\n", NothingInside, "no rows", id="3 header only"),
    pytest.param(
        "a.csv", b"a,b\n1,2\n3\n4,5,6\n", Malformed, "line 3 has 1, line 4 has 3", id="15 short and long rows"
    ),
    pytest.param("a.csv", b'a,b\n1,"x\ny"\n3\n', Malformed, "line 4 has 1", id="15 lines counted inside quoted cells"),
    pytest.param("a.csv", b'a,b\n1,2\n3,"x\n4,5\n', Malformed, "line 3 is never closed", id="17 unclosed quote"),
    pytest.param("a.csv", b'a,"b\n1,2\n', Malformed, "quotes of the header", id="17 unclosed quote in the header"),
    pytest.param("a.csv", b'a,b\n1,"x" y\n', Malformed, "line 2: text stands behind", id="16 text behind a quote"),
    pytest.param("a.csv", gzip.compress(b"a,b\n1,2\n"), UnknownFormat, "a gzip archive", id="33 gzip"),
    pytest.param("a.xlsx", b"PK\x03\x04abc", Malformed, "damaged", id="53 workbook"),
    pytest.param("a.parquet", b"a,b\n1,2\n", UnknownFormat, "says Parquet", id="34 text as parquet"),
    pytest.param("a.csv", parquet(a=[1]), UnknownFormat, "it holds Parquet", id="34 parquet as text"),
    pytest.param("a.csv", b"<!DOCTYPE html><p>", UnknownFormat, "a web page", id="34 web page as text"),
    pytest.param("a.csv", bytes(range(256)) * 9, UnknownFormat, "no text has", id="34 noise as text"),
    pytest.param("a.csv", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", UnknownFormat, "with a password", id="35 password"),
    pytest.param("a.sav", b"$FL2@(#)", Malformed, "damaged", id="53 SPSS"),
    pytest.param("a", b"a,b\n1,2\n", UnknownFormat, "without an ending", id="34 no ending"),
    pytest.param("a.parquet", parquet(a=[1])[:-9], Malformed, "cut off", id="53 truncated"),
    pytest.param(
        "a.parquet", parquet(a=[1])[:-8] + b"\xff\xff\xff\x00PAR1", Malformed, "cut off", id="53 footer too long"
    ),
    pytest.param("a.parquet", parquet(a=pa.array([], pa.int64())), NothingInside, "no rows", id="3 parquet"),
    pytest.param("a.parquet", parquet(ok=[1], bad=[[1, 2]]), Malformed, "'bad' holds lists", id="48 lists"),
    pytest.param("a.parquet", parquet(bad=[{"x": 1}]), Malformed, "'bad' holds lists or records", id="48 structs"),
]


@pytest.mark.parametrize(("name", "content", "error", "words"), REFUSED)
def test_refused(name: str, content: bytes, error: type[IntakeError], words: str):
    with pytest.raises(error, match="^" + name.replace(".", r"\.") + ":") as refusal:
        read_file(name, content)
    assert type(refusal.value) is error
    assert words in str(refusal.value)


SAME = [
    pytest.param(codecs.BOM_UTF8 + CLEAN.encode(), "utf-8", id="5 UTF-8 mark"),
    pytest.param(codecs.BOM_UTF16_LE + CLEAN.encode("utf-16-le"), "utf-16-le", id="6 UTF-16 LE mark"),
    pytest.param(codecs.BOM_UTF16_BE + CLEAN.encode("utf-16-be"), "utf-16-be", id="6 UTF-16 BE mark"),
    pytest.param(codecs.BOM_UTF32_LE + CLEAN.encode("utf-32-le"), "utf-32-le", id="6 UTF-32 mark"),
    pytest.param(CLEAN.replace("\n", "\r").encode(), "utf-8", id="10 carriage returns"),
    pytest.param(CLEAN.replace("\n", "\r\n").encode(), "utf-8", id="10 Windows line ends"),
    pytest.param(CLEAN.replace("\n", "\r\n", 1).encode(), "utf-8", id="10 mixed line ends"),
    pytest.param(CLEAN.rstrip("\n").encode(), "utf-8", id="10 no last line end"),
    pytest.param(CLEAN.replace(",", ";").encode(), "utf-8", id="11 semicolon"),
    pytest.param(CLEAN.replace(",", "\t").encode(), "utf-8", id="11 tab"),
    pytest.param(CLEAN.replace(",", "|").encode(), "utf-8", id="11 bar"),
]


@pytest.mark.parametrize(("content", "encoding"), SAME)
def test_same_as_the_clean_file(content: bytes, encoding: str):
    reading = read(content)
    assert table(reading) == EXPECTED
    assert reading.report.findings == ()
    assert reading.report.encoding == encoding


def test_4_one_row_is_warned_of():
    assert found(read("a,b\n1,2\n"), Severity.WARNING, "one row only") == [(None, 1)]


def test_6_utf16_without_a_mark_is_asked_about():
    reading = read(CLEAN.encode("utf-16-le"))
    assert table(reading) == EXPECTED
    question = next(f for f in reading.report.findings if f.choice == "encoding")
    assert question.severity is Severity.QUESTION
    assert question.alternatives == ("utf-16-be",)


def test_7_cp1252_is_asked_about_with_a_preview():
    content = "Straße,Ort\nMühlgasse 3,Köln\nGrüner Weg 7,Zürich\n".encode("cp1252")
    reading = read(content)
    assert list(reading.microdata.columns) == ["Straße", "Ort"]
    question = next(f for f in reading.report.findings if f.choice == "encoding")
    assert reading.report.encoding == "cp1252"
    assert "ß ö ü" in question.message
    assert read(content, encoding="cp1252").report.findings == ()


def test_8_central_european_is_not_taken_for_western():
    towns = (
        "Třebíč Břeclav Plzeň Žďár Příbram Kroměříž Ústí Děčín Přerov Jihlava Olomouc Znojmo Vyškov Uherské Hradiště"
    )
    remark = "Příliš žluťoučký kůň úpěl ďábelské ódy a všichni občané města se tomu velmi divili"
    reading = read(("město,poznámka\n" + "".join(f"{t},{remark}\n" for t in towns.split())).encode("cp1250"))
    assert reading.report.encoding == "cp1250"
    assert table(reading)["město"] == towns.split()
    assert len(found(reading, Severity.QUESTION, "read as cp1250")) == 1


def test_8_where_nothing_tells_code_pages_apart_the_commonest_is_taken_and_the_other_named():
    reading = read("a,b\ncafé,1\nespañol,2\n".encode("cp1252"))
    assert table(reading)["a"] == ["café", "español"]
    question = next(f for f in reading.report.findings if f.choice == "encoding")
    assert "cp1250" in question.alternatives
    assert table(read("a,b\nŁódź,1\nkoń,2\n".encode("cp1250"), encoding="cp1250"))["a"] == ["Łódź", "koń"]


def test_8_one_broken_byte_does_not_turn_utf8_into_a_code_page():
    content = ("a,b\n" + "Zürich,Köln\n" * 5).encode() + b"x\xff,y\n"
    with pytest.raises(Malformed, match="line 7 is not UTF-8"):
        read(content)


def test_9_nul_bytes_are_left_out_and_counted():
    reading = read(CLEAN.encode().replace(b"Anna", b"An\0na\0"))
    assert table(reading) == EXPECTED
    assert found(reading, Severity.WARNING, "NUL") == [(None, 2)]


def test_11_a_space_separates_only_where_it_is_clear():
    reading = read("a b\n1 2\n3 4\n", "file.txt")
    assert table(reading) == {"a": [1, 3], "b": [2, 4]}
    assert len(found(reading, Severity.QUESTION, "every space")) == 1
    assert table(read("name\nAnna Berg\nBob\n")) == {"name": ["Anna Berg", "Bob"]}


def test_11_two_possible_delimiters_are_asked_about():
    reading = read("a;b,c\n1;2,3\n4;5,6\n")
    question = next(f for f in reading.report.findings if f.choice == "delimiter")
    assert (reading.report.delimiter, question.alternatives) == (",", (";",))
    assert list(read("a;b,c\n1;2,3\n4;5,6\n", delimiter=";").microdata.columns) == ["a", "b,c"]


def test_11_apostrophes_as_quotes_are_asked_about():
    reading = read("a,b\n'x,1',2\n'y',3\n")
    assert table(reading) == {"a": ["x,1", "y"], "b": [2, 3]}
    assert len(found(reading, Severity.QUESTION, "apostrophes")) == 1
    assert table(read("a,b\nit's,2\ny,3\n"))["a"] == ["it's", "y"]


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


@pytest.mark.parametrize(
    "header", ["id,x", "id,x,"], ids=["14 spare delimiter", "14 spare delimiter in the header too"]
)
def test_14_spare_delimiters_do_not_shift_columns(header: str):
    reading = read(f"{header}\n1,7,\n2,8,\n")
    assert table(reading) == {"id": [1, 2], "x": [7, 8]}
    assert found(reading, Severity.WARNING, "without a cell behind") == [(None, 1)]


def test_14_row_names_as_r_writes_them_are_asked_about():
    reading = read('"x","y"\n"1",5,a\n"2",6,b\n')
    assert table(reading) == {"column 1": [1, 2], "x": [5, 6], "y": ["a", "b"]}
    assert len(found(reading, Severity.QUESTION, "one cell more than the header")) == 1
    with pytest.raises(Malformed, match="the header has 2 names but every record 3 cells"):
        read("x,y\n1,5,a\n1,6,b\n")


def test_16_stray_quotes_far_apart_are_counted_out():
    rows = [f"{i},a,b,c\n" for i in range(2_000)]
    rows[500] = '500,"a,b,c\n'
    rows[1_500] = '1500,a",b,c\n'
    with pytest.raises(Malformed, match=r"lines 2,000, rows 1,000: .* opens on line 502 holds 1,001 lines"):
        read("id,x,y,z\n" + "".join(rows))


def test_16_real_line_ends_in_cells_are_kept():
    content = 'id,remark,x,y\n1,"well, he said\nnothing",3,4\n2,ok,5,6\n'
    assert table(read(content))["remark"] == ["well, he said\nnothing", "ok"]


def test_16_a_cell_that_may_be_two_rows_is_asked_about():
    content = 'remark,x\n"one, two\nthree",3\nok,5\n'
    assert found(read(content), Severity.QUESTION, "looks like two records") == [(None, 1)]
    assert read(content, multiline=True).report.findings == ()


def test_16_quotes_inside_cells_and_quotes_as_text():
    assert table(read('a,b\n5" pipe,1\n6" pipe,2\n'))["a"] == ['5" pipe', '6" pipe']
    assert table(read('a,b\n"x" y,1\nz,2\n', quote="none"))["a"] == ['"x" y', "z"]


def test_18_a_line_too_long_is_refused():
    with pytest.raises(LimitExceeded, match="line 2 is longer than the 1,000,000 bytes"):
        read(b"a,b\n" + b"x" * 1_000_001 + b",1\n")


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
    assert found(reading, Severity.WARNING, "numbers (2 cells) and text (1 cells") == [("x", 1)]


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


def test_47_a_row_bomb_is_refused():
    rows = 51_000_000
    sink = io.BytesIO()
    constant = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, dtype=np.int8)), pa.array(["x"]))
    pq.write_table(pa.table({f"c{i}": constant for i in range(10)}), sink, compression="zstd")
    assert len(sink.getvalue()) < 2_000_000
    with pytest.raises(LimitExceeded, match="51,000,000 rows times 10 columns, 500,000,000 cells are allowed"):
        read(sink.getvalue(), "bomb.parquet")


def test_49_duplicate_names_in_parquet_are_refused_in_words():
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]), sink)
    with pytest.raises(Malformed, match="two columns are called 'a'; rename one"):
        read(sink.getvalue(), "a.parquet")


def test_50_a_pandas_index_is_kept():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [5, 6]}, index=pandas.Index([11, 12], name="pid"))
    sink = io.BytesIO()
    frame.to_parquet(sink)
    assert table(read(sink.getvalue(), "a.parquet")) == {"x": [5, 6], "pid": [11, 12]}


def test_53_a_damaged_page_is_refused_or_read_never_fatal():
    whole = parquet(a=pa.array(range(1_000)), b=pa.array(["x"] * 1_000))
    damaged = whole[:30] + bytes(200) + whole[230:]
    with pytest.raises(Malformed, match="damaged"):
        read(damaged, "a.parquet")


def test_the_report_tells_what_was_read():
    reading = read(CLEAN)
    report = reading.report
    assert (report.format, report.n_rows, report.n_columns) == ("delimited text", 2, 3)
    assert (report.encoding, report.delimiter, report.quote, report.decimal) == ("utf-8", ",", '"', ".")
    assert reading.microdata.sha256 == hashlib.sha256(CLEAN.encode()).hexdigest()


def test_a_header_of_numbers_is_asked_about():
    reading = read("1,2\n3,4\n5,6\n")
    assert len(found(reading, Severity.QUESTION, "every column name is a number")) == 1
    assert table(read("1,2\n3,4\n", header=False)) == {"column 1": [1, 3], "column 2": [2, 4]}


def test_blank_lines_are_noted_and_in_one_column_they_are_empty_cells():
    reading = read("a,b\n1,2\n\n3,4\n\n")
    assert table(reading) == {"a": [1, 3], "b": [2, 4]}
    assert found(reading, Severity.NOTE, "blank lines") == [(None, 2)]
    assert table(read("a\n1\n\n3\n")) == {"a": [1, None, 3]}


def test_limits_are_named_and_can_be_set():
    with pytest.raises(LimitExceeded, match="39 bytes, 10 are allowed"):
        read_file("a.csv", CLEAN.encode(), Limits(file_bytes=10))
    with pytest.raises(LimitExceeded, match="about 6 cells"):
        read_file("a.csv", CLEAN.encode(), Limits(text_cells=5))


@pytest.mark.parametrize(
    "wrong",
    [{"encoding": "klingon"}, {"encoding": "zip"}, {"delimiter": ",,"}, {"quote": "x"}, {"decimal": ";"},
     {"thousands": "x"}, {"decimal": ",", "thousands": ","}],
)  # fmt: skip
def test_impossible_choices_are_refused(wrong: dict):
    with pytest.raises(IntakeError):
        ReadChoices(**wrong)


def test_a_wrong_encoding_chosen_is_refused_by_line():
    with pytest.raises(Malformed, match="line 2 is not text in ascii"):
        read("a,b\nü,1\n", encoding="ascii")
