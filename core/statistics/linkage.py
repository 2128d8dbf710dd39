"""Record linkage with known answer: whether a masked record's nearest original is the one that it stems from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TOLERANCE = 1e-9
"""Distances that differ by less, relative to the larger, are equal: sums of terms err by that much."""


class Term(IntEnum):
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


def link(originals: Floats, masked: Floats, parents: Integers, terms: tuple[Term, ...]) -> Linkage:
    """Compare each masked record with its parent and with all originals.

    Only whether an original is nearer than the parent is asked, not which is nearest: originals are
    visited from the masked record's value of one variable outwards, until that variable alone makes
    them farther than the parent, or two are nearer.

    Parameters
    ----------
    originals : float64 array (n, m)
        Scaled so that differences of different variables can be added; NaN where missing.
    masked : float64 array (t, m)
        NaN where missing: the variable says nothing and is left out for this record.
    parents : int64 array (t,)
        Row of the original that each masked record stems from.
    terms : tuple of Term
        How each variable is compared. A missing original differs from a present masked value by 1.

    Returns
    -------
    Linkage
    """
    if not len(masked):
        return Linkage(np.zeros(0), np.zeros(0, dtype=bool))
    kinds = np.array([int(term) for term in terms], dtype=np.int64)
    order = _most_telling_first(originals, kinds)
    values, kinds = np.ascontiguousarray(originals[:, order]), kinds[order]
    # missing sort last; they are always visited
    rows = np.argsort(values[:, 0], kind="stable")
    place = np.empty_like(rows)
    place[rows] = np.arange(len(rows))
    n_present = int((~np.isnan(values[:, 0])).sum())
    targets = np.ascontiguousarray(masked[:, order])
    correct, nearer = _attack(values[rows], n_present, targets, place[parents], kinds, TOLERANCE)
    return Linkage(correct, nearer < 2)


def wilson_interval(share: float, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the 95 % interval of a share seen in n records (Wilson 1927, JASA 22, 209-212).

    Of values in [0, 1] that are not only 0 and 1 it is too wide rather than too narrow.
    """
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return float(max(middle - reach, 0.0)), float(min(middle + reach, 1.0))


def _most_telling_first(originals: Floats, kinds: Integers) -> Integers:
    """Return the columns, that with the most distinct values first: it rules out most."""
    distinct = np.array([len(np.unique(column)) for column in originals.T])
    return np.lexsort((kinds, -distinct))


@njit(cache=True, nogil=True)
def _attack(
    values: Floats, n_present: int, targets: Floats, parents: Integers, kinds: Integers, tolerance: float
) -> tuple[Floats, Integers]:
    """Return the chance of each target that its parent is picked, and how many are nearer (counted up to two)."""
    n = len(values)
    correct = np.zeros(len(targets))
    nearer = np.zeros(len(targets), dtype=np.int64)
    for t in range(len(targets)):
        target = targets[t]
        limit = _distance(target, values[parents[t]], kinds, np.inf)
        near, far = limit * (1 - tolerance), limit * (1 + tolerance)
        ties = 0
        low = high = np.searchsorted(values[:n_present, 0], target[0]) if target[0] == target[0] else 0
        going_down, going_up = low > 0, True
        while (going_down or going_up) and nearer[t] < 2:
            if going_down:
                low -= 1
                going_down = low > 0
                if _beyond(target[0], values[low, 0], kinds[0], far):
                    going_down = False
                else:
                    distance = _distance(target, values[low], kinds, far)
                    nearer[t] += distance < near
                    ties += near <= distance <= far
            if going_up and nearer[t] < 2:
                if high >= n:
                    going_up = False
                elif high < n_present and _beyond(target[0], values[high, 0], kinds[0], far):
                    high = n_present
                else:
                    distance = _distance(target, values[high], kinds, far)
                    nearer[t] += distance < near
                    ties += near <= distance <= far
                    high += 1
        if nearer[t] == 0:
            correct[t] = 1.0 / ties
    return correct, nearer


@njit(cache=True, nogil=True)
def _beyond(a: float, b: float, kind: int, far: float) -> bool:
    """Tell whether the variable that originals are sorted by makes this one and all farther ones too far."""
    if np.isnan(a) or kind == 0:
        return False
    difference = abs(a - b)
    return (difference if kind == 1 else difference * difference) > far


@njit(cache=True, nogil=True)
def _distance(target: Floats, original: Floats, kinds: Integers, far: float) -> float:
    """Sum the terms, until they are farther than asked."""
    total = 0.0
    for j in range(len(kinds)):
        a, b = target[j], original[j]
        if np.isnan(a):
            continue
        if np.isnan(b):
            total += 1.0
        elif kinds[j] == 0:
            total += 1.0 if a != b else 0.0
        else:
            difference = abs(a - b)
            total += difference if kinds[j] == 1 else difference * difference
        if total > far:
            return total
    return total
