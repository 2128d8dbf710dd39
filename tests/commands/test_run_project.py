"""A saved project run again without a browser: files by hash, the same bytes; and reports from it."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from core.__main__ import main
from core.commands.run_project import found_files
from core.errors import ProjectError
from core.reports import ProjectFile, read_project, write_project


@pytest.fixture(scope="module")
def assessed(tmp_path_factory):
    """A folder with two files, their results, and the project that was written with them."""
    folder = tmp_path_factory.mktemp("assessed")
    random = np.random.default_rng(2)
    age, region = random.integers(20, 70, 80), random.choice(["east", "north", "west"], 80)
    income = age * 900 + random.integers(0, 20000, 80)
    rows = list(zip(age, region, income, strict=True))
    write(folder / "original.csv", rows)
    write(folder / "banded.csv", [(f"{a // 10 * 10}-{a // 10 * 10 + 9}", r, v) for a, r, v in rows])
    arguments = [str(folder / f) for f in ("original.csv", "banded.csv")]
    outputs = ["--out", str(folder / "results.json"), "--project", str(folder / "p.rumap")]
    settings = ["--linked", "row", "--jobs", "1", "--seed", "5", "--measures", "gdu,ldu_univariate,ldu_bivariate"]
    assert main(["assess", *arguments, *settings, "--set", "gdu.alpha=0.01", *outputs]) == 0
    return folder


def write(path, rows):
    path.write_text("age,region,income\n" + "\n".join(",".join(map(str, r)) for r in rows) + "\n", encoding="utf-8")


def run(folder, *more):
    return main(["run", str(folder / "p.rumap"), "--out", str(folder / "again.json"), "--jobs", "1", *more])


@pytest.mark.slow
def test_a_run_of_the_project_gives_the_same_bytes(assessed, tmp_path, capsys):
    for new, old in (("first.txt.csv", "banded.csv"), ("sub/other name.csv", "original.csv")):
        (tmp_path / new).parent.mkdir(exist_ok=True)
        shutil.copy(assessed / old, tmp_path / new)
    assert run(assessed, "--files", str(tmp_path)) == 0
    assert (assessed / "again.json").read_bytes() == (assessed / "results.json").read_bytes()
    assert "the results are the same, byte for byte" in capsys.readouterr().err


def test_results_that_differ_are_said(assessed, tmp_path, capsys):
    project = read_project((assessed / "p.rumap").read_bytes())
    comparison = replace(project.comparison, versions={"numpy": "1.0"})
    shutil.copytree(assessed, tmp_path / "f")
    (tmp_path / "f" / "p.rumap").write_bytes(write_project(replace(project, comparison=comparison)))
    assert run(tmp_path / "f", "--files", str(assessed)) == 0
    assert "which other versions of the program or packages made" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("factor", "words"), [(1 + 1e-13, "another processor made them"), (1 + 1e-6, "were changed after its run")]
)
def test_results_of_another_processor_are_recognised(assessed, tmp_path, capsys, factor, words):
    project = read_project((assessed / "p.rumap").read_bytes())
    scenario = project.comparison.scenarios[0]
    nudged = tuple(replace(o, value=o.value * factor) if o.measure == "gdu" else o for o in scenario.outcomes)
    comparison = replace(project.comparison, scenarios=(replace(scenario, outcomes=nudged),))
    shutil.copytree(assessed, tmp_path / "f")
    (tmp_path / "f" / "p.rumap").write_bytes(write_project(replace(project, comparison=comparison)))
    assert run(tmp_path / "f", "--files", str(assessed)) == 0
    assert words in capsys.readouterr().err


def test_missing_and_changed_files_are_named(tmp_path):
    (tmp_path / "a.csv").write_text("other")
    files = (ProjectFile("a.csv", "1" * 64, 1, 1), ProjectFile("b.csv", "2" * 64, 1, 1))
    with pytest.raises(ProjectError) as error:
        found_files(files, tmp_path)
    assert str(error.value) == (
        "a.csv has changed: its SHA-256 is not 111111111111… any more; bring back the former file; "
        "b.csv is missing: no file with SHA-256 222222222222… is in the folder"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "{p}", "--out", "{out}"], "say with --files where"),
        (["run", "{p}", "--files", "{folder}/nowhere", "--out", "{out}"], "nowhere: is no folder"),
        (["run", "{folder}/results.json", "--files", "{folder}", "--out", "{out}"], "results.json: this is no project"),
        (["run", "{p}", "--files", "{folder}", "--jobs", "0", "--out", "{out}"], "--jobs must be 1 or more"),
        (["report", "{folder}/original.csv", "--kind", "internal"], "this is not a results file"),
        (["report", "{p}", "--kind", "shareable", "--scenario", "x"], "no scenario is called 'x'; there are banded"),
        (["report", "{p}", "--kind", "shareable", "--threshold", "1"], "must be 3 or more"),
        (
            ["report", "{p}", "--kind", "shareable", "--scenario", "banded", "--threshold", "9"],
            "below 10 records needs a reason on record",
        ),
    ],
)
def test_errors_are_one_line_that_says_what_to_mend(assessed, tmp_path, capsys, arguments, words):
    places = {"folder": assessed, "p": assessed / "p.rumap", "out": tmp_path / "r.json"}
    assert main([a.format(**places) for a in arguments]) == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("error: ")
    assert words in last
    assert not (tmp_path / "r.json").exists()


def test_a_tampered_project_is_refused_by_name(assessed, tmp_path, capsys):
    content = bytearray((assessed / "p.rumap").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "t.rumap").write_bytes(content)
    assert main(["run", str(tmp_path / "t.rumap"), "--files", str(assessed), "--out", str(tmp_path / "r.json")]) == 2
    assert "error: t.rumap: " in capsys.readouterr().err


@pytest.mark.parametrize("source", ["p.rumap", "results.json"])
def test_reports_are_written_beside_their_source(assessed, source):
    for kind, form in (("internal", "xlsx"), ("shareable", "html"), ("shareable", "json")):
        named = ["--scenario", "banded"] if kind == "shareable" else []
        assert main(["report", str(assessed / source), "--kind", kind, "--format", form, *named]) == 0
        written = assessed / f"{source.split('.')[0]}-{kind}.{form}"
        assert written.stat().st_size > 5000
        written.unlink()


def test_a_report_goes_where_it_was_asked_for(assessed, tmp_path):
    out = tmp_path / "utility.json"
    arguments = ["--kind", "shareable", "--format", "json", "--scenario", "banded.csv", "--out", str(out)]
    assert main(["report", str(assessed / "results.json"), *arguments]) == 0
    assert json.loads(out.read_text())["title"] == "How accurate is the released file?"
