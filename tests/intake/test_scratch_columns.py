"""Files read where there is a scratch folder: the same columns, the same results, and files that go with them."""

import gc
import os
from collections.abc import Iterator
from dataclasses import fields
from errno import ENOSPC
from pathlib import Path

import numpy as np
import pytest

import core.execution
from core.assessment import collect, make_plan, run
from core.data import Codebook, Microdata, Scenario
from core.errors import ScratchError
from core.execution import scratch as module
from core.execution.array_file import file_of
from core.pairing import draft_codebook
from core.reports import write_results
from tests.intake.readings import read, table

ROWS = [f"{i},{'' if i % 7 == 0 else i % 5 / 2},{'abc'[i % 3]},{i * 0.37}" for i in range(40)]
ORIGINAL = "id,half,letter,x\n" + "\n".join(ROWS)
MASKED = "id,half,letter,x\n" + "\n".join(ROWS[3:] + ROWS[:3])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A scratch folder in use, from the first byte on."""
    monkeypatch.setattr(module, "_IN_USE", {})
    monkeypatch.setattr(core.execution, "KEPT_FROM", 1)
    folder = tmp_path / "scratch"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("RUMAP_SCRATCH", str(folder))
    yield folder
    for scratch in module._IN_USE.values():
        scratch.close()


def written(place: Path) -> list[Path]:
    return [file for file in place.rglob("*") if file.is_file()]


def results(original: Microdata, masked: Microdata) -> str:
    codebook: Codebook = draft_codebook(original, [masked])
    scenario = Scenario(masked, codebook.declaration(masked.name))
    plan = make_plan("missing_values,mean_difference", ["interval.groups=0"])
    return write_results(collect(plan, list(run(original, [scenario], codebook, plan))))


def test_columns_lie_there_and_results_have_the_same_bytes(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = [read(ORIGINAL, "o.csv"), read(MASKED, "m.csv")]
    stores = [store for reading in there for column in reading.microdata.columns.values() for store in column.stores]
    cells = [store if isinstance(store, np.ndarray) else store.cells for store in stores]
    assert len(written(place)) == len(cells) == 8
    assert all(file_of(array) is not None for array in cells)
    with_scratch = results(*(reading.microdata for reading in there))
    monkeypatch.delenv("RUMAP_SCRATCH")
    here = [read(ORIGINAL, "o.csv"), read(MASKED, "m.csv")]
    assert [table(reading) for reading in here] == [table(reading) for reading in there]
    assert [reading.report for reading in here] == [reading.report for reading in there]
    assert results(*(reading.microdata for reading in here)) == with_scratch


def test_they_go_with_the_file(place: Path) -> None:
    first, second = read(ORIGINAL, "o.csv"), read(MASKED, "m.csv")
    assert {field.name for field in fields(second)} == {"microdata", "report", "choices"}
    del first
    gc.collect()
    assert len(written(place)) == 4
    del second
    gc.collect()
    assert not written(place)


def test_small_columns_stay_in_memory(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.execution, "KEPT_FROM", 1_000)
    kept = read(ORIGINAL, "o.csv")
    assert len(kept.microdata.columns) == 4
    assert not written(place)


def test_a_disk_that_is_full_in_the_middle_keeps_the_file_unread_and_all_else(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read(ORIGINAL, "o.csv")
    write, calls = os.write, []

    def full(descriptor: int, content: memoryview) -> int:
        calls.append(len(content))
        if len(calls) > 2:
            raise OSError(ENOSPC, "No space left on device")
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ScratchError, match=r"^m\.csv: the scratch folder .* too little room .* RUMAP_SCRATCH"):
        read(MASKED, "m.csv")
    monkeypatch.undo()
    gc.collect()
    assert len(list(place.rglob("[0-9]*"))) == 4
    assert table(before)["letter"][:3] == ["a", "b", "c"]


def test_a_folder_that_is_not_fit_is_said_before_anything_is_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.chmod(0o755)
    with pytest.raises(ScratchError, match=r"^o\.csv: RUMAP_SCRATCH: .*opened by others.*mkdir -m 700"):
        read(ORIGINAL, "o.csv")
