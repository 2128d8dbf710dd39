"""Where arrays are shared between the processes of a run: in memory, never on a disk, and removed with the run."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - memory, not disk: confidential data never touch a disk
PREFIX = "ru-map-"
_VARIABLE = "JOBLIB_TEMP_FOLDER"


def new_folder_name() -> Path | None:
    """Return a folder for one run, named after this process; None where the system has no files in memory."""
    if not MEMORY_FOLDER.is_dir():
        return None
    return MEMORY_FOLDER / f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}"


def use_folder(folder: str) -> None:
    """Make a folder the one of this process and of those it starts; only its owner may look into it."""
    if folder:
        Path(folder).mkdir(mode=0o700)
        os.environ[_VARIABLE] = folder


def folder_in_use() -> str | None:
    """Return the folder in which this process shares arrays; None where the system has no files in memory."""
    if not MEMORY_FOLDER.is_dir():
        return None
    return os.environ.get(_VARIABLE) or str(MEMORY_FOLDER)


def remove_abandoned() -> None:
    """Remove the folders of servers that are gone, which could not clean up themselves."""
    if not MEMORY_FOLDER.is_dir():
        return
    for folder in MEMORY_FOLDER.glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(folder, ignore_errors=True)
