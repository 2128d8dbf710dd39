"""A folder whose files are the parts of one table: what lies in it, and all of it opened."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from core.errors import IntakeError, LimitExceeded, NothingInside
from core.intake.data_folder.opening import LOOK, fault_of, is_plain_name, opened_file, opened_folder, status_of
from core.intake.folder_parts.partitions import is_partition
from core.intake.names import escape_hidden
from core.intake.stored.stored_file import OpenFile, OpenPart, StoredFolder

MOST_PARTS = 500
"""Files of a folder that are opened at the same time."""

MOST_LEVELS = 8
"""Folders inside each other, of a table that lies in partitions."""

BOOKKEEPING = re.compile(r"_SUCCESS|_metadata|_common_metadata|_(started|committed)_.*|\..*\.crc|\.DS_Store|Thumbs\.db")
"""What programs leave beside the files of a table, without a record in it."""


def parts_in_folder(folder: Path, name: str) -> StoredFolder:
    """Return a folder in the data folder, whose files are looked for whenever it is opened."""
    return StoredFolder(lambda: _opened_in(folder, name))


def parts_at(path: Path) -> StoredFolder:
    """Return a folder by its path; one that a link leads to, too."""
    return StoredFolder(lambda: _opened_at(path))


class FoundPart(NamedTuple):
    """A file of a folder: its name, behind those of the partitions that it lies in, and its size in bytes."""

    name: str
    size: int


def found_parts(place: int) -> list[FoundPart]:
    """Return all files of an open folder that belong to its table, also those in partitions (``year=2019/``), by name.

    Raises
    ------
    IntakeError
        It holds none, too many, or something else than files of its own and partitions.
    """
    parts: list[FoundPart] = []
    _find_below(place, "", parts)
    return sorted(parts)


def _find_below(place: int, path: str, parts: list[FoundPart]) -> None:
    """Add the files of an open folder; of folders in it, only those named as partitions are entered."""
    with os.scandir(place) as entries:
        names = sorted(entry.name for entry in entries if not BOOKKEEPING.fullmatch(entry.name))
    if not names:
        where = f"in {path}: " if path else ""
        raise NothingInside(f"{where}the folder holds no file; choose another one")
    for name in names:
        status = status_of(place, name)
        if status is not None and is_plain_name(name) and stat.S_ISDIR(status.st_mode) and is_partition(name):
            _refuse_deep(path, name)
            with opened_below(place, name) as below:
                _find_below(below, f"{path}{name}/", parts)
            continue
        parts.append(_found(path, name, status))
        if len(parts) > MOST_PARTS:
            raise LimitExceeded(f"the folder holds more than the {MOST_PARTS} files allowed; put them into fewer")


def _refuse_deep(path: str, name: str) -> None:
    if path.count("/") >= MOST_LEVELS:
        raise LimitExceeded(f"in {path}{name}: folders lie more than {MOST_LEVELS} deep; put the files into fewer")


def _found(path: str, name: str, status: os.stat_result | None) -> FoundPart:
    """Return a file of a folder; raise an IntakeError where it is none that may be read."""
    fault = fault_of(status) if status is not None and is_plain_name(name) else "its name is hidden or no text"
    if status is None or fault:
        shown = escape_hidden(os.fsencode(name).decode(errors="replace"))
        raise IntakeError(f"in {path}{shown}: {fault}; leave nothing in the folder but the files of one table")
    return FoundPart(path + name, status.st_size)


@contextmanager
def opened_below(place: int, name: str) -> Iterator[int]:
    """Open a folder in an open folder; raise an IntakeError where it is none, or a link."""
    try:
        below = os.open(name, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | LOOK, dir_fd=place)
    except OSError as error:
        raise IntakeError(f"it cannot be opened ({error.strerror}); choose one of those listed") from None
    try:
        yield below
    finally:
        os.close(below)


@contextmanager
def _opened_in(folder: Path, name: str) -> Iterator[Sequence[OpenPart]]:
    with opened_folder(folder) as place, opened_below(place, name) as below, _opened_parts(below) as parts:
        yield parts


@contextmanager
def _opened_at(path: Path) -> Iterator[Sequence[OpenPart]]:
    try:
        place = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise IntakeError(f"cannot be opened ({error.strerror})") from None
    try:
        with _opened_parts(place) as parts:
            yield parts
    finally:
        os.close(place)


@contextmanager
def _opened_parts(place: int) -> Iterator[Sequence[OpenPart]]:
    with ExitStack() as stack:
        parts = []
        for name, _ in found_parts(place):
            try:
                file, status = _opened_part(stack, place, name)
            except IntakeError as refusal:
                raise IntakeError(f"in {name}: {refusal}") from None
            parts.append(OpenPart(name, file, status))
        yield parts


def _opened_part(stack: ExitStack, place: int, name: str) -> OpenFile:
    """Open a file folder by folder: no link can take the place of one that leads to it."""
    *folders, last = name.split("/")
    with ExitStack() as way:
        for folder in folders:
            place = way.enter_context(opened_below(place, folder))
        return stack.enter_context(opened_file(place, last))
