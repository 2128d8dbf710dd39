"""Columns of a design of which many are 0 in nearly all rows: of these only the entries that are not 0 are worked with.

An indicator of one of twenty categories is 0 in most records, and so is its product with a number. Sums over the rows
take such columns as they stand; what their distance from the mean adds is the same for every row and is taken in once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.linalg import blas

from core.statistics.arrays import Floats, Integers
from core.statistics.regression import columns
from core.statistics.regression.columns import CentredRows

Places = NDArray[np.int32]


class SplitRows(NamedTuple):
    """Some rows: the dense columns from an origin, and the entries of the others that are not 0.

    Parameters
    ----------
    dense : float64 array (d, r)
    at : int32 array (s, r)
        Of which of the other columns each entry is, ascending in a row; -1: no entry.
    value : float64 array (s, r)
    """

    dense: Floats
    at: Places
    value: Floats


class SplitColumns:
    """A matrix (m, p) whose rows are made by functions of a slice, once where they fit into memory.

    Parameters
    ----------
    m, entries : int
        Rows, and entries in each.
    dense, few : int64 array
        Which columns are dense, and which have few entries that are not 0.
    make : callable
        Rows -> all columns (r, p).
    make_split : callable
        Rows, and the origin (d,) that is to be taken from the dense columns -> SplitRows.
    """

    def __init__(
        self,
        m: int,
        entries: int,
        dense: Integers,
        few: Integers,
        make: Callable[[slice], Floats],
        make_split: Callable[[slice, Floats], SplitRows],
    ) -> None:
        self.shape, self.dense, self.few = (m, len(dense) + len(few)), dense, few
        self._make, self._make_split = make, make_split
        # an entry is a number of eight bytes and a place of four
        self._holds = m * (len(dense) + 1.5 * entries) <= columns.HELD
        self._held: dict[int, SplitRows] = {}
        self._origin = np.empty(0)

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return all columns of some rows."""
        return self._make(rows)

    def split(self, rows: slice, origin: Floats) -> SplitRows:
        """Return a block of rows, to be read only."""
        if not self._holds:
            return self._make_split(rows, origin)
        if origin is not self._origin:
            self._held, self._origin = {}, origin
        if rows.start not in self._held:
            self._held[rows.start] = self._make_split(rows, origin)
        return self._held[rows.start]


class SplitBase:
    """Columns of which some are kept, and what is taken from each: the base of an orthonormal basis.

    Parameters
    ----------
    columns : SplitColumns (m, p)
    origin : float64 array (d,)
        Near the means of the dense columns, so that no digits are lost to the size of their numbers.
    mean : float64 array (p,)
    kept : int64 array (k,)
    """

    def __init__(self, columns: SplitColumns, origin: Floats, mean: Floats, kept: Integers) -> None:
        self.columns, self.origin, self.kept = columns, origin, kept
        self.left = mean.copy()
        self.left[columns.dense] -= origin
        self.shape = (columns.shape[0], len(kept))

    def __getitem__(self, rows: slice, /) -> Floats:
        """Return the kept columns of some rows."""
        return self.columns[rows][:, self.kept]

    def centred(self, rows: slice) -> SplitCentred:
        """Return some rows from their mean."""
        return SplitCentred(self, self.columns.split(rows, self.origin))


class SplitCentred:
    """Rows of a base from their mean."""

    def __init__(self, base: SplitBase, rows: SplitRows) -> None:
        self.base, self.rows = base, rows

    def times(self, coefficients: Floats) -> Floats:
        """Return (r,) rows @ coefficients."""
        base, rows = self.base, self.rows
        full = np.zeros(base.columns.shape[1])
        full[base.kept] = coefficients
        products = full[base.columns.dense] @ rows.dense
        products -= full @ base.left
        _add_products(rows.at, rows.value, full[base.columns.few], products)
        return np.asarray(products)

    def summed(self, weight: Floats) -> Floats:
        """Return (k,) weight @ rows."""
        base = self.base
        return np.asarray(sums_of(base.columns, self.rows, weight) - weight.sum() * base.left)[base.kept]

    def some(self, chosen: Integers) -> SplitCentred:
        """Return some of the rows."""
        dense, at, value = self.rows
        return SplitCentred(self.base, SplitRows(dense[:, chosen], at[:, chosen], value[:, chosen]))


class SplitProducts:
    """Sums over blocks of rows x, from the origin, with weights w: of w, w x and w x x'."""

    def __init__(self, columns: SplitColumns) -> None:
        d, s = len(columns.dense), len(columns.few)
        self._columns, self.weight, self.sums = columns, 0.0, np.zeros(d + s)
        self._dense, self._across, self._few = np.zeros((d, d), order="F"), np.zeros((s, d)), np.zeros((s, s))

    def add(self, rows: SplitRows, weight: Floats) -> None:
        """Add a block."""
        root = np.sqrt(weight)
        self.weight += float(weight.sum())
        self.sums += sums_of(self._columns, rows, weight)
        # row by row: the entries of a row are taken with all its dense columns
        dense, value = (np.multiply(part.T, root[:, None], order="C") for part in (rows.dense, rows.value))
        self._dense = blas.dsyrk(1.0, dense.T, 1.0, self._dense, overwrite_c=1)
        _add_squares(np.ascontiguousarray(rows.at.T), value, dense, self._across, self._few)

    def about(self, left: Floats) -> tuple[Floats, Floats]:
        """Return (p,) the sum of w (x - left), and (p, p) that of w (x - left) (x - left)'."""
        dense, few = self._columns.dense, self._columns.few
        products = np.empty((len(left),) * 2)
        products[np.ix_(dense, dense)] = _both_halves(self._dense)
        products[np.ix_(few, few)] = _both_halves(self._few)
        products[np.ix_(few, dense)], products[np.ix_(dense, few)] = self._across, self._across.T
        first = self.sums - self.weight * left
        products -= np.outer(left, first)
        products -= np.outer(self.sums, left)
        return first, products


class SplitWeighted:
    """The sums of a base's rows from their mean, as ``WeightedProducts`` has them."""

    def __init__(self, base: SplitBase) -> None:
        self._base, self._products = base, SplitProducts(base.columns)

    def add(self, block: CentredRows, weight: Floats) -> None:
        """Add a block."""
        assert isinstance(block, SplitCentred)
        self._products.add(block.rows, weight)

    def result(self) -> tuple[Floats, Floats]:
        """Return (k,) the sum of w x, and (k, k) that of w x x'."""
        kept = self._base.kept
        first, products = self._products.about(self._base.left)
        return first[kept], products[np.ix_(kept, kept)]


def _both_halves(upper: Floats) -> Floats:
    return np.triu(upper) + np.triu(upper, 1).T


def sums_of(columns: SplitColumns, rows: SplitRows, weight: Floats) -> Floats:
    """Return (p,) the sum of each column times a weight (r,), dense ones from the origin."""
    sums, few = np.empty(columns.shape[1]), np.zeros(len(columns.few))
    _add_sums(rows.at, rows.value, weight, few)
    sums[columns.dense], sums[columns.few] = rows.dense @ weight, few
    return sums


def largest_of(columns: SplitColumns, rows: SplitRows) -> Floats:
    """Return (p,) the largest size of each column's entries, dense ones from the origin."""
    largest, few = np.empty(columns.shape[1]), np.zeros(len(columns.few))
    _raise_largest(rows.at, rows.value, few)
    largest[columns.dense] = np.maximum(rows.dense.max(axis=1, initial=0.0), -rows.dense.min(axis=1, initial=0.0))
    largest[columns.few] = few
    return largest


@njit(cache=True, nogil=True)
def _add_products(at: Places, value: Floats, coefficients: Floats, into: Floats) -> None:
    for e in range(at.shape[0]):
        for i in range(at.shape[1]):
            if at[e, i] >= 0:
                into[i] += value[e, i] * coefficients[at[e, i]]


@njit(cache=True, nogil=True)
def _add_sums(at: Places, value: Floats, weight: Floats, into: Floats) -> None:
    for e in range(at.shape[0]):
        for i in range(at.shape[1]):
            if at[e, i] >= 0:
                into[at[e, i]] += weight[i] * value[e, i]


@njit(cache=True, nogil=True)
def _raise_largest(at: Places, value: Floats, largest: Floats) -> None:
    for e in range(at.shape[0]):
        for i in range(at.shape[1]):
            if at[e, i] >= 0:
                largest[at[e, i]] = max(largest[at[e, i]], abs(value[e, i]))


@njit(cache=True, nogil=True)
def _add_squares(at: Places, value: Floats, dense: Floats, across: Floats, few: Floats) -> None:
    """Add the products of the entries (r, s) of each row with its dense columns (r, d), and with each other.

    All have their weight already. Columns ascend in a row, so that only the upper half is written.
    """
    place, entry = np.empty(at.shape[1], dtype=np.int32), np.empty(at.shape[1])
    for i in range(at.shape[0]):
        entries = 0
        for e in range(at.shape[1]):
            if at[i, e] >= 0 and value[i, e] != 0.0:
                place[entries], entry[entries] = at[i, e], value[i, e]
                entries += 1
        row = dense[i]
        for e in range(entries):
            own, into, within = entry[e], across[place[e]], few[place[e]]
            for j in range(len(row)):
                into[j] += own * row[j]
            for f in range(e, entries):
                within[place[f]] += own * entry[f]
