"""The six metrics of Lemons et al. on one table, for the table and for each of its areas."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.statistics.arrays import Floats
from core.statistics.tables import (
    ZeroCells,
    chi_square,
    deviance,
    gini_difference,
    moved_records,
    proportions,
    rank_correlation,
    renyi_difference,
    renyi_sums,
    shannon_difference,
    zero_cells,
)
from core.utility.tables.counts import ComparedTable, compared_tables
from core.utility.tables.parameters import TableParameters

METRICS = (
    "chi_square",
    "effective_swap_rate",
    "deviance",
    "gini_difference",
    "shannon_difference",
    "renyi_difference",
)
INDICES = METRICS[3:]
"""Metrics of shares: not defined for an area that is empty in a file."""


@dataclass(frozen=True, eq=False)
class TableMetrics:
    """All metrics of one table.

    Parameters
    ----------
    table : ComparedTable
    values : mapping of str to float or None
        Of the whole table; None where it has no finite value.
    by_area : mapping of str to float array (a,)
        NaN where an area has no value.
    zero_cells : ZeroCells
    scale : float
        What the masked frequencies were multiplied by, so that totals are equal; 1 where they are.
    empty_areas : tuple of str
        Areas without a record in one of the files, left out of the indices of shares.
    """

    table: ComparedTable
    values: dict[str, float | None]
    by_area: dict[str, Floats]
    zero_cells: ZeroCells
    scale: float
    empty_areas: tuple[str, ...]


class AllTableMetrics(NamedTuple):
    """All tables of a pair of files and the metrics of each that could be made, with their settings."""

    parameters: TableParameters
    tables: tuple[ComparedTable, ...]
    metrics: tuple[TableMetrics | None, ...]


def table_metrics(pair: Pair, parameters: TableParameters) -> AllTableMetrics:
    """Count all tables once and compute the six metrics of each."""
    tables = compared_tables(pair, parameters)
    return AllTableMetrics(parameters, tables, tuple(None if t.reason else metrics_of(t, parameters) for t in tables))


def metrics_of(table: ComparedTable, parameters: TableParameters) -> TableMetrics:
    """Compute the six metrics of one table.

    Frequencies of the masked file are first scaled to the original's total where totals differ.
    """
    total, masked_total = table.original.sum().item(), table.masked.sum().item()
    f, g = table.frequencies()
    before, after = table.records_of_areas()
    full = (before > 0) & (after > 0)
    by_area = {**_frequency_metrics(f, g, parameters), **_index_metrics(f, g, full, parameters)}
    values = {name: _total(by_area[name]) for name in ("chi_square", "deviance")}
    values["effective_swap_rate"] = min(1.0, float(moved_records(f, g).sum()) / total)
    for name in INDICES:
        values[name] = _total(by_area[name][full]) if full.any() else None
    if full.any():
        values["renyi_difference"] = _renyi_total(f, g, full, parameters)
    empty = tuple(area for area, known in zip(table.areas, full, strict=True) if not known)
    return TableMetrics(table, values, by_area, zero_cells(f, g), total / masked_total, empty)


def _total(values: Floats) -> float | None:
    return None if np.isnan(values).any() else float(values.sum())


def _frequency_metrics(f: Floats, g: Floats, parameters: TableParameters) -> dict[str, Floats]:
    """Return the metrics of frequencies by area, NaN where an area has no finite value."""
    shift = 0.5 if parameters.zero_cells == "half" else 0.0
    infinite = ((f == 0) & (g > 0)).any(axis=1) & (parameters.zero_cells == "infinite")
    size = f.sum(axis=1)
    return {
        "chi_square": np.where(infinite, np.nan, chi_square(f + shift, g + shift)),
        "effective_swap_rate": np.where(size > 0, moved_records(f, g) / np.where(size > 0, size, 1.0), np.nan),
        "deviance": np.where(infinite, np.nan, deviance(f + shift, g + shift)),
    }


def _index_metrics(f: Floats, g: Floats, full: NDArray[np.bool_], parameters: TableParameters) -> dict[str, Floats]:
    """Return the differences of the indices of shares by area, NaN where an area is empty in a file."""
    r, s = (proportions(x, parameters.proportions)[full] for x in (f, g))
    sums = [renyi_sums(x, parameters.alpha) for x in (r, s)]
    differences = (
        gini_difference(r, s),
        shannon_difference(r, s),
        renyi_difference(sums[0], sums[1], parameters.alpha),
    )
    spread = np.full((len(INDICES), len(full)), np.nan)
    spread[:, full] = differences
    return dict(zip(INDICES, spread, strict=True))


def _renyi_total(f: Floats, g: Floats, full: NDArray[np.bool_], parameters: TableParameters) -> float:
    """Return the table's own Renyi difference: the logarithm stands outside the sum over areas."""
    before, after = (renyi_sums(proportions(x, parameters.proportions)[full], parameters.alpha).sum() for x in (f, g))
    return float(renyi_difference(np.array(before), np.array(after), parameters.alpha))


class OverAreas(TypedDict):
    """A metric over the areas of a table."""

    areas: int
    mean: float
    sd: float
    p05: float
    p95: float


def over_areas(metrics: TableMetrics, name: str) -> OverAreas | None:
    """Summarise a metric over the areas of a table (Lemons et al., Tables 2 and 6).

    Returns
    -------
    mapping or None
        "areas" that have a value, their "mean", standard deviation "sd" (n - 1), and the "p05" and "p95" that
        leave out a twentieth at either end (the paper's trimmed range; linear interpolation). None with fewer
        than two such areas.
    """
    known = metrics.by_area[name][~np.isnan(metrics.by_area[name])]
    if len(known) < 2:
        return None
    mean = math.fsum(known) / len(known)
    sd = math.sqrt(math.fsum((known - mean) ** 2) / (len(known) - 1))
    low, high = np.quantile(known, (0.05, 0.95))
    return {"areas": len(known), "mean": mean, "sd": sd, "p05": float(low), "p95": float(high)}


def metric_correlations(metrics: TableMetrics) -> dict[str, dict[str, float | None]]:
    """Return Spearman's correlation of every two metrics over the areas that have both; None where it has none."""
    correlations: dict[str, dict[str, float | None]] = {name: {} for name in METRICS}
    for a, b in combinations(METRICS, 2):
        x, y = metrics.by_area[a], metrics.by_area[b]
        known = ~(np.isnan(x) | np.isnan(y))
        correlations[a][b] = correlations[b][a] = rank_correlation(x[known], y[known])
    return correlations
