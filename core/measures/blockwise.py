"""A shared step computed from blocks of records: counted in each block, merged, and finished once for both files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from core.data import Pair

BLOCK_RECORDS = 2**18
"""Records of either file in a block."""


def _as_it_is(block: Pair, _: Any) -> Any:
    return block


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True)
class Blockwise:
    """A shared step (``Measure.prepare``) of pairs of files; a file that fits into one block is the case of one.

    States are exact: whatever the blocks, and in whatever order they are merged, the outcome has the same bytes. Sums
    of sampling weights are not; weighted records are counted in one block.

    Parameters
    ----------
    look : callable
        (pair, parameters) -> what every block must know, such as where numbers are cut into classes.
    parts : callable
        known -> what is counted apart, such as single variables, so that only one state need be in memory.
    partial : callable
        (coded block, known, part) -> state.
    merge : callable
        (state, state) -> state.
    finish : callable
        (pair, parameters, known, states) -> prepared, with an iterator over the merged state of each part.
    small : callable
        known -> whether the states of all parts fit into memory together, so that each block can be counted once for
        all parts, by any process. Else one part after the other is counted in all blocks.
    code : callable
        (block, known) -> the block as ``partial`` takes it, for all parts.
    """

    look: Callable[[Pair, Any], Any]
    parts: Callable[[Any], tuple[Any, ...]]
    partial: Callable[[Any, Any, Any], Any]
    merge: Callable[[Any, Any], Any]
    finish: Callable[[Pair, Any, Any, Iterator[Any]], Any]
    small: Callable[[Any], bool] = _always
    code: Callable[[Pair, Any], Any] = _as_it_is

    def __call__(self, pair: Pair, parameters: Any) -> Any:
        """Compute the step from all blocks."""
        known = self.look(pair, parameters)
        return self.finish(pair, parameters, known, self._merged(pair, known))

    def _merged(self, pair: Pair, known: Any) -> Iterator[Any]:
        """Yield the merged state of each part: of one at a time, unless each would have to code all blocks anew."""
        if block_count(pair.original.n_records, pair.masked.n_records) == 1 or pair.weights is not None:
            coded = self.code(pair, known)
            yield from (self.partial(coded, known, part) for part in self.parts(known))
            return
        if self.code is not _as_it_is and self.small(known):
            yield from reduce(self.merged, (self.states(block, known) for block in blocks_of(pair)))
            return
        for part in self.parts(known):
            yield reduce(self.merge, (self.partial(self.code(b, known), known, part) for b in blocks_of(pair)))

    def states(self, block: Pair, known: Any) -> tuple[Any, ...]:
        """Return the states of all parts of one block."""
        coded = self.code(block, known)
        return tuple(self.partial(coded, known, part) for part in self.parts(known))

    def merged(self, first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the states of all parts of two blocks together."""
        return tuple(map(self.merge, first, second))


def block_count(n_original: int, n_masked: int) -> int:
    """Return in how many blocks two files of these records are counted."""
    return max(1, -(-max(n_original, n_masked) // BLOCK_RECORDS))


def blocks_of(pair: Pair) -> Iterator[Pair]:
    """Yield a pair in blocks, which share its memory: the first records of either file, the next ones, and so on."""
    if pair.weights is not None:
        yield pair
        return
    for block in range(block_count(pair.original.n_records, pair.masked.n_records)):
        yield pair.rows(slice(block * BLOCK_RECORDS, (block + 1) * BLOCK_RECORDS))
