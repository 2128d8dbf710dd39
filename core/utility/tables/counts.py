"""Tables of both files, declared by the officer or one per categorical variable: areas by levels."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable, PublishedTable, category_text
from core.statistics.arrays import Counts, WeightedCounts
from core.statistics.tables import cells_of_columns
from core.utility.tables.categories import Categories, shown_categories
from core.utility.tables.parameters import TableParameters
from core.utility.weighting import scaled_weights

WHOLE_FILE = "(whole file)"
TIMES = " × "


def _no_cells() -> Counts:
    return np.zeros((0, 0), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class ComparedTable:
    """One table of either file over the same cells.

    Parameters
    ----------
    name : str
    variables : tuple of str
    geography : str
        Empty: the whole file is the one area.
    areas : tuple of str, (a,)
        Those that occur in either file, in the order of the categories.
    levels : tuple of str, (l,)
        Combinations of categories that occur in either file.
    original, masked : int64 arrays (a, l)
        WeightedCounts; sums of weights as float64, scaled to the records of each file, where records are weighted.
    recoded : tuple of str
        Variables of which the original was recoded as the masked file is.
    records : (int64 array (a,), int64 array (a,)) or None
        Records of each area where they are weighted; None: the frequencies are records.
    reason : str
        Why the table cannot be made; empty where it can.
    """

    name: str
    variables: tuple[str, ...]
    geography: str
    areas: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    original: WeightedCounts = field(default_factory=_no_cells)
    masked: WeightedCounts = field(default_factory=_no_cells)
    recoded: tuple[str, ...] = ()
    records: tuple[Counts, Counts] | None = None
    reason: str = ""

    def records_of_areas(self) -> tuple[Counts, Counts]:
        """Return the records (a,) of each area in either file."""
        if self.records is not None:
            return self.records
        before, after = (f.sum(axis=1).astype(np.int64) for f in (self.original, self.masked))
        return before, after

    def frequencies(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the frequencies (a, l) of both files, the masked file's scaled to the original's total."""
        f, g = self.original.astype(np.float64), self.masked.astype(np.float64)
        total, masked_total = float(f.sum()), float(g.sum())
        # not multiplied and divided by one number: identical weighted tables stay exactly identical
        return f, g if total == masked_total else g * total / masked_total


def compared_tables(pair: Pair, parameters: TableParameters) -> tuple[ComparedTable, ...]:
    """Make the declared tables; where there are none, that of each categorical variable by the chosen geography."""
    wanted = pair.uses.tables or _one_way_tables(pair, parameters.geography)
    return tuple(compared_table(pair, table, parameters.bins) for table in wanted)


def _one_way_tables(pair: Pair, geography: str) -> tuple[PublishedTable, ...]:
    names = sorted(v.name for v in pair.variables if v.recoded.level is not Level.CONTINUOUS and v.name != geography)
    return tuple(PublishedTable(name, (name,), geography) for name in names)


def compared_table(pair: Pair, table: PublishedTable, classes: int) -> ComparedTable:
    """Count one table in both files.

    Parameters
    ----------
    pair : Pair
    table : PublishedTable
    classes : int
        Bins of a continuous variable, at round values that are the same for both files.

    Returns
    -------
    ComparedTable
        Missing values are a level, and an area, of their own.
    """
    by_name = {v.name: v for v in pair.variables}
    wanted = [*table.variables, *([table.geography] if table.geography else [])]
    reason = next((why for why in (_why_not(by_name.get(name), name) for name in wanted) if why), "")
    if not reason and not (pair.original.n_records and pair.masked.n_records):
        reason = "one of the files has no records"
    if reason:
        return ComparedTable(table.name, table.variables, table.geography, reason=reason)
    columns = [_labelled(pair, by_name[name], classes) for name in table.variables]
    levels, level = _observed_cells(columns)
    regions = [_labelled(pair, by_name[name], classes) for name in (table.geography,) if name]
    areas, area = _observed_cells(regions) if regions else ((WHOLE_FILE,), None)
    n, shape = pair.original.n_records, (len(areas), len(levels))
    cells = level if area is None else area * len(levels) + level
    original, masked = (
        _counted(part, shape, weights)
        for part, weights in zip((cells[:n], cells[n:]), scaled_weights(pair), strict=True)
    )
    recoded = tuple(name for name in wanted if by_name[name].recode is not None)
    records = None
    if pair.weights is not None:
        of_area = np.zeros(len(level), dtype=np.int64) if area is None else area
        before, after = (np.bincount(part, minlength=len(areas)) for part in (of_area[:n], of_area[n:]))
        records = before.astype(np.int64), after.astype(np.int64)
    return ComparedTable(
        table.name, table.variables, table.geography, areas, levels, original, masked, recoded, records
    )


def _counted(cells: Counts, shape: tuple[int, int], weights: NDArray[np.float64] | None) -> WeightedCounts:
    counts = np.bincount(cells, weights, math.prod(shape)).reshape(shape)
    return counts.astype(np.int64) if weights is None else counts


def _labelled(pair: Pair, paired: PairedVariable, classes: int) -> Categories:
    """Return a variable's categories by their codes and what these mean."""
    shown = shown_categories(pair, paired, classes)
    return replace(shown, labels=tuple(category_text(label, paired.recoded_labels) for label in shown.labels))


def _why_not(paired: PairedVariable | None, name: str) -> str:
    if paired is None:
        return f"{name!r} is not compared: its role is not key, sensitive or analysis"
    if paired.masked is None:
        return f"the masked file does not have {name!r}"
    return paired.problem


def _observed_cells(columns: list[Categories]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the combinations of categories that occur, and the one of each record, the original's first."""
    n = len(columns[0].original)
    ids, rows = cells_of_columns((np.concatenate([c.original, c.masked]) for c in columns), n + len(columns[0].masked))
    own, theirs = rows[rows < n], rows[rows >= n] - n

    def labels(column: Categories) -> list[str]:
        codes = np.empty(len(rows), dtype=np.int64)
        codes[rows < n], codes[rows >= n] = column.original[own], column.masked[theirs]
        return [column.labels[code] for code in codes.tolist()]

    return tuple(TIMES.join(cell) for cell in zip(*map(labels, columns), strict=True)), ids
