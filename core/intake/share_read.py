"""How far a reader's process is: it writes the share of the file into memory, and anyone who waits looks there."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

SHARE = struct.Struct("<d")

ReportShare = Callable[[float], None]
"""Is told which share, in [0, 1], of a file has been read."""

ReportCount = Callable[[int], None]
"""Is told how many lines have been read."""


def no_progress(_: float) -> None:
    """Nobody waits."""


def progress_writer(file: int) -> ReportShare:
    """Return what writes a share into an open file that holds nothing else."""

    def on_progress(share: float) -> None:
        os.pwrite(file, SHARE.pack(share), 0)

    return on_progress


def read_progress(file: int) -> float:
    """Return the share that such a file holds; 0 before one was told, and for what is none."""
    written = os.pread(file, SHARE.size, 0)
    share = SHARE.unpack(written)[0] if len(written) == SHARE.size else 0.0
    return float(share) if 0 <= share <= 1 else 0.0


def between(on_progress: ReportShare, first: float, last: float) -> ReportShare:
    """Return what is told the share of a step that begins and ends at these shares of the whole."""
    return lambda share: on_progress(first + (last - first) * share)


def lines_read(on_progress: ReportShare, n_lines: int) -> ReportCount:
    """Return what is given how many of the lines have been read, and reports the share."""
    return lambda count: on_progress(min(1.0, count / max(1, n_lines)))
