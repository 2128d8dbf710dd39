"""The released records nearest to a person by Gower's distance, searched exactly, and what they give away."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numba import njit

from core.statistics.arrays import Floats, Integers
from core.statistics.reproducible import TOLERANCE

BLOCK = 2048
"""Records compared at a time, so that they stay in the processor's cache."""

LOOKED_AT = 6
"""After so many variables each time it is looked whether any record of a block can be near enough yet."""

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Guesses:
    """What the nearest records say.

    Parameters
    ----------
    distance : float64 array (t,)
        To the nearest record.
    right : float64 array (t,)
        The chance that one of the nearest records, taken at random, says what is true.
    ties : int64 array (t,)
        How many records are equally near.
    first : int64 array (t,)
        The first of them.
    """

    distance: Floats
    right: Floats
    ties: Integers
    first: Integers


def nearest(
    targets: Floats,
    candidates: Floats,
    said: Floats | None = None,
    truth: Floats | None = None,
    tolerance: float = 0.0,
    without: Integers | None = None,
) -> Guesses:
    """Find the nearest record of each target, and whether it says what is true.

    Distance is the sum over variables of |a - b|, at most 1 each (Gower 1971, Biometrics 27, 857-871). Records whose
    distances differ by less than ``TOLERANCE`` are equally near, whatever their order.

    Parameters
    ----------
    targets, candidates : float64 arrays (t, m), (n, m)
        Numbers scaled to a range of 1; categories as whole numbers; a missing value as a number 1 or more from all
        others. m may be 0: all are equally near.
    said, truth : float64 arrays (n,), (t,) or None
        What a candidate says, and what is true of the target; NaN is never right.
    tolerance : float
        What is said is right where it differs from the truth by no more than this share of itself.
    without : int64 array (t,) or None
        A candidate that is left out for each target; -1: none.
    """
    n, t = len(candidates), len(targets)
    said = np.zeros(n) if said is None else said
    truth = np.zeros(t) if truth is None else truth
    without = np.full(t, NOBODY, dtype=np.int64) if without is None else without
    columns = np.ascontiguousarray(candidates.T)
    return Guesses(*_nearest(np.ascontiguousarray(targets), columns, n, said, truth, tolerance, without, TOLERANCE))


def linked_shares(targets: tuple[Floats, Floats], candidates: tuple[Floats, Floats], neighbours: int) -> Floats:
    """Return the chance that the two parts of each target lead to one released record.

    An intruder has two lists of people without names, with other variables each. For an entry of either one takes the
    k nearest released records; where the two have one in common, the entries belong to one person. Of records equally
    near, at the edge of the k, every choice has the same chance.

    Parameters
    ----------
    targets : float64 arrays (t, a), (t, b)
        The parts of every person, coded as for ``nearest``.
    candidates : float64 arrays (n, a), (n, b)
    neighbours : int
        k; at most n.

    Returns
    -------
    float64 array (t,)
    """
    k = min(neighbours, len(candidates[0]))
    first, second = (np.ascontiguousarray(part.T) for part in candidates)
    of = (np.ascontiguousarray(targets[0]), np.ascontiguousarray(targets[1]))
    counts = _linkable(*of, first, second, len(candidates[0]), k, TOLERANCE)
    distinct, place = np.unique(counts, axis=0, return_inverse=True)
    return np.array([_chance(k, *(int(x) for x in row)) for row in distinct])[place.ravel()]


def random_link_rate(n: int, neighbours: int) -> float:
    """Return the chance that two draws of k of n records, at random, have one in common."""
    k = min(neighbours, n)
    return 1 - comb(n - k, k) / comb(n, k)


def _chance(
    k: int, near_a: int, ties_a: int, near_b: int, ties_b: int, both: int, near_tied: int, tied_near: int, tied: int
) -> float:
    """Return the chance that both choices of k share a record.

    Parameters
    ----------
    near_a, ties_a, near_b, ties_b : int
        Records certainly among the k by either part, and those of which the rest is chosen.
    both, near_tied, tied_near, tied : int
        Records certain by both; certain by a and chosen from by b; the other way round; chosen from by both.
    """
    if both:
        return 1.0
    open_a, open_b = k - near_a, k - near_b
    apart = 0
    for j in range(min(open_a, tied) + 1):
        chosen = comb(tied, j) * comb(ties_a - tied_near - tied, open_a - j)
        apart += chosen * comb(ties_b - near_tied - j, open_b) if ties_b >= near_tied + j else 0
    return 1 - apart / (comb(ties_a, open_a) * comb(ties_b, open_b))


@njit(cache=True, nogil=True)
def _distances(target: Floats, columns: Floats, begin: int, end: int, limit: float, out: Floats) -> None:
    """Write the distances of a block of records, variable by variable: plain sums, which are fast.

    Where all of a block are beyond the limit after some variables already, they are written as infinite: a sum of
    terms that are not negative never falls, also as it is rounded.
    """
    out[: end - begin] = 0.0
    for j in range(len(target)):
        value, column = target[j], columns[j, begin:end]
        for i in range(end - begin):
            out[i] += min(abs(column[i] - value), 1.0)
        if (j + 1) % LOOKED_AT == 0 and j + 1 < len(target) and _least(out, end - begin) > limit:
            out[: end - begin] = np.inf
            return


@njit(cache=True, nogil=True)
def _least(distances: Floats, n: int) -> float:
    least = np.inf
    for i in range(n):
        least = min(least, distances[i])
    return least


@njit(cache=True, nogil=True)
def _nearest(
    targets: Floats,
    columns: Floats,
    n: int,
    said: Floats,
    truth: Floats,
    tolerance: float,
    without: Integers,
    tie: float,
) -> tuple[Floats, Floats, Integers, Integers]:
    least_of, right_of = np.empty(len(targets)), np.empty(len(targets))
    ties_of, first_of = np.zeros(len(targets), dtype=np.int64), np.zeros(len(targets), dtype=np.int64)
    all_distances = np.empty(n)
    for t in range(len(targets)):
        least = np.inf
        for begin in range(0, n, BLOCK):
            end = min(begin + BLOCK, n)
            block = all_distances[begin:end]
            # who is beyond what is nearest so far is beyond what is nearest in the end
            _distances(targets[t], columns, begin, end, least + tie * max(least, 1.0), block)
            if begin <= without[t] < end:
                block[without[t] - begin] = np.inf
            least = min(least, _least(block, end - begin))
        limit, ties, right = least + tie * max(least, 1.0), 0, 0
        for i in range(n - 1, -1, -1):
            if all_distances[i] <= limit:
                ties += 1
                first_of[t] = i
                right += abs(said[i] - truth[t]) <= tolerance * abs(said[i]) * (1 + tie)
        least_of[t], ties_of[t] = least, ties
        right_of[t] = right / ties
    return least_of, right_of, ties_of, first_of


@njit(cache=True, nogil=True)
def _keep_smallest(distances: Floats, kept: Floats) -> None:
    """Put what is smaller than one of the k smallest so far, ascending, in its place among them."""
    last = len(kept) - 1
    for distance in distances:
        if distance < kept[last]:
            place = last
            while place > 0 and kept[place - 1] > distance:
                kept[place] = kept[place - 1]
                place -= 1
            kept[place] = distance


@njit(cache=True, nogil=True)
def _linkable(
    targets_a: Floats, targets_b: Floats, columns_a: Floats, columns_b: Floats, n: int, k: int, tie: float
) -> Integers:
    counts = np.zeros((len(targets_a), 8), dtype=np.int64)
    a, b, kept_a, kept_b = np.empty(n), np.empty(n), np.empty(k), np.empty(k)
    for t in range(len(targets_a)):
        kept_a[:] = np.inf
        kept_b[:] = np.inf
        for begin in range(0, n, BLOCK):
            end = min(begin + BLOCK, n)
            limit_a, limit_b = kept_a[k - 1], kept_b[k - 1]
            _distances(targets_a[t], columns_a, begin, end, limit_a + tie * max(limit_a, 1.0), a[begin:end])
            _distances(targets_b[t], columns_b, begin, end, limit_b + tie * max(limit_b, 1.0), b[begin:end])
            _keep_smallest(a[begin:end], kept_a)
            _keep_smallest(b[begin:end], kept_b)
        limit_a, limit_b = kept_a[k - 1], kept_b[k - 1]
        edge_a, edge_b = tie * max(limit_a, 1.0), tie * max(limit_b, 1.0)
        for i in range(n):
            near_a, near_b = a[i] < limit_a - edge_a, b[i] < limit_b - edge_b
            tied_a = not near_a and a[i] <= limit_a + edge_a
            tied_b = not near_b and b[i] <= limit_b + edge_b
            counts[t, 0] += near_a
            counts[t, 1] += tied_a
            counts[t, 2] += near_b
            counts[t, 3] += tied_b
            counts[t, 4] += near_a and near_b
            counts[t, 5] += near_a and tied_b
            counts[t, 6] += tied_a and near_b
            counts[t, 7] += tied_a and tied_b
    return counts
