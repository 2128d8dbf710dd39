"""How large a file may be and how much reading it may cost: every limit in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one file may use.

    Parameters
    ----------
    file_bytes : int
        Size of the file.
    memory_bytes : int
        Address space of the reader's process.
    result_bytes : int
        Size of what the reader hands back.
    cpu_seconds : int
        Processor time of the reader.
    wall_seconds : float
        Time by the clock, from the start of the reader's process.
    columns : int
        Columns of any file.
    line_bytes : int
        One line, and one cell, of a text file.
    name_characters : int
        Longer column names are cut, and reported.
    text_cells, parquet_cells : int
        Rows times columns of a text file, of a Parquet file.
    """

    file_bytes: int = 500_000_000
    memory_bytes: int = 3 * 2**30
    result_bytes: int = 4 * 2**30
    cpu_seconds: int = 30
    wall_seconds: float = 60.0
    columns: int = 10_000
    line_bytes: int = 1_000_000
    name_characters: int = 200
    text_cells: int = 200_000_000
    parquet_cells: int = 500_000_000


DEFAULT = Limits()
"""The limits in force unless others are given."""
