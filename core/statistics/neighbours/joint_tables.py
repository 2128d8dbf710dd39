"""Which tables of a few variables are counted together: a larger one's margins are theirs.

To count records in a table is a walk through all of them; to add up the cells of a table that stays in the
processor's cache is next to nothing beside it. Whole numbers give the same margins whatever they are added up from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Integers

Variables = tuple[int, ...]
"""By their numbers, ascending."""

CELLS = 2**13
"""Cells of a table that takes the place of several, with the sums of twenty samples in each."""


class JointTable(NamedTuple):
    """A table that is counted, and for which sets of its variables, by their places in what was asked for."""

    variables: Variables
    sets: tuple[int, ...]


def joint_tables(sizes: Sequence[int], sets: Sequence[Variables]) -> tuple[JointTable, ...]:
    """Return tables of which each set of variables is in one; a set with more cells than may be has its own.

    Parameters
    ----------
    sizes : sequence of int
        Classes of each variable.
    sets : sequence of tuple of int
        Of as many variables each.

    Notes
    -----
    Greedy: the largest set that is left grows by those with which it becomes as large as it may.
    """
    return _planned(tuple(sizes), tuple(sets))


@lru_cache(maxsize=4)
def _planned(sizes: tuple[int, ...], sets: tuple[Variables, ...]) -> tuple[JointTable, ...]:
    """Plan once for all files whose variables have as many classes, and for the samples beside them."""
    own, variables = np.array(sizes, dtype=np.int64), np.array(sets, dtype=np.int64)
    left = np.argsort(-own[variables].prod(axis=1), kind="stable")
    tables = []
    while len(left):
        within = _grown(own, variables[left])
        covered = within[variables[left]].all(axis=1)
        tables.append(JointTable(tuple(np.flatnonzero(within).tolist()), tuple(left[covered].tolist())))
        left = left[~covered]
    return tuple(tables)


def _grown(sizes: Integers, sets: Integers) -> NDArray[np.bool_]:
    """Return which variables are in the table that the first of some sets (l, variables of each) grows to."""
    within = np.zeros(len(sizes), dtype=bool)
    within[sets[0]] = True
    while True:
        new = ~within[sets]
        cells = sizes[within].prod() * np.where(new, sizes[sets], 1).prod(axis=1)
        fitting = np.where(new.any(axis=1) & (cells <= CELLS), cells, -1)
        place = int(fitting.argmax())
        if fitting[place] < 0:
            return within
        within[sets[place]] = True


def margin(table: NDArray[Any], sizes: Sequence[int], kept: Sequence[bool]) -> NDArray[Any]:
    """Return the sums (cells, r) over the variables that are not kept of a table (cells, r) of all.

    Parameters
    ----------
    table : array (cells, r)
        The last variable runs fastest.
    sizes : sequence of int
    kept : sequence of bool
        Of each variable.
    """
    after = table.shape[1]
    for size, keep in zip(reversed(sizes), reversed(kept), strict=True):
        if keep:
            after *= size
        else:
            table = table.reshape(-1, size, after).sum(axis=1, dtype=table.dtype)
    cells = prod(size for size, keep in zip(sizes, kept, strict=True) if keep)
    return np.ascontiguousarray(table).reshape(cells, -1)
