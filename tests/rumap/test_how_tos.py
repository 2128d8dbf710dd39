"""Commands that the documentation shows: all are understood; those of the how-tos run, with what the pages show."""

import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.__main__ import _parsed
from core.assessment import CATALOGUE
from rumap.command_line import _add_dashboard, main

ROOT = Path(__file__).resolve().parents[2]
HOW_TO = ROOT / "docs" / "how-to"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = re.compile(r"^(?:ru-map|python -m core) ((?:.*\\\n)*.*)$", re.M)
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
LABELS = {
    "column_labels": {"age": "Age in years", "income": "Monthly income"},
    "variable_value_labels": {"region": {1: "East", 2: "North", 3: "West"}, "income": {-9: "refused"}},
    "missing_ranges": {"income": [-9]},
}


def people(n: int) -> pd.DataFrame:
    random = np.random.default_rng(4)
    age = random.integers(20, 80, n)
    schooling = np.clip(16 - age // 10 + random.integers(-1, 2, n), 6, 16)
    income = np.where(np.arange(n) < 5, -9, schooling * 900 + random.integers(0, 3000, n))
    return pd.DataFrame({"age": age, "region": random.choice([1, 2, 3], n), "schooling": schooling, "income": income})


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with the files that the pages name."""
    original = people(90)
    masked = original.assign(age=original["age"] // 10 * 10 + 5)
    original.to_csv(tmp_path / "original.csv", index=False)
    for number in (1, 2):
        masked.to_csv(tmp_path / f"masked_{number}.csv", index=False)
        drawn = original.sample(len(original), replace=True, random_state=number)
        drawn.assign(age=drawn["age"] + number).to_csv(tmp_path / f"synthetic_{number}.csv", index=False)
    (tmp_path / "survey").mkdir()
    for name, frame in (("original", original), ("masked", masked)):
        pyreadstat.write_sav(frame, tmp_path / "survey" / f"{name}.sav", **LABELS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.study  # compiles, reads and measures for half a minute
@pytest.mark.parametrize("page", sorted(HOW_TO.glob("*.md")), ids=lambda path: path.stem)
def test_what_a_how_to_shows_can_be_done(page, files):
    commands = 0
    for kind, text in FENCED.findall(page.read_text(encoding="utf-8")):
        first, *_ = text.splitlines()
        if kind == "toml" and first.startswith("# "):
            Path(first[2:]).write_text(text, encoding="utf-8")
        for line in text.replace("\\\n", "").splitlines() if kind == "sh" else ():
            program, *arguments = shlex.split(line, comments=True)
            assert program == "ru-map"
            measures = arguments[0] in {"assess", "sweep"}  # here without processes of its own and intervals
            here = ["--jobs", "1", *(["--set", "interval.groups=0"] if arguments[0] == "assess" else [])]
            assert main([*arguments, *(here if measures else [])]) == 0, line
            commands += 1
    assert commands


def shown(page: Path) -> list[list[str]]:
    """Return the arguments of every command in a page; what stands behind three blanks explains it."""
    fenced = "".join(text for _, text in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S))
    commands = [re.split(r" {3,}| > ", found.replace("\\\n    ", ""))[0] for found in SHOWN.findall(fenced)]
    return [shlex.split(command, comments=True) for command in commands]


@pytest.mark.parametrize("page", [p for p in PAGES if shown(p)], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_that_a_page_shows_are_understood(page):
    for arguments in shown(page):
        asked = _parsed(arguments, "ru-map", _add_dashboard)
        ids = [] if getattr(asked, "measures", None) in {None, "", "quick", "full"} else asked.measures.split(",")
        assert set(ids) <= {measure.id for measure in CATALOGUE} | {"median_shift"}, arguments
