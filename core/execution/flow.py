"""Calls that flow to workers and back: a few ahead of each worker, each answer yielded as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeVar

AHEAD = 2
"""Calls that each worker has, the one that it performs included."""

C = TypeVar("C")


class Workers(Protocol):
    """Some processes, here or elsewhere, that perform calls."""

    @property
    def number(self) -> int:
        """How many there are now."""

    def submit(self, call: Any) -> Any:
        """Begin a call and return what stands for its answer."""

    def finished(self, pending: list[Any]) -> list[Any]:
        """Wait until some of these are answered and return them."""

    def answer(self, begun: Any, call: Any) -> Any:
        """Return the answer of a call; ``AGAIN`` where the call must be made once more."""


AGAIN: Any = object()
"""In the place of an answer that was lost with the worker that had it."""


def flow(calls: Iterable[C], workers: Workers) -> Iterator[Any]:
    """Yield the answer of every call as it comes; calls are taken lazily."""
    source = iter(calls)
    pending: dict[Any, C] = {}
    exhausted = False
    while pending or not exhausted:
        while not exhausted and len(pending) < AHEAD * max(workers.number, 1):
            call = next(source, AGAIN)
            exhausted = call is AGAIN
            if not exhausted:
                pending[workers.submit(call)] = call
        for begun in workers.finished(list(pending)) if pending else ():
            call = pending.pop(begun)
            answer = workers.answer(begun, call)
            if answer is AGAIN:
                pending[workers.submit(call)] = call
            else:
                yield answer
