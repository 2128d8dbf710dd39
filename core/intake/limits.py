"""How large a file may be and how much reading it may cost: every limit in one place, and where to change them."""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import IntakeError, LimitExceeded

VARIABLE = "RUMAP_LIMITS"
"""Environment variable with the path of a TOML file; each of its entries takes the place of a limit."""


@dataclass(frozen=True)
class Limits:
    """What one file may use.

    Parameters
    ----------
    file_bytes : int
        Size of the file. Reading takes about four times as much, in this process and the reader together.
    stored_bytes : int
        Size of a file on a disk of this machine (the data folder, the command line) of a format that is read by
        blocks: delimited text, Parquet, Feather. It is read where it lies.
    memory_bytes : int
        Address space of the reader's process.
    result_bytes : int
        Size of what the reader hands back, at the most.
    cpu_seconds : int
        Processor time of the reader.
    wall_seconds : float
        Time by the clock, from the moment the file is handed to the reader's process.
    columns : int
        Columns of any file.
    line_bytes : int
        One line, and one cell, of a text file.
    name_characters : int
        Longer column names are cut, and reported.
    text_cells, parquet_cells, sheet_cells : int
        Rows times columns of a text file, of a Parquet file, of a sheet of a workbook up to its farthest cell.
    footer_bytes : int
        The part of a Parquet or Arrow file that describes the columns.
    members : int
        Files inside an archive; a workbook is one.
    unpacked_bytes, member_bytes : int
        An archive unpacked, and one file of it.
    unpack_ratio : int
        Unpacked size over packed size of an archive.
    ratio_free_bytes : int
        Archives that are no larger than this when unpacked may have any ratio.
    result_ratio : int
        What a reader hands back over what came in; a column costs eight bytes a cell.
    result_free_bytes : int
        A reader may hand back as much as this of any file.
    document_bytes : int
        A project, codebook or recipe, unpacked.
    workspace_bytes, server_bytes : int
        Data that one workspace, and all workspaces of a server together, hold in memory.
    left_bytes : int
        Data that closed tabs have left and that are kept for their return; beyond it the longest unused goes.
    document_values, result_values : int
        Values and names in a part of a project, in a codebook or in a recipe; in the results of a project.
    """

    file_bytes: int = 450_000_000
    stored_bytes: int = 2_500_000_000
    memory_bytes: int = 3 * 2**30
    result_bytes: int = 4 * 2**30
    cpu_seconds: int = 30
    wall_seconds: float = 60.0
    columns: int = 10_000
    line_bytes: int = 1_000_000
    name_characters: int = 200
    text_cells: int = 200_000_000
    parquet_cells: int = 500_000_000
    sheet_cells: int = 50_000_000
    footer_bytes: int = 64_000_000
    members: int = 200
    unpacked_bytes: int = 1_000_000_000
    member_bytes: int = 500_000_000
    unpack_ratio: int = 100
    ratio_free_bytes: int = 10_000_000
    result_ratio: int = 100
    result_free_bytes: int = 100_000_000
    workspace_bytes: int = 2 * 2**30
    server_bytes: int = 4 * 2**30
    left_bytes: int = 2**28
    document_bytes: int = 64_000_000
    document_values: int = 300_000
    result_values: int = 6_000_000


CELL_BYTES = 4
"""What a cell costs at least: the number of its category."""
MEGABYTE = 1_000_000
DEFAULT = Limits()
"""The limits in force unless a file of limits is named."""


def limits_in_force(environment: Mapping[str, str] = os.environ) -> Limits:
    """Return the limits, with those of the TOML file that ``RUMAP_LIMITS`` names in the place of the defaults.

    Raises
    ------
    IntakeError
        The file cannot be read, names no limit of ours, or gives one that is no positive number.
    """
    path = environment.get(VARIABLE, "")
    if not path:
        return DEFAULT
    place = f"the file of limits {Path(path).name!r} (named by {VARIABLE})"
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise IntakeError(f"{place} cannot be read ({type(error).__name__}); correct it, or unset {VARIABLE}") from None
    known: dict[str, type[int] | type[float]] = {
        f.name: float if isinstance(f.default, float) else int for f in dataclasses.fields(Limits)
    }
    for name, value in content.items():
        if name not in known:
            raise IntakeError(f"{place} has the entry {name!r}, which is no limit; known are {', '.join(known)}")
        if not _fits(value, known[name]):
            raise IntakeError(f"{place}: {name!r} must be a positive {_spoken(known[name])}")
    given: dict[str, Any] = {name: known[name](value) for name, value in content.items()}
    return Limits(**given)


def refuse_large(size: int, limits: Limits) -> None:
    """Refuse a file by its size."""
    if size > limits.file_bytes:
        raise LimitExceeded(
            f"{size:,} bytes, {limits.file_bytes:,} are allowed (file_bytes in the limits); "
            "leave columns out or save it as Parquet"
        )


def refuse_table(limits: Limits, columns: int, rows: int = 0, most: int = 0, remedy: str = "leave columns out") -> None:
    """Refuse a table of too many columns, or of more cells than ``most``."""
    if columns > limits.columns:
        raise LimitExceeded(f"{columns:,} columns, {limits.columns:,} are allowed; leave columns out")
    if rows * columns > most:
        raise LimitExceeded(f"{rows:,} rows times {columns:,} columns, {most:,} cells are allowed; {remedy}")


def refuse_cells(cells: int, limits: Limits) -> None:
    """Refuse a table whose cells are more than a reader may hand back, before they are laid out in memory."""
    if CELL_BYTES * cells > limits.result_bytes:
        raise LimitExceeded(
            f"{cells:,} cells are larger than the {limits.result_bytes // MEGABYTE:,} MB allowed for a file of this "
            "size; leave rows or columns out, or save it as CSV"
        )


def _fits(value: Any, kind: type[int] | type[float]) -> bool:
    allowed = (int, float) if kind is float else (int,)
    return isinstance(value, allowed) and not isinstance(value, bool) and 0 < value < float("inf")


def _spoken(kind: type[int] | type[float]) -> str:
    return "whole number" if kind is int else "number"
