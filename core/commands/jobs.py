"""``--jobs`` and ``--cluster``: which processes do the work of a run."""

from __future__ import annotations

import argparse

from core.errors import PlanError
from core.execution import prepare


def check_jobs(options: argparse.Namespace) -> None:
    """Refuse a run in no process, before any file is read."""
    if options.jobs < 1:
        raise PlanError("--jobs must be 1 or more")


def prepare_processes(options: argparse.Namespace) -> None:
    """Begin what processes of a run are started from, while files are brought together: it takes two seconds."""
    if options.jobs > 1 and not options.cluster:
        prepare()
