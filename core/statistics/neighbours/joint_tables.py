"""Which tables of a few variables are counted together: a larger one's margins are theirs.

To count records in a table is a walk through all of them; to add up the cells of a table that stays in the
processor's cache is next to nothing beside it. Whole numbers give the same margins whatever they are added up from.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Variables = tuple[int, ...]
"""By their numbers, ascending."""

CELLS = 2**13
"""Cells of a table that takes the place of several, with the sums of twenty samples in each."""


class JointTable(NamedTuple):
    """A table that is counted, and for which sets of its variables, by their places in what was asked for."""

    variables: Variables
    sets: tuple[int, ...]


def joint_tables(sizes: Sequence[int], sets: Sequence[Variables]) -> list[JointTable]:
    """Return tables of which each set of variables is in one; a set with more cells than may be has its own.

    Parameters
    ----------
    sizes : sequence of int
        Classes of each variable.
    sets : sequence of tuple of int

    Notes
    -----
    Greedy: the largest set that is left grows by those with which it becomes as large as it may.
    """
    left = sorted(range(len(sets)), key=lambda place: -_cells(sizes, sets[place]))
    tables = []
    while left:
        variables = _grown(sizes, set(sets[left[0]]), [sets[place] for place in left])
        within = [place for place in left if variables.issuperset(sets[place])]
        left = [place for place in left if not variables.issuperset(sets[place])]
        tables.append(JointTable(tuple(sorted(variables)), tuple(within)))
    return tables


def _grown(sizes: Sequence[int], variables: set[int], sets: Sequence[Variables]) -> set[int]:
    while True:
        larger = [variables.union(each) for each in sets if not variables.issuperset(each)]
        fitting = [(cells, each) for each in larger if (cells := _cells(sizes, each)) <= CELLS]
        if not fitting:
            return variables
        variables = max(fitting, key=lambda found: found[0])[1]


def _cells(sizes: Sequence[int], variables: Sequence[int] | set[int]) -> int:
    return prod(sizes[i] for i in variables)


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
    return np.ascontiguousarray(table).reshape(-1, table.size // _cells(sizes, np.flatnonzero(kept).tolist()))
