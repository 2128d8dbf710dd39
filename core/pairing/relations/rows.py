"""Whole records of both files, compared as a multiset: how many of the masked ones the original has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import CHUNK, Store, chunks, in_chunks, length, taken, unpacked
from core.pairing.relations.alike import Alike
from core.statistics.reproducible import above, mixed_bits

Hashes = NDArray[np.uint64]

SURE = 14
"""Minus the logarithm of the chance, a million to one, with which other people's records all meet the original's."""
MISSES = 4
"""Of the expected misses one in so many may be there, ..."""
MOST_AWAY = 20
"""... and one in so many records."""


@dataclass(frozen=True)
class RowComparison:
    """How the records of two files of equal length meet over some variables, row by row.

    Parameters
    ----------
    n_masked : int
    in_order : bool
        Every record is in the same row of both files.
    identical : bool
        Both files hold the same records, each as often.
    """

    n_masked: int
    in_order: bool
    identical: bool


@dataclass(frozen=True, eq=False)
class Rows:
    """How the records of two files meet over some variables.

    Parameters
    ----------
    n_original, n_masked : int
    n_matched : int
        Masked records that the original has, each of its records used once.
    n_unique : int
        Records of the original that no other one there equals.
    n_in_place : int
        Masked records equal to the original's record of the same row.
    n_known : int
        Masked records that the original has, its records used as often as need be.
    """

    n_original: int
    n_masked: int
    n_matched: int
    n_unique: int
    n_in_place: int
    n_known: int = 0

    @property
    def identical(self) -> bool:
        """Whether both files hold the same records, each as often."""
        return self.n_matched == self.n_masked == self.n_original

    @property
    def in_order(self) -> bool:
        """Whether every record is in the same row of both files."""
        return self.n_in_place == self.n_masked == self.n_original

    @property
    def repeated(self) -> bool:
        """Whether the masked file holds all records of the original, and besides them only the same ones once more."""
        whole = self.n_matched == self.n_original < self.n_masked == self.n_known
        return whole and self.are_too_many_for_others

    @property
    def are_the_originals(self) -> bool:
        """Whether nearly all masked records are the original's, as no file of other people or of a model shows.

        Synthetic records lie nearer to the original than other people do; so of the misses that are expected of those a
        quarter may be there, and five in a hundred records.
        """
        away = self.n_masked - self.n_matched
        few = MISSES * away * self.n_original <= self.n_masked * self.n_unique and MOST_AWAY * away <= self.n_masked
        return few and self.are_too_many_for_others

    @property
    def are_too_many_for_others(self) -> bool:
        """Whether so many records of other people could not all be among the original's.

        One misses them with the chance u = ``n_unique`` / ``n_original`` (Good 1953; of one more record, lest it be
        sure), so that none of m does with (1 - u)^m: less than a million to one.
        """
        missing = self.n_unique / (self.n_original + 1)
        return bool(above(-self.n_masked * math.log1p(-missing), SURE))


def hashes(columns: Iterable[Store], n_records: int) -> Hashes:
    """Return one number a record, equal for equal records; columns are distinguished by their place."""
    total = np.zeros(n_records, dtype=np.uint64)
    for place, column in enumerate(columns):
        for rows, codes in in_chunks([column]):
            total[rows] += _bits(place, codes)
    return total


def _bits(place: int, codes: NDArray[np.int64]) -> Hashes:
    return mixed_bits(codes.astype(np.uint64) + (np.uint64(place + 1) << np.uint64(40)))


def compared_in_order(variables: Sequence[Alike]) -> RowComparison:
    """Compare the records of files of equal length over some variables, at least one, and hold no number a record.

    Equal sums of mixed hashes stand for equal multisets: other ones have them once in 2^64 times.
    """
    stores = [[v.stores[file] for v in variables] for file in (0, 1)]
    n, in_place = length(stores[0][0]), 0
    sums = [0, 0]
    for rows in chunks(n):
        both = [hashes((unpacked(taken(s, rows)) for s in each), len(range(*rows.indices(n)))) for each in stores]
        in_place += int((both[0] == both[1]).sum())
        sums = [(total + int(mixed_bits(each).sum())) % 2**64 for total, each in zip(sums, both, strict=True)]
    return RowComparison(n, in_place == n, sums[0] == sums[1])


def compare_rows(variables: Sequence[Alike]) -> Rows:
    """Compare the records of both files over some variables, at least one."""
    n, m = len(variables[0].original), len(variables[0].masked)
    own = hashes((v.stores[0] for v in variables), n)
    other = hashes((v.stores[1] for v in variables), m)
    short = min(n, m)
    n_in_place = int((own[:short] == other[:short]).sum())
    own.sort()
    other.sort()
    meetings = np.sum([_meet(*part) for part in _parts(own, other)], axis=0)
    n_matched, n_unique, n_known = map(int, meetings)
    return Rows(n, m, n_matched, n_unique, n_in_place, n_known)


def _parts(own: Hashes, other: Hashes) -> Iterator[tuple[Hashes, Hashes]]:
    """Yield stretches of ascending hashes of both files that can meet each other only, of about a chunk each."""
    n_parts = 1 + max(len(own), len(other)) // CHUNK
    ends = np.arange(1, n_parts, dtype=np.uint64) * np.uint64((2**64 - 1) // n_parts)
    yield from zip(*(np.split(hashes, np.searchsorted(hashes, ends)) for hashes in (own, other)), strict=True)


def _meet(own: Hashes, other: Hashes) -> tuple[int, int, int]:
    """Return records of the second file matched, records of the first that are alone, and those of the second known."""
    distinct, counts = np.unique(own, return_counts=True)
    sought, times = np.unique(other, return_counts=True)
    place = np.searchsorted(distinct, sought)
    common = np.append(counts, 0)[place] * (np.append(distinct, 0)[place] == sought)
    return int(np.minimum(common, times).sum()), int((counts == 1).sum()), int(times[common > 0].sum())
