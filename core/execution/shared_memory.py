"""Where arrays are shared between the processes of a run: in memory, never on a disk, and removed with the run."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
from pathlib import Path

from core.errors import SharedMemoryError

MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - memory, not disk: confidential data never touch a disk
PREFIX = "ru-map-"
_VARIABLE = "JOBLIB_TEMP_FOLDER"
_FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})


def new_folder_name() -> Path | None:
    """Return a folder for one run, named after this process; None where the system has no files in memory."""
    if not MEMORY_FOLDER.is_dir():
        return None
    return MEMORY_FOLDER / f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}"


def use_folder(folder: str) -> None:
    """Make a folder, if it is not there yet, the one of this process and its workers; only its owner may look into it.

    Raises
    ------
    SharedMemoryError
        There is no room for it, or nothing can be written there.
    """
    if folder:
        try:
            Path(folder).mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise shortage(error, folder) or unusable() from None
        os.environ[_VARIABLE] = folder


def check_usable() -> None:
    """Raise SharedMemoryError where processes can share nothing: without that place they cannot even make a lock."""
    needed = sys.platform == "linux" or MEMORY_FOLDER.is_dir()  # others make locks elsewhere
    if needed and not os.access(MEMORY_FOLDER, os.W_OK | os.X_OK):
        raise unusable()


def unusable() -> SharedMemoryError:
    """Return in words that nothing can be written where arrays are shared."""
    return SharedMemoryError(
        f"nothing can be written to {MEMORY_FOLDER}, where the processes of a run share arrays: mount it writable, "
        "with some room (in a container: --shm-size=2g), or let one process do the work (--jobs 1)"
    )


def folder_in_use() -> str | None:
    """Return the folder in which this process shares arrays; None where the system has no files in memory."""
    if not MEMORY_FOLDER.is_dir():
        return None
    return os.environ.get(_VARIABLE) or str(MEMORY_FOLDER)


def shortage(error: OSError, folder: str | None) -> SharedMemoryError | None:
    """Return in words that the folder in which arrays are shared is too small; None where it is something else."""
    if error.errno not in _FULL:
        return None
    place = Path(folder or MEMORY_FOLDER)
    size = f"{shutil.disk_usage(place).total // 2**20:,} MB" if place.is_dir() else "no size that could be found"
    return SharedMemoryError(
        f"there is too little room for the arrays that the processes of a run share: {MEMORY_FOLDER} has {size} in "
        "all; give it more (in a container: --shm-size=2g), or let one process do the work (--jobs 1)"
    )


def remove_abandoned() -> None:
    """Remove the folders of servers that are gone, which could not clean up themselves."""
    if not MEMORY_FOLDER.is_dir():
        return
    for folder in MEMORY_FOLDER.glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(folder, ignore_errors=True)
