"""What may be chosen in the data folder: names and sizes, nothing of the contents."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from core.errors import IntakeError
from core.intake.data_folder.opening import fault_of, is_plain_name, opened_folder, status_of
from core.intake.data_folder.parts import found_parts, opened_below

LISTED = 1_000
"""Most files that are listed, by name."""


class FolderFile(NamedTuple):
    """A file that may be chosen: its name, its size in bytes, and of a folder of parts how many files it has."""

    name: str
    size: int
    parts: int = 0


class FolderListing(NamedTuple):
    """The files by name, and how many other entries there are.

    Others are links, hidden names, pipes, devices, and folders that hold more than files and partitions of one table.
    """

    files: tuple[FolderFile, ...]
    others: int


def list_folder(folder: Path) -> FolderListing:
    """List the files that may be chosen.

    Raises
    ------
    IntakeError
        There is no such folder, it is a link, or it may not be read.
    """
    files, others = [], 0
    with opened_folder(folder) as place, os.scandir(place) as entries:
        for entry in entries:
            file = _offered(place, entry.name) if is_plain_name(entry.name) else None
            if file is None:
                others += 1
            else:
                files.append(file)
    files.sort()
    return FolderListing(tuple(files[:LISTED]), others + len(files[LISTED:]))


def _offered(place: int, name: str) -> FolderFile | None:
    status = status_of(place, name)
    if status is None or not stat.S_ISDIR(status.st_mode):
        return None if status is None or fault_of(status) else FolderFile(name, status.st_size)
    try:
        with opened_below(place, name) as below:
            parts = found_parts(below)
    except IntakeError:
        return None
    return FolderFile(name, sum(part.size for part in parts), len(parts))
