"""What goes into a reader and what comes out of it, inside the reader's process."""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.data import Column
from core.intake.limits import Limits
from core.intake.reading_progress import ReportProgress, no_progress
from core.intake.report import ReadChoices, ReadReport

Bytes = bytes | mmap.mmap


@dataclass(frozen=True)
class Source:
    """A file to read.

    Parameters
    ----------
    name : str
        For its ending; it is never opened.
    content : bytes or mmap
        Holds the file's bytes from ``start`` on.
    start : int
    limits : Limits
    choices : ReadChoices
    on_progress : callable
        Called now and then with the share of the file that has been read.
    """

    name: str
    content: bytes | mmap.mmap
    start: int
    limits: Limits
    choices: ReadChoices
    on_progress: ReportProgress = no_progress


@dataclass(frozen=True)
class Parsed:
    """A file's columns in file order, the report on them, and what the format says about variables and codes.

    Parameters
    ----------
    columns : mapping of str to Column
    report : ReadReport
    labels, value_labels, user_missing : mappings
        As in `core.data.Microdata`.
    part_rows : tuple of int
        Records of each file of a folder, one after the other; empty where a format knows no folders.
    """

    columns: Mapping[str, Column]
    report: ReadReport
    labels: Mapping[str, str] = field(default_factory=dict)
    value_labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    user_missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    part_rows: tuple[int, ...] = ()
