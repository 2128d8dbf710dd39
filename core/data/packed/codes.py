"""Codes of categories, and links of records, in as few bytes as they need."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.data.packed.stores import PACKED_FROM, PackedCodes, RowByRow, Store, chunks, code_type


def packed_codes(codes: Store) -> Store:
    """Return codes (-1 for missing) in as few bytes as the largest one needs; few records, and numbers, as they are."""
    if not isinstance(codes, np.ndarray) or len(codes) < PACKED_FROM or codes.dtype.kind != "i":
        return codes
    kind = np.dtype(code_type(int(codes.max())))
    if kind.itemsize >= codes.dtype.itemsize or int(codes.min()) < -1:
        return codes
    return PackedCodes(codes.astype(kind), codes.dtype.type)


def packed_links(links: Store) -> Store:
    """Return links (-1 for unknown) in few bytes; few records as they are."""
    if isinstance(links, np.ndarray) and len(links) >= PACKED_FROM and is_row_by_row(links):
        return RowByRow(len(links))
    return packed_codes(links)


def is_row_by_row(links: NDArray[np.int64]) -> bool:
    """Whether each record is linked to the one of the same row."""
    return all(bool((links[rows] == np.arange(*rows.indices(len(links)))).all()) for rows in chunks(len(links)))


def mapped_codes(store: Store, new: NDArray[np.int32]) -> Store:
    """Return codes in the place of others.

    Parameters
    ----------
    store : codes, packed or not
    new : int32 array (k + 1,)
        The new code of each; last -1, for a missing one.
    """
    if isinstance(store, np.ndarray):
        return new[store]
    if isinstance(store, PackedCodes) and np.array_equal(new, np.append(np.arange(len(new) - 1), -1)):
        return store
    codes = np.empty(len(store.cells), dtype=code_type(int(new.max(initial=-1))))
    for rows in chunks(len(codes)):
        codes[rows] = new[store.cells[rows]]
    return PackedCodes(codes)
