import errno
import gc
import resource
import sys
import time

import numpy as np
import pytest

from core.errors import SharedMemoryError
from core.execution import Call, perform, pool, shared_memory
from core.execution.shared_memory import MEMORY_FOLDER, shortage

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:resource_tracker")]


def square(x):
    return x * x


def product(matrix):
    return matrix.T @ matrix


def slow(x):
    time.sleep(0.2)
    return x


def calls(n):
    return (Call(i, square, (i,)) for i in range(n))


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_call_is_answered_under_its_key(jobs):
    assert dict(perform(calls(20), jobs)) == {i: i * i for i in range(20)}


def test_sums_of_products_have_the_same_bits_on_any_number_of_workers():
    matrix = np.random.default_rng(1).normal(size=(4000, 60))
    answers = [dict(perform([Call("a", product, (matrix,)), Call("b", product, (matrix,))], jobs)) for jobs in (1, 2)]
    assert answers[0]["a"].tobytes() == answers[1]["a"].tobytes() == answers[1]["b"].tobytes()


def test_what_workers_begin_with_is_never_looked_through_for_garbage():
    frozen = dict(perform([Call("a", gc.get_freeze_count, ())], 2))["a"]
    assert frozen > 100_000 or sys.platform != "linux"  # the whole program, which they share


def test_calls_are_taken_lazily():
    taken = []

    def source():
        for i in range(1000):
            taken.append(i)
            yield Call(i, square, (i,))

    answers = perform(source(), 1)
    next(answers)
    answers.close()
    assert len(taken) == 1


def test_closing_ends_the_work_of_all_workers():
    answers = perform((Call(i, slow, (i,)) for i in range(200)), 2)
    next(answers)
    start = time.monotonic()
    answers.close()
    assert time.monotonic() - start < 20  # 200 calls would take 20 s on two workers


@pytest.mark.skipif(not MEMORY_FOLDER.is_dir(), reason="arrays are shared through files in memory on Linux only")
def test_too_little_room_for_shared_arrays_is_said_in_words():
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, former[1]))  # as a folder of 2 MB that is full
    try:
        with pytest.raises(SharedMemoryError, match=r"/dev/shm has .* MB in all; give it more .*--shm-size"):
            list(perform([Call(i, np.sum, (np.arange(1_000_000.0),)) for i in range(3)], 2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)


@pytest.mark.skipif(not MEMORY_FOLDER.is_dir(), reason="arrays are shared through files in memory on Linux only")
def test_a_place_for_shared_arrays_that_cannot_be_written_to_is_said_in_words(monkeypatch, tmp_path):
    """Before, joblib met it with an AssertionError of its own, and a run in the browser ended with "OSError"."""
    monkeypatch.setattr(shared_memory.os, "access", lambda path, mode: False)
    with pytest.raises(SharedMemoryError, match=r"nothing can be written to /dev/shm.*--shm-size"):
        list(perform(calls(3), 2))
    assert len(list(perform(calls(3), 1))) == 3
    closed = tmp_path / "file"
    closed.touch()
    with pytest.raises(SharedMemoryError, match="nothing can be written"):
        shared_memory.use_folder(str(closed / "run"))


@pytest.mark.skipif(sys.platform != "linux", reason="locks need /dev/shm on Linux only")
def test_no_place_for_shared_arrays_at_all_is_said_in_words(monkeypatch, tmp_path):
    monkeypatch.setattr(shared_memory, "MEMORY_FOLDER", tmp_path / "none")
    with pytest.raises(SharedMemoryError, match="nothing can be written to"):
        list(perform(calls(3), 2))
    assert len(list(perform(calls(3), 1))) == 3


@pytest.mark.skipif(not MEMORY_FOLDER.is_dir(), reason="arrays are shared through files in memory on Linux only")
def test_no_room_for_the_processes_themselves_is_said_in_words(monkeypatch):
    """Before, they were started a second time to end them: the run ended with OSError and left its folder."""

    def full(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    before = set(MEMORY_FOLDER.glob("ru-map-*"))
    monkeypatch.setattr(pool, "get_reusable_executor", full)
    with pytest.raises(SharedMemoryError, match=r"/dev/shm has .* MB in all; give it more"):
        list(perform(calls(3), 2))
    assert set(MEMORY_FOLDER.glob("ru-map-*")) <= before


def test_a_file_that_is_not_there_is_no_shortage():
    assert shortage(OSError(errno.ENOENT, "no such file"), None) is None
    assert isinstance(shortage(OSError(errno.ENOSPC, "full"), None), SharedMemoryError)
