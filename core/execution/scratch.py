"""The scratch folder: where the columns of large files lie, on a disk, if anyone who runs the program names one.

Each process that reads files makes a folder of its own in it, which it holds locked as long as it lives: so what a
killed one has left behind is known from what another one uses, in other containers too.
"""

from __future__ import annotations

import atexit
import errno
import os
import re
import secrets
import shutil
import stat
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ScratchError
from core.execution.array_file import ArrayFile, mapped

try:
    import fcntl
except ImportError:  # Windows: no such locks, and no scratch folder
    fcntl = None  # type: ignore[assignment]

VARIABLE, DATA = "RUMAP_SCRATCH", "RUMAP_DATA"
KEPT_FROM = 250_000
"""Bytes from which a column is kept there: of smaller files it would save no memory worth a disk."""

PREFIX = "ru-map-"
_FOLDER = re.compile(PREFIX + "[0-9a-f]{16}")
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_OTHERS = 0o077
"""What the owner's group and all others might do."""


class Scratch:
    """The folder that this process has in the scratch folder, and the arrays in it.

    Parameters
    ----------
    place : Path
        The scratch folder; see `scratch_place`.

    Raises
    ------
    ScratchError
        Nothing can be written there.
    """

    def __init__(self, place: Path) -> None:
        self.place, self._numbers, self._process = place, count(), os.getpid()
        with self._in_words():
            remove_left(place)
            self.folder, self._descriptor = _made(place)
        atexit.register(self.close)

    def kept(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return the same array as it lies in a file, read only; the file goes when the array does.

        Raises
        ------
        ScratchError
            There is too little room for it, or the folder is gone.
        """
        name = str(next(self._numbers))
        with self._in_words():
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(name, flags, 0o600, dir_fd=self._descriptor)
            try:
                _write(descriptor, array)
                file = mapped(str(self.folder / name), os.dup(descriptor), kept=True)
            except BaseException:
                os.unlink(name, dir_fd=self._descriptor)
                raise
            finally:
                os.close(descriptor)
        weakref.finalize(file, self._remove, name)
        return ArrayFile(file.path, array.dtype.str, array.shape, "C", kept=True).within(file)

    def _remove(self, name: str) -> None:
        if os.getpid() == self._process and self._descriptor >= 0:
            with suppress(OSError):  # somebody has cleared the folder
                os.unlink(name, dir_fd=self._descriptor)

    def close(self) -> None:
        """Remove the folder with all that is in it."""
        if os.getpid() == self._process and self._descriptor >= 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.close(self._descriptor)
            self._descriptor = -1

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ScratchError(_reason(error, self.place)) from None


def _reason(error: OSError, place: Path) -> str:
    remedy = f"or name another folder in {VARIABLE}, or unset it, which leaves the columns in memory"
    if error.errno in _FULL:
        free = shutil.disk_usage(place).free // 10**6 if place.is_dir() else 0
        return (
            f"the scratch folder {place} ({VARIABLE}) has too little room for the columns ({free:,} MB are free): "
            f"make room there, {remedy}"
        )
    return f"the scratch folder {place} ({VARIABLE}) cannot be used ({error.strerror}): mend that, {remedy}"


def _write(descriptor: int, array: NDArray[Any]) -> None:
    rest = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    if hasattr(os, "posix_fallocate"):  # a file with holes would end the process that reads one when the disk is full
        os.posix_fallocate(descriptor, 0, len(rest))
    while len(rest):
        rest = rest[os.write(descriptor, rest) :]


def scratch_place(environment: Mapping[str, str]) -> Path | None:
    """Return the folder that ``RUMAP_SCRATCH`` names; None where it names none.

    Raises
    ------
    ScratchError
        It is none that confidential data may be written to.
    """
    named = environment.get(VARIABLE, "").strip()
    if not named:
        return None
    place, data = Path(named), environment.get(DATA, "").strip()
    reason = _unfit(place) or (
        f"lies in the data folder ({DATA})" if data and place.resolve().is_relative_to(Path(data).resolve()) else ""
    )
    if reason:
        raise ScratchError(
            f"{VARIABLE}: the scratch folder {named} {reason}; name the whole path of a folder on a disk of this "
            "machine that belongs to this account and that nobody else may open (mkdir -m 700), or unset it"
        )
    return place


def _unfit(place: Path) -> str:
    """Return why a folder is no scratch folder, or ""."""
    if fcntl is None:
        return "cannot be locked on this system"
    if not place.is_absolute():
        return "is no whole path"
    try:
        status = place.lstat()
    except OSError as error:
        return f"cannot be found ({error.strerror})"
    if stat.S_ISLNK(status.st_mode):
        return "is a symbolic link"
    if not stat.S_ISDIR(status.st_mode):
        return "is no folder"
    if status.st_uid != os.geteuid():
        return "belongs to another account"
    if status.st_mode & _OTHERS:
        return "can be opened by others"
    return "" if os.access(place, os.R_OK | os.W_OK | os.X_OK) else "cannot be written to"


def _made(place: Path) -> tuple[Path, int]:
    """Make a folder of this process and lock it; return it and its descriptor."""
    while True:
        folder = place / f"{PREFIX}{secrets.token_hex(8)}"
        folder.mkdir(mode=0o700)
        descriptor = _locked(folder)
        if descriptor is not None and folder.exists():  # another process may have taken it for left behind
            return folder, descriptor
        if descriptor is not None:
            os.close(descriptor)


def _locked(folder: Path) -> int | None:
    """Return the descriptor of a folder, locked; None where another process holds it, or has removed it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def remove_left(place: Path) -> None:
    """Remove what processes that are gone have left in the scratch folder, and nothing else."""
    with os.scandir(place) as entries:
        ours = [Path(entry.path) for entry in entries if _is_ours(entry)]
    for folder in ours:
        if (descriptor := _locked(folder)) is None:
            continue
        try:
            with os.scandir(descriptor) as entries:
                holds_arrays_alone = all(map(_is_array, entries))
            if holds_arrays_alone:
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(descriptor)


def _is_ours(entry: os.DirEntry[str]) -> bool:
    is_folder = _FOLDER.fullmatch(entry.name) is not None and entry.is_dir(follow_symlinks=False)
    return is_folder and entry.stat(follow_symlinks=False).st_uid == os.geteuid()


def _is_array(entry: os.DirEntry[str]) -> bool:
    return entry.name.isdecimal() and entry.is_file(follow_symlinks=False)


def scratch_in_use(environment: Mapping[str, str] = os.environ) -> Scratch | None:
    """Return this process's part of the scratch folder, made when it is first asked for; None where there is none.

    Raises
    ------
    ScratchError
        The folder is not fit for it, or nothing can be written there.
    """
    named = environment.get(VARIABLE, "").strip()
    if not named:
        return None
    with _LOCK:
        key = os.getpid(), named
        if key not in _IN_USE:
            place = scratch_place(environment)
            assert place is not None
            _IN_USE[key] = Scratch(place)
        return _IN_USE[key]


def erase_scratch() -> None:
    """Remove all that this process keeps there; a server that a signal ends does nothing of itself at its exit."""
    with _LOCK:
        for scratch in _IN_USE.values():
            scratch.close()


_IN_USE: dict[tuple[int, str], Scratch] = {}
_LOCK = threading.Lock()
