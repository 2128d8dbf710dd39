"""Spoilt files of every format: read or refused in words, never the end of the program, never beyond the clock."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import IntakeError
from core.intake import read_file
from tests.fuzz.campaign import faults_of
from tests.fuzz.mutations import spoil
from tests.fuzz.seeds import NAMES, sound_file

ROOT = Path(__file__).resolve().parents[2]
NUMBER, SEED = 200, 1
THROUGH_THE_REAL_CHILD = 2
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the files in memory and the limits")


@LINUX
@pytest.mark.parametrize("name", NAMES)
def test_spoilt_files_are_read_or_refused_in_words(name: str):
    if sound_file(name) is None:
        pytest.skip("real files (../shared/data) are not on this machine")
    command = [sys.executable, "-m", "tests.fuzz", "--json", "--number", str(NUMBER), "--seed", str(SEED)]
    ran = subprocess.run([*command, "--names", name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode in {0, 1}, ran.stderr
    tally = json.loads(ran.stdout)
    assert tally["faults"] == []
    assert tally["read"] + tally["refused"] == NUMBER
    assert tally["refused"] > 0, "nothing was spoilt"
    assert tally["unforeseen"] == {}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_through_real_children(name: str):
    sound = sound_file(name)
    if sound is None:
        pytest.skip("real files (../shared/data) are not on this machine")
    contents = [spoil(sound, f"real|{name}|{i}") for i in range(THROUGH_THE_REAL_CHILD)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda content: _faults(name, content), contents)) == [[]] * THROUGH_THE_REAL_CHILD


def _faults(name: str, content: bytes) -> list[str]:
    try:
        return faults_of(read_file(name, content), content)
    except IntakeError as refusal:
        return [] if str(refusal).startswith(f"{name}: ") else [str(refusal)]


def test_spoiling_is_the_same_for_the_same_seed():
    assert spoil(b"a,b\n1,2\n" * 20, "7") == spoil(b"a,b\n1,2\n" * 20, "7")
    assert spoil(b"a,b\n1,2\n" * 20, "7") != spoil(b"a,b\n1,2\n" * 20, "8")
