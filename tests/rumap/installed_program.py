"""What a user of the wheel does, in one process beside modules called core and pages: run by ``test_wheel.py``.

    python installed_program.py SITE FOLDER

SITE is where the wheels lie, FOLDER holds original.csv, masked.csv, people.jsonl, codebook.toml and recipe.toml.
"""

import contextlib
import io
import json
import os
import runpy
import sys
from pathlib import Path

OWN = "median_shift,records_in_twos,global_risk,effective_swap_rate"
BROKEN = "ends_with_an_error,out_of_bounds,wrong_way_round,never_the_same,answers_nothing,changes_its_file"
SAID: dict[str, object] = {}


def command(name: str, *arguments: str) -> None:
    """Run a command of the program and keep what it says."""
    from rumap.command_line import main

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
        out.flush()
    SAID[name] = {"code": code, "out": out.buffer.getvalue().decode(), "err": err.getvalue()}


def command_line() -> None:
    """Measure, mask and report with what other packages bring."""
    files = ("original.csv", "masked.csv", "--codebook", "codebook.toml")
    command("alone", "assess", *files, "--measures", "sample_uniques", "--jobs", "1", "--out", "wheel.json")
    command("printing", "assess", *files, "--measures", "out_of_bounds", "--jobs", "1", "--out", "-")
    command("assess", "assess", *files, "--measures", f"{OWN},{BROKEN}", "--jobs", "2", "--out", "extended.json")
    command("measures", "measures")
    command("cards", "measures", "--json")
    command("report", "report", "extended.json", "--kind", "internal", "--format", "json", "--out", "report.json")
    command("crate", "export", "extended.json", "--to", "crate", "--date", "2026-01-31")
    command("r", "export", "extended.json", "--to", "r")
    command("mask", "mask", "people.jsonl", "--recipe", "recipe.toml", "--out", "coarse.csv")
    command("broken", "mask", "people.jsonl", "--recipe", "broken.toml", "--out", "broken.csv")


def own_tests(folder: Path) -> None:
    """Run the tests that the other package has."""
    for path in sorted(folder.glob("*_tests.py")):
        names = runpy.run_path(str(path))
        SAID["own tests"] = [name for name in names if name.startswith("test_")]
        for name in SAID["own tests"]:
            names[name]()


def dashboard(site: Path) -> None:
    """Draw the first page, and the pages that show what another package measures."""
    from rumap.core.reports import read_results
    from rumap.pages.components.laboratory.steps import NAMES
    from rumap.pages.components.workspace import KEY, Workspace
    from streamlit.testing.v1 import AppTest

    app = AppTest.from_file(str(site / "rumap" / "dashboard" / "app.py"), default_timeout=120).run()
    SAID["title"] = app.title[0].value
    app.session_state[KEY] = Workspace(comparison=read_results(Path("extended.json").read_text()))
    SAID["laboratory"] = NAMES
    app.session_state["details_risk_measures"] = True
    app.session_state["details_lost_information"] = True
    for page in ("who_is_found", "what_is_lost"):
        app.switch_page(f"../pages/{page}.py").run()
        shown = [*app.subheader, *app.warning, *app.caption, *app.markdown]
        tables = [str([list(t.value.columns), t.value.to_numpy().tolist()]) for t in (*app.table, *app.dataframe)]
        SAID[page] = [element.value for element in shown] + tables
        SAID[f"{page}_faults"] = [e.message for e in app.exception]


if __name__ == "__main__":
    os.chdir(sys.argv[2])
    command_line()
    own_tests(Path(__file__).parents[1] / "extension_example" / "own_tests")
    dashboard(Path(sys.argv[1]))
    SAID["at the top"] = sorted({"core", "pages"} & set(sys.modules))
    Path("said.json").write_text(json.dumps(SAID))
