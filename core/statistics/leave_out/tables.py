"""Counts of one and of two coded variables without one group of records at a time: the whole less the group."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Counts = NDArray[np.int64]

HELD = 2_000_000
"""Counts that are made at once, with one walk through the records (8 MB); of more, one group is counted at a time."""


def counts_without(codes: Codes, categories: int, groups: Counts, n_groups: int) -> Iterator[Counts]:
    """Yield the counts (categories,) of one variable outside each group: of a million values they are large.

    Parameters
    ----------
    codes : int32 array (n,)
        Negative for missing.
    categories : int
    groups : int64 array (n,)
        0 .. n_groups - 1.
    n_groups : int
    """
    if categories * n_groups <= HELD:
        # in 32 bits, and subtracted group by group: where each record has a value of its own these are large arrays
        inside = np.zeros((n_groups, categories), dtype=np.int32)
        _count_inside(codes, groups, inside)
        whole = inside.sum(axis=0, dtype=np.int64)
        yield from (whole - own for own in inside)
        return
    for group in range(n_groups):
        outside = np.zeros(categories, dtype=np.int64)
        _count_outside(codes, groups, group, outside)
        yield outside


@njit(cache=True, nogil=True)
def _count_inside(codes: Codes, groups: Counts, inside: Codes) -> None:
    for i in range(len(codes)):
        if codes[i] >= 0:
            inside[groups[i], codes[i]] += 1


@njit(cache=True, nogil=True)
def _count_outside(codes: Codes, groups: Counts, group: int, outside: Counts) -> None:
    for i in range(len(codes)):
        if codes[i] >= 0 and groups[i] != group:
            outside[codes[i]] += 1


def joint_counts_without(a: Codes, b: Codes, shape: tuple[int, int], groups: Counts, n_groups: int) -> Counts:
    """Count two variables over their complete records outside each group.

    Parameters
    ----------
    a, b : int32 arrays (n,)
        Negative for missing.
    shape : (int, int)
        Numbers of categories.
    groups : int64 array (n,)
    n_groups : int

    Returns
    -------
    int64 array (n_groups, rows, columns)
    """
    inside = np.zeros((n_groups, *shape), dtype=np.int64)
    _count(a, b, groups, inside)
    return np.asarray(inside.sum(axis=0) - inside, dtype=np.int64)


@njit(cache=True, nogil=True)
def _count(a: Codes, b: Codes, groups: Counts, inside: Counts) -> None:
    for i in range(len(a)):
        if a[i] >= 0 and b[i] >= 0:
            inside[groups[i], a[i], b[i]] += 1
