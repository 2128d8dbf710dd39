"""Runs of several users on one machine: a limited number at once, the others wait in the order they came."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from core.errors import PlanError
from core.execution.job import Job


class RunQueue:
    """At most ``at_once`` jobs run; the others wait, first come, first served.

    Parameters
    ----------
    at_once : int
        1 or more.

    Raises
    ------
    PlanError
        ``at_once`` is below 1: nothing would ever run.
    """

    def __init__(self, at_once: int) -> None:
        if at_once < 1:
            raise PlanError("at least one run must be allowed at a time")
        self.at_once = at_once
        self._running: list[Job] = []
        self._waiting: list[Job] = []
        self._lock = threading.Lock()

    def start(self, function: Callable[..., Iterator[Any]], *arguments: Any, **named: Any) -> Job:
        """Return a job that starts now, or as soon as it is its turn; see ``Job.start``."""
        job = Job(function, arguments, named)
        with self._lock:
            self._waiting.append(job)
        job.afterwards(self._advance)
        self._advance()
        return job

    def ahead(self, job: Job) -> int:
        """Return how many jobs must end before this one starts; 0 once it has started."""
        with self._lock:
            if job not in self._waiting:
                return 0
            return self._waiting.index(job) + 1 + len(self._running) - self.at_once

    def _advance(self) -> None:
        """Start what may start; called anew whenever a job is over."""
        with self._lock:
            self._running = [job for job in self._running if not job.over]
            self._waiting = [job for job in self._waiting if not job.over]
            free = self.at_once - len(self._running)
            next_ones, self._waiting = self._waiting[:free], self._waiting[free:]
            self._running += next_ones
        for job in next_ones:
            job.begin()
