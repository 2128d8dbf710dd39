"""The catalogue's cases of encodings, delimiters, quotes and line ends (6 to 16); the test ids carry the numbers."""

import pytest

from core.errors import IntakeError, Malformed
from core.intake import ReadChoices, Severity
from tests.intake.readings import CLEAN, EXPECTED, found, read, table


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
    assert "ß ü ö" in question.message
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


def test_a_header_of_numbers_is_asked_about():
    reading = read("1,2\n3,4\n5,6\n")
    assert len(found(reading, Severity.QUESTION, "read like values")) == 1
    assert table(read("1,2\n3,4\n", header=False)) == {"column 1": [1, 3], "column 2": [2, 4]}


def test_blank_lines_are_noted_and_in_one_column_they_are_empty_cells():
    reading = read("a,b\n1,2\n\n3,4\n\n")
    assert table(reading) == {"a": [1, 3], "b": [2, 4]}
    assert found(reading, Severity.NOTE, "blank lines") == [(None, 2)]
    assert table(read("a\n1\n\n3\n")) == {"a": [1, None, 3]}


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
