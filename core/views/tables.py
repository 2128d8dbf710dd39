"""Tables and distances arranged for the screen: cells by area, rankings, correlations, rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.assessment import Assessment
from core.data import Pair, PublishedTable
from core.measures import Outcome, Result, Scope, Skipped, detail_of
from core.statistics.reproducible import sort_value
from core.utility import (
    DISTANCES,
    METRICS,
    TABLES,
    MarginalDetail,
    MetricDetail,
    TableDetail,
    TableParameters,
    compared_table,
)
from core.views.methods.measure_cards import measures_of
from core.wording import trimmed_percent

VARIABLE_DISTANCES = tuple(m.id for m in measures_of(DISTANCES) if m.scope is Scope.VARIABLE)
PAIR_DISTANCES = tuple(m.id for m in measures_of(DISTANCES) if m.scope is Scope.PAIR)
TABLE_METRICS = {m.id: m.column_name for m in measures_of(TABLES) if m.scope is Scope.VARIABLE}
"""Metrics of a table, with their headings."""

SMALLEST_SAMPLE = 0.01
"""A smaller sample of the original is not told apart."""

FAULT = "could not be computed because of a fault of the program"


@dataclass(frozen=True)
class TableCell:
    """One cell of a table.

    Parameters
    ----------
    area, level : str
    original : int
        Records.
    masked : float
        Records, scaled to the original's total where totals differ.
    difference : float
        Masked less original.
    small : bool
        Fewer records than the limit in a file, but some: to be hidden in what leaves the room.
    """

    area: str
    level: str
    original: int
    masked: float
    difference: float
    small: bool


@dataclass(frozen=True)
class TableCells:
    """The cells of one table, area by area; ``reason`` says why there are none."""

    name: str
    variables: tuple[str, ...]
    geography: str
    areas: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    cells: tuple[TableCell, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class TableRow:
    """One table of a masked file with all its metrics.

    Parameters
    ----------
    name : str
    variables : tuple of str
    geography : str
        Empty: the whole file is one area.
    n_original, n_masked : int
    areas : int
    values : mapping of str to float
        By metric; those without a value are missing.
    reasons : mapping of str to str
        Why a metric has no value.
    cells_left_out : int
        Cells that are empty in the original alone, left out of chi-square and deviance.
    records_left_out : float
        Masked records in them.
    notices : tuple of str
    """

    name: str
    variables: tuple[str, ...]
    geography: str
    n_original: int
    n_masked: int
    areas: int
    values: Mapping[str, float]
    reasons: Mapping[str, str]
    cells_left_out: int = 0
    records_left_out: float = 0.0
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class RankedArea:
    """An area's place by one metric, 1 the one that differs most; ``rank`` is None without a value."""

    rank: int | None
    area: str
    value: float | None
    n_original: int
    n_masked: int
    small: bool


@dataclass(frozen=True)
class MetricCorrelation:
    """Spearman's correlation of two metrics over the areas of a table; None where one is constant."""

    first: str
    second: str
    rho: float | None


@dataclass(frozen=True)
class MetricOverAreas:
    """A metric over the areas of a table: mean, standard deviation, and the middle 90% of the areas' values."""

    metric: str
    areas: int
    mean: float
    sd: float
    p05: float
    p95: float


@dataclass(frozen=True)
class DistanceRow:
    """The distances of a variable or of a pair of variables.

    Parameters
    ----------
    variables : tuple of str
    values : mapping of str to float
        By measure; those without a value are missing.
    reasons : mapping of str to str
        Why a measure has no value.
    outcomes : mapping of str to Outcome
        By measure, also of those without a value.
    """

    variables: tuple[str, ...]
    values: Mapping[str, float]
    reasons: Mapping[str, str]
    outcomes: Mapping[str, Outcome]


def table_cells(pair: Pair, table: PublishedTable, parameters: TableParameters) -> TableCells:
    """Count the cells of one table in both files."""
    compared = compared_table(pair, table, parameters.bins)
    if compared.reason:
        return TableCells(table.name, table.variables, table.geography, reason=compared.reason)
    scale = compared.original.sum() / compared.masked.sum()
    cells = []
    for i, area in enumerate(compared.areas):
        for j, level in enumerate(compared.levels):
            before, after = int(compared.original[i, j]), int(compared.masked[i, j])
            small = any(0 < count < parameters.small for count in (before, after))
            scaled = float(after * scale)
            cells.append(TableCell(area, level, before, scaled, scaled - before, small))
    return TableCells(table.name, table.variables, table.geography, compared.areas, compared.levels, tuple(cells))


def table_rows(assessment: Assessment) -> tuple[TableRow, ...]:
    """Return every table that was measured, with all its metrics."""
    by_table: dict[tuple[str, ...], dict[str, Outcome]] = {}
    for metric in TABLE_METRICS:
        for outcome in assessment.of(metric):
            by_table.setdefault(outcome.target, {})[metric] = outcome
    return tuple(_table_row(target[0] if target else "", by_metric) for target, by_metric in by_table.items())


def _table_row(name: str, by_metric: Mapping[str, Outcome]) -> TableRow:
    values, reasons = _split(by_metric)
    said = (outcome.notices for outcome in by_metric.values() if isinstance(outcome, Result | Skipped))
    table = next((known for o in by_metric.values() if (known := detail_of(o, TableDetail))), None)
    metrics = [d for name in METRICS if (d := detail_of(by_metric.get(name), MetricDetail))]
    zero_cells = next((d["zero_cells"] for d in metrics if "zero_cells" in d), None)
    left_out = zero_cells if zero_cells and zero_cells["treatment"] == "skip" else None
    return TableRow(
        name,
        tuple(table["variables"]) if table else (),
        table["geography"] if table else "",
        table["n_original"] if table else 0,
        table["n_masked"] if table else 0,
        max((len(d["areas"]) for d in metrics), default=0),
        values,
        reasons,
        left_out["cells"] if left_out else 0,
        left_out["records"] if left_out else 0.0,
        next((notices for notices in said if notices is not None), ()),
    )


def marginals_in_words(detail: MarginalDetail) -> str:
    """Say how large a random sample of the original would be that lies as far from it, on tables of k variables."""
    words = f"on tables of {detail['k']} variables "
    if detail["mean_distance"] == 0:
        return words + "the same as the original"
    if detail["subsample"] is None:
        return words + "how large a random sample as far from the original would be is not known with weights"
    if detail["subsample"] < SMALLEST_SAMPLE:
        return words + "further from the original than a random sample of 1% of its records"
    return (
        words + "as far from the original as a random sample of "
        f"{trimmed_percent(detail['subsample'], 3)} of its records"
    )


def area_ranking(assessment: Assessment, metric: str, table: str) -> tuple[RankedArea, ...]:
    """Return the areas of a table, the one that differs most by a metric first; those without a value last.

    Equal sizes of difference share a rank.
    """
    detail = detail_of(assessment.outcome(metric, (table,)), MetricDetail)
    rows = detail["areas"] if detail else ()
    sizes = [abs(row["value"]) for row in rows if row["value"] is not None]
    return tuple(
        RankedArea(
            None if row["value"] is None else 1 + sum(size > abs(row["value"]) for size in sizes),
            row["area"],
            row["value"],
            row["n_original"],
            row["n_masked"],
            row["small"],
        )
        for row in rows
    )


def metric_correlations(assessment: Assessment, table: str) -> tuple[MetricCorrelation, ...]:
    """Return Spearman's correlation of every two metrics over the areas of a table; () with fewer than three areas."""
    detail = detail_of(assessment.outcome("chi_square", (table,)), MetricDetail)
    coefficients = detail.get("correlations") if detail else None
    pairs = [(a, b) for i, a in enumerate(METRICS) for b in METRICS[i + 1 :]]
    return tuple(MetricCorrelation(a, b, coefficients[a][b]) for a, b in pairs) if coefficients else ()


def metrics_over_areas(assessment: Assessment, table: str) -> tuple[MetricOverAreas, ...]:
    """Return each metric over the areas of a table (Lemons et al., Table 6); those with two areas or more."""
    details = {metric: detail_of(assessment.outcome(metric, (table,)), MetricDetail) for metric in METRICS}
    summaries = {metric: detail.get("over_areas") for metric, detail in details.items() if detail}
    return tuple(MetricOverAreas(metric, **summary) for metric, summary in summaries.items() if summary)


def variable_distances(assessment: Assessment) -> tuple[DistanceRow, ...]:
    """Return the distances of every variable, largest total variation first, those without one last."""
    return _distance_rows(assessment, VARIABLE_DISTANCES)


def pair_distances(assessment: Assessment) -> tuple[DistanceRow, ...]:
    """Return the distances of every pair of variables, largest total variation first, those without one last."""
    return _distance_rows(assessment, PAIR_DISTANCES)


def _distance_rows(assessment: Assessment, measures: tuple[str, ...]) -> tuple[DistanceRow, ...]:
    by_target: dict[tuple[str, ...], dict[str, Outcome]] = {}
    for measure in measures:
        for outcome in assessment.of(measure):
            by_target.setdefault(outcome.target, {})[measure] = outcome
    rows = [DistanceRow(target, *_split(outcomes), outcomes) for target, outcomes in by_target.items()]
    return tuple(sorted(rows, key=lambda r: (measures[0] not in r.values, -sort_value(r.values.get(measures[0], 0.0)))))


def _split(by_measure: Mapping[str, Outcome]) -> tuple[dict[str, float], dict[str, str]]:
    """Return values and reasons by measure."""
    values = {name: o.value for name, o in by_measure.items() if isinstance(o, Result)}
    reasons = {name: reason_of(o) for name, o in by_measure.items() if not isinstance(o, Result)}
    return values, reasons


def reason_of(outcome: Outcome) -> str:
    """Return why an outcome has no value."""
    return outcome.reason if isinstance(outcome, Skipped) else FAULT
