"""Dense codes of one variable: sorting is done once, and records are taken or left out without sorting again.

A variable's *dense code* is the position of a value among the sorted distinct values of its file,
-1 for missing. Counting codes then gives mid-ranks without sorting again, also within the records
that are complete for one pair.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Codes, Counts, Integers
from core.statistics.distributions.sums_in_halves import HALF, LOW_BITS, put_together
from core.statistics.ordering import ValueCodes, value_codes

# The kernels below are walks that numpy makes in two to four times as long (a million records: 0.7-1.7 ms against
# 2.1-5.9), and a jackknife of all pairs makes them for each group.


class RankTable(NamedTuple):
    """Ranks of codes among some records.

    Parameters
    ----------
    counts : int64 array (k,)
        Records of each code.
    ranks : int32 array (k,)
        Twice the mid-rank of each code less its mean, 2 (midrank - (n + 1) / 2): whole numbers below n.
    squares : int
        Sum of the squared ``ranks`` over all records.
    """

    counts: NDArray[np.int64]
    ranks: Codes
    squares: int


class DenseCodes(NamedTuple):
    """The codes of one variable, and what all its pairs share.

    Parameters
    ----------
    codes : int32 array (n,)
        -1 for missing.
    values : float64 array (k,)
        What the codes stand for, ascending.
    missing : int64 array (m,)
        Rows without a value.
    ranked : RankTable
        Ranks among all observed records.
    times : int32 array (n,) or None
        How many records each of them stands for, as in a resample that drew it so often; None: itself alone.
        ``ranked`` is of all that are stood for.
    """

    codes: Codes
    values: NDArray[np.float64]
    missing: NDArray[np.int64]
    ranked: RankTable
    times: Codes | None = None

    @property
    def counts(self) -> NDArray[np.int64]:
        """Records of each code (k,); 0 where a category does not occur."""
        return self.ranked.counts

    @property
    def distinct(self) -> int:
        """Number of codes."""
        return len(self.counts)

    @property
    def observed(self) -> int:
        """Number of records with a value."""
        return int(self.counts.sum())


def dense_codes(values: NDArray[np.float64]) -> DenseCodes:
    """Code numbers (n,), NaN for missing, by their position among the sorted distinct ones."""
    return densely_coded(value_codes(values))


def densely_coded(coded: ValueCodes) -> DenseCodes:
    """Rank numbers that are coded already."""
    return DenseCodes(coded.codes, coded.distinct, np.flatnonzero(coded.codes < 0), rank_table(coded.counts))


def category_codes(codes: Codes, categories: int) -> DenseCodes:
    """Take the codes (n,) of categories, negative for missing, as they are; empty categories change no rank."""
    missing = np.flatnonzero(codes < 0)
    counts = np.bincount(codes[codes >= 0] if len(missing) else codes, minlength=categories)
    if len(counts) > categories:
        raise IndexError("a code has no category")
    return DenseCodes(codes, np.arange(categories, dtype=np.float64), missing, rank_table(counts))


def taken(values: DenseCodes, rows: NDArray[np.int64], times: Codes | None = None) -> DenseCodes:
    """Return what ``dense_codes`` gives of the values of some records, repeated ones too: nothing is sorted.

    Parameters
    ----------
    values : DenseCodes
    rows : int64 array (m,)
    times : int32 array (m,) or None
        How often each of them is taken: it then stands once for all of these; None: once.
    """
    codes, counts, missing = _taken(values, rows, times)
    present = np.flatnonzero(counts)
    if len(present) < len(counts):
        codes = np.append(np.cumsum(counts > 0, dtype=np.int32) - 1, np.int32(-1))[codes]
    return DenseCodes(codes, values.values[present], missing, rank_table(counts[present]), times)


def categories_taken(values: DenseCodes, rows: NDArray[np.int64], times: Codes | None = None) -> DenseCodes:
    """Return what ``category_codes`` gives of the codes of some records; ``times`` as in ``taken``."""
    codes, counts, missing = _taken(values, rows, times)
    return DenseCodes(codes, values.values, missing, rank_table(counts), times)


def _taken(values: DenseCodes, rows: Integers, times: Codes | None) -> tuple[Codes, Counts, Integers]:
    """Return the codes of some records, how many have each, and which have none."""
    codes = values.codes[rows]
    missing = np.flatnonzero(codes < 0) if len(values.missing) else values.missing
    seen = codes >= 0 if len(missing) else slice(None)
    # sums of whole numbers: exact below 2^53
    counts = np.bincount(codes[seen], None if times is None else times[seen], values.distinct)
    return codes, counts.astype(np.int64), missing


def once_or(times: Codes | None) -> Codes:
    """Return how often records count as kernels take it: nothing at all where each counts once."""
    return np.zeros(0, dtype=np.int32) if times is None else times


def reordered(values: DenseCodes, codes: Codes) -> DenseCodes:
    """Return the same records in the order in which their codes (n,) are given."""
    missing = np.flatnonzero(codes < 0) if len(values.missing) else values.missing
    return values._replace(codes=codes, missing=missing)


def with_counts(values: DenseCodes, counts: NDArray[np.int64]) -> DenseCodes:
    """Return the distribution of records of which each code (k,) has so many: without codes and ranks."""
    return DenseCodes(values.codes[:0], values.values, values.missing[:0], RankTable(counts, values.codes[:0], 0))


def without_codes(values: DenseCodes) -> DenseCodes:
    """Return the distribution alone, and a row for each record that is missing: without the codes of records."""
    ranked = values.ranked._replace(ranks=values.codes[:0].copy())
    missing = values.missing if values.times is None else np.repeat(values.missing, values.times[values.missing])
    return DenseCodes(values.codes[:0].copy(), values.values, missing, ranked)


def rank_table(counts: NDArray[np.int64]) -> RankTable:
    """Rank codes by how many records have each (k,)."""
    # 2 (midrank - (n + 1) / 2) of each distinct value, and the halves of the sum of their squares: whole numbers
    to_here = counts.cumsum()
    ranks = 2 * to_here - counts - to_here[-1:]
    squares = ranks * ranks
    halves = int(counts @ (squares >> HALF)), int(counts @ (squares & LOW_BITS))
    return RankTable(counts, ranks.astype(np.int32), put_together(*halves))
