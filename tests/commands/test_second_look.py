"""Every masked file is paired once: what is said of it and what is measured rest on the same pair."""

import pytest

from core.__main__ import main
from core.assessment import inputs as run_inputs
from core.commands import second_look
from core.pairing import pair

ROWS = [(age, sex, 20 * age + age % 7) for age in range(20, 60) for sex in "fm"]
ASKED = ("--measures", "gdu,global_risk", "--set", "interval.groups=0", "--jobs", "1", "--linked", "row")


def text(rows) -> str:
    return "age,sex,income\n" + "\n".join(",".join(map(str, row)) for row in rows) + "\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "o.csv").write_text(text(ROWS), encoding="utf-8")
    (tmp_path / "m.csv").write_text(text([(a, s, i + 5) for a, s, i in ROWS]), encoding="utf-8")
    (tmp_path / "foreign.csv").write_text("p,q\n1,2\n3,4\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def paired(monkeypatch) -> list[str]:
    """Names of the masked files in the order in which they are paired, wherever that happens."""
    names: list[str] = []

    def noted(original, scenario, *more):
        names.append(scenario.microdata.name)
        return pair(original, scenario, *more)

    for module in (second_look, run_inputs):
        monkeypatch.setattr(module, "pair", noted)
    return names


def test_a_file_is_paired_once_for_what_is_said_measured_and_written_of_its_records(files, paired, tmp_path):
    asked = [*ASKED, "--records", str(tmp_path), "--out", str(tmp_path / "r.json")]
    assert main(["assess", str(files / "o.csv"), str(files / "m.csv"), *asked]) == 0
    assert paired == ["m.csv"]
    assert (tmp_path / "m.records.parquet").exists()


def test_a_file_that_cannot_be_paired_is_said_and_the_others_are_measured(files, paired, tmp_path, capsys):
    out = tmp_path / "r.json"
    masked = [str(files / name) for name in ("foreign.csv", "m.csv")]
    assert main(["assess", str(files / "o.csv"), *masked, *ASKED, "--out", str(out)]) == 0
    assert "foreign.csv: cannot be compared: " in capsys.readouterr().err
    assert paired.count("m.csv") == 1
    assert "no variable in common" in out.read_text()


def test_a_file_that_is_no_masked_version_is_named_as_such(files, tmp_path, capsys):
    (files / "copy.csv").write_text(text(ROWS[::-1]), encoding="utf-8")
    masked = [str(files / name) for name in ("copy.csv", "m.csv", "foreign.csv")]
    assert main(["assess", str(files / "o.csv"), *masked, *ASKED, "--out", str(tmp_path / "r.json")]) == 0
    said = capsys.readouterr().err
    assert (
        "copy.csv: left in the file: identical to the original: all 80 records are the original's, in another order"
        in said
    )
    assert "foreign.csv: another survey than the original: no variable in common" in said
    assert "m.csv: left in the file: identical" not in said


def test_permuted_columns_are_asked_about_until_it_is_said_what_they_are(files, tmp_path, capsys):
    ages, sexes, incomes = zip(*ROWS, strict=True)
    moved = list(zip(ages[7:] + ages[:7], sexes[3:] + sexes[:3], incomes[31:] + incomes[:31], strict=True))
    (files / "moved.csv").write_text(text(moved), encoding="utf-8")
    (files / "cb.toml").write_text('[scenarios."moved.csv"]\nkind = "masked"\n', encoding="utf-8")
    asked = ["assess", str(files / "o.csv"), str(files / "moved.csv"), *ASKED[:-2], "--out", str(tmp_path / "r.json")]
    question = "moved.csv: question: are these the original's records, and in which order? 0 of 80 records are equal"
    assert main(asked) == 0
    assert question in capsys.readouterr().err
    assert main([*asked, "--codebook", str(files / "cb.toml"), "--force"]) == 0
    assert question not in capsys.readouterr().err
