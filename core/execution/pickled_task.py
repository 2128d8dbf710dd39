"""Calls on their way to other processes: small bytes, beside which the large arrays travel once for all calls."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import cloudpickle
import numpy as np
from numpy.typing import NDArray

LARGE_ARRAY = 50_000
"""Bytes from which an array travels apart from the calls that use it."""


@dataclass(frozen=True)
class PickledTask:
    """One object, pickled.

    Parameters
    ----------
    content : bytes
    arrays : tuple
        Under what its large arrays are known, in the order of their numbers in the content.
    large : tuple of array
        The large arrays themselves, which stay as long as the task does.
    """

    content: bytes
    arrays: tuple[Any, ...]
    large: tuple[NDArray[Any], ...]


def pack(thing: Any, known: Callable[[NDArray[Any]], Any]) -> PickledTask:
    """Pickle an object; ``known`` is asked once for each large array under what the other side knows it."""
    into = BytesIO()
    pickler = _Pickler(into)
    pickler.dump(thing)
    return PickledTask(into.getvalue(), tuple(known(array) for array in pickler.large), tuple(pickler.large))


def unpack(content: bytes, arrays: Sequence[NDArray[Any]]) -> Any:
    """Return the object again, given its large arrays."""
    return _Unpickler(BytesIO(content), arrays).load()


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """Measures hold functions that are made by their decorators: only cloudpickle knows how to send them."""

    def __init__(self, into: BytesIO) -> None:
        super().__init__(into, pickle.HIGHEST_PROTOCOL)
        self._numbers: dict[int, int] = {}
        self.large: list[NDArray[Any]] = []

    def persistent_id(self, thing: Any) -> int | None:
        if type(thing) is not np.ndarray or thing.nbytes < LARGE_ARRAY or thing.dtype.kind not in "biuf":
            return None
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(self.large)
            self.large.append(thing)
        return self._numbers[id(thing)]


class _Unpickler(pickle.Unpickler):
    def __init__(self, source: BytesIO, arrays: Sequence[NDArray[Any]]) -> None:
        super().__init__(source)
        self._arrays = arrays

    def persistent_load(self, number: int) -> NDArray[Any]:
        return self._arrays[number]


class OfArrays:
    """What belongs to each of some arrays, made once and given up with the array.

    Parameters
    ----------
    make : callable
        array -> what belongs to it.
    drop : callable
        Called with that when the array is gone.
    """

    def __init__(self, make: Callable[[NDArray[Any]], Any], drop: Callable[[Any], object]) -> None:
        self._make, self._drop = make, drop
        self._made: dict[int, tuple[weakref.ref[NDArray[Any]], Any]] = {}

    def __call__(self, array: NDArray[Any]) -> Any:
        """Return what belongs to an array."""
        key = id(array)
        arrays = self._made.get(key)
        if arrays is None or arrays[0]() is not array:
            arrays = weakref.ref(array, lambda gone: self._gone(key, gone)), self._make(array)
            self._made[key] = arrays
        return arrays[1]

    def forget(self, array: NDArray[Any]) -> None:
        """Make what belongs to an array anew when it is asked for again."""
        self._made.pop(id(array), None)

    def _gone(self, key: int, gone: weakref.ref[NDArray[Any]]) -> None:
        arrays = self._made.get(key)
        if arrays is not None and arrays[0] is gone:
            self._drop(self._made.pop(key)[1])
