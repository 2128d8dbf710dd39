"""One column of an Arrow or Parquet file, read batch by batch: one batch at a time is in memory as Arrow has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.data import Column, Store, length, packed_numbers, packed_parts
from core.intake.arrow.arrow_columns import convert_cells, is_text, stated_levels
from core.intake.number_cells import EXACT_DOUBLE, EXACT_SHORT, Converted, empty_column, shortest_decimals
from core.intake.number_texts.numerals import EXACT_WHOLE
from core.intake.text_cells import Texts, encoded, keep_texts, with_small_indices

BATCH_RECORDS = 2**18

Whole = Callable[[], Any]
"""Returns all cells of the column as Arrow has them."""


class GatheredTexts:
    """Texts, kept as codes into the distinct ones of each batch.

    Parameters
    ----------
    kind : pyarrow type or None
        A dictionary, where the file names the categories itself.
    """

    def __init__(self, kind: Any = None) -> None:
        self._parts: list[Any] = []
        self._kind = kind

    def add(self, cells: Any) -> None:
        """Add the next cells."""
        self._parts.append(with_small_indices(encoded(cells)))

    def column(self, name: str, _: Whole) -> Converted:
        """Return the column, and the report on it."""
        column, findings = keep_texts(name, Texts.below(self._parts))
        levels = [] if self._kind is None else stated_levels(name, self._parts, ordered=self._kind.ordered)
        return column, [*findings, *levels]


class GatheredNumbers:
    """Numbers, packed batch by batch; where there is something to say of one of them, they are read again as a whole.

    Parameters
    ----------
    exact : float
        From here on the file cannot tell whole numbers apart, or they are kept as text.
    """

    def __init__(self, exact: float) -> None:
        self._exact = exact
        self._parts: list[Store] = []
        self._plain, self._no_number, self._empty, self._any = True, False, False, False

    def add(self, cells: Any) -> None:
        """Add the next cells; those of a file in which the column has no type are empty."""
        if not self._plain:
            return
        values, absent = _values(cells), np.asarray(cells.is_null(nan_is_null=True))
        self._any |= not absent.all()
        self._empty |= cells.null_count > 0
        self._no_number |= int(absent.sum()) > cells.null_count
        self._plain = bool((np.abs(values[~absent]) < self._exact).all()) and not (self._empty and self._no_number)
        self._parts.append(packed_numbers(values))

    def column(self, name: str, whole: Whole) -> Converted:
        """Return the column, and the report on it."""
        if not self._plain:
            self._parts.clear()
            return convert_cells(name, whole())
        if not self._any:
            return empty_column(sum(map(length, self._parts))), []
        return Column.of(packed_parts(self._parts)), []


class GatheredWhole:
    """Cells of which anyone who converts them must see all at once."""

    def add(self, cells: Any) -> None:
        """Add nothing: all are read at the end."""

    def column(self, name: str, whole: Whole) -> Converted:
        """Return the column, and the report on it."""
        return convert_cells(name, whole())


Gathered = GatheredTexts | GatheredNumbers | GatheredWhole

GATHERED: tuple[tuple[Callable[[Any], bool], Callable[[], Gathered]], ...] = (
    (is_text, GatheredTexts),
    (pa.types.is_boolean, GatheredTexts),
    (pa.types.is_integer, lambda: GatheredNumbers(EXACT_WHOLE)),
    (pa.types.is_float64, lambda: GatheredNumbers(EXACT_DOUBLE)),
    (pa.types.is_float32, lambda: GatheredNumbers(EXACT_SHORT)),
)


def gathered(kinds: Sequence[Any]) -> Gathered:
    """Return what gathers a column that has these types in the files of a table."""
    first, *others = [kind for kind in kinds if not pa.types.is_null(kind)] or [kinds[0]]
    if any(kind != first for kind in others):
        return GatheredWhole()
    if pa.types.is_dictionary(first) and is_text(first.value_type):
        return GatheredTexts(first)
    return next((make() for applies, make in GATHERED if applies(first)), GatheredWhole())


def _values(cells: Any) -> NDArray[np.float64]:
    """Return the numbers, NaN where there is none."""
    if pa.types.is_float32(cells.type):
        values = shortest_decimals(cells.to_numpy(zero_copy_only=False).astype(np.float32))
    else:
        values = np.asarray(cells.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False))
    return np.asarray(values + 0.0)  # + 0.0: -0.0 is 0
