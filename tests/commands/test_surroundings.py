"""Clock, time zone, locale and the order in which Python hashes: none of them changes a byte of the results."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.__main__ import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

AT_ANOTHER_TIME = """
import locale, os, sys, time
locale.setlocale(locale.LC_ALL, "")
if "LOCPATH" in os.environ:
    assert (locale.getlocale()[0], locale.localeconv()["decimal_point"]) == ("tr_TR", ",")
    assert locale.getlocale(locale.LC_TIME)[0] == "de_DE"
later = time.time() + 7 * 365 * 86400
time.time = lambda: later
import core.__main__
sys.exit(core.__main__.main(sys.argv[1:]))
"""

ELSEWHERE = {
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
    "LANG": "de_DE.UTF-8",
    "PYTHONHASHSEED": "1",
    "OMP_NUM_THREADS": "2",
    "OPENBLAS_NUM_THREADS": "2",
    "NUMBA_NUM_THREADS": "1",
}
"""All at once, since a run there is a program started anew; should the test fail, take them out one by one."""

QUICKLY = ("--set", "interval.groups=3", "null.replicates=2", "risk.attacks=100")


def _locales(folder: Path) -> dict[str, str]:
    """Make locales: Turkish small and capital letters, German numbers, dates and order; nothing where it cannot be."""
    make, names = shutil.which("localedef"), ("tr_TR", "de_DE")
    (folder / "locales").mkdir()
    for name in names if make else ():
        place = folder / "locales" / f"{name}.UTF-8"
        subprocess.run([make, "-i", name, "-f", "UTF-8", str(place)], capture_output=True, check=False)
    if len(list((folder / "locales").iterdir())) < len(names):
        return {}
    # an empty LC_ALL leaves the others in force
    return {"LC_ALL": "", "LC_CTYPE": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "LOCPATH": str(folder / "locales")}


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(2)
    original = pd.DataFrame({
        "age": rng.integers(18, 80, 150),
        "sex": rng.choice(["f", "m"], 150),
        "İL": rng.choice(["İzmir", "ISPARTA", "ıssız"], 150),
        "ısı": rng.choice([1.5, 2.25], 150),
        "born": rng.choice(["1990-01-02", "1985-12-31", "2001-07-08"], 150),
    })  # fmt: skip
    original.to_csv(tmp_path / "original.csv", index=False)
    original.assign(age=original["age"] // 20 * 20).to_csv(tmp_path / "masked.csv", index=False)
    return tmp_path


def test_case_106_neither_surroundings_nor_another_time_change_a_byte(folder):
    files = [str(folder / name) for name in ("original.csv", "masked.csv")]
    here, elsewhere = folder / "here.json", folder / "elsewhere.json"
    arguments = ["assess", *files, "--linked", "row", "--jobs", "1", *QUICKLY, "--out"]
    done = subprocess.run(
        [sys.executable, "-c", AT_ANOTHER_TIME, *arguments, str(elsewhere)],
        cwd=ROOT,
        env={**os.environ, **ELSEWHERE, **_locales(folder)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert main([*arguments, str(here)]) == 0
    assert elsewhere.read_bytes() == here.read_bytes()
