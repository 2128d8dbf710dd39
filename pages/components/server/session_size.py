"""How much of the server's memory a workspace takes: files, what was made of them, results and exports."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from core.execution import bytes_of

_counted: dict[int, tuple[weakref.ref[Any], tuple[int, ...], int]] = {}
"""By workspace, for as long as it is there: how much its jobs had yielded, and what it takes beside its files."""


def size_of(workspace: Any) -> int:
    """Return the bytes of all data that a workspace holds, and of what was worked out of them."""
    files = (workspace.original, workspace.control, *workspace.masked)
    return _beside_files(workspace) + sum(held_by(file) for file in files if file is not None)


def held_by(file: Any) -> int:
    """Return the bytes that a file takes as read, and as brought in while a question is open."""
    return len(file.content) + (file.microdata.n_bytes if file.microdata else 0)


def jobs_of(workspace: Any) -> tuple[Any, ...]:
    """Return the run of a workspace, the work of its laboratory and its export, where there are any."""
    task, export = workspace.laboratory.task, workspace.export
    jobs = workspace.job, task.job if task else None, export.job if export else None
    return tuple(job for job in jobs if job is not None)


def _beside_files(workspace: Any) -> int:
    """Count what changes only when the workspace does, or when a job yields, no more often than that."""
    yielded = [tuple(job.received) for job in jobs_of(workspace)]
    sizes = tuple(map(len, yielded))
    kept = _counted.get(id(workspace))
    if kept is not None and kept[0]() is workspace and kept[1] == sizes:
        return kept[2]
    size = _count(workspace, yielded)
    for gone in [key for key, (there, _, _) in list(_counted.items()) if there() is None]:
        _counted.pop(gone, None)
    _counted[id(workspace)] = weakref.ref(workspace), sizes, size
    return size


def _count(workspace: Any, yielded: Sequence[Sequence[Any]]) -> int:
    bench = workspace.laboratory
    made = (bench.made, bench.sweep, bench.tried, bench.answer)
    documents = [file.study for file in (workspace.original, *workspace.masked) if file is not None]
    results = (workspace.comparison, workspace.steps, workspace.opened, workspace.register, workspace.record)
    return bytes_of(*yielded, *made, *documents, *results, workspace.population)
