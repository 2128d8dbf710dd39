"""The notebooks of the documentation: they run as they are, and what they show was made from what is in them."""

import json
import re
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def cells(text):
    """Return the code of a Python file by its marks of cells."""
    parts = re.split(r"^# %%(.*)\n", text, flags=re.MULTILINE)[1:]
    return [code.strip() for mark, code in zip(parts[::2], parts[1::2], strict=True) if "markdown" not in mark]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_was_made_from_what_stands_there(name):
    """``make notebooks`` makes them anew."""
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert ["".join(cell["source"]).strip() for cell in code] == cells((FOLDER / f"{name}.py").read_text())
    assert not [output for cell in code for output in cell["outputs"] if output["output_type"] == "error"]
    assert any(cell["outputs"] for cell in code)
    assert all(cell["execution_count"] for cell in code)


SLOW, STUDY = pytest.mark.slow, pytest.mark.study  # two of them measure again and again


@pytest.mark.parametrize("name", [pytest.param(n, marks=SLOW if n == "first_steps" else [SLOW, STUDY]) for n in NAMES])
def test_a_notebook_runs_from_top_to_bottom(name):
    shown = runpy.run_path(str(FOLDER / f"{name}.py"))
    if name == "first_steps":
        assert len(shown["results"].scenarios) == 2
        assert not shown["verdict"]
    if name == "sweep":
        assert shown["verdict"].code == 0
    if name == "own_measure":
        assert "range_lost: it declares that lower is better" in shown["said"]


def test_there_are_three():
    assert NAMES == ["first_steps", "own_measure", "sweep"]
