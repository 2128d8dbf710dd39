"""A folder whose files are the parts of one table: what lies in it, and all of it opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from core.errors import IntakeError, LimitExceeded, NothingInside
from core.intake.data_folder.opening import LOOK, fault_of, is_plain_name, opened_file, opened_folder, status_of
from core.intake.names import escape_hidden
from core.intake.stored.stored_file import OpenPart, StoredFolder

MOST_PARTS = 500
"""Files of a folder that are opened at the same time."""

BOOKKEEPING = re.compile(r"_SUCCESS|_metadata|_common_metadata|_(started|committed)_.*|\..*\.crc|\.DS_Store|Thumbs\.db")
"""What programs leave beside the files of a table, without a record in it."""


def parts_in_folder(folder: Path, name: str) -> StoredFolder:
    """Return a folder in the data folder, whose files are looked for whenever it is opened."""
    return StoredFolder(lambda: _opened_in(folder, name))


def parts_at(path: Path) -> StoredFolder:
    """Return a folder by its path; one that a link leads to, too."""
    return StoredFolder(lambda: _opened_at(path))


def names_of_parts(place: int) -> list[str]:
    """Return the names of all files of an open folder that belong to its table, in order.

    Raises
    ------
    IntakeError
        It holds none, too many, or something else than files of its own.
    """
    with os.scandir(place) as entries:
        names = sorted(entry.name for entry in entries if not BOOKKEEPING.fullmatch(entry.name))
    if not names:
        raise NothingInside("the folder holds no file; choose another one")
    if len(names) > MOST_PARTS:
        raise LimitExceeded(f"the folder holds {len(names):,} files, {MOST_PARTS} are allowed; put them into fewer")
    for name in names:
        status = status_of(place, name)
        fault = fault_of(status) if status is not None and is_plain_name(name) else "its name is hidden or no text"
        if fault:
            raise IntakeError(
                f"in {escape_hidden(os.fsencode(name).decode(errors='replace'))}: {fault}; "
                "leave nothing in the folder but the files of one table"
            )
    return names


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
        for name in names_of_parts(place):
            try:
                file, status = stack.enter_context(opened_file(place, name))
            except IntakeError as refusal:
                raise IntakeError(f"in {name}: {refusal}") from None
            parts.append(OpenPart(name, file, status))
        yield parts
