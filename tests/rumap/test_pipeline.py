"""The pipeline of the documentation: stopped with the draft, let through with the mended recipe."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.data import read_declared_codebook
from core.decision import ReleaseType, proposed_purpose, read_policy, write_policy
from core.masking import read_recipe

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def people(n):
    """Yield people whose variables hang together, so that shuffled columns are told from them."""
    random = np.random.default_rng(4)
    age, region = random.integers(20, 80, n), random.choice(["east", "north", "west"], n)
    schooling = np.clip(16 - age // 10 + random.integers(-1, 2, n), 6, 16)
    income = schooling * 900 + random.integers(0, 3000, n)
    hours = np.clip(60 - age // 2 + random.integers(-5, 6, n), 5, 60)
    yield from (",".join(map(str, row)) for row in zip(age, region, schooling, income, hours, strict=True))


@pytest.mark.slow  # four programs, two of them measure
def test_the_pipeline_is_stopped_and_once_mended_let_through(tmp_path):
    original = tmp_path / "original.csv"
    original.write_text("\n".join(["age,region,schooling,income,hours", *people(700), ""]))
    done = subprocess.run(
        ["sh", str(DOCS / "pipeline" / "release.sh"), str(original), str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "RUMAP": f"{sys.executable} -m rumap"},
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "the draft: exit code 1" in done.stdout
    assert "the file that goes out: exit code 0" in done.stdout
    said = (tmp_path / "draft.txt").read_text()
    assert "limit 5%" in said
    assert "[a precedent for health files (El Emam 2010, 2011)]" in said
    assert json.loads((tmp_path / "sweep.json").read_text())["format"] == "ru-map-sweep/1"


@pytest.mark.parametrize("release", [ReleaseType.PUBLIC, ReleaseType.SCIENTIFIC, ReleaseType.SECURE])
def test_the_shipped_policies_are_what_the_program_proposes(release):
    text = (DOCS / "policies" / f"{release}.toml").read_text(encoding="utf-8")
    assert text == write_policy(proposed_purpose(release))


def test_every_policy_recipe_and_codebook_of_the_documentation_can_be_read():
    page = (DOCS / "pipeline.md").read_text(encoding="utf-8")
    assert read_policy(page.split("```toml\n")[1].split("```")[0]).signed_by
    folder = DOCS / "pipeline"
    assert read_policy((folder / "policy.toml").read_text()).keysets
    assert all(read_recipe((folder / f"{name}.toml").read_text()).steps for name in ("draft", "mended"))
    assert read_declared_codebook((folder / "codebook.toml").read_text()).variables
