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

from core.statistics.arrays import Floats
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


class LaidOutColumns:
    """The columns of a layout for any rows of some blocks.

    Parameters
    ----------
    layout : Layout
    blocks : sequence of Block
    """

    def __init__(self, layout: Layout, blocks: Sequence[Block]) -> None:
        self._blocks, self._forms = blocks, _forms(layout, blocks)
        self._slots = 1 + sum(form.slots for form in self._forms.values())
        self._factors = _factors(layout, blocks, self._forms)
        self._rows, self._at, self._value = slice(0, 0), _no_places(0, 0), np.empty((0, 0))

    def made(self, rows: slice) -> Floats:
        """Return the columns of some records."""
        return self.from_mean(rows, np.zeros(self._factors.columns))

    def from_mean(self, rows: slice, mean: Floats) -> Floats:
        """Return the columns of some records, less the mean (p,) of each."""
        if not self._rows.start <= rows.start <= rows.stop <= self._rows.stop:
            self._lay_out(slice(rows.start, min(max(rows.stop, rows.start + LAID_OUT), len(self._blocks[0].row))))
        held = slice(rows.start - self._rows.start, rows.stop - self._rows.start)
        columns = np.empty((rows.stop - rows.start, len(mean)))
        _multiply(self._at[held], self._value[held], *self._factors[:-1], mean, columns)
        return columns

    def _lay_out(self, rows: slice) -> None:
        """Fill the slots of all variables at some records; the last slot is 1."""
        n = rows.stop - rows.start
        self._at, self._value = _no_places(n, self._slots), np.ones((n, self._slots))
        self._at[:, -1] = 0
        some = {place: self._blocks[place].at(rows) for place in dict.fromkeys(place for place, _ in self._forms)}
        for (place, curved), form in self._forms.items():
            own = slice(form.first, form.first + form.slots)
            some[place].lay_out(self._at[:, own], self._value[:, own], curved=curved)
        self._rows = rows


class _Form(NamedTuple):
    """A variable, curved or straight: its slots among those of all, and its own columns."""

    first: int
    slots: int
    columns: int


class _Factors(NamedTuple):
    """All pairs of slots that a column can come from: both slots, where its columns begin, and how many the second has.

    What stands in slots a and b is the product in column ``start`` + at[a] ``width`` + at[b].
    """

    one: Places
    other: Places
    start: Places
    width: Places
    columns: int


def _forms(layout: Layout, blocks: Sequence[Block]) -> dict[tuple[int, bool], _Form]:
    """Return the forms in which variables are used, by place and whether curved; categories have one alone."""
    main = [(place, layout.curved) for place in range(len(blocks))]
    used = dict.fromkeys(main + [(p, c) for i, j, c in layout.products for p in (i, j)])
    forms, first = {}, 0
    for place, curved in used:
        shape = blocks[place].shape
        forms[place, curved] = _Form(first, shape.slots(curved=curved), shape.width(curved=curved))
        first += forms[place, curved].slots
    return forms


def _factors(layout: Layout, blocks: Sequence[Block], forms: dict[tuple[int, bool], _Form]) -> _Factors:
    """Return the factors of all columns, in the order of the terms' columns."""
    one = _Form(sum(form.slots for form in forms.values()), 1, 1)
    terms = [(forms[place, layout.curved], one) for place in range(len(blocks))]
    terms += [(forms[i, c], forms[j, c]) for i, j, c in layout.products]
    entries, start = [], 0
    for a, b in terms:
        entries += [(a.first + s, b.first + t, start, b.columns) for s in range(a.slots) for t in range(b.slots)]
        start += a.columns * b.columns
    one_slot, other, begin, width = np.array(entries, dtype=np.int32).reshape(-1, 4).T.copy()
    return _Factors(one_slot, other, begin, width, start)


def _no_places(n: int, slots: int) -> Places:
    return np.full((n, slots), -1, dtype=np.int32)


def _form(block: Block, *, curved: bool) -> Term:
    return block.spline if curved else block.straight


@njit(cache=True, nogil=True)
def _multiply(
    at: Places, value: Floats, one: Places, other: Places, start: Places, width: Places, mean: Floats, columns: Floats
) -> None:
    for i in range(len(columns)):
        into = columns[i]
        for j in range(len(mean)):
            into[j] = 0.0 - mean[j]
        for e in range(len(one)):
            a, b = at[i, one[e]], at[i, other[e]]
            if a >= 0 and b >= 0:
                j = start[e] + a * width[e] + b
                into[j] = value[i, one[e]] * value[i, other[e]] - mean[j]
