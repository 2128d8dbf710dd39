"""Independent calls on one or all cores, each result yielded as it is finished."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any

from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from threadpoolctl import ThreadpoolController

from core.execution.shared_memory import check_usable, folder_in_use, shortage


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


def perform(calls: Iterable[Call], jobs: int = 1) -> Iterator[tuple[Any, Any]]:
    """Perform calls and yield (key, result) as each finishes; closing the generator cancels the rest.

    Parameters
    ----------
    calls : iterable of Call
        Consumed lazily, two ahead of each worker.
    jobs : int
        Number of processes; 1 stays in this one.

    Raises
    ------
    SharedMemoryError
        There is too little room for the arrays that several processes share, or none that can be written to.

    Notes
    -----
    Every worker uses one BLAS thread: sums of products differ in their last bits between one and
    several, and the answer must not depend on the machine.
    """
    if jobs == 1:
        threads = ThreadpoolController()
        for call in calls:
            with threads.limit(limits=1):
                done = call.perform()
            yield done
        return
    check_usable()
    folder = folder_in_use()
    sharing: dict[str, Any] = {"temp_folder": folder} if folder else {"max_nbytes": None}
    with parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=1, **sharing):
        parallel = Parallel(return_as="generator_unordered", pre_dispatch="2*n_jobs")
        answers = parallel(delayed(call.perform)() for call in calls)
        try:
            for answer in answers:  # noqa: UP028 - `yield from` would close joblib's generator outside the filter below
                yield answer
        except (OSError, PicklingError) as error:
            if (short := shortage(error, folder)) is not None:
                raise short from None
            raise
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib warns of results that a cancelled run does not want
                answers.close()
            # idle workers would keep the users' data in memory for minutes
            get_reusable_executor().shutdown(wait=True, kill_workers=True)
