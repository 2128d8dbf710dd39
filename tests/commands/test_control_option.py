"""``assess --control``: records of other people on the command line, and ``set-aside``, which makes them."""

import json

import numpy as np
import pytest

from core.__main__ import main
from core.reports import read_project, read_results
from tests.pairing.case_files import quick_reading  # noqa: F401 - a fixture

CHEAP = (
    "--measures",
    "expected_match_risk,synthetic_disclosure,global_risk,ldu_univariate",
    "--set",
    "interval.groups=0",
    "--jobs",
    "1",
)
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_reading")]


def people(n: int, seed: int) -> str:
    rng = np.random.default_rng(seed)
    columns = rng.integers(18, 90, n), rng.integers(0, 2, n), rng.normal(size=n)
    rows = (f"{a},{'fm'[s]},{x}" for a, s, x in zip(*columns, strict=True))
    return "\n".join(["age,sex,score", *rows]) + "\n"


@pytest.fixture
def folder(tmp_path):
    for name, n, seed in (("original.csv", 400, 1), ("masked.csv", 400, 2), ("others.csv", 100, 3)):
        (tmp_path / name).write_text(people(n, seed))
    (tmp_path / "c.toml").write_text('[variables.age]\nlevel = "continuous"\nrole = "key"\n')
    return tmp_path


def assess(folder, *more: str) -> int:
    files = [str(folder / name) for name in ("original.csv", "masked.csv")]
    book = ("--codebook", str(folder / "c.toml"))
    return main(["assess", *files, *CHEAP, *book, "--out", str(folder / "r.json"), *more])


def test_the_control_is_measured_beside_the_scenarios_and_is_none_of_them(folder, capsys) -> None:
    control = ("--control", str(folder / "others.csv"))
    assert assess(folder, *control, "--project", str(folder / "p.rumap")) == 0
    said = capsys.readouterr().err
    assert "others.csv: control: 100 records beside 400 of the original" in said
    assert "the control file has 100 records" in said  # and what follows from so few
    text = (folder / "r.json").read_text()
    found = read_results(text)
    assert [s.file for s in found.scenarios] == ["masked.csv"]
    assert (found.control.file, found.control.rows) == ("others.csv", 100)
    assert any("percentage points" in note for note in found.control_notes)
    assert found.control.outcome("synthetic_disclosure", ("keys",)).value >= 0
    project = read_project((folder / "p.rumap").read_bytes())
    assert project.control.name == "others.csv"
    # headless again, the same bytes
    assert main(["run", str(folder / "p.rumap"), "--files", str(folder), "--out", str(folder / "again.json")]) == 0
    assert (folder / "again.json").read_text() == text


def test_a_masked_file_declared_to_be_other_people_is_the_control(folder, capsys) -> None:
    with (folder / "c.toml").open("a") as book:
        book.write('[scenarios."others.csv"]\nkind = "other people"\n')
    files = [str(folder / name) for name in ("original.csv", "masked.csv", "others.csv")]
    asked = [*CHEAP, "--codebook", str(folder / "c.toml"), "--out", str(folder / "r.json")]
    assert main(["assess", *files, *asked]) == 0
    assert json.loads((folder / "r.json").read_text())["other_people"]["file"] == "others.csv"
    (folder / "more.csv").write_text(people(100, 4))
    assert main(["assess", *files, *asked, "--control", str(folder / "more.csv")]) == 2
    assert "are both control files" in capsys.readouterr().err


def test_a_masked_file_with_people_of_the_control_in_it_is_warned_of(folder, capsys) -> None:
    rows = [(folder / name).read_text().splitlines()[1:] for name in ("original.csv", "others.csv")]
    (folder / "masked.csv").write_text("\n".join(["age,sex,score", *rows[0], *rows[1]]) + "\n")
    assert assess(folder, "--control", str(folder / "others.csv")) == 0
    said = capsys.readouterr().err
    assert "masked.csv: warning: of 100 complete records of the file that the original lacks" in said
    assert "set a control aside before anything is masked" in said


def test_a_control_without_common_variables_is_refused_in_words(folder, capsys) -> None:
    (folder / "strange.csv").write_text("a,b\n1,2\n3,4\n")
    assert assess(folder, "--control", str(folder / "strange.csv")) == 2
    assert "strange.csv" in capsys.readouterr().err.splitlines()[-1]


def test_set_aside_parts_the_original(folder, capsys) -> None:
    asked = ["set-aside", str(folder / "original.csv"), "--share", "0.25", "--seed", "7"]
    places = ["--out", str(folder / "rest.csv"), "--control", str(folder / "control.csv")]
    assert main([*asked, *places]) == 0
    assert "300 records to mask, 100 set aside as the control" in capsys.readouterr().err
    parts = [(folder / name).read_text().splitlines() for name in ("rest.csv", "control.csv")]
    whole = [line.split(",") for line in (folder / "original.csv").read_text().splitlines()[1:]]
    both = [line.split(",") for part in parts for line in part[1:]]
    assert sorted((a, s, float(x)) for a, s, x in both) == sorted((a, s, float(x)) for a, s, x in whole)
    assert main([*asked, *places[:2], "--control", str(folder / "control.txt")]) == 2
