"""Arrays that the processes of a run share: each lies once in a file in memory, and is read where it lies."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.execution.array_file import ArrayFile, file_of
from core.execution.pickled_task import OfArrays, PickledTask, pack


class ArrayFiles:
    """The arrays of one run; closing it removes them all. Those that lie in a file already are read there.

    Parameters
    ----------
    folder : Path
        Made for it; only its owner may look into it.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self._folder = folder
        self._numbers = count()
        self._files = OfArrays(self._write, lambda file: Path(file.path).unlink(missing_ok=True))

    def of(self, array: NDArray[Any]) -> ArrayFile:
        """Return where an array lies; a block of a column lies in the column's file."""
        if (lying := file_of(array)) is not None:
            return lying
        column = array.base
        if type(column) is not np.ndarray or not _is_block(array, column):
            return self._files(array)  # type: ignore[no-any-return]
        file: ArrayFile = self._files(column)
        return replace(file, shape=array.shape, start=array.ctypes.data - column.ctypes.data)

    def _write(self, array: NDArray[Any]) -> ArrayFile:
        order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
        path = self._folder / str(next(self._numbers))
        with path.open("wb", buffering=0) as file:
            laid = np.ascontiguousarray(array.T if order == "F" else array)
            rest = laid.reshape(-1).view(np.uint8).data
            while len(rest):
                rest = rest[file.write(rest) :]
        return ArrayFile(str(path), array.dtype.str, array.shape, order)

    def close(self) -> None:
        """Remove all files."""
        shutil.rmtree(self._folder, ignore_errors=True)


def packed_in(folder: Path | None, thing: Any) -> PickledTask:
    """Return an object packed for another process, which reads its large arrays in a folder in memory that is made.

    Where there is no such place, or too little room in it, they travel within the task.
    """
    if folder is not None:
        try:
            folder.mkdir(mode=0o700)
            return pack(thing, ArrayFiles(folder / "given").of)
        except BaseException as error:
            shutil.rmtree(folder, ignore_errors=True)
            if not isinstance(error, OSError):
                raise
    return pack(thing, lambda array: file_of(array) or array)


def _is_block(array: NDArray[Any], column: NDArray[Any]) -> bool:
    one_piece = array.ndim == column.ndim == 1 and array.flags.c_contiguous and column.flags.c_contiguous
    return one_piece and array.dtype == column.dtype
