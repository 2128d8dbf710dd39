"""Arrays that a run is given lie once in memory: its process and all its workers read them in one file."""

import errno
from pathlib import Path

import numpy as np
import pytest

from core.execution.array_file import file_of, opened
from core.execution.array_files import ArrayFiles, packed_in
from core.execution.pickled_task import LARGE_ARRAY, unpack

LARGE = np.arange(LARGE_ARRAY, dtype=np.int16)
WORK = (sorted, {"large": LARGE, "again": LARGE, "small": np.arange(3)})


def test_what_a_run_is_given_is_read_where_it_lies_by_its_workers_too(tmp_path: Path) -> None:
    task = packed_in(tmp_path / "run", WORK)
    [file] = (tmp_path / "run" / "given").iterdir()
    assert len(task.arrays) == 1
    assert len(task.content) < 1_000
    function, arrays = unpack(task.content, opened(task.arrays))
    assert function is sorted
    assert arrays["large"] is arrays["again"]
    np.testing.assert_array_equal(arrays["large"], LARGE)
    np.testing.assert_array_equal(arrays["small"], np.arange(3))
    workers = ArrayFiles(tmp_path / "workers")
    assert workers.of(arrays["large"][5:]).path == str(file)
    np.testing.assert_array_equal(workers.of(arrays["large"][5:]).opened(), LARGE[5:])
    assert not list((tmp_path / "workers").iterdir())
    arrays["large"][0] = 7  # as a copy would: nobody else sees it
    np.testing.assert_array_equal(file_of(arrays["large"]).opened(), LARGE)


@pytest.mark.parametrize("place", ["too small", "none"])
def test_without_a_place_in_memory_arrays_travel_as_they_are(tmp_path: Path, monkeypatch, place: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ArrayFiles, "_write", full)
    task = packed_in(tmp_path / "run" if place == "too small" else None, WORK)
    assert not list(tmp_path.iterdir())
    assert task.arrays[0] is LARGE
    np.testing.assert_array_equal(unpack(task.content, opened(task.arrays))[1]["large"], LARGE)


def test_what_cannot_be_packed_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        packed_in(tmp_path / "run", [LARGE, (one for one in "ab")])
    assert not list(tmp_path.iterdir())
