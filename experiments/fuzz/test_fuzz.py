"""Spoilt files of every format: read or refused in words, never the end of the program, never beyond the clock."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from core.errors import IntakeError
from core.intake import read_file
from experiments.fuzz.campaign import faults_of
from experiments.fuzz.mutations import spoil
from experiments.fuzz.seeds import NAMES, sound_file

ROOT = Path(__file__).resolve().parents[2]
NUMBER, SEED = 25, 1
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the files in memory and the limits")


@pytest.fixture(scope="module")
def tallies() -> dict[str, dict[str, Any]]:
    """What came of the spoilt files of every format: two campaigns side by side, each in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "experiments.fuzz",
        "--json",
        "--number",
        str(NUMBER),
        "--seed",
        str(SEED),
        "--names",
    ]
    with ThreadPoolExecutor(2) as pool:
        return dict(chain.from_iterable(pool.map(_campaign, ([*command, *NAMES[i::2]] for i in range(2)))))


def _campaign(command: list[str]) -> list[tuple[str, dict[str, Any]]]:
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode in {0, 1}, ran.stderr
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    return [(tally["name"], tally) for tally in found]


@LINUX
@pytest.mark.parametrize("name", NAMES)
def test_spoilt_files_are_read_or_refused_in_words(name: str, tallies: dict[str, dict[str, Any]]):
    if sound_file(name) is None:
        pytest.skip("real files (../shared/data) are not on this machine")
    tally = tallies[name]
    assert tally["faults"] == []
    assert tally["read"] + tally["refused"] == NUMBER
    assert tally["refused"] > 0, "nothing was spoilt"
    assert tally["unforeseen"] == {}


@pytest.mark.own_process
@pytest.mark.parametrize("name", NAMES)
def test_the_same_through_a_real_child(name: str):
    sound = sound_file(name)
    if sound is None:
        pytest.skip("real files (../shared/data) are not on this machine")
    assert _faults(name, spoil(sound, f"real|{name}")) == []


def _faults(name: str, content: bytes) -> list[str]:
    try:
        return faults_of(read_file(name, content), content)
    except IntakeError as refusal:
        return [] if str(refusal).startswith(f"{name}: ") else [str(refusal)]


def test_spoiling_is_the_same_for_the_same_seed():
    assert spoil(b"a,b\n1,2\n" * 20, "7") == spoil(b"a,b\n1,2\n" * 20, "7")
    assert spoil(b"a,b\n1,2\n" * 20, "7") != spoil(b"a,b\n1,2\n" * 20, "8")
