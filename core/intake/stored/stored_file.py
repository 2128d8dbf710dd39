"""A file that lies on a disk of this machine: the reader's process gets it open, and nobody copies it."""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.errors import IntakeError, NothingInside

HANDED_OVER = sys.platform == "linux"
"""Whether a process can be given an open file; elsewhere its bytes are."""

COPIED = 2**24
"""A smaller file is copied to the reader that waits: starting another one would take longer."""

EMPTY = "the file is empty; choose another file"
CHANGED = "it changed while it was read; wait until it is written, and choose it again"

OpenFile = tuple[int, os.stat_result]


@dataclass(frozen=True)
class StoredFile:
    """A file that is opened whenever it is read.

    Parameters
    ----------
    opening : callable
        Returns a context with the descriptor of the file, open for reading, and what it was when it was opened.
    """

    opening: Callable[[], AbstractContextManager[OpenFile]]

    @contextmanager
    def opened(self) -> Iterator[tuple[int, int]]:
        """Open the file; give its descriptor and its size.

        Raises
        ------
        IntakeError
            It cannot be opened, or it changed meanwhile, which comes before all that was found in it.
        """
        with self.opening() as (file, before):
            try:
                yield file, before.st_size
            except IntakeError:
                _refuse_changed(file, before)
                raise
            _refuse_changed(file, before)


class OpenPart(NamedTuple):
    """A file of a folder: its name, its descriptor, and what it was when it was opened."""

    name: str
    file: int
    before: os.stat_result


@dataclass(frozen=True)
class StoredFolder:
    """A folder whose files are the parts of one table, opened whenever it is read.

    Parameters
    ----------
    opening : callable
        Returns a context with the files by name, open for reading.
    """

    opening: Callable[[], AbstractContextManager[Sequence[OpenPart]]]

    @contextmanager
    def opened(self) -> Iterator[Sequence[OpenPart]]:
        """Open all files; raise an IntakeError where one cannot be opened, or changed meanwhile."""
        with self.opening() as parts:
            try:
                yield parts
            except IntakeError:
                _refuse_changed_part(parts)
                raise
            _refuse_changed_part(parts)


class FileView(mmap.mmap):
    """The bytes of an open file, where they lie: they are looked at, and never written or given back."""


def view_of(file: int, size: int) -> FileView:
    """Return the bytes of an open file of this size; raise an IntakeError where it has become shorter, or has none."""
    if not size:
        raise NothingInside(EMPTY)
    try:
        return FileView(file, size, access=mmap.ACCESS_READ)
    except ValueError:
        raise IntakeError(CHANGED) from None


Content = bytes | StoredFile | StoredFolder


def file_at(path: Path) -> StoredFile:
    """Return a file by its path; one that a link leads to, too."""
    return StoredFile(lambda: _opened_at(path))


def whole(file: int, size: int) -> bytes:
    """Return the bytes of an open file."""
    with os.fdopen(os.dup(file), "rb") as stream:
        return stream.read(size)


def digest_of(content: Content) -> str:
    """Return the SHA-256 of a file; raise an IntakeError where it cannot be read."""
    if isinstance(content, StoredFolder):
        with content.opened() as parts:
            return digest_of_parts([(part.name, view_of(part.file, part.before.st_size)) for part in parts])
    if not isinstance(content, StoredFile):
        return hashlib.sha256(content).hexdigest()
    with content.opened() as (file, _), os.fdopen(os.dup(file), "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def digest_of_parts(parts: Sequence[tuple[str, bytes | mmap.mmap]]) -> str:
    """Return the SHA-256 of a folder: that of the list that ``sha256sum *`` writes in it."""
    listed = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in parts)
    return hashlib.sha256(listed.encode()).hexdigest()


@contextmanager
def _opened_at(path: Path) -> Iterator[OpenFile]:
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise IntakeError(f"cannot be opened ({error.strerror})") from None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise IntakeError("cannot be opened (it is no file); choose a file")
        yield file, status
    finally:
        os.close(file)


def _refuse_changed(file: int, before: os.stat_result) -> None:
    if _version(os.fstat(file)) != _version(before):
        raise IntakeError(CHANGED)


def _refuse_changed_part(parts: Sequence[OpenPart]) -> None:
    for part in parts:
        try:
            _refuse_changed(part.file, part.before)
        except IntakeError as refusal:
            raise IntakeError(f"in {part.name}: {refusal}") from None


def _version(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
