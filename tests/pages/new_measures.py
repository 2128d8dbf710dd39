"""What ``test_new_measure.py`` expects of two measures that were listed and nothing else."""

import json
from pathlib import Path

import pandas as pd
import pytest

from core.__main__ import main
from core.reports import read_results
from pages.components.workspace import KEY, Workspace

IDS = ("records_in_twos", "records_lost")
BESIDE = ("global_risk", "effective_swap_rate")
ORIGINAL = pd.DataFrame({"sex": list("ffmmmmff"), "region": list("eeeewwww"), "age": list("abababcc")})
"""The last two records are like each other, all others alone; the masked file lacks those two."""

CODEBOOK = "\n".join(f'[variables.{name}]\nlevel = "nominal"\nrole = "key"\n' for name in ORIGINAL)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of the new measures, with two others that their pages need, as the command line writes them."""
    folder = tmp_path_factory.mktemp("run")
    original, masked, codebook = folder / "original.csv", folder / "masked.csv", folder / "codebook.toml"
    ORIGINAL.to_csv(original, index=False)
    ORIGINAL.iloc[:6].to_csv(masked, index=False)
    codebook.write_text(CODEBOOK, encoding="utf-8")
    out, measures = folder / "results.json", ",".join((*IDS, *BESIDE))
    files = [str(original), str(masked), "--codebook", str(codebook)]
    assert main(["assess", *files, "--measures", measures, "--jobs", "1", "--out", str(out)]) == 0
    return out


def test_they_are_run(results: Path) -> None:
    found = json.loads(results.read_text())
    value = {(o.get("scenario"), o["measure"]): o.get("value") for o in found["outcomes"]}
    assert value[None, "records_in_twos"] == 2 / 8
    assert (value["masked", "records_in_twos"], value["masked", "records_lost"]) == (0.0, 2.0)


def test_they_are_on_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["measures"]) == 0
    listed = {line.split("\t")[0]: line for line in capfd.readouterr().out.splitlines()}
    assert "needs keys" in listed["records_in_twos"]
    assert "[0, inf]" in listed["records_lost"]


def test_they_have_cards(user) -> None:
    user.app.session_state["methods_of_New group of risk"] = True
    user.app.session_state["methods_of_Information loss"] = True
    user.click("methods_help")
    assert {"Records in twos", "Records lost"} <= {s.value for s in user.app.subheader}
    assert any("Needs key variables; a reason to look" in caption.value for caption in user.app.caption)


def test_they_stand_on_their_pages(user, results: Path) -> None:
    comparison = read_results(results.read_text())
    user.start("who_is_found", **{KEY: Workspace(comparison=comparison), "details_risk_measures": True})
    [table] = [d.value for d in user.app.dataframe if "By the intervals" in d.value]
    assert list(table.loc[table["Measure"].str.startswith("Records in twos"), "Original"]) == ["25.0%"]
    user.go_part("information")
    [losses] = [d.value for d in user.app.dataframe if "By the intervals" in d.value]
    assert losses["Measure"].str.startswith("Records lost").any()
    assert "Samples are meant to be smaller." in user.text()


def test_they_are_in_the_report(results: Path) -> None:
    out = results.with_name("report.json")
    assert main(["report", str(results), "--kind", "internal", "--format", "json", "--out", str(out)]) == 0
    sections = {s["id"]: json.dumps(s) for s in json.loads(out.read_text())["sections"]}
    assert "Records in twos" in sections["risk"]
    assert "Records lost" in sections["others"]
