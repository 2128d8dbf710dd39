"""Clock, time zone, locale and the order in which Python hashes: none of them changes a byte of the results."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[2]

AT_ANOTHER_TIME = """
import sys, time
later = time.time() + 7 * 365 * 86400
time.time = lambda: later
import core.__main__
sys.exit(core.__main__.main(sys.argv[1:]))
"""

SURROUNDINGS = {
    "time zone": {"TZ": "Pacific/Kiritimati"},
    "locale": {"LC_ALL": "C", "LANG": "de_DE.UTF-8"},
    "hashing": {"PYTHONHASHSEED": "1"},
    "threads": {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2", "NUMBA_NUM_THREADS": "1"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(2)
    original = pd.DataFrame({
        "age": rng.integers(18, 80, 150),
        "sex": rng.choice(["f", "m"], 150),
        "region": rng.choice(["N", "S", "E"], 150),
        "born": rng.choice(["1990-01-02", "1985-12-31", "2001-07-08"], 150),
    })  # fmt: skip
    original.to_csv(folder / "original.csv", index=False)
    original.assign(age=original["age"] // 20 * 20).to_csv(folder / "masked.csv", index=False)
    return folder


def assessed(folder: Path, *command: str, **surroundings: str) -> bytes:
    """Return the bytes of the results as made in such surroundings."""
    out = folder / "results.json"
    out.unlink(missing_ok=True)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "TZ": "UTC", **surroundings}
    arguments = ["assess", folder / "original.csv", folder / "masked.csv", "--linked", "row", "--jobs", "1"]
    command = command or ("-m", "core")
    done = subprocess.run(
        [sys.executable, *command, *arguments, "--out", out],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return out.read_bytes()


@pytest.fixture(scope="module")
def usual(folder):
    return assessed(folder)


@pytest.mark.parametrize("name", list(SURROUNDINGS))
def test_case_106_surroundings_change_no_byte(folder, usual, name):
    assert assessed(folder, **SURROUNDINGS[name]) == usual


def test_case_106_another_time_changes_no_byte(folder, usual):
    assert assessed(folder, "-c", AT_ANOTHER_TIME) == usual
