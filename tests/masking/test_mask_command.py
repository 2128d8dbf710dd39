"""``mask`` and ``sweep`` on the command line."""

import json

import pytest

from core.__main__ import main
from core.data import Masking, read_codebook

RECIPE = """
name = "Aged"
[[step]]
method = "global_recode"
variables = ["age"]
width = 10
[[step]]
method = "local_suppression"
variables = ["age", "sex"]
k = 2
"""


@pytest.fixture
def files(tmp_path):
    rows = [f"{20 + (7 * i) % 40},{'f' if i % 3 else 'm'},{1000 + 37 * i % 500}" for i in range(90)]
    (tmp_path / "original.csv").write_text("age,sex,income\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "codebook.toml").write_text(
        '[variables.age]\nlevel = "continuous"\nrole = "key"\n[variables.sex]\nlevel = "nominal"\nrole = "key"\n'
        '[variables.income]\nlevel = "continuous"\n',
        encoding="utf-8",
    )
    return tmp_path


def arguments(files, command, *more):
    given = [command, str(files / "original.csv"), "--recipe", str(files / "recipe.toml")]
    return [*given, "--codebook", str(files / "codebook.toml"), *more]


@pytest.mark.slow
def test_masked_file_and_declaration_go_into_assess(files, capsys) -> None:
    out, declaration = files / "masked.csv", files / "declared.toml"
    assert main(arguments(files, "mask", "--out", str(out), "--declaration", str(declaration))) == 0
    assert "step 1: Global recoding: 90 cells of 90 records" in capsys.readouterr().err
    declared = read_codebook(declaration.read_text()).declaration("masked.csv")
    assert declared.name == "Aged"
    assert declared.masking == dict.fromkeys(("age", "sex"), Masking.SUPPRESS)
    results = files / "results.json"
    command = ["assess", str(files / "original.csv"), str(out), "--codebook", str(declaration), "--jobs", "1"]
    assert main([*command, "--measures", "gdu,global_risk", "--out", str(results)]) == 0
    content = json.loads(results.read_text())
    assert [scenario["name"] for scenario in content["scenarios"]] == ["Aged"]
    assert all("value" in o for o in content["outcomes"])


def test_a_sweep_is_written(files) -> None:
    out = files / "sweep.json"
    command = arguments(files, "sweep", "--vary", "2.k=2,3", "--risk", "global_risk", "--jobs", "1", "--out", str(out))
    assert main(command) == 0
    content = json.loads(out.read_text())
    assert [s["scenario"] for s in content["settings"]] == ["2", "3"]
    assert [s["name"] for s in content["results"]["scenarios"]] == ["2", "3"]
    assert content["seed"] == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["mask", "--out", "masked.xlsx"], "masked files are written as CSV; call it masked.csv"),
        (["sweep", "--vary", "k=2", "--out", "s.json"], "names no parameter of one step"),
        (["sweep", "--vary", "2.k=2", "--risk", "zz", "--out", "s.json"], "unknown measure 'zz'"),
        (["sweep", "--vary", "2.k=2", "--jobs", "0", "--out", "s.json"], "--jobs must be 1 or more"),
    ],
)
def test_what_is_wrong_is_said(files, capsys, more, message) -> None:
    assert main(arguments(files, *more)) == 2
    assert message in capsys.readouterr().err
