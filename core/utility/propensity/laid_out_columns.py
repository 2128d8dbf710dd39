"""The columns of the default model written row by row, without an array of each term on its way.

Every column is one of the variables' own columns or a product of two of them. So a block of records is laid out in two
steps: the slots of all variables side by side, which hold those of their own columns that are not 0, and then products
of two slots written over zeros, a single one as a product with 1. A product of two floats is rounded once, and one with
1 not at all: the columns have the bits that those of the terms have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.regression import SplitRows
from core.utility.propensity.block_shape import Piece
from core.utility.propensity.factors import VariableForm, factors_of, forms_of
from core.utility.propensity.own_columns import Places
from core.utility.propensity.terms import Block, Term, product

LAID_OUT = 8192
"""Rows whose slots are held, so that the calls for each variable are few."""


@dataclass(frozen=True)
class Layout:
    """Which variables and products of two a model is made of.

    Parameters
    ----------
    curved : bool
        Whether numbers enter as splines, else as straight lines.
    products : tuple of (int, int, bool)
        Places of two variables, and whether their numbers are splines in the product.
    """

    curved: bool
    products: tuple[tuple[int, int, bool], ...]

    def terms(self, blocks: Sequence[Block]) -> list[Term]:
        """Return the terms, main effects first."""
        main = [_form(b, curved=self.curved) for b in blocks]
        both = [(_form(blocks[i], curved=c), _form(blocks[j], curved=c)) for i, j, c in self.products]
        return main + [product(a, b) for a, b in both]


class _Slots(NamedTuple):
    """The slots (s, n) of some records, which hold their first column in all of them, and the first one asked for."""

    at: Places
    value: Floats
    always: NDArray[np.bool_]
    first: int


class LaidOutColumns:
    """The columns of a layout for any rows of some blocks.

    Parameters
    ----------
    layout : Layout
    blocks : sequence of Block

    Attributes
    ----------
    which_dense, which_few : int64 array
        The columns that stand in the rows of ``split`` as they are, and those of which the entries do.
    entries : int
        Of the second, in each row at most.
    """

    def __init__(self, layout: Layout, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._forms = forms_of([block.shape for block in blocks], layout.products, curved=layout.curved)
        self._slots = 1 + sum(form.slots for form in self._forms.values())
        one = VariableForm(self._slots - 1, 1, 1, (Piece(0, 1, 0, 1, 1.0),))
        terms = [(self._forms[place, layout.curved], one) for place in range(len(blocks))]
        terms += [(self._forms[i, c], self._forms[j, c]) for i, j, c in layout.products]
        self._every, self._dense, self._few, self.which_dense, self.which_few = factors_of(terms)
        self.entries = len(self._few.one)
        self._rows, self._at, self._value = slice(0, 0), _no_places(0, 0), np.empty((0, 0))
        self._always = np.empty(0, dtype=bool)

    def made(self, rows: slice) -> Floats:
        """Return all columns of some records."""
        columns = np.empty((len(self.which_dense) + len(self.which_few), rows.stop - rows.start))
        _multiply(*self._slots_at(rows), *self._every, np.zeros(len(columns)), columns)
        return np.ascontiguousarray(columns.T)

    def split(self, rows: slice, origin: Floats) -> SplitRows:
        """Return the dense columns of some records, less an origin (d,) of each, and the entries of the others."""
        n = rows.stop - rows.start
        slots, dense = self._slots_at(rows), np.empty((len(origin), n))
        _multiply(*slots, *self._dense, origin, dense)
        at, value = np.empty((self.entries, n), dtype=np.int32), np.empty((self.entries, n))
        _list(slots.at, slots.value, slots.first, *self._few, at, value)
        return SplitRows(dense, at, value)

    def _slots_at(self, rows: slice) -> _Slots:
        if not self._rows.start <= rows.start <= rows.stop <= self._rows.stop:
            # rows here and there are asked for alone, those in order are followed by others
            more = LAID_OUT if rows.start in (0, self._rows.stop) else 0
            self._lay_out(slice(rows.start, min(max(rows.stop, rows.start + more), len(self._blocks[0].row))))
        return _Slots(self._at, self._value, self._always, rows.start - self._rows.start)

    def _lay_out(self, rows: slice) -> None:
        """Fill the slots of all variables at some records; the last slot is 1."""
        n = rows.stop - rows.start
        self._at, self._value = _no_places(self._slots, n), np.ones((self._slots, n))
        self._at[-1] = 0
        some = {place: self._blocks[place].at(rows) for place in dict.fromkeys(place for place, _ in self._forms)}
        for (place, curved), form in self._forms.items():
            own = slice(form.first, form.first + form.slots)
            some[place].lay_out(self._at[own], self._value[own], curved=curved)
        self._rows, self._always = rows, (self._at == 0).all(axis=1)


def _no_places(slots: int, n: int) -> Places:
    return np.full((slots, n), -1, dtype=np.int32)


def _form(block: Block, *, curved: bool) -> Term:
    return block.spline if curved else block.straight


@njit(cache=True, nogil=True)
def _multiply(
    at: Places,
    value: Floats,
    always: NDArray[np.bool_],
    first: int,
    one: Places,
    other: Places,
    start: Places,
    width: Places,
    origin: Floats,
    columns: Floats,
) -> None:
    """Write columns (p, r), each from its origin; those of which a record holds one lie beside each other."""
    for j in range(len(columns)):
        columns[j] = 0.0 - origin[j]
    last = first + columns.shape[1]
    for e in range(len(one)):
        a, b = at[one[e], first:last], at[other[e], first:last]
        x, y = value[one[e], first:last], value[other[e], first:last]
        if always[one[e]] and always[other[e]]:
            into, from_origin = columns[start[e]], origin[start[e]]
            for i in range(len(into)):
                into[i] = x[i] * y[i] - from_origin
            continue
        for i in range(columns.shape[1]):
            if a[i] >= 0 and b[i] >= 0:
                j = start[e] + a[i] * width[e] + b[i]
                columns[j, i] = x[i] * y[i] - origin[j]


@njit(cache=True, nogil=True)
def _list(
    at: Places,
    value: Floats,
    first: int,
    one: Places,
    other: Places,
    start: Places,
    width: Places,
    place: Places,
    entry: Floats,
) -> None:
    """Write the entries (s, r) of columns, and of which each is, -1 where there is none."""
    last = first + place.shape[1]
    for e in range(len(one)):
        a, b = at[one[e], first:last], at[other[e], first:last]
        x, y = value[one[e], first:last], value[other[e], first:last]
        for i in range(place.shape[1]):
            place[e, i] = start[e] + a[i] * width[e] + b[i] if a[i] >= 0 and b[i] >= 0 else -1
            entry[e, i] = x[i] * y[i]
