"""Independent calls on one or all cores, or on a cluster; each result is yielded as it is finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from joblib.externals.loky import get_reusable_executor, process_executor
from threadpoolctl import ThreadpoolController

from core.errors import ClusterError
from core.execution.array_file import opened
from core.execution.array_files import ArrayFiles
from core.execution.flow import Workers, flow
from core.execution.forked import process_context
from core.execution.pickled_task import PickledTask, pack, unpack
from core.execution.process_group import end_with_starter, write_no_document
from core.execution.shared_memory import check_usable, folder_in_use, new_folder_name, remove_abandoned, shortage
from core.extras import not_installed
from core.single_thread import load_single_threaded


@dataclass(frozen=True)
class Call:
    """One call: a key that names it, a module-level function, and its arguments."""

    key: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def perform(self) -> tuple[Any, Any]:
        """Return (key, result)."""
        return self.key, self.function(*self.arguments)


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def perform(calls: Iterable[Call], jobs: int = 1, cluster: str = "") -> Iterator[tuple[Any, Any]]:
    """Perform calls and yield (key, result) as each finishes; closing the generator cancels the rest.

    Parameters
    ----------
    calls : iterable of Call
        Consumed lazily, two ahead of each worker.
    jobs : int
        Number of processes; 1 stays in this one.
    cluster : str
        Address of a Dask scheduler, or ``local:N`` for a cluster of N workers on this machine; empty: ``jobs``
        processes of this program do the work.

    Raises
    ------
    SharedMemoryError
        There is too little room for the arrays that several processes share, or none that can be written to.
    ClusterError
        The cluster cannot be reached, does not fit this program, or has gone.

    Notes
    -----
    Every worker uses one BLAS thread: sums of products differ in their last bits between one and
    several, and the answer must not depend on the machine.
    """
    if cluster:
        with _cluster_workers(cluster) as workers:
            yield from flow(calls, workers)
    elif jobs > 1:
        with _processes(jobs) as workers:
            yield from flow(calls, workers)
    else:
        threads = ThreadpoolController()
        for call in calls:
            with threads.limit(limits=1):
                done = call.perform()
            yield done


def _cluster_workers(address: str) -> AbstractContextManager[Workers]:
    if lacking := not_installed("cluster", ("dask", "distributed")):
        raise ClusterError(f"no cluster can be asked: {lacking}")
    module = import_module(".cluster", __package__)
    workers: AbstractContextManager[Workers] = module.cluster_workers(address)
    return workers


def _begin(folder: str) -> None:
    """Prepare a process for its calls; see `end_with_starter`.

    Where psutil is there, loky takes a process for leaking that has grown by 300 MB since its first call, and ends it:
    arrays of large files and what is kept of an original are enough for that, and all had to be made anew.
    """
    load_single_threaded()
    ThreadpoolController().limit(limits=1)  # what was loaded before
    process_executor._USE_PSUTIL = False  # no setting says it
    write_no_document()
    end_with_starter(folder)


# Of joblib the executor alone: its Parallel lays large arrays on a disk where /dev/shm has less than 2 GB free, as in
# most containers, and on Dask it sends an array with every call that has it inside another argument, as a Pair has.
class _Processes:
    """Processes of this machine; arrays lie in files in memory, where the system has such."""

    def __init__(self, jobs: int, files: ArrayFiles | None, folder: str) -> None:
        self.number, self._files = jobs, files
        # a worker whose starter was killed would go on for minutes, with the data in its memory
        # and one that is idle while files are brought together stays: another would import and prepare all anew
        self._executor = get_reusable_executor(
            max_workers=jobs, context=process_context(), timeout=None, initializer=_begin, initargs=(folder,)
        )
        self._sent: dict[Any, PickledTask] = {}

    def submit(self, call: Call) -> Any:
        task = pack(call, self._known)
        begun = self._executor.submit(_perform_task, task.content, task.arrays)
        self._sent[begun] = task
        return begun

    def _known(self, array: Any) -> Any:
        return array if self._files is None else self._files.of(array)

    def finished(self, pending: list[Any]) -> list[Any]:
        return list(wait(pending, return_when=FIRST_COMPLETED).done)

    def answer(self, begun: Any, _: Call) -> Any:
        del self._sent[begun]
        return begun.result()

    def end(self) -> None:
        """End the processes: idle ones would keep the users' data in memory for minutes."""
        self._executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _processes(jobs: int) -> Iterator[Workers]:
    """Start processes and end them; a folder that is too small is said in words."""
    check_usable()
    folder = folder_in_use()
    files = workers = None
    shared = Path(folder) / (new_folder_name() or Path(folder)).name if folder else None
    try:
        if shared is not None:
            remove_abandoned()
            files = ArrayFiles(shared)
        workers = _Processes(jobs, files, str(shared or ""))
        yield workers
    except OSError as error:
        if (short := shortage(error, folder)) is not None:
            raise short from None
        raise
    finally:
        if workers is not None:
            workers.end()
        if files is not None:
            files.close()


def _perform_task(content: bytes, arrays: tuple[Any, ...]) -> tuple[Any, Any]:
    """Perform a call in a process of its own."""
    call: Call = unpack(content, opened(arrays))
    return call.perform()
