"""The wheel: one package and nothing beside it, with the figures of the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hatchling.builders.wheel import WheelBuilder

from core.__main__ import main
from hatch_build import Refused, rewritten

ROOT = Path(__file__).resolve().parents[2]
BROKEN_ENTRIES = """
[rumap.measures]
ends_with_an_error = ru_map_broken:ends_with_an_error
out_of_bounds = ru_map_broken:out_of_bounds
wrong_way_round = ru_map_broken:wrong_way_round
never_the_same = ru_map_broken:never_the_same
answers_nothing = ru_map_broken:answers_nothing
changes_its_file = ru_map_broken:changes_its_file
another_name = ru_map_broken:wrong_way_round
not_there = ru_map_broken:not_there
[rumap.methods]
forgets_its_seed = ru_map_broken:forgets_its_seed
[rumap.readers]
csv = ru_map_broken:forgets_its_seed
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    return built(ROOT, tmp_path_factory)


def built(project, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(project)).build(directory=str(folder), versions=["standard"])))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory) -> Path:
    """The wheel as it lies in site-packages, two wheels that extend it, and a package that does so badly."""
    folder = tmp_path_factory.mktemp("site-packages")
    extensions = (ROOT / "tests" / "extension_example", ROOT / "extensions" / "archive")
    for each in (wheel, *(built(folder, tmp_path_factory) for folder in extensions)):
        with zipfile.ZipFile(each) as archive:
            archive.extractall(folder)
    (folder / "ru_map_broken.py").write_bytes(Path(__file__).with_name("ru_map_broken.py").read_bytes())
    about = folder / "ru_map_broken-0.3.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ru-map-broken\nVersion: 0.3\n")
    (about / "entry_points.txt").write_text(BROKEN_ENTRIES)
    return folder


@pytest.mark.parametrize(
    ("source", "becomes"),
    [
        ("from core.data import Pair\n", "from rumap.core.data import Pair\n"),
        ("if x:\n    from pages import (\n        files,\n    )\n", "if x:\n    from rumap.pages import (\n"),
        ("import core.risk as risk\n", "import rumap.core.risk as risk\n"),
        ("import corea\nfrom corea.b import c\n", "import corea\nfrom corea.b import c\n"),
        ('"""core.data holds it."""\nfrom .core import a\n', '"""core.data holds it."""\nfrom .core import a\n'),
    ],
)
def test_imports_become_those_of_one_package(source, becomes):
    assert becomes in rewritten(source, "a.py")


@pytest.mark.parametrize(
    "source",
    [
        "import core.data\n",
        'import_module("core.data")\n',
        'NAMES = {"a": "pages.files"}\n',
        "from  core import data\n",
    ],
)
def test_what_cannot_be_rewritten_ends_the_build_with_its_place(source):
    with pytest.raises(Refused, match=r"^a\.py:1: "):
        rewritten(source, "a.py")


@pytest.mark.slow  # builds the wheel
def test_the_wheel_holds_one_package_and_no_test(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"rumap", "ru_map-0.1.0.dist-info"}
    assert not [name for name in names if "test_" in name or "/tests/" in name or "__pycache__" in name]
    beside = {"rumap/dashboard/.streamlit/config.toml", "rumap/assets/report/report.html", "rumap/assets/icon.svg"}
    assert beside <= set(names)
    here = {p.relative_to(ROOT).as_posix() for folder in ("core", "pages") for p in (ROOT / folder).rglob("*.py")}
    assert {f"rumap/{name}" for name in here} <= set(names)


@pytest.fixture(scope="session")
def said(installed, tmp_path_factory) -> dict:
    """What the installed program says to somebody who has modules called core and pages, and files to compare."""
    folder = tmp_path_factory.mktemp("user")
    for name in ("core", "pages"):
        (folder / f"{name}.py").write_text("raise RuntimeError('the module of the user was imported')\n")
    random = np.random.default_rng(2)
    people = list(zip(random.integers(20, 60, 90).tolist(), random.choice([*"abc"], 90).tolist(), strict=True))
    for name, rows in (("original", people), ("masked", [(age // 10 * 10 + 5, region) for age, region in people])):
        (folder / f"{name}.csv").write_text("\n".join(["age,region", *(f"{a},{r}" for a, r in rows), ""]))
    lines = [json.dumps({"age": age, "region": region}) for age, region in people]
    (folder / "people.jsonl").write_text("\n".join(lines))
    (folder / "codebook.toml").write_text(
        '[variables.age]\nlevel = "continuous"\nrole = "key"\n[variables.region]\nlevel = "nominal"\nrole = "key"\n'
    )
    for name, method in (("recipe", "coarsening"), ("broken", "forgets_its_seed")):
        (folder / f"{name}.toml").write_text(f'[[step]]\nmethod = "{method}"\nvariables = ["age"]\n')
    # kernels of a folder that is new would be compiled anew; the few records here need none
    environment = {**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    driver = str(Path(__file__).with_name("installed_program.py"))
    done = subprocess.run(
        [sys.executable, driver, str(installed), str(folder)],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return {**json.loads((folder / "said.json").read_text()), "folder": folder}


@pytest.mark.slow  # a program of its own, with worker processes and the dashboard
def test_the_installed_program_finds_what_the_checkout_finds_beside_modules_called_core(said):
    folder = said["folder"]
    files = [str(folder / name) for name in ("original.csv", "masked.csv")]
    asked = ["--codebook", str(folder / "codebook.toml"), "--measures", "sample_uniques", "--jobs", "1"]
    assert main(["assess", *files, *asked, "--out", str(folder / "checkout.json")]) == 0
    assert (folder / "wheel.json").read_bytes() == (folder / "checkout.json").read_bytes()
    assert said["at the top"] == []
    assert said["title"] == "R-U Map"


def outcomes_of(said, measure):
    outcomes = json.loads((said["folder"] / "extended.json").read_text())["outcomes"]
    return [o for o in outcomes if o["measure"] == measure and "scenario" in o]


@pytest.mark.slow  # shares the program's run
def test_what_another_wheel_brings_is_measured_and_named(said):
    assert said["assess"]["code"] == 0, said["assess"]["err"]
    assert [(o["target"], "value" in o) for o in outcomes_of(said, "median_shift")] == [([], True)]
    assert outcomes_of(said, "records_in_twos")[0]["value"] >= 0
    results = json.loads((said["folder"] / "extended.json").read_text())
    assert results["measures_brought_by"]["median_shift"] == "ru-map-example 1.0"
    assert results["versions"]["ru-map-example"] == "1.0"
    assert "median_shift\tShift of the median" in said["measures"]["out"]
    assert "from ru-map-example 1.0" in said["measures"]["out"]
    assert "Shift of the median" in said["cards"]["out"]
    report = (said["folder"] / "report.json").read_text()
    for words in ("Shift of the median", "This measure comes with ru-map-example 1.0."):
        assert words in report
    assert any("Records in twos" in shown for shown in said["who_is_found"])
    assert any("Shift of the median" in shown for shown in said["what_is_lost"])
    assert said["who_is_found_faults"] == said["what_is_lost_faults"] == []


@pytest.mark.slow  # shares the program's run
def test_a_method_and_a_reader_of_another_wheel_are_used_and_named(said):
    assert said["mask"]["code"] == 0, said["mask"]["err"]
    assert "step 1: Significant digits (ru-map-example 1.0)" in said["mask"]["err"]
    ages = {line.split(",")[0] for line in (said["folder"] / "coarse.csv").read_text().splitlines()[1:]}
    assert ages <= {"20", "30", "40", "50", "60"}
    assert len(said["own tests"]) == 2
    assert said["laboratory"]["coarsening"] == "Significant digits"


@pytest.mark.slow  # shares the program's run
@pytest.mark.parametrize(
    ("measure", "why"),
    [
        ("ends_with_an_error", "it ends with ZeroDivisionError in ru_map_broken.py, line "),
        ("out_of_bounds", "a value lies outside of the bounds that it declares, 0 to 1"),
        ("wrong_way_round", "it declares that higher is better, but the original itself does not reach 1"),
        ("never_the_same", "asked twice, it answers differently"),
        ("answers_nothing", "it answers nothing: where there is no value, answer Skipped, with the reason"),
        ("changes_its_file", "it changes in its place what other measures look at as well"),
    ],
)
def test_a_measure_that_breaks_its_word_is_set_aside_and_named_and_the_run_goes_on(said, measure, why):
    (outcome,) = outcomes_of(said, measure)
    assert "value" not in outcome
    assert outcome["reason"].startswith("set aside, this measure of ru-map-broken 0.3 does not keep what it promises: ")
    assert why in outcome["reason"]
    assert why in (said["folder"] / "report.json").read_text()


@pytest.mark.slow  # shares the program's run
def test_what_cannot_be_used_at_all_is_left_out_and_named(said):
    left_out = (
        "not_there of ru-map-broken 0.3 is left out: it cannot be imported (AttributeError",
        "another_name of ru-map-broken 0.3 is left out: its entry point has another name than its id",
        ".csv of ru-map-broken 0.3 is left out: files of this ending are read already",
    )
    for words in left_out:
        assert words in said["assess"]["err"]
        assert words in said["measures"]["err"]
    assert said["broken"]["code"] == 2
    assert (
        "this method of ru-map-broken 0.3 does not keep what it promises: with the same seed" in said["broken"]["err"]
    )


@pytest.mark.slow  # shares the program's run
def test_what_another_package_prints_is_no_part_of_results_on_standard_output(said):
    assert json.loads(said["printing"]["out"])["format"] == "ru-map/2"
    assert "a word of a measure" in said["printing"]["err"]


@pytest.mark.slow  # shares the program's run
def test_formats_of_the_archive_are_written(said):
    assert said["crate"]["code"] == 0, said["crate"]["err"]
    assert (said["folder"] / "extended-crate_CONFIDENTIAL.zip").stat().st_size > 100
    assert "nothing in these results is computed alike by sdcMicro" in said["r"]["err"]


def test_the_version_is_one():
    import tomllib

    from core import VERSION

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
    archive = tomllib.loads((ROOT / "extensions" / "archive" / "pyproject.toml").read_text())["project"]
    assert archive["version"] == VERSION
    assert f"ru-map[report]=={VERSION}" in archive["dependencies"]
    assert f"\nversion: {VERSION}\nlicense: MIT\n" in (ROOT / "CITATION.cff").read_text()
