"""The columns of one variable read for comparison: what is missing, what is a number, what is a category."""

from __future__ import annotations

import numpy as np

from core.data import MISSING_TOKENS, Column, Level, Variable
from core.errors import CodebookError
from core.pairing.coding.band_columns import open_ends
from core.pairing.coding.columns import listed, number_of, observed, with_numbers
from core.wording import counted

Read = tuple[Column, tuple[str, ...]]
"""A column and the flags about how it was read."""


def read_original(variable: Variable, column: Column, n_records: int) -> Read:
    """Read a column of the original as its codebook entry says.

    Raises
    ------
    CodebookError
        The variable is continuous, but holds text that is no missing code.
    """
    read = observed(column, variable.missing, n_records)
    if variable.level is not Level.CONTINUOUS or not read.labels:
        return read, ()
    read, flags = _without_tokens(read, "original")
    written = {label: value for label in read.labels if (value := number_of(label)) is not None}
    ends = open_ends(read) if not written else {}
    read = with_numbers(read, written | ends)
    if read.labels:
        raise CodebookError(
            f"variable {variable.name!r} is continuous, but the original holds text in it: {listed(read.labels)}; "
            "declare the text under 'missing', or make the variable nominal or ordinal"
        )
    flags += (f"{listed(written)}: text read as numbers",) if written else ()
    return read, flags + ((f"{listed(ends)} in the original counted as its limit",) if ends else ())


def read_masked(variable: Variable, column: Column, original: Column, n_records: int) -> Read:
    """Read a column of the masked file with the original's, as found in the file."""
    read = observed(column, variable.missing, n_records)
    read, flags = _without_tokens(read, "masked file", keep=observed(original, (), len(original)).labels)
    if variable.level is Level.CONTINUOUS and read.labels:
        ends = open_ends(observed(original, variable.missing, len(original)))
        shared = {label: value for label, value in ends.items() if label in read.labels}
        written = {label: value for label in read.labels if (value := number_of(label)) is not None}
        read = with_numbers(read, shared | written)
        flags += (f"{listed(written)}: text read as numbers",) if written else ()
    return read, flags


def _without_tokens(column: Column, file: str, keep: tuple[str, ...] = ()) -> Read:
    tokens = MISSING_TOKENS.intersection(column.labels).difference(keep)
    if not tokens or column.codes is None:
        return column, ()
    cells = int(np.isin(column.codes, [column.labels.index(token) for token in sorted(tokens)]).sum())
    flag = f"{listed(tokens)} treated as missing in the {file} ({counted(cells, 'cell', 'cells')})"
    return observed(column, tokens, len(column)), (flag,)
