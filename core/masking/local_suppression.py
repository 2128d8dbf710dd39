"""Local suppression: key values are emptied until every record has k look-alikes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.data import Masking, Microdata
from core.errors import MaskingError
from core.masking.columns import (
    categories,
    column,
    distinct,
    with_columns,
    without_cells,
)
from core.masking.method import Takes, Treated, Work, method, setting
from core.statistics.tables import cells_of, wildcard_frequencies
from core.wording import counted

METHOD = "local suppression"
MOST_KEYS = 16  # every subset of the keys is weighed: 2^16 of them


@dataclass(frozen=True)
class SuppressionParameters:
    """How many look-alikes every record has afterwards, itself included: at least 2."""

    k: int = field(default=3, metadata=setting("Look-alikes, k", low=2, high=100_000, step=1))


def suppressed_cells(codes: NDArray[np.int32], k: int) -> NDArray[np.bool_]:
    """Return which cells to empty for wildcard k-anonymity.

    Parameters
    ----------
    codes : int32 array (n, m)
        Key values, most important key first; -1 where missing.
    k : int
        At most n.

    Returns
    -------
    bool array (n, m)
    """
    frequency = wildcard_frequencies(codes, None).sample.astype(np.int64)
    violating = np.flatnonzero(frequency < k)
    riskiest_first = violating[np.argsort(frequency[violating], kind="stable")]
    cell_of, first = cells_of(codes)
    n_cells = len(first)
    room = n_cells + len(violating)  # every record that loses a value becomes a cell of its own
    cells = np.full((room, codes.shape[1]), -1, dtype=np.int32)
    cells[:n_cells] = codes[first]
    count, alike = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    count[:n_cells], alike[:n_cells] = np.bincount(cell_of), frequency[first]
    cell_of = cell_of.copy()
    _empty_cells(cells, count, alike, cell_of, n_cells, riskiest_first, _by_size(codes.shape[1]), k)
    return np.asarray((cells[cell_of] < 0) & (codes >= 0))


def _refuse(microdata: Microdata, keys: tuple[str, ...], k: int) -> None:
    if k < 2:
        raise MaskingError(f"{METHOD}: k must be at least 2, not {k}")
    if len(keys) > MOST_KEYS:
        raise MaskingError(f"{METHOD}: {len(keys)} keys are too many; name at most {MOST_KEYS}")
    if microdata.n_records < k:
        records = counted(microdata.n_records, "record", "records")
        raise MaskingError(f"{METHOD}: {microdata.name} has {records}, fewer than k = {k}; lower k")


def _by_size(m: int) -> NDArray[np.int64]:
    """Return all subsets of m keys as bits: small ones first, then those of the least important keys."""
    subsets = np.arange(1 << m)
    return subsets[np.argsort(np.bitwise_count(subsets), kind="stable")]


@njit(cache=True, nogil=True)
def _empty_cells(
    cells: NDArray[np.int32],
    count: NDArray[np.int64],
    alike: NDArray[np.int64],
    cell_of: NDArray[np.int64],
    n_cells: int,
    order: NDArray[np.int64],
    subsets: NDArray[np.int64],
    k: int,
) -> None:
    """Empty values of the records in ``order`` that still violate k.

    Works on cells, the distinct combinations of values: how many records each holds (``count``), how many agree with it
    (``alike``); and on each record's cell. All are kept up to date.
    """
    m = cells.shape[1]
    mismatch = np.empty(len(cells), dtype=np.int64)
    for row in order:
        cell = cell_of[row]
        if alike[cell] >= k:
            continue
        _mark_mismatches(cells[:n_cells], cell, mismatch)
        chosen = subsets[_smallest_subset(mismatch[:n_cells], count, subsets, k)]
        alike[n_cells] = alike[cell]
        for j in range(m):
            cells[n_cells, j] = -1 if chosen >> (m - 1 - j) & 1 else cells[cell, j]
        for other in range(n_cells):
            if mismatch[other] > 0 and mismatch[other] & ~chosen == 0:
                alike[other] += 1
                alike[n_cells] += count[other]
        count[cell] -= 1
        count[n_cells] = 1
        cell_of[row] = n_cells
        n_cells += 1


@njit(cache=True, nogil=True)
def _mark_mismatches(cells: NDArray[np.int32], cell: int, mismatch: NDArray[np.int64]) -> None:
    """Write the keys on which each cell disagrees with one, as a set of bits; the first key is the highest bit."""
    n, m = cells.shape
    for other in range(n):
        bits = 0
        for j in range(m):
            a, b = cells[cell, j], cells[other, j]
            bits = bits << 1 | (a != b and a >= 0 and b >= 0)
        mismatch[other] = bits


@njit(cache=True, nogil=True)
def _smallest_subset(mismatch: NDArray[np.int64], count: NDArray[np.int64], subsets: NDArray[np.int64], k: int) -> int:
    """Return the place of the first subset of keys that, once emptied, leaves k records without a mismatch."""
    matches = np.zeros(len(subsets), dtype=np.int64)
    for cell in range(len(mismatch)):
        matches[mismatch[cell]] += count[cell]
    key = 1
    while key < len(subsets):  # from "mismatch on exactly these keys" to "on no other than these"
        for subset in range(len(subsets)):
            if subset & key:
                matches[subset] += matches[subset ^ key]
        key <<= 1
    first = 0
    while matches[subsets[first]] < k:  # ends at the latest with all keys: there are k records
        first += 1
    return first


@method(
    id="local_suppression",
    name="Local suppression to k",
    takes=Takes.KEYS,
    masking=Masking.SUPPRESS,
    parameters=SuppressionParameters,
    summary="Key values are emptied until every record has k look-alikes; the first variable named is spared most.",
    reference="Samarati and Sweeney (1998)",
    random=False,
)
def local_suppression(work: Work, parameters: SuppressionParameters) -> Treated:
    """Suppress values of the named keys, the most important to keep first, until every record has k look-alikes.

    Where none is named, of the first key set's variables in the file. An empty cell agrees with every value, in either
    record (wildcard). The records that violate k are taken in ascending order of their frequency (then in file order);
    each that still violates it loses the fewest cells that give it k look-alikes, and of equally few those of the least
    important keys. An emptied cell can only add look-alikes, so one pass is enough, and a file that satisfies k is
    returned unchanged.

    Raises
    ------
    MaskingError
        The file has fewer than k records, there are too many keys, or k is below 2.

    References
    ----------
    Samarati and Sweeney (1998), Protecting privacy when disclosing information: k-anonymity by suppression;
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking). The greedy order is our own.
    """
    file, keys = work.microdata, work.variables or _first_keys(work)
    _refuse(file, distinct(keys, METHOD), parameters.k)
    codes = np.column_stack([categories(file, key, work.missing)[0] for key in keys])
    emptied = suppressed_cells(codes, parameters.k)
    changed = {
        key: without_cells(column(file, key), emptied[:, j]) for j, key in enumerate(keys) if emptied[:, j].any()
    }
    return Treated(with_columns(file, changed), maskings=dict.fromkeys(keys, Masking.SUPPRESS))


def _first_keys(work: Work) -> tuple[str, ...]:
    for keyset in work.codebook.effective_keysets():
        return tuple(name for name in keyset.variables if name in work.microdata.columns)
    raise MaskingError(f"{METHOD}: the codebook has no key variables; name the variables")
