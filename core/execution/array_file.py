"""An array that lies in a file: where, and opened by any process without a copy of it."""

from __future__ import annotations

import mmap
import os
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


class MappedFile(mmap.mmap):
    """A file in the address space of this process; it stays there as long as an array that lies in it does.

    Attributes
    ----------
    path : str
    kept : bool
        Whether it lies in the scratch folder.
    """

    path: str
    kept: bool


@dataclass(frozen=True)
class ArrayFile:
    """Where one array lies.

    Parameters
    ----------
    path : str
    dtype : str
    shape : tuple of int
    order : "C" or "F"
    start : int
        Its first byte in the file.
    kept : bool
        Whether it lies in the scratch folder: read there by everybody, and written by nobody any more.
    """

    path: str
    dtype: str
    shape: tuple[int, ...]
    order: str
    start: int = 0
    kept: bool = False

    def opened(self) -> NDArray[Any]:
        """Return the array.

        One that a run shares changes for this process alone where it is written to: it is what a copy would be,
        kernels too. One that is kept cannot be written to.
        """
        return self.within(self._mapped())

    def within(self, file: MappedFile) -> NDArray[Any]:
        """Return the array as it lies in the file, which is mapped already."""
        flat = np.frombuffer(file, self.dtype, int(np.prod(self.shape)), self.start)
        return flat.reshape(self.shape, order="F" if self.order == "F" else "C")

    def _mapped(self) -> MappedFile:
        if not self.kept:
            return mapped(self.path, os.open(self.path, os.O_RDONLY), kept=False)
        file = _KEPT.get(self.path)
        if file is None:
            file = mapped(self.path, os.open(self.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), kept=True)
        return file


_KEPT: weakref.WeakValueDictionary[str, MappedFile] = weakref.WeakValueDictionary()
"""By path: files of the scratch folder that this process has mapped. Who made one must not give it up too early."""


def mapped(path: str, descriptor: int, *, kept: bool) -> MappedFile:
    """Map a file that is open, and close it."""
    try:
        file = MappedFile(descriptor, 0, access=mmap.ACCESS_READ if kept else mmap.ACCESS_COPY)
    finally:
        os.close(descriptor)
    file.path, file.kept = path, kept
    if kept:
        _KEPT[path] = file
    return file


def opened(arrays: Iterable[Any]) -> list[NDArray[Any]]:
    """Return arrays, of which some are given by where they lie."""
    return [array.opened() if isinstance(array, ArrayFile) else array for array in arrays]


def file_of(array: NDArray[Any]) -> ArrayFile | None:
    """Return where an array, or what it is a piece of, lies in a file; None where it lies in memory of its own.

    What is given to a process is never written to there, so the file holds what the array does.
    """
    file = _file_beneath(array)
    if file is None or not (array.flags.c_contiguous or array.flags.f_contiguous):
        return None
    start = array.ctypes.data - np.frombuffer(file, np.uint8).ctypes.data
    order = "C" if array.flags.c_contiguous else "F"
    return ArrayFile(file.path, array.dtype.str, array.shape, order, start, file.kept)


def _file_beneath(array: NDArray[Any]) -> MappedFile | None:
    beneath: Any = array
    while type(beneath) is np.ndarray:
        beneath = beneath.base
    file = beneath.obj if isinstance(beneath, memoryview) else beneath
    return file if isinstance(file, MappedFile) else None
