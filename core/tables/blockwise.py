"""A shared step computed from blocks of records: counted in each block, merged, and finished once for the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from core.data import Pair, Release

BLOCK_RECORDS = 2**18
"""Records of either file in a block."""


def _as_it_is(block: Any, _: Any) -> Any:
    return block


def _always(_: Any) -> bool:
    return True


def _alike(_: Any) -> int:
    return 1


@dataclass(frozen=True)
class Blockwise:
    """A shared step (``Measure.prepare``) of pairs of files or of single ones; one block is the case of a small file.

    States are exact: whatever the blocks, and in whatever order they are merged, the outcome has the same bytes. Sums
    of sampling weights are not: weighted pairs are counted in one block, and of a single file weights are summed
    when its counts are finished.

    Parameters
    ----------
    look : callable
        (subject, parameters) -> what every block must know, such as where numbers are cut into classes.
    parts : callable
        known -> what is counted apart, such as single variables, so that only one state need be in memory.
    partial : callable
        (coded block, known, part) -> state.
    merge : callable
        (state, state) -> state.
    finish : callable
        (subject, parameters, known, states) -> prepared, with an iterator over the merged state of each part.
    small : callable
        known -> whether the states of all parts fit into memory together, so that each block can be counted once for
        all parts, by any process. Else one part after the other is counted in all blocks.
    code : callable
        (block, known) -> the block as ``partial`` takes it, for all parts.
    size : callable
        state -> how large it is, where states grow as they are merged: small ones are then merged first.
    """

    look: Callable[[Any, Any], Any]
    parts: Callable[[Any], tuple[Any, ...]]
    partial: Callable[[Any, Any, Any], Any]
    merge: Callable[[Any, Any], Any]
    finish: Callable[[Any, Any, Any, Iterator[Any]], Any]
    small: Callable[[Any], bool] = _always
    code: Callable[[Any, Any], Any] = _as_it_is
    size: Callable[[Any], int] = _alike

    def __call__(self, subject: Pair | Release, parameters: Any) -> Any:
        """Compute the step from all blocks."""
        known = self.look(subject, parameters)
        return self.finish(subject, parameters, known, self.merged_parts(subject, known))

    def merged_parts(self, subject: Pair | Release, known: Any) -> Iterator[Any]:
        """Yield the merged state of each part: of one at a time, unless each would have to code all blocks anew."""
        if blocks_in(subject) == 1:
            coded = self.code(subject, known)
            yield from (self.partial(coded, known, part) for part in self.parts(known))
            return
        if self.code is not _as_it_is and self.small(known):
            yield from self.merging().all_of(self.states(block, known) for block in blocks_of(subject))
            return
        for part in self.parts(known):
            states = (self.partial(self.code(block, known), known, part) for block in blocks_of(subject))
            yield Merging(self.merge, self.size).all_of(states)

    def states(self, block: Pair | Release, known: Any) -> tuple[Any, ...]:
        """Return the states of all parts of one block."""
        coded = self.code(block, known)
        return tuple(self.partial(coded, known, part) for part in self.parts(known))

    def merging(self) -> Merging:
        """Return what puts the states of all parts together, block by block."""
        return Merging(self.merged, lambda states: sum(map(self.size, states)))

    def merged(self, first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the states of all parts of two blocks together."""
        return tuple(map(self.merge, first, second))


@dataclass
class Merging:
    """Puts states together as they come, none more often than the logarithm of their number where they grow.

    A state waits until those that came after it are half as large together; states of one size do not wait.

    Parameters
    ----------
    merge : callable
        (state, state) -> state.
    size : callable
        state -> how large it is.
    """

    merge: Callable[[Any, Any], Any]
    size: Callable[[Any], int]
    waiting: list[Any] = field(default_factory=list)

    def all_of(self, states: Iterable[Any]) -> Any:
        """Return all of these states together; there is one at least."""
        for state in states:
            self.take(state)
        return self.result()

    def take(self, state: Any) -> None:
        """Take one more state."""
        while self.waiting and self.size(self.waiting[-1]) <= 2 * self.size(state):
            state = self.merge(self.waiting.pop(), state)
        self.waiting.append(state)

    def result(self) -> Any:
        """Return all states that were taken together."""
        while len(self.waiting) > 1:
            last = self.waiting.pop()
            self.waiting[-1] = self.merge(self.waiting[-1], last)
        return self.waiting.pop()


def blocks_in(subject: Pair | Release) -> int:
    """Return in how many blocks a pair of files or a single one is counted."""
    if isinstance(subject, Release):
        n = subject.n_records
    else:
        n = 1 if subject.weights is not None else max(subject.original.n_records, subject.masked.n_records)
    return max(1, -(-n // BLOCK_RECORDS))


def blocks_of(subject: Pair | Release) -> Iterator[Any]:
    """Yield files in blocks, which share their memory: the first records of each, the next ones, and so on."""
    if isinstance(subject, Pair) and subject.weights is not None:
        yield subject
        return
    for block in range(blocks_in(subject)):
        yield subject.rows(slice(block * BLOCK_RECORDS, (block + 1) * BLOCK_RECORDS))
