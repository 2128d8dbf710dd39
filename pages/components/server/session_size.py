"""How much of the server's memory a workspace takes: files, what was made of them, results and exports."""

from collections.abc import Sequence
from typing import Any

from core.execution import bytes_of
from pages.components.server.lifetime_cache import LifetimeCache

_counted: LifetimeCache[int] = LifetimeCache()
"""By workspace, with how much its tasks had yielded: what it takes beside files and run; by results: their run."""


def size_of(workspace: Any) -> int:
    """Return the bytes of all data that a workspace holds, and of what was worked out of them."""
    files = (workspace.original, workspace.control, *workspace.masked)
    return _beside_files(workspace) + sum(kept_for(file) for file in files if file is not None)


def kept_for(file: Any) -> int:
    """Return the bytes that a file takes as read, and as brought in while a question is open."""
    return len(file.content) + (file.microdata.n_bytes if file.microdata else 0)


def jobs_of(workspace: Any) -> tuple[Any, ...]:
    """Return the run of a workspace, the work of its laboratory and its export, where there are any."""
    task, export = workspace.laboratory.task, workspace.export
    jobs = workspace.job, task.job if task else None, export.job if export else None
    return tuple(job for job in jobs if job is not None)


def _beside_files(workspace: Any) -> int:
    """Count what changes only when the workspace does, or when a job yields, no more often than that."""
    tasks = [tuple(job.received) for job in jobs_of(workspace) if job is not workspace.job]
    others = _counted.about(workspace, lambda: _count(workspace, tasks), tuple(map(len, tasks)))
    return others + _bytes_of_run(workspace)


def _bytes_of_run(workspace: Any) -> int:
    """Count a run and its results, each part once; finished results stay while their user changes the workspace."""
    run = *(workspace.job.received if workspace.job else ()), *workspace.steps
    results = workspace.comparison
    if results is None:
        return bytes_of(*run)
    return _counted.about(results, lambda: bytes_of(*run, results), len(run))


def _count(workspace: Any, tasks: Sequence[Sequence[Any]]) -> int:
    bench = workspace.laboratory
    made = (bench.made, bench.sweep, bench.tried, bench.answer)
    documents = [file.study for file in (workspace.original, *workspace.masked) if file is not None]
    others = (workspace.opened, workspace.register, workspace.record, workspace.population)
    return bytes_of(*tasks, *made, *documents, *others)
