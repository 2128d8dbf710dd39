"""Fields of a dataclass that are set to arrays, held packed, and asked for as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from core.data.packed.stores import Store, unpacked

T = TypeVar("T")


def stored_packed(**packings: Callable[[Store], Store]) -> Callable[[type[T]], type[T]]:
    """Let fields of a dataclass hold their arrays packed: anyone who asks for them gets the array.

    Parameters
    ----------
    packings : callables
        By the name of the field: how an array that is set is held.
    """

    def changed(cls: type[T]) -> type[T]:
        for name, packing in packings.items():
            setattr(cls, name, _Held(name, packing))
        return cls

    return changed


class _Held:
    """An attribute that is set to an array, held as a store, and asked for as an array."""

    def __init__(self, name: str, packing: Callable[[Store], Store]) -> None:
        self._place, self._packing = stored_under(name), packing

    def __set__(self, instance: Any, value: Store) -> None:
        vars(instance)[self._place] = None if value is None else self._packing(value)

    def __get__(self, instance: Any, _: type) -> Any:
        if instance is None:
            return self
        store = vars(instance)[self._place]
        return None if store is None else unpacked(store)


def stored_under(name: str) -> str:
    """Return under which name an instance holds the store of a field."""
    return f"_{name}"


def store_of(instance: Any, name: str) -> Store:
    """Return what an instance holds in the place of a field's array; None where it has none."""
    return vars(instance)[stored_under(name)]
