"""The recode of one variable where none was declared: read from band strings, or inferred from linked records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Cap, CategoryMap, Column, Level, Recode, Variable
from core.errors import PairingError
from core.pairing.coding.band_columns import bands_or_cap, map_of_bands
from core.pairing.coding.bands import parse_all, parse_band
from core.pairing.coding.columns import is_whole, listed
from core.pairing.coding.inference import MOST_GROUPS, infer_bands, infer_cap, infer_map, infer_names
from core.pairing.coding.marks import mark_hint

ALL_ROWS = slice(None)
"""The rows of files that are linked row by row: nothing is copied."""

Rows = NDArray[np.int64] | slice


@dataclass(frozen=True, eq=False)
class Columns:
    """One variable of both files, without missing codes, and the rows of linked records.

    Parameters
    ----------
    variable : Variable
    original, masked : Column
    original_rows, masked_rows : int64 arrays (n_links,), ``ALL_ROWS`` or None
        Rows of the same record in either file; None: not linked.
    """

    variable: Variable
    original: Column
    masked: Column
    original_rows: Rows | None = None
    masked_rows: Rows | None = None

    @property
    def linked(self) -> bool:
        """Whether records are linked."""
        return self.original_rows is not None

    def pairs(self) -> tuple[Column, Column]:
        """Return both columns with linked records only, in the same order, none of them empty in either file."""
        original = self.original.take(_rows(self.original_rows))
        masked = self.masked.take(_rows(self.masked_rows))
        both = ~original.is_empty() & ~masked.is_empty()
        if both.all():
            return original, masked
        rows = np.flatnonzero(both)
        return original.take(rows), masked.take(rows)


def _rows(rows: Rows | None) -> Rows:
    return np.empty(0, dtype=np.int64) if rows is None else rows


def find_recode(columns: Columns) -> tuple[Recode | None, str]:
    """Find the recode of a variable where none was declared.

    Returns
    -------
    recode : Bands, Cap, CategoryMap or None
        Bands and caps for continuous originals, category maps for categorical ones.
    source : str
        "bands" or "cap" (from strings), "inferred" (from linked records), "" (none).

    Raises
    ------
    PairingError
        The masked values are no bands, no numbers and no recode of the original; says what to correct.
    """
    if columns.variable.level is Level.CONTINUOUS:
        return _continuous(columns)
    return _categorical(columns)


def _continuous(columns: Columns) -> tuple[Recode | None, str]:
    failure = ""
    if columns.masked.labels:
        try:
            recode = bands_or_cap(columns.masked, whole=is_whole(columns.original.number_cells()))
            if recode is not None:
                return recode, "cap" if isinstance(recode, Cap) else "bands"
        except PairingError as error:
            failure = str(error)
    inferred = _infer_continuous(columns) if columns.linked else None
    if inferred is not None:
        return inferred, "inferred"
    if columns.masked.labels:
        raise PairingError(failure or _text_for_numbers(columns))
    return None, ""


def _text_for_numbers(columns: Columns) -> str:
    strange = [label for label in columns.masked.labels if parse_band(label) is None]
    return (
        f"the original holds numbers, the masked file holds text that is no band: {listed(strange)}; "
        f"declare the recode (bands with labels), or the text as a missing code{mark_hint(strange)}"
    )


def _infer_continuous(columns: Columns) -> Recode | None:
    original, masked = columns.pairs()
    if not len(original):
        return None
    values = original.number_cells()
    if not masked.labels:
        theirs = masked.number_cells()
        if (values == theirs).all():
            return None
        cap = infer_cap(values, theirs)
        if cap is not None or len(masked.distinct_numbers()) > MOST_GROUPS:
            return cap
    codes, labels = masked.categories()
    numbers = () if masked.labels else tuple(float(label) for label in labels)
    return infer_bands(values, codes, labels, numbers)


def _categorical(columns: Columns) -> tuple[Recode | None, str]:
    _, original = columns.original.category_store()
    _, masked = columns.masked.category_store()
    failure: PairingError | None = None
    new = set(masked).difference(original)
    if new and parse_all(new) is not None:
        try:
            return map_of_bands(original, masked), "bands"
        except PairingError as error:
            failure = error
    inferred = _infer_categorical(columns) if columns.linked else None
    if inferred is not None:
        return inferred, "inferred"
    if failure is not None:
        raise failure
    return None, ""


def _infer_categorical(columns: Columns) -> CategoryMap | None:
    original, masked = columns.pairs()
    ours, theirs = original.categories(), masked.categories()
    if not len(original) or (ours[1] == theirs[1] and (ours[0] == theirs[0]).all()):
        return None
    return infer_map(ours, theirs)


def find_names(columns: Columns) -> dict[str, str]:
    """Return masked category -> the original's, where linked records show that codes were changed one for one."""
    if columns.variable.level is Level.CONTINUOUS or not columns.linked:
        return {}
    if set(columns.masked.category_store()[1]) <= set(columns.original.category_store()[1]):
        return {}
    original, masked = columns.pairs()
    return infer_names(original.categories(), masked.categories())
