"""Many spoilt files read one after the other, with a tally of what came of them."""

import hashlib
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from core.errors import IntakeError
from core.intake import Limits, Reading, read_file
from experiments.fuzz.mutations import spoil
from experiments.fuzz.seeds import sound_file

LIMITS = Limits(memory_bytes=2 * 2**30, cpu_seconds=8, wall_seconds=10)
GRACE = 5
"""Seconds beyond the wall limit within which every answer must be there."""


@dataclass
class Tally:
    """What came of the files of one format.

    Parameters
    ----------
    name : str
    read, same, refused : int
        Files that were read (of these: to the same rows and columns as the sound file), and refused in words.
    unforeseen : Counter of str
        Refusals that name a place in the program in the place of a fault of the file.
    faults : list of str
        Whatever must not happen, with the seed.
    slowest : float
        Seconds of the slowest file.
    """

    name: str
    read: int = 0
    same: int = 0
    refused: int = 0
    unforeseen: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0


def run_campaign(name: str, number: int, seed: int) -> Tally | None:
    """Spoil and read a file of one format so many times; None where there is no sound one."""
    sound = sound_file(name)
    if sound is None:
        return None
    tally = Tally(name)
    shape = _shape(read_file(name, sound))
    for i in range(number):
        key = f"{seed}|{name}|{i}"
        _take(tally, name, spoil(sound, key), key, shape)
    return tally


def _shape(reading: Reading) -> tuple[int, int]:
    return reading.report.n_rows, reading.report.n_columns


def _take(tally: Tally, name: str, content: bytes, key: str, shape: tuple[int, int]) -> None:
    started = time.perf_counter()
    try:
        reading = read_file(name, content, LIMITS)
    except IntakeError as refusal:
        tally.refused += 1
        _check_words(tally, name, str(refusal), key)
    except BaseException as error:
        tally.faults.append(f"{key}: {type(error).__name__} in the program itself")
        if isinstance(error, KeyboardInterrupt):
            raise
    else:
        tally.read += 1
        tally.same += _shape(reading) == shape
        tally.faults += [f"{key}: {fault}" for fault in faults_of(reading, content)]
    seconds = time.perf_counter() - started
    tally.slowest = max(tally.slowest, seconds)
    if seconds > LIMITS.wall_seconds + GRACE:
        tally.faults.append(f"{key}: waited {seconds:.0f} s")


def _check_words(tally: Tally, name: str, refusal: str, key: str) -> None:
    if not refusal.startswith(f"{name}: ") or len(refusal) < len(name) + 22:
        tally.faults.append(f"{key}: a refusal without words: {refusal!r}")
    if "the reader failed" in refusal or "without an answer" in refusal:
        tally.unforeseen[f"{refusal.partition('(')[2].partition(')')[0]} [{key}]"] += 1


def faults_of(reading: Reading, content: bytes) -> list[str]:
    """Return what does not fit together in a reading: lengths, counts, digest."""
    microdata, report = reading.microdata, reading.report
    faults = []
    if microdata.sha256 != hashlib.sha256(content).hexdigest():
        faults.append("the digest is not that of the file")
    if len(microdata.columns) != report.n_columns or microdata.n_records != report.n_rows:
        faults.append("the report counts other rows or columns than there are")
    if any(len(column) != microdata.n_records for column in microdata.columns.values()):
        faults.append("columns of different length")
    return faults


def in_words(tally: Tally) -> str:
    """Return one line about a format."""
    return (
        f"{tally.name:12} {tally.read + tally.refused:6} files: {tally.refused:6} refused, {tally.read:6} read "
        f"({tally.read - tally.same} with other rows or columns), {sum(tally.unforeseen.values())} unforeseen, "
        f"slowest {tally.slowest:.1f} s, {len(tally.faults)} faults"
    )


def as_json(tally: Tally) -> dict[str, Any]:
    """Return a tally for another process."""
    return {**vars(tally), "unforeseen": dict(tally.unforeseen)}
