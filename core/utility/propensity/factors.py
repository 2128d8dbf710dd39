"""From which slots the columns of a layout come, and which of the columns are 0 in most records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as all_pairs
from typing import NamedTuple

import numpy as np

from core.statistics.arrays import Integers
from core.utility.propensity.block_shape import BlockShape, Piece
from core.utility.propensity.own_columns import Places

DENSE = 0.3
"""A column is worked with as it stands where it can be other than 0 in more than this share of the records."""

Products = Sequence[tuple[int, int, bool]]
"""Places of two variables, and whether their numbers are splines in the product."""


class VariableForm(NamedTuple):
    """A variable, curved or straight: its slots among those of all, and its own columns."""

    first: int
    slots: int
    columns: int
    pieces: tuple[Piece, ...]


class Factors(NamedTuple):
    """Pairs of slots that columns can come from: both slots, where their columns begin, and how many the second has.

    What stands in slots a and b is the product in column ``start`` + at[a] ``width`` + at[b].
    """

    one: Places
    other: Places
    start: Places
    width: Places


class SplitFactors(NamedTuple):
    """The factors of all columns; and those of the dense ones and of those that are mostly 0, which number their own.

    ``which_dense`` and ``which_few`` say which of all columns those are.
    """

    every: Factors
    dense: Factors
    few: Factors
    which_dense: Integers
    which_few: Integers


def forms_of(shapes: Sequence[BlockShape], products: Products, *, curved: bool) -> dict[tuple[int, bool], VariableForm]:
    """Return the forms in which variables are used, by place and whether curved; categories have one alone."""
    main = [(place, curved) for place in range(len(shapes))]
    used = dict.fromkeys(main + [(p, c) for i, j, c in products for p in (i, j)])
    forms, first = {}, 0
    for place, bent in used:
        shape = shapes[place]
        slots, columns = shape.slots(curved=bent), shape.width(curved=bent)
        forms[place, bent] = VariableForm(first, slots, columns, shape.pieces(curved=bent))
        first += slots
    return forms


def factors_of(terms: Sequence[tuple[VariableForm, VariableForm]]) -> SplitFactors:
    """Return the factors of the columns of some products, in the order of the columns."""
    every: list[tuple[int, ...]] = []
    start = 0
    split: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    which: tuple[list[Integers], list[Integers]] = ([], [])
    for a, b in terms:
        every += _entries(a, b, _whole(a), _whole(b), start)
        for one, other in all_pairs(a.pieces, b.pieces):
            part = int(one.share * other.share <= DENSE)
            split[part].extend(_entries(a, b, one, other, sum(map(len, which[part])), other.columns))
            which[part].append(_columns(one, other, start, b.columns))
        start += a.columns * b.columns
    dense, few = (np.concatenate([np.empty(0, dtype=np.int64), *w]) for w in which)
    return SplitFactors(_factors(every), _factors(split[0]), _factors(split[1]), dense, few)


def _whole(form: VariableForm) -> Piece:
    return Piece(0, form.slots, 0, form.columns, 1.0)


def _entries(
    a: VariableForm, b: VariableForm, one: Piece, other: Piece, start: int, width: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield slots of two pieces, and how their columns are numbered from a start, in so many of each of the first."""
    width = b.columns if width is None else width
    begin = start - one.column * width - other.column
    for s, t in all_pairs(range(one.slot, one.slot + one.slots), range(other.slot, other.slot + other.slots)):
        yield a.first + s, b.first + t, begin, width


def _columns(one: Piece, other: Piece, start: int, width: int) -> Integers:
    rows = one.column + np.arange(one.columns, dtype=np.int64)
    return (start + rows[:, None] * width + other.column + np.arange(other.columns)).ravel()


def _factors(entries: Sequence[tuple[int, ...]]) -> Factors:
    return Factors(*np.array(entries, dtype=np.int32).reshape(-1, 4).T.copy())
