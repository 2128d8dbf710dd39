"""Reading progress of a reader process: the share of the file read so far, written into memory that others poll."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

SHARE = struct.Struct("<d")

ReportProgress = Callable[[float], None]
"""Called with the share, in [0, 1], of a file that has been read."""

ReportCount = Callable[[int], None]
"""Called with the number of lines that have been read."""


def no_progress(_: float) -> None:
    """Ignore the progress."""


def progress_writer(file: int) -> ReportProgress:
    """Return a function that writes a share into an open file that holds nothing else."""

    def on_progress(share: float) -> None:
        os.pwrite(file, SHARE.pack(share), 0)

    return on_progress


def read_progress(file: int) -> float:
    """Return the share that such a file holds; 0 before one was written, and where it is damaged."""
    written = os.pread(file, SHARE.size, 0)
    share = SHARE.unpack(written)[0] if len(written) == SHARE.size else 0.0
    return float(share) if 0 <= share <= 1 else 0.0


def between(on_progress: ReportProgress, first: float, last: float) -> ReportProgress:
    """Return a function of the share of one step, which begins and ends at these shares of the whole."""
    return lambda share: on_progress(first + (last - first) * share)


def lines_read(on_progress: ReportProgress, n_lines: int) -> ReportCount:
    """Return a function of the number of lines read, which reports their share."""
    return lambda count: on_progress(min(1.0, count / max(1, n_lines)))
