"""The wheel: one package and nothing beside it, with the figures of the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hatchling.builders.wheel import WheelBuilder

from hatch_build import Refused, rewritten

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory) -> Path:
    """The wheel as it lies in site-packages."""
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
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


@pytest.fixture
def user(tmp_path) -> Path:
    """A folder of somebody who has modules called core and pages, and two files to compare."""
    for name in ("core", "pages"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the module of the user was imported')\n")
    random = np.random.default_rng(2)
    rows = [
        f"{age},{region}" for age, region in zip(random.integers(20, 60, 90), random.choice([*"abc"], 90), strict=True)
    ]
    (tmp_path / "original.csv").write_text("\n".join(["age,region", *rows, ""]))
    (tmp_path / "masked.csv").write_text("\n".join(["age,region", *(f"{r[0]}5{r[2:]}" for r in rows), ""]))
    return tmp_path


def run(command, folder, **environment):
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=folder, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow  # two programs, each with worker processes
def test_the_installed_program_finds_what_the_checkout_finds_beside_modules_called_core(installed, user):
    arguments = ["assess", "original.csv", "masked.csv", "--measures", "global_risk", "--jobs", "2", "--out"]
    run([sys.executable, "-m", "rumap", *arguments, "wheel.json"], user, PYTHONPATH=str(installed))
    files = [str(user / name) for name in ("original.csv", "masked.csv")]
    checkout = ["assess", *files, *arguments[3:], str(user / "checkout.json")]
    run([sys.executable, "-m", "core", *checkout], ROOT)
    assert (user / "wheel.json").read_bytes() == (user / "checkout.json").read_bytes()


@pytest.mark.slow  # a program of its own
def test_the_installed_dashboard_draws_its_pages(installed, user):
    script = str(installed / "rumap" / "dashboard" / "app.py")
    drawn = f"""
from streamlit.testing.v1 import AppTest
app = AppTest.from_file({script!r}, default_timeout=60).run()
assert not app.exception, app.exception
print(app.title[0].value)
import sys
assert not {{"core", "pages"}} & set(sys.modules), "a module lies at the top"
"""
    assert run([sys.executable, "-c", drawn], user, PYTHONPATH=str(installed)).strip() == "R-U Map"


def test_the_version_is_one():
    import tomllib

    from core.assessment.run import PROGRAM_VERSION

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == PROGRAM_VERSION
