"""What may be chosen in the data folder: names and sizes, nothing of the contents."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from core.intake.data_folder.opening import fault_of, is_plain_name, opened_folder, status_of

LISTED = 1_000
"""Most files that are listed, by name."""


class FolderFile(NamedTuple):
    """A file that may be chosen: its name and its size in bytes."""

    name: str
    size: int


class FolderListing(NamedTuple):
    """The files by name, and how many other entries there are: folders, links, hidden names, pipes, devices."""

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
            status = status_of(place, entry.name) if is_plain_name(entry.name) else None
            if status is None or fault_of(status):
                others += 1
            else:
                files.append(FolderFile(entry.name, status.st_size))
    files.sort()
    return FolderListing(tuple(files[:LISTED]), others + len(files[LISTED:]))
