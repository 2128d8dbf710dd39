"""What the documents show: every command and every Python block runs, every TOML block is read."""

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import rumap
from core.__main__ import _parsed
from core.data import read_declared_codebook
from core.decision import read_policy
from core.intake.limits import limits_in_force
from core.masking import read_recipe
from core.reports import read_project, write_project
from rumap.command_line import _add_dashboard, main
from tests.release_project import release_project

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "extension_example"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHELL = [ROOT / "CONTRIBUTING.md", *PAGES]
FENCED = re.compile(r"^```(\S*)\n(.*?)^```$", re.M | re.S)
ENDS_WITH = re.compile(r"# ends with (\d)")

NOT_RUN = {
    "make": "sets up, serves or tests the whole program",
    ".venv/bin/python": "tools of the project, which tests of their own run",
    "python": "sets up an environment",
    "pip": "installs",
    "pipx": "installs",
    "uv": "installs",
    "docker": "needs a container runtime",
    "cd": "changes to a folder of a server",
    "ulimit": "changes the limits of this process",
    ".venv/bin/dask": "starts a scheduler or a worker of another machine",
    ".venv\\Scripts\\activate": "Windows",
}
"""Programs other than ru-map, and why they are not run here."""

NOT_RUN_HERE = {
    "run": "serves until it is ended",
    "compile": "compiles for minutes",
    "--cluster": "needs workers; tests/execution/test_cluster.py has some",
    "median_shift,gdu": "needs the package of the example; tests/rumap/test_wheel.py installs it",
}
"""Words of commands of ru-map that are read, but not run, and why."""

ANSWERS = {"gate", "register"}
"""Commands whose exit code is an answer: any one, where the page does not say which."""

LABELS = {
    "column_labels": {"age": "Age in years", "income": "Monthly income"},
    "variable_value_labels": {"region": {1: "East", 2: "North", 3: "West"}, "income": {-9: "refused"}},
    "missing_ranges": {"income": [-9]},
}
CODEBOOK = """
[keysets.neighbour]
variables = ["age", "region"]
[variables.income]
level = "continuous"
role = "sensitive"
[indicators."Mean income"]
statistic = "mean"
variable = "income"
"""
POLICY = """
format = "ru-map-policy/1"
release = "own"
[thresholds.smallest_group]
limit = 3
source = "the office"
"""
RECIPE = """
[[step]]
method = "global_recode"
variables = ["age"]
width = 10
[[step]]
method = "local_suppression"
variables = ["region", "age"]
k = 3
"""
FEW = "gdu,k_violations_3,expected_match_risk,indicator"
QUICKLY = ("--set", "interval.groups=0", "null.replicates=2")
"""No intervals, and two repetitions of the resolution, which a verdict asks for."""


def people(n: int) -> pd.DataFrame:
    random = np.random.default_rng(4)
    age = random.integers(20, 80, n)
    schooling = np.clip(16 - age // 10 + random.integers(-1, 2, n), 6, 16)
    income = np.where(np.arange(n) < 5, -9, schooling * 900 + random.integers(0, 3000, n))
    return pd.DataFrame({"age": age, "region": random.choice([1, 2, 3], n), "schooling": schooling, "income": income})


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> Path:
    """A folder with the files that the documents name."""
    folder = tmp_path_factory.mktemp("documents")
    original = people(400)
    masked = original.assign(age=original["age"] // 10 * 10 + 5)
    original.to_csv(folder / "original.csv", index=False)
    original.to_parquet(folder / "original.parquet")
    masked.to_parquet(folder / "masked.parquet")
    for number, name in enumerate(("masked", "masked_1", "masked_2", "puf", "suf", "new", "released")):
        masked.assign(schooling=masked["schooling"] // (number + 1)).to_csv(folder / f"{name}.csv", index=False)
    for number in (1, 2):
        drawn = original.sample(len(original), replace=True, random_state=number)
        drawn.assign(age=drawn["age"] + number).to_csv(folder / f"synthetic_{number}.csv", index=False)
    (folder / "survey").mkdir()
    for name, frame in (("original", original), ("masked", masked)):
        pyreadstat.write_sav(frame, folder / "survey" / f"{name}.sav", **LABELS)
    for name, text in (("codebook", CODEBOOK), ("policy", POLICY), ("recipe", RECIPE)):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        measured(folder)
    return folder


def measured(folder: Path) -> None:
    """Measure once what documents take as it is: results, a sweep, sets, a project, the same signed, a register."""
    options = ["--codebook", "codebook.toml", "--jobs", "1"]
    files = ["masked.csv", "suf.csv", "puf.csv", "synthetic_1.csv", "synthetic_2.csv"]
    sets = ["--sets", "cart=synthetic_1.csv,synthetic_2.csv", "--linked", "none"]
    asked = ["assess", "original.csv", *files, *options, *sets, "--measures", f"{FEW},gdu_resolution", *QUICKLY]
    assert main([*asked, "--out", "results.json", "--project", "work.rumap"]) == 0
    swept = ["--recipe", "recipe.toml", "--vary", "2.k=2,3", "--out", "sweep.json", "--measures", "k_violations_3"]
    assert main(["sweep", "original.csv", *swept, *options]) == 0
    project = read_project((folder / "work.rumap").read_bytes())
    signed = replace(release_project().record, decision="puf.csv", notes=())
    for name in ("release", "project"):
        (folder / f"{name}.rumap").write_bytes(write_project(replace(project, record=signed)))
    decided = ["--decided", "2026-01-31", "--signed", "NAME", "--policy", "policy.toml", "--look-again", "2026-06-30"]
    for name in ("masked.csv", "suf.csv"):
        assert main(["register", "releases.rumap", "--add", "results.json", "--scenario", name, *decided]) == 0
    shutil.copytree(folder, folder / "data", ignore=shutil.ignore_patterns("data", "*.rumap", "*.json", "*.toml"))
    (folder / "masked").mkdir()
    shutil.copy(folder / "masked_1.csv", folder / "masked")


def blocks(page: Path) -> list[tuple[str, str]]:
    return FENCED.findall(page.read_text(encoding="utf-8"))


def commands(text: str) -> Iterator[tuple[list[str], set[int]]]:
    """Yield the words of each command of a block, without variables and redirections, and the codes it may end with."""
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line.partition(" > ")[0], comments=True, posix="Scripts" not in line)
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        code = ENDS_WITH.search(line)
        if words:
            answers = words[0] == "ru-map" and words[1] in ANSWERS
            yield words, {int(code[1])} if code else {0, 1, 2} if answers else {0}


def here(arguments: list[str]) -> list[str]:
    """Return the arguments of a command as it is run here: in this process, without intervals, with few measures."""
    name, *more = arguments
    if name not in {"assess", "sweep", "rerun"}:
        return arguments
    measures = FEW if name == "sweep" else f"{FEW},gdu_resolution"
    few = [] if name == "rerun" or "--measures" in more else ["--measures", measures]
    return [name, *more, *few, *(QUICKLY if name == "assess" else ()), "--jobs", "1"]


@pytest.mark.slow  # measures small files, some dozens of times
@pytest.mark.parametrize(
    "page",
    [page for page in SHELL if any(kind in {"sh", "python"} for kind, _ in blocks(page))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_what_a_page_shows_can_be_done(page, filled, tmp_path, monkeypatch, capfd):
    """From its top to its end, in one folder and one Python session."""
    folder = tmp_path / "here"
    shutil.copytree(filled, folder)
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(EXAMPLE)
    monkeypatch.setattr(rumap, "assess", partial(rumap.assess, measures="gdu,ldu_bivariate,global_risk", jobs=1))
    original = people(90)
    names = {"original": original, "masked": original.assign(age=original.age // 10 * 10)}
    for kind, text in blocks(page):
        if kind == "toml" and re.match(r"# \w+\.toml$", text, re.M):
            (folder / text.splitlines()[0][2:]).write_text(text, encoding="utf-8")
        elif kind == "sh":
            run_commands(text, capfd)
            if page.name == "command-line.md":  # the examples of one command know nothing of another's
                shutil.copy(filled / "codebook.toml", folder)
        elif kind == "python" and page.name != "CONTRIBUTING.md":  # a part of a file, which is explained there
            exec(compile(text, page.name, "exec"), names)
    for name, shown in names.items():
        if name.startswith("test_"):
            shown()


def run_commands(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Run what can be run of a block, and read the rest as the command line reads it."""
    for words, codes in commands(text):
        program, *arguments = words
        if program != "ru-map":
            assert program in NOT_RUN, program
        elif NOT_RUN_HERE.keys() & set(arguments):
            _parsed(arguments, "ru-map", _add_dashboard)
        else:
            forced = ["--force"] if "--out" in arguments and "-" not in arguments else []
            ended, said = main([*here(arguments), *forced]), capfd.readouterr().err
            assert ended in codes, (words, said)
            assert not re.search("^error: ", said, re.M), (words, said)


@pytest.mark.parametrize("page", SHELL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_are_in_blocks_that_are_run_and_have_the_name_of_the_program(page):
    other = [text for kind, text in blocks(page) if kind not in {"sh", "yaml", "dockerfile", "ini"}]
    assert [t for t in other if re.search(r"^(ru-map|make|pip|docker|python) ", t, re.M)] == []
    assert "python -m core" not in page.read_text(encoding="utf-8")


def read_limits(text: str, folder: Path) -> None:
    (folder / "limits.toml").write_text(text, encoding="utf-8")
    limits_in_force({"RUMAP_LIMITS": str(folder / "limits.toml")})


TOML = [(page, text) for page in PAGES for kind, text in blocks(page) if kind == "toml"]


@pytest.mark.parametrize(
    "text", [pytest.param(t, id=f"{p.relative_to(ROOT).as_posix()}-{i}") for i, (p, t) in enumerate(TOML)]
)
def test_what_is_shown_in_toml_is_read(text, tmp_path):
    content = tomllib.loads(text)
    if "project" in content:
        entries = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
        for group, shown in content["project"]["entry-points"].items():
            assert shown.items() <= entries[group].items()
    elif "auth" not in content:  # what Streamlit reads
        read = {"step": read_recipe, "format": read_policy, "workspace_bytes": lambda t: read_limits(t, tmp_path)}
        next((read[name] for name in read if name in content), read_declared_codebook)(text)
