"""Declared indicators and regressions of both files, written as ACRO reads them."""

import csv
import io
import json

import numpy as np
import pytest

from core.__main__ import main
from tests.extensions.archive.test_acro_results import parts_of

CODEBOOK = """
[variables.turnover]
level = "continuous"
[variables.staff]
level = "continuous"
[indicators."Turnover by region"]
statistic = "mean"
variable = "turnover"
by = "region"
[indicators."Middle of staff"]
statistic = "median"
variable = "staff"
[regressions."Turnover by staff"]
model = "ols"
formula = "turnover ~ staff"
"""
STAFF = np.arange(1, 15)
TURNOVER = 3 * STAFF + np.tile([1, -1], 7)
REGION = np.repeat(["N", "S"], [11, 3])
ROWS = [f"{r},{s},{t}" for r, s, t in zip(REGION, STAFF, TURNOVER, strict=True)]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outputs")
    for name, rows in (("original.csv", ROWS), ("released.csv", ROWS[:11])):
        (folder / name).write_text("region,staff,turnover\n" + "\n".join(rows) + "\n")
    (folder / "codebook.toml").write_text(CODEBOOK)
    out = folder / "outputs.zip"
    paths = [str(folder / name) for name in ("original.csv", "released.csv")]
    assert main(["outputs", *paths, "--codebook", str(folder / "codebook.toml"), "--out", str(out)]) == 0
    return parts_of(out.read_bytes())


def outputs(written):
    return list(json.loads(written["results.json"])["results"].values())


def test_every_output_of_both_files_has_its_verdict(written):
    found = [(o["properties"].get("table", o["type"]), o["status"]) for o in outputs(written)]
    # of the mean, region S rests on 3 records, and no region of the released file does; 14 - 2 = 12, 11 - 2 = 9
    assert found == [
        ("Turnover by region", "fail"),
        ("Middle of staff", "pass"),
        ("regression", "pass"),
        ("Turnover by region", "review"),
        ("Middle of staff", "pass"),
        ("regression", "fail"),
    ]
    regressions = [o for o in outputs(written) if o["type"] == "regression"]
    assert [o["properties"]["dof"] for o in regressions] == [12, 9]
    assert [o["summary"] for o in regressions] == ["pass; dof=12 >= 10", "fail; dof=9 < 10"]
    assert json.loads(written["config.json"])["safe_dof_threshold"] == 10


def test_a_mean_says_that_dominance_was_not_looked_at_and_marks_the_group_of_few(written):
    mean = outputs(written)[0]
    assert mean["summary"] == (
        "fail; threshold: 1 cells may need suppressing; dominance was not checked: declare it as a magnitude table; "
    )
    assert mean["outcome"] == {"mean": {"N": "ok", "S": "threshold; "}}
    assert mean["files"][0]["sdc"]["cells"]["threshold"] == [[1, 0]]


def test_figures_are_those_of_the_file(written):
    rows = list(csv.reader(io.StringIO(written["output_0_0.csv"])))
    assert rows[0] == ["turnover", "mean"]
    north, south = (TURNOVER[region == REGION].mean() for region in "NS")
    assert [(r[0], pytest.approx(float(r[1]))) for r in rows[1:]] == [("N", north), ("S", south)]
    fitted = {r[0]: float(r[1]) for r in list(csv.reader(io.StringIO(written["output_2_0.csv"])))[1:]}
    slope, intercept = np.polyfit(STAFF, TURNOVER, 1)
    assert fitted == {"Intercept": pytest.approx(intercept), "staff": pytest.approx(slope)}
