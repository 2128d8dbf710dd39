"""What was worked out about an object is kept for as long as the object is there, whichever session asks."""

import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LifetimeCache(Generic[T]):
    """By object, compared by identity: its state when it was asked about, and what was worked out.

    The object itself is not held: what is known of it goes when it does.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[weakref.ref[Any], Hashable, T]] = {}

    def about(self, thing: Any, work_out: Callable[[], T], state: Hashable = None) -> T:
        """Return what is known of a thing in this state, working it out where nothing is."""
        kept = self._kept.get(id(thing))
        if kept is not None and kept[0]() is thing and kept[1] == state:
            return kept[2]
        known = work_out()
        for gone in [key for key, (there, _, _) in list(self._kept.items()) if there() is None]:
            self._kept.pop(gone, None)
        self._kept[id(thing)] = weakref.ref(thing), state, known
        return known
