"""What a masked file's records tell about original ones with the same keys, without links (Raab, Nowok and Dibben)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Counts, Floats, WeightedCounts
from core.statistics.reproducible import above
from core.statistics.tables import CHUNK, codes_counted, narrow_cell_ids, numbered_cells

Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class SharedCells:
    """The key combinations of two files, numbered alike.

    Parameters
    ----------
    original, masked : int32 or int64 arrays (n_o,), (n_s,)
        The combination of each record.
    n_cells : int
    """

    original: Integers
    masked: Integers
    n_cells: int


@dataclass(frozen=True)
class Uniques:
    """Uniques as shares: UiO and UiOiS, repU of the original's records, UiS of the masked file's."""

    in_original: float
    in_masked: float
    of_original_in_masked: float
    replicated: float


@dataclass(frozen=True, eq=False)
class Attribution:
    """Attribute disclosure by agreement on the keys; shares of the original's records unless named otherwise.

    Parameters
    ----------
    disclosive_original, disclosive_masked : float
        Dorig, Dsyn: the record's keys point to one target value within its own file (Dsyn: of the masked file).
    in_masked, disclosive_in_masked, correct, correct_and_original : float
        iS: the keys occur in the masked file; DiS: they point to one value there; DiSCO: to the true one;
        DiSDiO: and within the original too.
    correct_records : bool array (n_o,)
        The records that DiSCO counts.
    denominators : int64 array (c,)
        Original records of each combination of keys that DiSCO counts.
    base_cap, cap_original, cap_masked, dcap : float
        baseCAPd, CAPd, CAPs, DCAP (keys not in the masked file count 0).
    tcap : float or None
        TCAP; None where no key of the original is in the masked file.
    shares : float array (n_o,)
        What each record adds to DCAP: the share of its value among masked records with its keys.
    """

    disclosive_original: float
    disclosive_masked: float
    in_masked: float
    disclosive_in_masked: float
    correct: float
    correct_and_original: float
    correct_records: NDArray[np.bool_]
    denominators: Integers
    base_cap: float
    cap_original: float
    cap_masked: float
    dcap: float
    tcap: float | None
    shares: NDArray[np.float64]


def shared_cells(columns: Iterable[tuple[Integers, Integers]], n_original: int, n_masked: int) -> SharedCells:
    """Give the key combinations of two files common numbers; -1 (missing) is a category.

    Parameters
    ----------
    columns : iterable of (integer array (n_o,), integer array (n_s,))
        Each key of both files in common codes; one is looked at after the other.
    n_original, n_masked : int
    """
    ids, n_cells = narrow_cell_ids(map(np.concatenate, columns), n_original + n_masked)
    return SharedCells(ids[:n_original], ids[n_original:], n_cells)


def uniques(cells: SharedCells) -> Uniques:
    """Count uniques of both files and those in common (Raab, Nowok and Dibben 2024, arXiv 2406.16826, 2.1)."""
    original, masked = (codes_counted(file, cells.n_cells) for file in (cells.original, cells.masked))
    once, n = original == 1, len(cells.original)
    return Uniques(
        float(once.sum() / n),
        float((masked == 1).sum() / len(cells.masked)),
        float((once & (masked > 0)).sum() / n),
        float((once & (masked == 1)).sum() / n),
    )


def attribution(cells: SharedCells, original: Integers, masked: Integers) -> Attribution:
    """Measure attribute disclosure of one target (Raab, Nowok and Dibben 2024, 2.2; Taub et al. 2018 for CAP).

    Parameters
    ----------
    cells : SharedCells
    original, masked : integer arrays (n_o,), (n_s,)
        The target in common codes; -1 (missing) is a category.
    """
    ours, theirs = _Targets(cells.original, original, cells.n_cells), _Targets(cells.masked, masked, cells.n_cells)
    keys, n = cells.original, len(cells.original)
    pointed = theirs.points[keys]
    correct = pointed & (theirs.value[keys] == original)
    both = correct & ours.points[keys]
    matched = theirs.size[keys] > 0
    per_cell = np.bincount(keys[correct], minlength=cells.n_cells)
    overall = np.unique(original, return_counts=True)[1] / n
    shares = theirs.share_of(keys, original)
    return Attribution(
        float(ours.points[keys].mean()),
        float(theirs.points[cells.masked].mean()),
        float(matched.mean()),
        float(pointed.mean()),
        float(correct.mean()),
        float(both.mean()),
        correct,
        per_cell[per_cell > 0].astype(np.int64),
        float((overall**2).sum()),
        float(ours.share_of(keys, original).mean()),
        float(theirs.share_of(cells.masked, masked).mean()),
        float(shares.mean()),
        float(correct.sum() / matched.sum()) if matched.any() else None,
        shares,
    )


class _Targets:
    """The target values of every key combination of one file."""

    def __init__(self, keys: Integers, target: Integers, n_cells: int) -> None:
        self.pairs, self.counts = numbered_cells(_joined(keys, target), n_cells << int(_TARGET_BITS))
        self.size, self.value = np.zeros(n_cells, dtype=np.int64), np.full(n_cells, -2, dtype=np.int64)
        self.starts = np.zeros(n_cells + 1, dtype=np.int64)
        _by_cell(self.pairs, self.counts, self.size, self.value, self.starts)
        self.points = np.diff(self.starts) == 1

    def share_of(self, keys: Integers, target: Integers) -> NDArray[np.float64]:
        """Return the share that a target value has among this file's records with the keys; 0 without any."""
        shares = np.empty(len(keys))
        for start in range(0, len(keys), CHUNK):
            rows = slice(start, start + CHUNK)
            wanted = _joined(keys[rows], target[rows])
            _write_shares(wanted, self.pairs, self.counts, self.size, self.starts, shares[rows])
        return shares


_TARGET_BITS = np.int64(31)
_TARGET_MASK = np.int64((1 << 31) - 1)


def _joined(keys: Integers, target: Integers) -> NDArray[np.int64]:
    joined = keys.astype(np.int64)
    joined <<= _TARGET_BITS
    joined |= np.asarray(target, dtype=np.int64) + 1
    return joined


@njit(cache=True, nogil=True)
def _by_cell(pairs: Counts, counts: WeightedCounts, size: Counts, value: Counts, starts: Counts) -> None:
    """Write each cell's records, the last of its values, and where its values begin among all of them."""
    for p in range(len(pairs)):
        cell = pairs[p] >> _TARGET_BITS
        size[cell] += counts[p]
        value[cell] = (pairs[p] & _TARGET_MASK) - 1
        starts[cell + 1] += 1
    for cell in range(len(size)):
        starts[cell + 1] += starts[cell]


@njit(cache=True, nogil=True)
def _write_shares(
    wanted: Counts, pairs: Counts, counts: WeightedCounts, size: Counts, starts: Counts, shares: Floats
) -> None:
    """Look up each pair of a cell and a value among those of its cell, which ascend."""
    for i in range(len(wanted)):
        cell = wanted[i] >> _TARGET_BITS
        low, high = starts[cell], starts[cell + 1]
        end = high
        while low < high:
            middle = (low + high) >> 1
            if pairs[middle] < wanted[i]:
                low = middle + 1
            else:
                high = middle
        count = counts[low] if low < end and pairs[low] == wanted[i] else 0
        shares[i] = count / max(size[cell], 1)


def predicting_levels(
    cells: SharedCells,
    attributed: Attribution,
    keys: Iterable[Integers],
    target: Integers,
    count: int,
    share: float,
) -> int:
    """Count levels of single keys that predict the target by themselves, so that being right discloses nothing.

    Among key combinations with more than ``count`` records that DiSCO counts: the pairs of a key's level and
    a target value that more than ``share`` of the original's records with that level have.

    Parameters
    ----------
    cells, found : SharedCells, Attribution
    keys : iterable of integer arrays (n_o,)
        Of the original; one is looked at after the other.
    target : integer array (n_o,)
        Of the original.
    count, share : int, float
    """
    correct = cells.original[attributed.correct_records]
    per_cell = codes_counted(correct, cells.n_cells)
    looked_at = np.flatnonzero(attributed.correct_records)[per_cell[correct] > count]
    if not len(looked_at):
        return 0
    total = 0
    for column in keys:
        pair, n_pairs = narrow_cell_ids([column, target], len(target))
        in_pair, pair = codes_counted(pair, n_pairs), pair[looked_at]
        level, n_levels = narrow_cell_ids([column], len(target))
        in_level, level = codes_counted(level, n_levels), level[looked_at]
        total += len(np.unique(pair[above(in_pair[pair], share * in_level[level])]))
    return total
