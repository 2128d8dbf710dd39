"""Columns in the scratch folder: what is written, who reads it there, and that nothing stays."""

import errno
import fcntl
import gc
import os
import pickle
import stat
from pathlib import Path

import numpy as np
import pytest

from core.errors import ScratchError
from core.execution import erase_scratch, scratch_in_use, scratch_place
from core.execution import scratch as module
from core.execution.array_file import file_of
from core.execution.array_files import ArrayFiles
from core.execution.object_pipe import LARGE_ARRAY, ObjectPipe
from core.execution.scratch import PREFIX, Scratch, remove_left
from tests.execution.test_line import Both

CELLS = np.arange(LARGE_ARRAY, dtype=np.int16)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def scratch(place: Path):
    made = Scratch(place)
    yield made
    made.close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_an_array_lies_in_a_file_of_its_owner_and_cannot_be_written_to(scratch, place) -> None:
    kept = scratch.kept(CELLS)
    [folder] = place.iterdir()
    [file] = folder.iterdir()
    assert (mode(folder), mode(file)) == (0o700, 0o600)
    assert file.read_bytes() == CELLS.tobytes()
    np.testing.assert_array_equal(kept, CELLS)
    assert kept.dtype == CELLS.dtype
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 1


@pytest.mark.parametrize("piece", [np.s_[:], np.s_[5:90], np.s_[7:]])
def test_a_piece_of_it_is_found_in_its_file(scratch, piece) -> None:
    kept = scratch.kept(CELLS)
    for cells, values in ((kept[piece], CELLS[piece]), (kept[piece].view(np.uint16), CELLS[piece].view(np.uint16))):
        file = file_of(cells)
        assert file is not None
        np.testing.assert_array_equal(file.opened(), values)
        assert file.opened().dtype == values.dtype
    assert file_of(kept[::2]) is None
    assert file_of(CELLS) is None


def test_its_file_goes_with_the_last_array_that_lies_in_it(scratch) -> None:
    kept = scratch.kept(CELLS)
    piece = kept[10:20]
    opened_again = file_of(piece).opened()
    del kept
    gc.collect()
    assert len(list(scratch.folder.iterdir())) == 1
    del piece
    gc.collect()
    assert len(list(scratch.folder.iterdir())) == 1  # who gets it back from another process holds it too
    del opened_again
    gc.collect()
    assert not list(scratch.folder.iterdir())


def test_processes_are_told_where_it_lies_instead_of_what_it_is(scratch, tmp_path) -> None:
    kept = scratch.kept(CELLS)
    ends = Both()
    size = ObjectPipe(ends).send({"column": kept})
    assert size > CELLS.nbytes > sum(ends.sizes)  # time is allowed for what it is about, not for what crosses
    arrived = ObjectPipe(ends).receive()["column"]
    np.testing.assert_array_equal(arrived, CELLS)
    assert file_of(arrived) == file_of(kept)
    files = ArrayFiles(tmp_path / "shared")
    assert files.of(kept[3:]) == file_of(kept[3:])
    assert not list((tmp_path / "shared").iterdir())
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(kept)), CELLS)  # to a cluster it goes by its values


def test_nothing_stays_when_the_process_ends(place) -> None:
    scratch = Scratch(place)
    kept = scratch.kept(CELLS)
    scratch.close()
    assert not list(place.iterdir())
    np.testing.assert_array_equal(kept, CELLS)
    del kept
    gc.collect()


def left_behind(place: Path, name: str = "0123456789abcdef") -> Path:
    folder = place / f"{PREFIX}{name}"
    folder.mkdir(mode=0o700)
    (folder / "0").write_bytes(b"codes")
    return folder


def test_what_a_killed_process_left_goes_at_the_next_start_and_nothing_else(place, scratch) -> None:
    gone, held = left_behind(place), left_behind(place, "f" * 16)
    others = [place / "ru-map", place / f"{PREFIX}notes", place / "ru-map-0123456789abcdeX"]
    for folder in others:
        folder.mkdir()
        (folder / "0").touch()
    strange = left_behind(place, "a" * 16)
    (strange / "thesis.txt").touch()
    elsewhere = place.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "0").touch()
    link = place / f"{PREFIX}{'b' * 16}"
    link.symlink_to(elsewhere)
    linked = left_behind(place, "c" * 16)
    (linked / "1").symlink_to(elsewhere / "0")
    descriptor = os.open(held, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        remove_left(place)
    finally:
        os.close(descriptor)
    assert set(place.iterdir()) == {held, scratch.folder, *others, strange, link, linked}
    assert not gone.exists()
    assert (elsewhere / "0").exists()
    remove_left(place)
    assert not held.exists()


def test_a_start_removes_what_was_left(place, monkeypatch) -> None:
    gone = left_behind(place)
    monkeypatch.setattr(module, "_IN_USE", {})
    made = scratch_in_use({"RUMAP_SCRATCH": str(place)})
    assert made is not None
    assert not gone.exists()
    assert scratch_in_use({"RUMAP_SCRATCH": str(place)}) is made
    kept = made.kept(CELLS)
    erase_scratch()
    assert not list(place.iterdir())
    with pytest.raises(ScratchError):
        made.kept(kept)
    assert scratch_in_use({}) is None


def hostile(place: Path) -> dict[str, tuple[Path | str, str]]:
    (place.parent / "link").symlink_to(place)
    (place.parent / "file").touch()
    seen = place.parent / "seen"
    seen.mkdir(mode=0o755)
    (place / "inside").mkdir(mode=0o700)
    return {
        "missing": (place / "gone", "No such file"),
        "link": (place.parent / "link", "symbolic link"),
        "file": (place.parent / "file", "no folder"),
        "readable": (seen, "opened by others"),
        "relative": ("scratch", "whole path"),
        "data": (place / "inside", "data folder"),
    }


@pytest.mark.parametrize("kind", ["missing", "link", "file", "readable", "relative", "data"])
def test_a_folder_that_is_not_fit_is_refused_with_variable_folder_and_remedy(place, kind) -> None:
    folder, reason = hostile(place)[kind]
    with pytest.raises(ScratchError, match=reason) as refusal:
        scratch_place({"RUMAP_SCRATCH": str(folder), "RUMAP_DATA": str(place)})
    for part in ("RUMAP_SCRATCH", str(folder), "mkdir -m 700", "unset it"):
        assert part in str(refusal.value)


def test_a_folder_that_is_fit_is_named_and_none_is_none(place) -> None:
    assert scratch_place({"RUMAP_SCRATCH": f" {place} ", "RUMAP_DATA": str(place.parent / "data")}) == place
    assert scratch_place({"RUMAP_SCRATCH": " "}) is None


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "too little room"), (errno.EDQUOT, "too little room"), (errno.EIO, "error")]
)
def test_a_full_disk_is_said_and_leaves_nothing_half_written(scratch, monkeypatch, number, said) -> None:
    before = scratch.kept(CELLS)

    def full(descriptor: int, content: memoryview) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(ScratchError, match=said) as refusal:
        scratch.kept(CELLS)
    assert "RUMAP_SCRATCH" in str(refusal.value)
    assert str(scratch.place) in str(refusal.value)
    monkeypatch.undo()
    assert len(list(scratch.folder.iterdir())) == 1
    np.testing.assert_array_equal(before, CELLS)


def test_a_folder_that_somebody_has_cleared_is_said(scratch) -> None:
    kept = scratch.kept(CELLS)
    for file in scratch.folder.iterdir():
        file.unlink()
    scratch.folder.rmdir()
    with pytest.raises(ScratchError, match="RUMAP_SCRATCH"):
        scratch.kept(CELLS)
    np.testing.assert_array_equal(kept, CELLS)
