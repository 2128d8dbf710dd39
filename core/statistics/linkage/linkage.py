"""Record linkage with known answer: whether a masked record's nearest original is the one that it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.reproducible import TOLERANCE
from core.statistics.tables import cell_ids

SILENT, ABSENT, UNKNOWN = -1, -2, -3
"""Codes of a suppressed masked value, of a missing original one, and of a masked value that no original has."""

BLOCK = 4096
"""Cells compared at a time, so that they stay in the processor's cache."""


class ValueDifference(IntEnum):
    """How two values of a variable are compared."""

    EQUAL = 0
    ABSOLUTE = 1
    SQUARED = 2


@dataclass(frozen=True, eq=False)
class Linkage:
    """What a nearest-record attack finds.

    Parameters
    ----------
    correct : float64 array (t,)
        The chance that the attack picks the parent: 1/t where t originals are equally near and none
        is nearer, 0 where one is nearer.
    second : bool array (t,)
        Whether the parent is among the two nearest: at most one original is nearer.
    """

    correct: Floats
    second: NDArray[np.bool_]


def link(originals: Floats, masked: Floats, parents: Integers, terms: tuple[ValueDifference, ...]) -> Linkage:
    """Compare each masked record with its parent and with all originals.

    Only whether an original is nearer than the parent is asked, not which is nearest. Originals lie in
    cells that agree on the variables compared for equality, sorted within by one other variable: whole
    cells, and all but a window of a cell, are ruled out by a part of the distance, and a masked record is
    done with when two originals are nearer. Exact: every term is 0 or more, so no part of a distance exceeds
    the whole, and what a part rules out is farther than the parent. Distances within ``TOLERANCE`` of the
    parent's are equal to it.

    Parameters
    ----------
    originals : float64 array (n, m)
        Scaled so that differences of different variables can be added; NaN where missing.
    masked : float64 array (t, m)
        NaN where missing: the variable says nothing and is left out for this record.
    parents : int64 array (t,)
        Row of the original that each masked record comes from.
    terms : tuple of ValueDifference
        How each variable is compared. A missing original differs from a present masked value by 1.
    """
    if not len(masked):
        return Linkage(np.zeros(0), np.zeros(0, dtype=bool))
    kinds = np.array([int(term) for term in terms], dtype=np.int64)
    equal = kinds == ValueDifference.EQUAL
    cells, measured = _by_distinct(originals, equal), _by_distinct(originals, ~equal)
    codes, target_codes = _coded(originals[:, cells], masked[:, cells])
    ids, n_cells = cell_ids(codes)
    first = originals[:, measured[0]] if len(measured) else np.zeros(len(originals))
    rows = np.lexsort((first, ids))
    place = np.empty_like(rows)
    place[rows] = np.arange(len(rows))
    starts = np.searchsorted(ids[rows], np.arange(n_cells + 1))
    correct, nearer = _attack(
        np.ascontiguousarray(codes[rows[starts[:-1]]].T),
        starts,
        ids[parents],
        np.ascontiguousarray(originals[np.ix_(rows, measured)]),
        place[parents],
        target_codes,
        (target_codes != SILENT).all(axis=1),
        np.ascontiguousarray(masked[:, measured]),
        kinds[measured] == ValueDifference.SQUARED,
        TOLERANCE,
    )
    return Linkage(correct, nearer < 2)


def link_within(
    originals: Floats,
    masked: Floats,
    parents: Integers,
    terms: tuple[ValueDifference, ...],
    groups: tuple[Integers, Integers],
) -> Linkage:
    """Compare each masked record with the originals of its group alone.

    Parameters
    ----------
    originals, masked, parents, terms
        As of ``link``.
    groups : int64 arrays (n, g), (t, g)
        What an original must share with a masked record; -1 in a masked record: suppressed, any will do.

    Returns
    -------
    Linkage
        A masked record whose parent is in another group, because the group was changed, is never found.
    """
    correct, second = np.zeros(len(masked)), np.zeros(len(masked), dtype=bool)
    ours, theirs = groups
    ids, n_groups = cell_ids(theirs)
    order = np.argsort(ids, kind="stable")
    for rows in np.split(order, np.searchsorted(ids[order], np.arange(1, n_groups))):
        wanted = theirs[rows[0]]
        members = np.flatnonzero(((ours == wanted) | (wanted < 0)).all(axis=1))
        place = np.searchsorted(members, parents[rows])
        inside = np.append(members, -1)[place] == parents[rows]
        linkage = link(originals[members], masked[rows[inside]], place[inside], terms)
        correct[rows[inside]], second[rows[inside]] = linkage.correct, linkage.second
    return Linkage(correct, second)


def _by_distinct(originals: Floats, chosen: NDArray[np.bool_]) -> Integers:
    """Return the chosen columns, those with the most distinct values first: they rule out most."""
    columns = np.flatnonzero(chosen)
    distinct = [len(np.unique(originals[:, column])) for column in columns]
    return columns[np.argsort(-np.array(distinct, dtype=np.int64), kind="stable")]


def _coded(originals: Floats, masked: Floats) -> tuple[Codes, Codes]:
    """Return the values as small integers: SILENT for a suppressed one, and others that equal no original's."""
    codes = np.empty(originals.shape, dtype=np.int32)
    target_codes = np.full(masked.shape, SILENT, dtype=np.int32)
    for j in range(originals.shape[1]):
        distinct = np.unique(originals[~np.isnan(originals[:, j]), j])
        codes[:, j] = np.where(np.isnan(originals[:, j]), ABSENT, np.searchsorted(distinct, originals[:, j]))
        place = np.searchsorted(distinct, masked[:, j])
        known = np.append(distinct, np.nan)[place] == masked[:, j]
        target_codes[:, j] = np.where(known, place, np.where(np.isnan(masked[:, j]), SILENT, UNKNOWN))
    return codes, target_codes


@njit(cache=True, nogil=True)
def _attack(
    cells: Codes,
    starts: Integers,
    parent_cells: Integers,
    values: Floats,
    parents: Integers,
    target_cells: Codes,
    complete: NDArray[np.bool_],
    targets: Floats,
    squared: NDArray[np.bool_],
    tolerance: float,
) -> tuple[Floats, Integers]:
    """Return the chance of each target that its parent is picked, and how many are nearer (counted up to two).

    The parent is met again among all originals, with the same sums: there is always one tie at least.
    """
    correct = np.zeros(len(targets))
    nearer = np.zeros(len(targets), dtype=np.int64)
    differing = np.empty(BLOCK, dtype=np.int32)
    for t in range(len(targets)):
        target, wanted = targets[t], target_cells[t]
        own = parent_cells[t]
        _count_differing(cells, wanted, own, own + 1, differing)
        limit = _distance(target, values[parents[t]], squared, float(differing[0]), np.inf)
        near, far = limit * (1 - tolerance), limit * (1 + tolerance)
        ties = 0
        # within 1 the parent agrees on all variables compared for equality; where none of them is suppressed, every
        # other cell differs on one, which alone is too far
        alone = far < 1 and complete[t]
        first, last = (own, own + 1) if alone else (0, cells.shape[1])
        for begin in range(first, last, BLOCK):
            end = min(begin + BLOCK, last)
            _count_differing(cells, wanted, begin, end, differing)
            for cell in range(begin, end):
                if differing[cell - begin] <= far and nearer[t] < 2:
                    base, span = float(differing[cell - begin]), (starts[cell], starts[cell + 1])
                    closer, equal = _within(target, values, span, squared, base, near, far)
                    nearer[t] += closer
                    ties += equal
            if nearer[t] > 1:
                break
        if nearer[t] == 0:
            correct[t] = 1.0 / ties
    return correct, nearer


@njit(cache=True, nogil=True)
def _count_differing(cells: Codes, wanted: Codes, begin: int, end: int, differing: Codes) -> None:
    """Count by cell the variables whose value is not the wanted one; a suppressed one differs from none."""
    for cell in range(end - begin):
        differing[cell] = 0
    for j in range(len(wanted)):
        if wanted[j] != SILENT:
            for cell in range(begin, end):
                differing[cell - begin] += cells[j, cell] != wanted[j]


@njit(cache=True, nogil=True)
def _within(
    target: Floats,
    values: Floats,
    span: tuple[int, int],
    squared: NDArray[np.bool_],
    base: float,
    near: float,
    far: float,
) -> tuple[int, int]:
    """Return how many originals of a cell are nearer (up to two), and how many as near as the parent.

    The cell is sorted by the first variable, missing last: from the target's place outwards, upwards and then
    downwards, its difference only grows, and the walk ends where that alone is beyond ``far``.
    """
    begin, end = span
    if len(target) == 0:
        return (min(end - begin, 2), 0) if base < near else (0, end - begin)
    nearer, ties = 0, 0
    start, beyond = begin, begin if np.isnan(target[0]) else end
    while start < beyond:  # numpy's own search takes a second to compile
        middle = (start + beyond) // 2
        if values[middle, 0] < target[0]:
            start = middle + 1
        else:
            beyond = middle
    for step in (1, -1):
        i = start if step > 0 else start - 1
        while begin <= i < end:
            if not _beyond(target[0], values[i, 0], squared[0], far - base):
                distance = _distance(target, values[i], squared, base, far)
                nearer += distance < near
                ties += near <= distance <= far
                if nearer > 1:
                    return nearer, ties
            # further up only those without the value may still be near; they come last
            elif step < 0 or not np.isnan(values[end - 1, 0]):
                break
            i += step
    return nearer, ties


@njit(cache=True, nogil=True)
def _beyond(a: float, b: float, squared: bool, room: float) -> bool:
    """Tell whether the variable that a cell is sorted by makes an original too far by itself; never where missing."""
    difference = abs(a - b)
    return (difference * difference if squared else difference) > room


@njit(cache=True, nogil=True)
def _distance(target: Floats, original: Floats, squared: NDArray[np.bool_], base: float, far: float) -> float:
    """Add the terms of the variables that are subtracted to ``base``; stop once the sum is above ``far``."""
    total = base
    for j in range(len(target)):
        a, b = target[j], original[j]
        if np.isnan(a):
            continue
        if np.isnan(b):
            total += 1.0
        else:
            difference = abs(a - b)
            total += difference * difference if squared[j] else difference
        if total > far:
            return total
    return total
