"""``--jobs`` and ``--cluster``: which processes do the work of a run."""

from __future__ import annotations

import argparse

from core.errors import PlanError


def check_jobs(options: argparse.Namespace) -> None:
    """Refuse a run in no process, before any file is read."""
    if options.jobs < 1:
        raise PlanError("--jobs must be 1 or more")
