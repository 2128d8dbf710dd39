"""The columns of the default model written row by row, without an array of each term on its way.

Every column is one of the variables' own columns or a product of two of them. So a block of records is laid out in two
steps: the own columns of all variables side by side, most of them indicators and so zeros, and then each column of the
design as a product of two of those, a single one as a product with 1. A product of two floats is rounded once, and one
with 1 not at all: the columns have the bits that those of the terms have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.utility.propensity.terms import Block, Term, product

Places = NDArray[np.int32]


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


@dataclass(frozen=True, eq=False)
class LaidOutColumns:
    """The columns of a layout for any rows of some blocks.

    Parameters
    ----------
    layout : Layout
    blocks : sequence of Block
    """

    layout: Layout
    blocks: Sequence[Block]

    def made(self, rows: slice) -> Floats:
        """Return the columns of some records."""
        return self.from_mean(rows, np.zeros(len(self._factors[0])))

    def from_mean(self, rows: slice, mean: Floats) -> Floats:
        """Return the columns of some records, less the mean (p,) of each."""
        n = rows.stop - rows.start
        own = np.zeros((n, self._width + 1))
        own[:, 0] = 1.0
        for (place, curved), first in self._begins.items():
            self.blocks[place].at(rows).write(own[:, first:], curved=curved)
        columns = np.empty((n, len(self._factors[0])))
        _multiply(own, *self._factors, mean, columns)
        return columns

    @cached_property
    def _begins(self) -> dict[tuple[int, bool], int]:
        """Where the own columns of a variable begin, by its place and whether it is curved; the first of all is 1."""
        main = [(place, self.layout.curved) for place in range(len(self.blocks))]
        used = dict.fromkeys(main + [(p, c) for i, j, c in self.layout.products for p in (i, j)])
        begins, width = {}, 1
        for place, curved in used:
            begins[place, curved] = width
            width += self._columns(place, curved=curved)
        return begins

    @cached_property
    def _width(self) -> int:
        return sum(self._columns(place, curved=curved) for place, curved in self._begins)

    def _columns(self, place: int, *, curved: bool) -> int:
        return self.blocks[place].shape.width(curved=curved)

    @cached_property
    def _factors(self) -> tuple[Places, Places]:
        """Both own columns that each column of the design is the product of, in the order of the terms' columns."""
        pairs = []
        for place in range(len(self.blocks)):
            pairs += [(own, 0) for own in self._own(place, curved=self.layout.curved)]
        for i, j, curved in self.layout.products:
            pairs += [(a, b) for a in self._own(i, curved=curved) for b in self._own(j, curved=curved)]
        one, other = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        return np.ascontiguousarray(one), np.ascontiguousarray(other)

    def _own(self, place: int, *, curved: bool) -> range:
        first = self._begins[place, curved]
        return range(first, first + self._columns(place, curved=curved))


def _form(block: Block, *, curved: bool) -> Term:
    return block.spline if curved else block.straight


@njit(cache=True, nogil=True)
def _multiply(own: Floats, one: Places, other: Places, mean: Floats, columns: Floats) -> None:
    for i in range(len(own)):
        row, into = own[i], columns[i]
        for j in range(len(one)):
            into[j] = row[one[j]] * row[other[j]] - mean[j]
