"""The pipeline of the documentation: stopped with the draft, let through with the corrected recipe."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from core.data import read_declared_codebook
from core.decision import ReleaseType, proposed_purpose, read_policy, write_policy
from core.masking import read_recipe
from rumap.command_line import main

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def people(n):
    """Yield people whose variables hang together, so that shuffled columns are distinguished from them."""
    random = np.random.default_rng(4)
    age, region = random.integers(20, 80, n), random.choice(["east", "north", "west"], n)
    schooling = np.clip(16 - age // 10 + random.integers(-1, 2, n), 6, 16)
    income = schooling * 900 + random.integers(0, 3000, n)
    hours = np.clip(60 - age // 2 + random.integers(-5, 6, n), 5, 60)
    yield from (",".join(map(str, row)) for row in zip(age, region, schooling, income, hours, strict=True))


NOTED = """#!/bin/sh
printf '%s\\n' "$@" --- >> "$NOTES"
case "$1 $2" in "gate "*sweep.json) exit 1;; esac
"""
"""In the place of the program: notes what it is asked, and stops the draft."""


@pytest.mark.slow  # two of its commands measure
def test_the_pipeline_is_stopped_and_once_mended_let_through(tmp_path, capsys):
    original, program, notes = (tmp_path / name for name in ("original.csv", "program", "notes"))
    original.write_text("\n".join(["age,region,schooling,income,hours", *people(700), ""]))
    program.write_text(NOTED)
    program.chmod(0o755)
    done = subprocess.run(
        ["sh", str(DOCS / "pipeline" / "release.sh"), str(original), str(tmp_path)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "RUMAP": str(program), "NOTES": str(notes)},
    )
    assert done.stdout.splitlines() == ["the draft: exit code 1", "the file that goes out: exit code 0"]
    asked = [command.splitlines() for command in notes.read_text().split("---\n")[:-1]]
    assert [command[0] for command in asked] == ["sweep", "gate", "mask", "assess", "gate"]
    codes, said = [], []
    for command in asked:  # what the script asks, here: each start of the program takes seconds
        codes.append(main(command))
        said.append(capsys.readouterr().out)
    assert codes == [0, 1, 0, 0, 0]
    assert "limit 5%" in said[1]
    assert "[a precedent for health files (El Emam 2010, 2011)]" in said[1]
    assert json.loads((tmp_path / "sweep.json").read_text())["format"] == "ru-map-sweep/1"


@pytest.mark.parametrize("release", [ReleaseType.PUBLIC, ReleaseType.SCIENTIFIC, ReleaseType.SECURE])
def test_the_shipped_policies_are_what_the_program_proposes(release):
    text = (DOCS / "policies" / f"{release}.toml").read_text(encoding="utf-8")
    assert text == write_policy(proposed_purpose(release))


def test_every_policy_recipe_and_codebook_of_the_documentation_can_be_read():
    page = (DOCS / "reference" / "policy.md").read_text(encoding="utf-8")
    assert read_policy(page.split("```toml\n")[1].split("```")[0]).signed_by
    folder = DOCS / "pipeline"
    assert read_policy((folder / "policy.toml").read_text()).keysets
    assert all(read_recipe((folder / f"{name}.toml").read_text()).steps for name in ("draft", "mended"))
    assert read_declared_codebook((folder / "codebook.toml").read_text()).variables
