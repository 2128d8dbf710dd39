"""Opening a file of the data folder and nothing else: no path, no link, no pipe, and none that changes meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import IntakeError
from core.intake.formats import display_name
from core.intake.stored.stored_file import OpenFile

LONGEST_NAME = 255
"""Bytes of a name that a file system takes."""

LOOK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""Never through a link, never waiting for anyone who writes to a pipe, never handed on to another program."""


def is_plain_name(name: str) -> bool:
    """Whether a name is one entry of a folder that shows as it is written: no path, nothing hidden in it."""
    if not name or name.startswith(".") or "/" in name or "\\" in name or "\0" in name:
        return False
    try:
        return len(name.encode()) <= LONGEST_NAME and display_name(name) == name
    except UnicodeEncodeError:  # bytes that are no text
        return False


@contextmanager
def opened_in_folder(folder: Path, name: str) -> Iterator[OpenFile]:
    """Open a file of the data folder; raise an IntakeError where it is none, or its name leads elsewhere."""
    if not is_plain_name(name):
        raise IntakeError("is no name of a file in the data folder; choose one of those listed")
    with opened_folder(folder) as place, opened_file(place, name) as opened:
        yield opened


@contextmanager
def opened_folder(folder: Path) -> Iterator[int]:
    """Open a folder that is no link itself; raise an IntakeError where that cannot be done."""
    try:
        place = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | LOOK)
    except OSError as error:
        raise IntakeError(
            f"the data folder cannot be opened ({error.strerror}); ask the administrator of the server"
        ) from None
    try:
        yield place
    finally:
        os.close(place)


@contextmanager
def opened_file(place: int, name: str) -> Iterator[OpenFile]:
    """Open a file of an open folder; what it is, is looked at before, since opening a device may do something."""
    before = status_of(place, name)
    if before is None:
        raise IntakeError("it is no longer in the data folder; choose one of those listed now")
    if fault := fault_of(before):
        raise IntakeError(fault)
    try:
        file = os.open(name, os.O_RDONLY | LOOK, dir_fd=place)
    except OSError as error:
        raise IntakeError(f"it cannot be opened ({error.strerror}); ask the administrator of the server") from None
    try:
        status = os.fstat(file)
        if fault := fault_of(status):
            raise IntakeError(fault)
        yield file, status
    finally:
        os.close(file)


def status_of(place: int, name: str) -> os.stat_result | None:
    """Return what a name of an open folder stands for, links as links; None where there is nothing."""
    try:
        return os.stat(name, dir_fd=place, follow_symlinks=False)
    except OSError:
        return None


def fault_of(status: os.stat_result) -> str:
    """Return why something in the folder is not read; "" for a file of its own."""
    if stat.S_ISLNK(status.st_mode):
        return "it is a link; only files that lie in the folder themselves are read"
    if not stat.S_ISREG(status.st_mode):
        return "it is no file (a folder, a pipe or a device); choose one of the files listed"
    if status.st_nlink > 1:
        return "it is linked under a second name, which may lie elsewhere; put a copy of it into the folder"
    return ""
