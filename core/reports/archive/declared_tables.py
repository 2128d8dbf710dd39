"""The tables that a codebook declares, made of one file and checked cell by cell as an output checker does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Codebook, Column, MagnitudeTable, Microdata
from core.errors import ReportError
from core.pairing import observed
from core.statistics.disclosure import MagnitudeCells, MagnitudeRules, magnitude_cells

MOST_CELLS = 100_000
Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CheckedTable:
    """One declared table of one file.

    Parameters
    ----------
    name : str
    file : str
        "original" or "released".
    adds : str
        The variable that is added up; empty: records are counted.
    variables : tuple of str
        What is crossed; the categories of the last one are the columns.
    rows : tuple of tuple of str
        By row: a category of each variable but the last.
    columns : tuple of str
    cells : MagnitudeCells
        Row by row.
    """

    name: str
    file: str
    adds: str
    variables: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]
    cells: MagnitudeCells

    @property
    def unsafe(self) -> int:
        """Cells that break a rule."""
        return int(np.sum(self.cells.few | self.cells.dominated | self.cells.close))


@dataclass(frozen=True)
class NotMade:
    """A declared table that a file does not allow, and why."""

    name: str
    file: str
    reason: str


def checked_tables(
    microdata: Microdata, file: str, codebook: Codebook, rules: MagnitudeRules, names: Mapping[str, str]
) -> tuple[CheckedTable | NotMade, ...]:
    """Make every declared table of a file, sums first, and check its cells.

    Parameters
    ----------
    microdata : Microdata
    file : str
        "original" or "released".
    codebook : Codebook
        Whose uses are made: magnitude tables by all rules, published tables of counts by the number of records.
    rules : MagnitudeRules
    names : mapping of str to str
        The original's name of a variable -> that of this file, where it has another one.
    """
    counts = [
        MagnitudeTable(t.name, "", (t.geography, *t.variables) if t.geography else t.variables)
        for t in codebook.uses.tables
    ]
    return tuple(
        _table(microdata, file, codebook, rules, names, declared) for declared in (*codebook.uses.magnitudes, *counts)
    )


def _table(
    microdata: Microdata,
    file: str,
    codebook: Codebook,
    rules: MagnitudeRules,
    names: Mapping[str, str],
    declared: MagnitudeTable,
) -> CheckedTable | NotMade:
    wanted = [name for name in (declared.amount, *declared.variables, declared.contributor) if name]
    for name in wanted:
        if names.get(name, name) not in microdata.columns:
            return NotMade(declared.name, file, f"{name} is not in the file")
    coded = [_coded(microdata, codebook, name, names) for name in declared.variables]
    shape = [len(labels) for __, labels in coded]
    if np.prod(shape, dtype=float) > MOST_CELLS:
        return NotMade(declared.name, file, f"it would have more than {MOST_CELLS:,} cells")
    values = _values(microdata, codebook, declared.amount, names)
    contributors = _contributors(microdata, codebook, declared.contributor, names)
    kept = ~np.isnan(values) & (contributors >= 0)
    for codes, __ in coded:
        kept &= codes >= 0
    if not kept.any():
        return NotMade(declared.name, file, "no record has a value of all its variables")
    place = np.ravel_multi_index([codes[kept] for codes, __ in coded], shape).astype(np.int64)
    cells = magnitude_cells(place, contributors[kept], values[kept], int(np.prod(shape)), rules)
    if not declared.amount:  # of a count, every record contributes 1: only how many there are matters
        nobody = np.zeros(len(cells.few), dtype=bool)
        cells = replace(cells, dominated=nobody, close=nobody)
    rows = _crossed([labels for __, labels in coded[:-1]])
    return CheckedTable(declared.name, file, declared.amount, declared.variables, rows, coded[-1][1], cells)


def _crossed(labels: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    rows: tuple[tuple[str, ...], ...] = ((),)
    for more in labels:
        rows = tuple((*row, label) for row in rows for label in more)
    return rows


def _observed(microdata: Microdata, codebook: Codebook, name: str, names: Mapping[str, str]) -> Column:
    """Return a variable of a file, by the original's name, without the values that stand for a missing one."""
    own = names.get(name, name)
    missing = (*codebook.variable(name).missing, *microdata.user_missing.get(own, ()))
    return observed(microdata.columns[own], missing, microdata.n_records)


def _coded(
    microdata: Microdata, codebook: Codebook, name: str, names: Mapping[str, str]
) -> tuple[Codes, tuple[str, ...]]:
    """Return each record's category of a variable, -1 where it has none, and the categories that occur."""
    codes, labels = _observed(microdata, codebook, name, names).categories()
    return codes.astype(np.int64), labels


def _contributors(microdata: Microdata, codebook: Codebook, name: str, names: Mapping[str, str]) -> Codes:
    return _coded(microdata, codebook, name, names)[0] if name else np.arange(microdata.n_records)


def _values(microdata: Microdata, codebook: Codebook, name: str, names: Mapping[str, str]) -> NDArray[np.float64]:
    if not name:
        return np.ones(microdata.n_records)
    column = _observed(microdata, codebook, name, names)
    if column.numbers is None or column.codes is not None:
        words = "{name} holds texts: a magnitude table adds up numbers; declare them missing in the codebook"
        raise ReportError(words.format(name=names.get(name, name)))
    return column.numbers
