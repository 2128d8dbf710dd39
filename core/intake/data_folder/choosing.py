"""A file, or a folder whose files are read as one, by its name in the data folder or by its path."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from core.intake.data_folder.opening import is_plain_name, opened_in_folder
from core.intake.data_folder.parts import parts_at, parts_in_folder
from core.intake.stored.stored_file import StoredFile, StoredFolder, file_at


def stored_in_folder(folder: Path, name: str) -> StoredFile | StoredFolder:
    """Return a file or folder of the data folder, which is looked for whenever it is opened.

    Parameters
    ----------
    folder : Path
    name : str
        One of those listed; anything that leads elsewhere is refused: a path, a link, what is no file.
    """
    if is_plain_name(name) and _is_folder(folder / name):
        return parts_in_folder(folder, name)
    return StoredFile(lambda: opened_in_folder(folder, name))


def stored_at(path: Path) -> StoredFile | StoredFolder:
    """Return a file, or a folder whose files are read as one, by its path; one that a link leads to, too."""
    return parts_at(path) if path.is_dir() else file_at(path)


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False
