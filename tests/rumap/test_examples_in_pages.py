"""What the pages of the documentation show in Python and in TOML: it runs, and is read."""

import re
import tomllib
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rumap
from core.data import read_declared_codebook
from core.decision import read_policy
from core.intake.limits import limits_in_force
from core.masking import read_recipe

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "extension_example"
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(kind: str) -> list:
    """Return the examples of a language in all pages, each with where it stands."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = [(p, text) for p in pages for k, text in FENCED.findall(p.read_text("utf-8")) if k == kind]
    return [pytest.param(text, id=f"{p.relative_to(ROOT).as_posix()}-{i}") for i, (p, text) in enumerate(found)]


@pytest.fixture(scope="module")
def files() -> dict[str, pd.DataFrame]:
    random = np.random.default_rng(2)
    original = pd.DataFrame({"age": random.integers(20, 60, 90), "region": random.choice(["east", "west"], 90)})
    return {"original": original, "masked": original.assign(age=original.age // 10 * 10)}


@pytest.mark.parametrize("text", blocks("python"))
def test_what_is_shown_in_python_runs(text, files, tmp_path, monkeypatch):
    few = partial(rumap.assess, measures="gdu,global_risk", jobs=1)
    few(*files.values()).save(tmp_path / "results.json")
    monkeypatch.setattr(rumap, "assess", few)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE)
    names = dict(files)
    exec(compile(text, "example", "exec"), names)
    for name, shown in names.items():
        if name.startswith("test_"):
            shown()


def read_limits(text: str, folder: Path) -> None:
    (folder / "limits.toml").write_text(text, encoding="utf-8")
    limits_in_force({"RUMAP_LIMITS": str(folder / "limits.toml")})


@pytest.mark.parametrize("text", blocks("toml"))
def test_what_is_shown_in_toml_is_read(text, tmp_path):
    content = tomllib.loads(text)
    if "project" in content:
        entries = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
        for group, shown in content["project"]["entry-points"].items():
            assert shown.items() <= entries[group].items()
    elif "auth" not in content:  # what Streamlit reads
        read = {"step": read_recipe, "format": read_policy, "workspace_bytes": lambda t: read_limits(t, tmp_path)}
        next((read[name] for name in read if name in content), read_declared_codebook)(text)
