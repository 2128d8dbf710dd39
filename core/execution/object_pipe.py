"""A line between two processes: objects cross it in small pieces, so that neither holds its interpreter's lock long."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.execution.array_file import file_of

LARGE_ARRAY = 2**16
"""Bytes from which an array crosses on its own."""

PIECE = 2**19
"""Bytes of an array that cross at once."""

MANY = 5_000
"""Items of a tuple or dictionary that cross at once; one that has more crosses on its own."""

Message = bytes | memoryview


class ObjectPipe:
    """One side of one exchange. What has crossed in either direction is only named when it is to cross again.

    So what an answer has from the question, such as a column that was not touched, is the same object afterwards.

    Parameters
    ----------
    connection : Connection
        Both sides take turns.
    """

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection = connection
        self._crossed: dict[int, Any] = {}

    def send(self, thing: Any) -> int:
        """Send an object and return its size in bytes, with what lies in the scratch folder and is read there.

        Nothing is sent where pickling raises an error.
        """
        task = _Crossing(self._crossed)
        whole = task.pickled(thing)
        messages = (*task.messages, _head("whole"), whole)
        for message in messages:
            self._connection.send_bytes(message)
        self._crossed = task.crossed
        return task.kept_bytes + sum(map(len, messages))

    def receive(self) -> Any:
        """Wait for an object.

        Raises
        ------
        EOFError, OSError
            The other side has ended.
        """
        while True:
            kind, *about = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - the other side is our own code
            if kind == "whole":
                return self._load()
            if kind == "array":
                place, dtype, shape = about
                self._crossed[place] = self._array(np.empty(shape, dtype))
            elif kind == "file":
                place, file = about
                self._crossed[place] = file.opened()
            else:
                place, pieces = about
                self._crossed[place] = _COLLECTIONS[kind](item for _ in range(pieces) for item in self._load())

    def _array(self, array: NDArray[Any]) -> NDArray[Any]:
        into = _bytes_of(array)
        start = 0
        while start < len(into):
            start += self._connection.recv_bytes_into(into, start)
        return array

    def _load(self) -> Any:
        return _Unpickler(BytesIO(self._connection.recv_bytes()), self._crossed).load()


class _Crossing:
    """The messages in which one object crosses: its large parts first, each after the parts of its own."""

    def __init__(self, crossed: dict[int, Any]) -> None:
        self.crossed = dict(crossed)
        self.messages: list[Message] = []
        self.kept_bytes = 0
        self._places = {id(part): place for place, part in crossed.items()}

    def pickled(self, thing: Any) -> bytes:
        into = BytesIO()
        _Pickler(into, self).dump(thing)
        return into.getvalue()

    def place_of(self, thing: Any) -> int | None:
        """Return the number under which a large part crosses; None where it crosses within the whole."""
        place = self._places.get(id(thing))
        if place is None and _is_large(thing):
            place = self._places[id(thing)] = len(self._places)
            self.crossed[place] = thing
            self.messages += self._array(place, thing) if type(thing) is np.ndarray else self._items(place, thing)
        return place

    def _array(self, place: int, array: NDArray[Any]) -> Iterator[Message]:
        if (file := file_of(array)) is not None:
            self.kept_bytes += array.nbytes
            yield _head("file", place, file)
            return
        yield _head("array", place, array.dtype.str, array.shape)
        content = _bytes_of(array)
        yield from (content[i : i + PIECE] for i in range(0, len(content), PIECE))

    def _items(self, place: int, thing: Any) -> list[Message]:
        pieces = [self.pickled(items) for items in _by(MANY, thing.items() if type(thing) is dict else thing)]
        return [_head(type(thing).__name__, place, len(pieces)), *pieces]


class _Pickler(pickle.Pickler):
    def __init__(self, into: BytesIO, task: _Crossing) -> None:
        super().__init__(into, pickle.HIGHEST_PROTOCOL)
        self._task = task

    def persistent_id(self, thing: Any) -> int | None:
        return self._task.place_of(thing)


class _Unpickler(pickle.Unpickler):
    def __init__(self, source: BytesIO, crossed: dict[int, Any]) -> None:
        super().__init__(source)
        self._crossed = crossed

    def persistent_load(self, place: int) -> Any:
        return self._crossed[place]


_COLLECTIONS: dict[str, Any] = {"tuple": tuple, "dict": dict}


def _is_large(thing: Any) -> bool:
    if type(thing) in (tuple, dict):
        return len(thing) > MANY
    if type(thing) is not np.ndarray:
        return False
    return thing.nbytes >= LARGE_ARRAY and bool(thing.flags.c_contiguous) and thing.dtype.kind in "biuf"


def _by(size: int, items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    rest = iter(items)
    while piece := tuple(islice(rest, size)):
        yield piece


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _head(*about: Any) -> bytes:
    return pickle.dumps(about)
