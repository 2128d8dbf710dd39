"""Metrics of tables as outcomes: the value of a table, and what is next to it by area."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NotRequired, TypedDict

from core.measures import Answers, Measure, Skipped, value_or_reason
from core.statistics.reproducible import sort_value
from core.utility.compared_variables import RECODED_ALIKE, Sizes, notices
from core.utility.tables.counts import ComparedTable
from core.utility.tables.lemons import INDICES, AllTableMetrics, OverAreas, TableMetrics, over_areas
from core.utility.tables.parameters import TableParameters
from core.wording import counted


class TableDetail(Sizes):
    """A table, and the number of its cells by area."""

    variables: list[str]
    geography: str
    levels: int


class AreaRow(TypedDict):
    """A metric of one area; small areas are marked for outputs that leave the room."""

    area: str
    value: float | None
    n_original: int
    n_masked: int
    small: bool


class ZeroCellsDetail(TypedDict):
    """Cells that are empty in the original, the masked records in them, and what is done with them."""

    treatment: str
    cells: int
    records: float


class MetricAlone(TypedDict):
    """What belongs to some metrics alone."""

    zero_cells: NotRequired[ZeroCellsDetail]
    proportions: NotRequired[str]
    areas_left_out: NotRequired[list[str]]
    alpha: NotRequired[float]
    correlations: NotRequired[dict[str, dict[str, float | None]] | None]


class MetricDetail(TableDetail, MetricAlone):
    """A metric by area, those that differ most first."""

    scale: float
    areas: list[AreaRow]
    over_areas: NotRequired[OverAreas | None]


Alone = Callable[[TableMetrics, TableParameters], MetricAlone]
"""What is next to one metric of a table alone."""


def metric_outcomes(measure: Measure, prepared: AllTableMetrics, alone: Alone) -> Answers[MetricDetail, MetricDetail]:
    """Yield a metric of every table."""
    name, parameters = measure.id, prepared.parameters
    for table, metrics in zip(prepared.tables, prepared.metrics, strict=True):
        if metrics is None:
            yield Skipped(name, (table.name,), table.reason)
            continue
        detail: MetricDetail = {
            **described_table(table),
            **alone(metrics, parameters),
            "scale": metrics.scale,
            "areas": _areas(name, metrics, parameters),
            "over_areas": over_areas(metrics, name),
        }
        value, said = metrics.values[name], table_notices(table)
        reason = _why_none(name, metrics)
        yield value_or_reason(name, (table.name,), value, reason, records_of(table), detail, notices=said)


def records_of(table: ComparedTable) -> int:
    """Return the records of the smaller file in a table."""
    return min(_sizes(table))


def _sizes(table: ComparedTable) -> tuple[int, int]:
    before, after = table.records_of_areas()
    return int(before.sum()), int(after.sum())


def _why_none(name: str, metrics: TableMetrics) -> str:
    if name in INDICES:
        return "no area has records in both files"
    cells, records = metrics.zero_cells
    empty = counted(cells, "cell that is empty in the original holds", "cells that are empty in the original hold")
    return f"infinite: {empty} {records:g} masked record{'s' * (records != 1)}"


def described_table(table: ComparedTable) -> TableDetail:
    """Return what is in the detail of every measure of a table."""
    before, after = _sizes(table)
    return {
        "variables": list(table.variables),
        "geography": table.geography,
        "levels": len(table.levels),
        "n_original": before,
        "n_masked": after,
    }


def table_notices(table: ComparedTable) -> tuple[str, ...]:
    """Say how the masked frequencies were scaled, and which variables were recoded."""
    before, after = _sizes(table)
    scaling = f"masked frequencies are multiplied by {before} / {after}, so that totals are equal"
    return ((scaling,) if before != after else ()) + notices((RECODED_ALIKE, table.recoded))


def of_empty_cells(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Return what is next to a metric that is infinite where records moved to cells empty in the original."""
    cells, records = metrics.zero_cells
    return {"zero_cells": {"treatment": parameters.zero_cells, "cells": cells, "records": records}}


def of_shares(metrics: TableMetrics, parameters: TableParameters) -> MetricAlone:
    """Return what is next to an index of shares."""
    return {"proportions": parameters.proportions, "areas_left_out": list(metrics.empty_areas)}


def _areas(name: str, metrics: TableMetrics, parameters: TableParameters) -> list[AreaRow]:
    """Return the areas, the one that differs most first; small ones are marked for outputs that leave the room."""
    sizes = metrics.table.records_of_areas()
    rows: list[AreaRow] = [
        {
            "area": area,
            "value": None if math.isnan(value) else float(value),
            "n_original": int(before),
            "n_masked": int(after),
            "small": bool(min(before, after) < parameters.small),
        }
        for area, value, before, after in zip(metrics.table.areas, metrics.by_area[name], *sizes, strict=True)
    ]
    return sorted(rows, key=lambda r: (r["value"] is None, -sort_value(abs(r["value"] or 0.0)), r["area"]))
