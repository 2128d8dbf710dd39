"""The intruder who takes the masked records nearest to the true key values, by Gower's distance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import scipy

from core.statistics.arrays import Codes, Counts, Floats, Integers
from core.statistics.matching.claims import Claims, claims_about
from core.statistics.matching.key_columns import TargetCells
from core.statistics.tables import cell_ids

TIE = 1e-9
"""Distances that differ by no more are equal."""


def nearest_claims(cells: TargetCells) -> Claims:
    """Return the masked records at the smallest distance from the people of each combination.

    Gower (1971), Biometrics 27, 857-871, without dividing by the number of keys: numbers and ranks differ by their
    difference in units of the range, other values by 0 or 1; a masked blank by 1, and by 0 from a blank target.

    The search goes by the number of keys that differ by 1 whole: first the records that agree on all of them, then
    for each key, each pair of keys ... those that differ on just these. Every record differs on one such set, so each
    is met once; a set of s keys is looked at for the targets whose distance so far is at least s alone, since all its
    records are at least s away. Records that agree on more keys than the set asks for may be met again with it, at
    a distance larger by 1 or more, where they change nothing.
    """
    split = _split(cells)
    distance = np.full(len(cells.original), np.inf)
    for looked in _agreeing(split, distance):
        looked.lower(distance)
    fitting = np.zeros(len(distance), dtype=np.int64)
    for looked in _agreeing(split, distance):
        looked.count(distance, fitting)
    own = _distances(cells)
    return claims_about(cells, fitting, own <= distance[cells.linked[:, 0]] + TIE, distance)


@dataclass(frozen=True, eq=False)
class _Split:
    """Keys as those that agree or not, and coordinates; a number that may be missing has one of each kind.

    Parameters
    ----------
    ours, theirs : integer arrays (k, e), (c, e)
        What agrees or differs by 1: categories, and whether a number is missing.
    number : tuple of int
        The coordinate that an entry says the absence of; -1: none, it is a category.
    at, of_theirs : float64 arrays (k, q), (c, q)
        Coordinates, 0 where missing.
    records : int64 array (c,)
    """

    ours: Codes
    theirs: Codes
    number: tuple[int, ...]
    at: Floats
    of_theirs: Floats
    records: Counts


@dataclass(frozen=True, eq=False)
class _Agreeing:
    """Targets and the records that differ from them on one set of keys.

    Parameters
    ----------
    base : int
        The keys that differ by 1.
    targets : int64 array (t,)
    groups, own_groups : int64 arrays (c,), (t,)
        Which records a target may take: those of its group.
    at, of_theirs : float64 arrays (t, q), (c, q)
        Coordinates.
    records : int64 array (c,)
    """

    base: int
    targets: Integers
    groups: Integers
    own_groups: Integers
    at: Floats
    of_theirs: Floats
    records: Counts

    def lower(self, distance: Floats) -> None:
        """Lower the distance of targets that have a nearer record here."""
        if not self.at.shape[1]:
            met = np.isin(self.own_groups, self.groups)
            rows = self.targets[met]
            distance[rows] = np.minimum(distance[rows], self.base)
            return
        room = float(np.max(distance[self.targets] - self.base))
        limit = room + TIE if np.isfinite(room) else self._apart / 2
        tree = scipy.spatial.KDTree(self._placed(self.groups, self.of_theirs))
        near, _ = tree.query(self._placed(self.own_groups, self.at), p=1, distance_upper_bound=limit)
        distance[self.targets] = np.minimum(distance[self.targets], near + self.base)

    def count(self, distance: Floats, fitting: Counts) -> None:
        """Add the records at the smallest distance of each target."""
        if not self.at.shape[1]:
            tied = self.base <= distance[self.targets] + TIE
            of_group = np.bincount(self.groups, self.records, minlength=int(self.own_groups.max()) + 1)
            fitting[self.targets[tied]] += of_group[self.own_groups[tied]].astype(np.int64)
            return
        radius = distance[self.targets] - self.base + TIE
        points = np.repeat(self._placed(self.groups, self.of_theirs), self.records, axis=0)
        at = self._placed(self.own_groups, self.at)
        fitting[self.targets] += scipy.spatial.KDTree(points).query_ball_point(at, radius, p=1, return_length=True)

    @cached_property
    def _apart(self) -> float:
        """Farther than any distance within a group: so far apart lie two groups in one tree."""
        both = np.concatenate([self.at, self.of_theirs])
        return 2.0 * float(np.ptp(both, axis=0).sum()) + 1.0

    def _placed(self, groups: Integers, coordinates: Floats) -> Floats:
        return np.column_stack([groups * self._apart, coordinates])


def _split(cells: TargetCells) -> _Split:
    """Return what agrees or not and what is subtracted; a number that is missing somewhere has both."""
    keys = range(len(cells.values))
    numbers = [key for key in keys if cells.values[key] is not None]
    some = [key for key in numbers if (cells.original[:, key] < 0).any() or (cells.masked[:, key] < 0).any()]
    named = [key for key in keys if cells.values[key] is None]
    number = (*(-1 for _ in named), *(numbers.index(key) for key in some))
    ours, theirs = (np.column_stack([c[:, named], c[:, some] < 0]) for c in (cells.original, cells.masked))
    at, of_theirs = (_coordinates(c, cells.values, numbers) for c in (cells.original, cells.masked))
    return _Split(ours, theirs, number, at, of_theirs, cells.records)


def _coordinates(codes: Codes, values: Sequence[Floats | None], numbers: Sequence[int]) -> Floats:
    """Return the numbers (k, q) of codes (k, keys), 0 where missing."""
    at = np.zeros((len(codes), len(numbers)))
    for place, key in enumerate(numbers):
        of_key = values[key]
        assert of_key is not None
        at[:, place] = np.append(of_key, 0.0)[codes[:, key]]
    return at


def _agreeing(split: _Split, distance: Floats) -> Iterator[_Agreeing]:
    """Yield the sets of differing keys, small ones first, with the targets that may still take a record there."""
    entries = split.ours.shape[1]
    for size in range(entries + 1):
        for differing in combinations(range(entries), size):
            targets = np.flatnonzero(distance >= size - TIE)
            if len(targets):
                yield from _on(split, differing, targets)


def _on(split: _Split, differing: tuple[int, ...], targets: Integers) -> Iterator[_Agreeing]:
    """Yield what differs on these keys.

    Of a number that only one of both has, the difference is 1 whatever the other's value: its coordinate is left out,
    and records that have it like the target are no part of this set.
    """
    absent = {split.number[entry]: entry for entry in differing if split.number[entry] >= 0}
    kept = [e for e in range(split.ours.shape[1]) if e not in differing or e in absent.values()]
    wanted, offered = split.ours[targets][:, kept].copy(), split.theirs[:, kept]
    for place, entry in enumerate(kept):
        if entry in absent.values():
            wanted[:, place] = 1 - wanted[:, place]
    ids, _ = cell_ids(np.concatenate([offered, wanted]))
    theirs, ours = ids[: len(offered)], ids[len(offered) :]
    coordinates = [q for q in range(split.at.shape[1]) if q not in absent]
    met = np.isin(theirs, ours)
    reached = np.isin(ours, theirs[met])
    if met.any():
        yield _Agreeing(
            len(differing),
            targets[reached],
            theirs[met],
            ours[reached],
            split.at[targets[reached]][:, coordinates],
            split.of_theirs[met][:, coordinates],
            split.records[met],
        )


def _distances(cells: TargetCells) -> Floats:
    """Return the distance (l,) between each linked record and the person whom it comes from."""
    total = np.zeros(len(cells.linked))
    for key, values in enumerate(cells.values):
        a, b = cells.original[cells.linked[:, 0], key], cells.masked[cells.linked[:, 1], key]
        if values is None:
            total += a != b
            continue
        x, y = (np.append(values, 0.0)[codes] for codes in (a, b))
        total += np.where((a < 0) | (b < 0), (a < 0) != (b < 0), np.abs(x - y))
    return total
