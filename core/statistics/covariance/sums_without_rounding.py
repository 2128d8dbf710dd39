"""Sums of numbers and of their products without rounding: the same in whatever order and blocks records are added.

Every value becomes a whole number on a grid of its variable, cut into slices so short that a library's matrix product
of them is exact (Ozaki, Ogita, Oishi and Rump 2012). Means and covariances are rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats, Integers
from core.statistics.covariance.matrix_differences import correlation_by_pairs

SLICES, SLICE_BITS = 3, 21
GRID_BITS = SLICES * SLICE_BITS
"""A value is kept to 2^-63 of the largest one of its variable, to 1e-19: all digits of what is above a 2^10th of it."""

CHUNK = 2**11
"""Records in one product: two slices make 42 bits, and 2^11 of them stay within the 53 that a product adds exactly."""

HELD_CHUNKS = 2**7
"""Products that are added as 64-bit numbers: each level has three of 53 bits at most, 2^7 of which make 62 bits."""

Whole = NDArray[np.object_]
"""Python's whole numbers, which have no largest one."""


@dataclass(frozen=True, eq=False)
class ExactSums:
    """Sums over the records that are complete in each pair of p variables, in units of each variable's grid.

    Parameters
    ----------
    records : int64 array (p, p)
        Complete in both.
    sums, squares : arrays (p, p) of whole numbers
        [i, j]: of variable i, and of its square, over the records that have j too.
    products : array (p, p) of whole numbers
    """

    records: Integers
    sums: Whole
    squares: Whole
    products: Whole

    def __add__(self, other: ExactSums) -> ExactSums:
        """Return the sums over both sets of records."""
        return ExactSums(
            self.records + other.records,
            self.sums + other.sums,
            self.squares + other.squares,
            self.products + other.products,
        )

    def __sub__(self, other: ExactSums) -> ExactSums:
        """Return the sums without records that are among these."""
        return ExactSums(
            self.records - other.records,
            self.sums - other.sums,
            self.squares - other.squares,
            self.products - other.products,
        )

    def means(self, grid: Integers) -> Floats:
        """Return (p,) the mean of each variable's own values, rounded once; NaN where it has none."""
        totals, n = np.diag(self.sums), np.diag(self.records)
        return np.ldexp(_quotients(totals, n), grid - GRID_BITS)

    def covariances(self, grid: Integers) -> Floats:
        """Return (p, p) covariances, divisor n - 1, rounded once; NaN where a pair has no two complete records."""
        return self._centred(self.products, self.sums.T, grid[:, None] + grid)

    def correlations(self) -> Floats | None:
        """Return the correlations (p, p) as ``pairwise_correlation``, 0 with a constant.

        They have no unit: on the grid itself nothing is too large to be squared.
        """
        grid = np.zeros(len(self.records), dtype=np.int64)
        variances = self._centred(self.squares, self.sums, np.zeros_like(self.records))
        return correlation_by_pairs(self.covariances(grid), variances)

    def _centred(self, products: Whole, other: Whole, grid: Integers) -> Floats:
        n = self.records.astype(object)
        centred = _quotients(n * products - self.sums * other, n * (n - 1))
        with np.errstate(over="ignore"):  # infinite where it is larger than any number
            return np.ldexp(centred, grid - 2 * GRID_BITS)


def grid_above(largest: Floats) -> Integers:
    """Return (p,) exponents e of the grids of variables whose values reach to +-largest (p,): all are below 2^e."""
    return np.asarray(np.frexp(largest)[1], dtype=np.int64)


def exact_sums(values: Floats, grid: Integers) -> ExactSums:
    """Return the sums over some records.

    Parameters
    ----------
    values : float64 array (n, p)
        NaN for missing; below 2^grid.
    grid : int64 array (p,)
    """
    n, p = values.shape
    total = _nothing(p)
    for first in range(0, n, CHUNK * HELD_CHUNKS):
        total = total + _held_chunks(values[first : first + CHUNK * HELD_CHUNKS], grid)
    return total


def exact_sums_by_group(values: Floats, grid: Integers, groups: Integers, n_groups: int) -> list[ExactSums]:
    """Return the sums over the records of each group 0 .. n_groups - 1, given that of every record (n,)."""
    if n_groups == 1:
        return [exact_sums(values, grid)]
    return [exact_sums(values[groups == g], grid) for g in range(n_groups)]


def rows_of_sums(of_groups: Sequence[ExactSums]) -> Iterator[ExactSums]:
    """Yield the sums over all groups, then those without each; of one group there is no other row."""
    whole = reduce(add, of_groups)
    yield whole
    if len(of_groups) > 1:
        yield from (whole - own for own in of_groups)


def _nothing(p: int) -> ExactSums:
    return ExactSums(np.zeros((p, p), dtype=np.int64), *(np.full((p, p), 0, dtype=object) for _ in range(3)))


def _held_chunks(values: Floats, grid: Integers) -> ExactSums:
    """Return the sums over so many records that those of their slices are 64-bit numbers."""
    n, p = values.shape
    records = np.zeros((p, p), dtype=np.int64)
    sums = np.zeros((SLICES, p, p), dtype=np.int64)
    squares, products = (np.zeros((2 * SLICES - 1, p, p), dtype=np.int64) for _ in range(2))
    for first in range(0, n, CHUNK):
        chunk = np.ascontiguousarray(values[first : first + CHUNK].T)
        present = (~np.isnan(chunk)).astype(np.float64)
        slices = _slices(chunk, grid)
        records += _whole(present @ present.T)
        sums += _whole(slices @ present.T)
        _add_products(products, slices)
        _add_squares(squares, slices, present)
    return ExactSums(records, _together(sums), _together(squares), _together(products))


def _slices(values: Floats, grid: Integers) -> Floats:
    """Return (SLICES, p, n) whole numbers: a value is the first, and a 2^21st of the second, and so on; missing: 0.

    The first is 2^21 at most, the others 2^20. Nothing is rounded but below the last one's unit.
    """
    left = np.ldexp(np.where(np.isnan(values), 0.0, values), (SLICE_BITS - grid)[:, None])
    slices = np.empty((SLICES, *values.shape))
    for each in slices:
        np.rint(left, out=each)
        left -= each
        left *= 2.0**SLICE_BITS
    return slices


def _add_products(products: Integers, slices: Floats) -> None:
    """Add to each level, the sum of the slices' places, the products of all pairs of slices."""
    n_slices, p, n = slices.shape
    flat = slices.reshape(n_slices * p, n)
    every = _whole(flat @ flat.T).reshape(n_slices, p, n_slices, p)
    for a in range(n_slices):
        for b in range(n_slices):
            products[a + b] += every[a, :, b]


def _add_squares(squares: Integers, slices: Floats, present: Floats) -> None:
    complete = bool(present.all())
    for a in range(len(slices)):
        for b in range(len(slices)):
            own = slices[a] * slices[b]
            squares[a + b] += _whole(own.sum(axis=1))[:, None] if complete else _whole(own @ present.T)


def _whole(sums: Floats) -> Integers:
    return sums.astype(np.int64)


def _together(levels: Integers) -> Whole:
    """Return whole numbers (p, p) from their levels, each of 2^21 times the unit of the next."""
    total = np.full(levels.shape[1:], 0, dtype=object)
    for level in levels:
        total = total * 2**SLICE_BITS + level.astype(object)
    return total


def _quotients(numerators: Whole, denominators: Any) -> Floats:
    """Return the quotients of whole numbers, each correctly rounded; NaN where there is nothing to divide by."""
    pairs = zip(numerators.ravel(), np.asarray(denominators, dtype=object).ravel(), strict=True)
    return np.array([int(a) / int(b) if b > 0 else np.nan for a, b in pairs]).reshape(numerators.shape)
