"""``--read``: questions about a file answered on the command line; the same answers in a notebook."""

import json

import pandas as pd
import pytest

import rumap
from core.__main__ import main
from core.errors import IntakeError

ROWS = "".join(f"{i},{20 + i % 40},{'mf'[i % 2]}\n" for i in range(60))
NAMES = ("column 1", "column 2", "column 3")


@pytest.fixture
def folder(tmp_path):
    for name in ("o.csv", "m.csv"):
        (tmp_path / name).write_text(ROWS)
    (tmp_path / "named.csv").write_text("column 1,column 2,column 3\n" + ROWS)
    return tmp_path


def test_the_question_says_its_answer_and_files_takes_it(folder, capsys):
    path = str(folder / "o.csv")
    assert main(["files", path, "--findings"]) == 0
    said = capsys.readouterr().out
    assert "\t59\t3\t" in said
    assert "(--read o.csv:header=false)" in said
    assert main(["files", path, "--read", "o.csv:header=false", "--findings"]) == 0
    said = capsys.readouterr().out
    assert "\t60\t3\t" in said
    assert "--read" not in said


def test_codebook_and_assess_take_answers_and_a_project_keeps_them(folder):
    files = [str(folder / "named.csv"), str(folder / "m.csv")]
    answer = ["--read", "m.csv:header=false"]
    assert main(["codebook", *files, *answer, "--out", str(folder / "c.toml")]) == 0
    assert '[variables."column 3"]' in (folder / "c.toml").read_text()
    out, project = folder / "r.json", folder / "p.rumap"
    asked = ["--measures", "gdu", "--jobs", "1", "--linked", "row", "--out", str(out), "--project", str(project)]
    assert main(["assess", *files, *answer, *asked]) == 0
    results = json.loads(out.read_text())
    assert results["scenarios"][0]["rows"] == 60
    assert (
        main(["rerun", str(project), "--files", str(folder), "--jobs", "1", "--out", str(folder / "again.json")]) == 0
    )
    assert json.loads((folder / "again.json").read_text())["scenarios"][0]["rows"] == 60


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("header", "is no [FILE:]CHOICE=VALUE"),
        ("x.csv:header=false", "is no file of this command"),
        ("o.csv:colour=red", "not by 'colour'"),
        ("nubmers=x", "not by 'nubmers' (did you mean 'numbers'?)"),
        ("header=perhaps", "must be true or false"),
        ("header_row=two", "must be the number of a row"),
        ("decimal=;", "the decimal mark must be"),
    ],
)
def test_wrong_answers_are_refused(folder, capsys, answer: str, words: str):
    assert main(["codebook", str(folder / "o.csv"), "--read", answer]) == 2
    assert words in capsys.readouterr().err


def test_several_answers_and_marks_by_name(tmp_path, capsys):
    (tmp_path / "a:b=c.csv").write_text("zip\tn\n01067\t1E5\n10115\t2\n")
    answers = ["--read", "a:b=c.csv:delimiter=tab", "--read", "numbers=zip", "--read", "numbers=n"]
    assert main(["files", str(tmp_path / "a:b=c.csv"), "--findings", *answers]) == 0
    assert "as chosen: 1 with leading zeros" in capsys.readouterr().out


def test_a_notebook_takes_the_same_answers(folder):
    path = folder / "o.csv"
    asked = rumap.read(path)
    assert asked.rows == 59
    assert any("(choices={'header': False})" in line for line in asked.findings)
    data = rumap.read(path, choices={"header": False})
    assert (data.rows, data.variables) == (60, NAMES)
    assert not any("choices=" in line for line in data.findings)
    assert rumap.read(path, choices={"header": False, "texts": "column 2"}).to_frame()["column 2"][0] == "20"
    with pytest.raises(IntakeError, match="only a file"):
        rumap.read(pd.DataFrame({"x": [1]}), choices={"header": False})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"colour": "red"}, "not by 'colour'"),
        ({"nubmers": "x"}, "did you mean 'numbers'"),
        ({"decimal": ";"}, "the decimal mark must be"),
        ({"header": "false"}, "header must be True or False, not 'false'"),
        ({"header": 3}, "header must be True or False, not 3"),
        ({"multiline": "no"}, "multiline must be True or False"),
        ({"header_row": True}, "header_row must be the number of a row, not True"),
        ({"header_row": "2"}, "header_row must be the number of a row"),
        ({"encoding": 5}, "encoding must be text, not 5"),
        ({"delimiter": 5}, "delimiter must be text"),
        ({"numbers": 5}, "numbers must be names of columns, not 5"),
        ({"texts": ["x", 5]}, "texts must be names of columns"),
    ],
)
def test_a_notebook_refuses_wrong_answers(folder, wrong: dict[str, object], words: str):
    with pytest.raises(IntakeError, match=words):
        rumap.read(folder / "o.csv", choices=wrong)


def test_answers_about_columns_that_are_not_there_are_said(folder, capsys):
    path = folder / "named.csv"
    assert main(["files", str(path), "--findings", "--read", "texts=colum 2"]) == 0
    said = capsys.readouterr().out
    assert "texts names 'colum 2', which is no column of this file (did you mean 'column" in said
    assert any("numbers names 'y'" in line for line in rumap.read(path, choices={"numbers": "y"}).findings)
