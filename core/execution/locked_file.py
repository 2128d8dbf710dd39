"""One file that is changed: locked, handed over as it is, replaced whole or not at all, so that no change is lost."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import OutputError

try:
    import fcntl
except ImportError:  # Windows: no such locks; a file that was changed meanwhile is refused all the same
    fcntl = None  # type: ignore[assignment]

SECONDS = 60.0
"""How long to wait for another process that is writing the same file."""

PAUSE = 0.02
"""Seconds between two attempts to lock it."""

WITHOUT_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EBADF})
"""Errors of file systems that have no locks, as some of a network."""

Version = tuple[int, ...]
"""What changes whenever a file is written or replaced; empty where there is none."""


class LockedFile:
    """A file that no other process of this program changes meanwhile; made by `locked`.

    Parameters
    ----------
    path : Path
        Its name, for messages.
    place : Path
        Where it is: links are followed, so that they stay links.
    """

    def __init__(self, path: Path, place: Path) -> None:
        self._path, self._place = path, place
        self.version = version_of(place)

    def content(self) -> bytes:
        """Return what the file holds; nothing where there is none."""
        return self._place.read_bytes() if self.version else b""

    def replace(self, content: bytes) -> None:
        """Put other content in the place of what it holds, whole or not at all.

        Raises
        ------
        OutputError
            Something that takes no lock has changed it meanwhile.
        """
        partial = _beside(self._place, "part")
        try:
            with _in_words(self._path):
                partial.unlink(missing_ok=True)  # a killed process left it
                self._fill(partial, content)
                if version_of(self._place) != self.version:
                    raise OutputError(f"{self._path.name}: something else has changed it meanwhile; it stays as it is")
                partial.replace(self._place)
        finally:
            partial.unlink(missing_ok=True)
        self.version = version_of(self._place)
        _keep_names(self._place.parent)

    def _fill(self, partial: Path, content: bytes) -> None:
        # no more people may read it than what it replaces, from the first moment
        rights = self._place.stat().st_mode & 0o777 | stat.S_IWUSR if self.version else 0o666
        partial.touch(rights, exist_ok=False)
        with partial.open("wb") as file:
            if self.version:
                shutil.copymode(self._place, partial)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def remove(self) -> None:
        """Remove the file."""
        with _in_words(self._path):
            self._place.unlink(missing_ok=True)


@contextmanager
def locked(path: Path, seconds: float = SECONDS) -> Iterator[LockedFile]:
    """Lock a file, which need not be there, for as long as the block lasts.

    Parameters
    ----------
    path : Path
    seconds : float
        How long to wait for another process that holds it.

    Raises
    ------
    OutputError
        It cannot be written, or another process holds it.
    """
    place = Path(os.path.realpath(path))
    with _lock(path, _beside(place, "lock"), seconds):
        if place.exists() and not place.is_file():
            raise OutputError(f"{path.name}: is no file that could be replaced")
        yield LockedFile(path, place)


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path.name}: cannot be written ({error.strerror})") from None


def version_of(path: Path) -> Version:
    """Return what changes whenever a file is written or replaced; empty where there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return ()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _beside(place: Path, ending: str) -> Path:
    """Return a hidden name in the same folder that every process gives this file; short whatever the file's is."""
    return place.with_name(f".{hashlib.sha256(os.fsencode(place.name)).hexdigest()[:16]}.{ending}")


@contextmanager
def _lock(path: Path, lock: Path, seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    with _in_words(path):
        while (descriptor := _taken(lock)) is None:
            if time.monotonic() > until:
                raise OutputError(f"{path.name}: another command is using it; name another file, or wait for its end")
            time.sleep(PAUSE)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no file that another process waits for
            lock.unlink()
        with suppress(OSError):  # in so many words: a process that was forked meanwhile holds the same lock
            _flock(descriptor, "LOCK_UN")
        os.close(descriptor)


def _taken(lock: Path) -> int | None:
    """Return the descriptor of a file, made and locked; None where another process holds it or has just removed it."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        _flock(descriptor, "LOCK_EX", "LOCK_NB")
        if os.path.samestat(os.fstat(descriptor), lock.stat()):
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def _flock(descriptor: int, *flags: str) -> None:
    """Lock or unlock an open file, where its file system can."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, sum(getattr(fcntl, flag) for flag in flags))
    except OSError as error:
        if error.errno not in WITHOUT_LOCKS:
            raise


def _keep_names(folder: Path) -> None:
    """Have a folder's new names on the disk too, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
