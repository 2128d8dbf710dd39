"""A file that lies on a disk of this machine: the reader's process gets it open, and nobody copies it."""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

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


Content = bytes | StoredFile


def stored_at(path: Path) -> StoredFile:
    """Return a file by its path; one that a link leads to, too."""
    return StoredFile(lambda: _opened_at(path))


def whole(file: int, size: int) -> bytes:
    """Return the bytes of an open file."""
    with os.fdopen(os.dup(file), "rb") as stream:
        return stream.read(size)


def digest_of(content: Content) -> str:
    """Return the SHA-256 of a file; raise an IntakeError where it cannot be read."""
    if not isinstance(content, StoredFile):
        return hashlib.sha256(content).hexdigest()
    with content.opened() as (file, _), os.fdopen(os.dup(file), "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


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


def _version(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
