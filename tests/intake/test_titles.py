"""Titles above a table and notes below it, in text files."""

import pytest

from core.errors import Malformed
from core.intake.delimited import reader
from core.intake.limits import DEFAULT
from core.intake.parsed import Parsed, Source
from core.intake.report import ReadChoices, Severity
from core.intake.titles import is_title

TITLED = "Persons by age\nSource: register, 2020\n\nid;age;sex\n1;30;m\n2;40;f\n3;50;f\n"


def read(text: str, **choices: object) -> Parsed:
    return reader.read(Source("a.csv", text.encode(), 0, DEFAULT, ReadChoices(**choices)))


def labels(parsed: Parsed) -> dict[str, tuple[str, ...]]:
    return {name: column.categories()[1] for name, column in parsed.columns.items()}


def questions(parsed: Parsed) -> list[tuple[str, tuple[str, ...]]]:
    return [(f.choice, f.alternatives) for f in parsed.report.findings if f.severity is Severity.QUESTION]


def test_45_lines_above_the_names_are_left_out_and_asked_about():
    parsed = read(TITLED)
    assert labels(parsed) == {"id": ("1", "2", "3"), "age": ("30", "40", "50"), "sex": ("f", "m")}
    assert parsed.report.delimiter == ";"
    assert questions(parsed) == [("header_row", ("1",))]
    assert "line 4" in next(f.message for f in parsed.report.findings)


def test_the_line_of_the_names_can_be_chosen():
    assert list(read(TITLED, header_row=5).columns) == ["1", "30", "m"]
    assert labels(read(TITLED, header_row=5, header=False))["column 1"] == ("1", "2", "3")
    assert questions(read(TITLED, header_row=4)) == []
    with pytest.raises(Malformed, match="no record begins on line 3"):
        read(TITLED, header_row=3)


def test_lines_are_counted_through_quoted_cells_and_blank_lines():
    text = '"a title\nof two lines"\n\n"id","the\nage"\n1,30\n2,40\n'
    parsed = read(text)
    assert list(parsed.columns) == ["id", "the age"]
    assert "line 4" in next(f.message for f in parsed.report.findings if f.choice == "header_row")


def test_a_first_line_of_delimiters_only_is_no_header():
    parsed = read(",,\nSurvey of 2020,,\nid,age,sex\n1,30,m\n2,40,f\n")
    assert list(parsed.columns) == ["id", "age", "sex"]


@pytest.mark.parametrize(
    "text",
    [
        '"","x","y"\n"1",5,a\n"2",6,b\n',
        "a,b,c,d\n1,,,\n2,,,\n",
        "a,b\nx,y\nz,w\n",
        "only\nx\ny\n",
        "a,,c\n1,2,3\n4,5,6\n",
    ],
    ids=["row names", "empty columns", "texts", "one column", "no name"],
)
def test_an_ordinary_header_is_the_first_line(text: str):
    assert not [choice for choice, _ in questions(read(text)) if choice == "header_row"]


def test_short_rows_are_no_titles():
    with pytest.raises(Malformed, match="line 2 has 3"):
        read("a,b,c,d\n1,2,3\n4,5,6\n")


def test_notes_below_are_warned_of():
    parsed = read("a,b,c\n1,2,3\n4,5,6\nNote: preliminary figures,,\nSource: register,,\n")
    assert parsed.report.n_rows == 4
    assert [f.count for f in parsed.report.findings if "note below" in f.message] == [2]
    # an identifier alone, where all else was suppressed, is no note
    assert not [f for f in read("id,b,c\n1,2,3\n7,,\n").report.findings if "note below" in f.message]


def test_a_row_with_one_cell_is_a_title_where_it_stands_at_the_left():
    assert is_title(["Survey", "", ""], 2)
    assert not is_title(["", "b", ""], 2)
