"""A column of texts that holds numbers in one file of a folder and other texts in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.data import Column
from core.errors import Malformed
from core.intake.label_checks import is_missing_like
from core.intake.number_texts.numerals import Mask


def refuse_changed_kinds(columns: Mapping[str, Column], parts: Sequence[str], ends: Sequence[int]) -> None:
    """Refuse a column that is numbers alone in one file of a folder and texts alone in another.

    Parameters
    ----------
    columns : mapping of str to Column
        Of all files together.
    parts : sequence of str
        Names of the files.
    ends : sequence of int
        Row behind the last one of each file.

    Raises
    ------
    Malformed
        Names the column, both files and the first such row.
    """
    for name, column in columns.items():
        if column.numbers is None or column.codes is None:
            continue
        number, text = ~np.isnan(column.numbers), _is_text(column, column.codes)
        numbers_alone, texts_alone = None, None
        for part, start, end in zip(parts, (0, *ends), ends, strict=False):
            has_number, has_text = number[start:end].any(), text[start:end].any()
            if has_number and not has_text:
                numbers_alone = numbers_alone or part
            elif has_text and not has_number:
                texts_alone = texts_alone or (part, int(text[start:end].argmax()) + 1)
        if numbers_alone and texts_alone:
            other, row = texts_alone
            raise Malformed(
                f"column {name!r} holds numbers in {numbers_alone} and texts in {other} (from its record {row:,} on); "
                "write it alike in all files of the folder, or, where its values are codes, put the files into one"
            )


def _is_text(column: Column, codes: NDArray[np.int32]) -> Mask:
    """Tell which cells hold a text that does not stand for a missing value."""
    value = np.append(~is_missing_like(pa.array(column.labels, pa.string())), False)
    told: Mask = value[codes]
    return told
