"""What a pair takes in memory, and a pair without its records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from core.data.microdata import Microdata
from core.data.packed import RowByRow, cells_of, store_of
from core.data.pair import Pair
from core.data.release import Release

NO_ROWS = slice(0, 0)


def without_records(pair: Pair) -> Pair:
    """Return what a pair says of its variables and links, without a record of either file."""
    return replace(
        pair,
        variables=tuple(variable.take(NO_ROWS, NO_ROWS) for variable in pair.variables),
        original=Release(pair.original.name, 0, {}),
        masked=Release(pair.masked.name, 0, {}),
        links=None,
        weights=None,
        control=None,
        groups=None,
    )


def extra_bytes(pair: Pair, *files: Microdata) -> int:
    """Return the bytes that the cells of a pair take beside these files, with whom it shares what was not changed."""
    cells = {id(array): array.nbytes for array in _arrays(pair)}
    shared = {id(a) for file in files for column in file.columns.values() for a in map(cells_of, column.stores)}
    return sum(size for key, size in cells.items() if key not in shared)


def _arrays(pair: Pair) -> Iterator[NDArray[Any]]:
    coded = [c for v in pair.variables for c in (v.original, v.recoded, v.masked) if c is not None]
    yield from (cells_of(c.store) for c in coded)
    for release in (pair.original, pair.masked, *([pair.control] if pair.control else [])):
        yield from _of_release(release)
    links = store_of(pair, "links")
    if links is not None and not isinstance(links, RowByRow):
        yield cells_of(links)
    if pair.weights is not None:
        yield from (pair.weights.original, pair.weights.masked)


def _of_release(release: Release) -> Iterator[NDArray[Any]]:
    yield from (cells_of(coded.store) for coded in release.columns.values())
    yield from (*release.weights.values(), *release.households.values())
    for counts in release.population:
        yield counts.counts
        yield from (cells_of(coded.store) for coded in counts.columns.values())
