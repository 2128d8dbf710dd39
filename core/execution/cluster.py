"""Calls on a Dask cluster: large arrays go there once, calls follow; what a dead worker had is done again."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask
import numpy as np
from distributed import Client, LocalCluster, wait
from distributed.scheduler import KilledWorker
from threadpoolctl import threadpool_limits

from core.errors import ClusterError
from core.execution.flow import AGAIN, Workers
from core.execution.pickled_task import OfArrays, PickledTask, pack, unpack
from core.execution.versions import differences, versions_here

LOCAL = "local:"
ENCRYPTED = "tls:"
CERTIFICATES = ("ca-file", "client.cert", "client.key")
"""What a program must have, of Dask's settings, to speak to a scheduler with encryption."""
SECONDS_TO_CONNECT = 20
SECONDS_BETWEEN_LOOKS = 2.0
LOOKS_WITHOUT_WORKERS = 30
"""How often no worker may be found before the cluster counts as gone."""

MOST_TIMES = 5
"""How often a call is made again whose worker was lost."""

IN_MEMORY = {
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.multiprocessing-method": "spawn",
    "distributed.admin.log-length": 0,
    "logging.distributed": "critical",
}
"""Of a cluster on this machine: no data are written to a disk when memory runs short, and none to a log."""


@contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    """Connect to a cluster, or start one on this machine, and leave it in good order.

    Parameters
    ----------
    address : str
        Of the scheduler (``tcp://host:8786``, ``tls://host:8786``), or ``local:N``.

    Raises
    ------
    ClusterError
        It cannot be reached, has no workers, or does not fit this program.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it would quote the arguments of a call that failed
    with dask.config.set(IN_MEMORY):
        local = _started(address) if address.startswith(LOCAL) else None
        client = None
        try:
            client = _connected(local or address, address)
            yield _ClusterWorkers(client, address)
        finally:
            for part in (client, local):
                if part is not None:
                    part.close(timeout=SECONDS_TO_CONNECT)


def _started(address: str) -> LocalCluster:
    number = address.removeprefix(LOCAL)
    if not number.isdecimal() or not int(number):
        raise ClusterError(f"the cluster {address!r}: write {LOCAL} and the number of workers, such as {LOCAL}4")
    return LocalCluster(
        n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None
    )


def _connected(to: LocalCluster | str, address: str) -> Client:
    """Return a client of a cluster whose workers are all what this program is."""
    if lacking := _certificates_lacking(address):
        raise ClusterError(
            f"the cluster at {address} asks for certificates, and Dask's settings here name none: write "
            f"{', '.join(lacking)} into a file of ~/.config/dask (docs/how-to/cluster.md, With TLS)"
        )
    try:
        client = Client(to, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"the cluster at {address} cannot be reached ({type(error).__name__}): look whether its scheduler runs "
            "there, and whether certificates fit where the address begins with tls"
        ) from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        answers = client.run(versions_here, on_error="return")
    except TimeoutError:
        client.close()
        raise ClusterError(f"the cluster at {address} has no workers: start some (docs/how-to/cluster.md)") from None
    for worker, versions in answers.items():
        if wrong := differences(versions):
            client.close()
            raise ClusterError(f"the worker {worker} does not fit this program: {wrong}")
    return client


def _certificates_lacking(address: str) -> list[str]:
    """Return which settings a cluster with encryption needs that are not there."""
    wanted = [f"distributed.comm.tls.{name}" for name in CERTIFICATES if address.startswith(ENCRYPTED)]
    return [name for name in wanted if not dask.config.get(name, None)]


class _ClusterWorkers:
    """The workers of a cluster; each array is sent to them once, and again where the workers that had it are gone."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        self._scattered = OfArrays(self._scatter, lambda future: future.release())
        self._sent: dict[Any, tuple[PickledTask, int]] = {}
        self._times: dict[int, int] = {}
        self._without = 0

    @property
    def number(self) -> int:
        return sum(worker["nthreads"] for worker in self._workers().values())

    def _workers(self) -> dict[str, Any]:
        found: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return found

    def _scatter(self, array: Any) -> Any:
        return self._client.scatter(array, hash=False)

    def submit(self, call: Any) -> Any:
        for _ in range(MOST_TIMES):
            try:
                task = pack(call, self._scattered)
                begun = self._begin(task)
            except (OSError, CancelledError, TimeoutError):  # the worker that an array was sent to may have just ended
                self._look()
                time.sleep(SECONDS_BETWEEN_LOOKS)
                continue
            self._sent[begun] = task, self._times.pop(id(call), 0)
            return begun
        raise self._gone()

    def _begin(self, task: PickledTask) -> Any:
        return self._client.submit(
            perform_there,
            task.content,
            list(task.arrays),
            versions_here(),
            pure=False,
            priority=-len(self._sent),
        )

    def finished(self, pending: list[Any]) -> list[Any]:
        while True:
            try:
                with self._client.as_current():
                    return list(wait(pending, timeout=SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                self._look()
            except CancelledError:
                return [begun for begun in pending if begun.cancelled()]

    def _look(self) -> None:
        """Raise ClusterError where the scheduler is gone, or no worker has been there for a while."""
        if self._client.status != "running":
            raise self._gone()
        self._without = 0 if self._workers() else self._without + 1
        if self._without >= LOOKS_WITHOUT_WORKERS:
            raise self._gone()

    def answer(self, begun: Any, call: Any) -> Any:
        task, times = self._sent.pop(begun)
        try:
            answer = begun.result(timeout=SECONDS_TO_CONNECT)
        except (CancelledError, KilledWorker, TimeoutError):
            self._look()
            if times >= MOST_TIMES:
                raise ClusterError(
                    f"a piece of work was lost {times + 1} times on the cluster at {self._address}: its workers end "
                    "while they do it, most often because memory runs out"
                ) from None
            for array in task.large:
                self._scattered.forget(array)
            self._times[id(call)] = times + 1
            return AGAIN
        if isinstance(answer, Raised):
            raise answer.error
        return answer

    def _gone(self) -> ClusterError:
        return ClusterError(f"the cluster at {self._address} is gone, or has no workers left")


@dataclass(frozen=True)
class Raised:
    """An error of a call: an answer like others, since Dask would write a call that fails into its log."""

    error: Exception


def perform_there(content: bytes, arrays: list[Any], expected: dict[str, str]) -> Any:
    """Perform a call on a worker, which must be what the program is that sends it."""
    if wrong := differences(expected):
        return Raised(ClusterError(f"a worker that joined the cluster does not fit this program: {wrong}"))
    # they may have arrived at any address, where NumPy would add in another order
    laid = [np.require(array, requirements=("A", "W")) for array in arrays]
    try:
        with threadpool_limits(limits=1):
            return unpack(content, laid).perform()
    except Exception as error:  # noqa: BLE001 - raised again where the answer is asked for
        return Raised(error)
