"""Loss seen in the tables of categorical variables: CTBIL, and the relative change of Cramer's V."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple, TypedDict

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable
from core.measures import Answers, Passes, Result, Scope, Skipped, value_or_reason
from core.statistics.arrays import Floats
from core.statistics.tables import (
    ChiSquared,
    FilledCells,
    GroupCounts,
    TableGroup,
    all_tables,
    chi_squared,
    filled_cells,
    sparse_chi_squared,
    sparse_table_of_cells,
    table_distances,
    tables_of,
)
from core.tables import BothCounts, TablesAsked, asked, counted_tables, record_weights
from core.utility.compared_variables import LeftOut, Sizes, comparable_variables, leaving_out, without
from core.utility.families import CATEGORICAL, TABLES_WEIGHTED
from core.utility.loss.families import loss_measure
from core.utility.loss.parameters import LossParameters

DENSE_CELLS = 1_000_000
BUDGET = 6e9
"""Records times tables that CTBIL may cost (about twenty seconds)."""


class OrderDetail(TypedDict):
    """All tables of one number of variables: their cells, and the distance in all."""

    order: int
    tables: int
    cells: float
    distance: float
    per_cell: float


class TablesDetail(Sizes, LeftOut):
    """The variables compared, and the loss by order of table."""

    variables: list[str]
    removed: list[str]
    by_order: list[OrderDetail]


class CtbilDetail(TablesDetail):
    """With the loss per cell."""

    per_cell: float


class RcvDetail(TypedDict):
    """Cramer's V in either file; None where it is not defined."""

    original: float | None
    masked: float | None


def _look(pair: Pair, parameters: LossParameters) -> TablesAsked:
    """Return all tables of up to ``order`` categorical variables."""
    variables, _left_out = categorical(pair)
    if _why_no_tables(pair, parameters.order):
        return TablesAsked()
    orders = range(1, min(parameters.order, len(variables)) + 1)
    return asked(pair, variables, [all_tables(len(variables), t) for t in orders], 2, record_weights(pair))


def _finish(
    pair: Pair, parameters: LossParameters, known: TablesAsked, states: Iterator[BothCounts]
) -> tuple[TablesDetail, str]:
    """Return the loss by order of table, or why there is none."""
    n, (variables, left_out) = pair.original.n_records, categorical(pair)
    detail: TablesDetail = {
        "n_original": n, "n_masked": pair.masked.n_records, "variables": [], "removed": [], "by_order": [],
    }  # fmt: skip
    if reason := _why_no_tables(pair, parameters.order):
        return detail, reason
    distances: dict[int, list[float]] = {}
    seen = np.zeros(0)
    for group, (original, masked) in zip(known.groups, states, strict=True):
        order = group.tables.shape[1]
        apart = table_distances(original, masked, group, known.totals(pair))
        distances.setdefault(order, []).extend(apart.tolist())
        if order == 1:
            held = (a + b > 0 for a, b in zip(tables_of(original, group), tables_of(masked, group), strict=True))
            seen = np.append(seen, [float(each.sum()) for each in held])
    detail["by_order"] = [_of_order(t, apart_in, seen, n) for t, apart_in in distances.items()]
    detail["variables"] = [v.name for v in variables]
    detail["removed"] = [v.name for v in variables if v.masked is None]
    return {**detail, **without(left_out)}, ""


def _of_order(order: int, apart_in: list[float], seen: Floats, n: int) -> OrderDetail:
    cells = float(seen[all_tables(len(seen), order)].prod(axis=1).sum())
    distance = n * math.fsum(apart_in)
    return {
        "order": order,
        "tables": len(apart_in),
        "cells": cells,
        "distance": distance,
        "per_cell": distance / cells,
    }


table_loss = counted_tables(_look, _finish)
"""Add up the differences of all tables of up to ``order`` categorical variables.

Missing values are a category; of a removed variable all values are missing. Frequencies of the masked file are scaled
to the original's total.
"""


def categorical(pair: Pair) -> tuple[list[PairedVariable], tuple[str, ...]]:
    """Return the categorical variables that can be compared, and the names of those that cannot."""
    return comparable_variables(v for v in pair.variables if v.recoded.level is not Level.CONTINUOUS)


def why_not_categorical(pair: Pair, fewest: int, reason: str) -> str:
    """Return why fewer categorical variables can be compared; empty where that many can."""
    if not pair.original.n_records or not pair.masked.n_records:
        return "one of the files has no records"
    variables, left_out = categorical(pair)
    if len(variables) >= fewest:
        return ""
    return next((v.problem for v in pair.variables if v.name in left_out), reason)


def _why_no_tables(pair: Pair, order: int) -> str:
    if reason := why_not_categorical(pair, 1, "no variable is categorical"):
        return reason
    variables, n, m = categorical(pair)[0], pair.original.n_records, pair.masked.n_records
    tables = sum(comb(len(variables), t) for t in range(1, order + 1))
    if tables * (n + m) > BUDGET:
        return f"{tables:,} tables of {n + m:,} records would take too long: choose a smaller order"
    return ""


@loss_measure(
    id="ctbil",
    name="Contingency table-based information loss (CTBIL)",
    bounds=(0.0, math.inf),
    reference="Domingo-Ferrer and Torra (2001), as the SDC Practice Guide",
    prepare=table_loss,
    replicable=False,
    weighting=TABLES_WEIGHTED,
    summary="By how many records the cells of all tables of categorical variables differ, added up.",
    formula=r"\mathrm{CTBIL} = \sum_{t \le 2} \; \sum_{\substack{\text{tables of} \\ t \text{ variables}}} \; "
    r"\sum_{\text{cells}} |x - x'|",
    reading="In records: 0 where all tables of one and two categorical variables agree. Compare scenarios of one "
    "original only; per cell, as in the detail, it is easier to read.",
    misleads="No upper end: it grows with the number of records, variables and categories. Numbers are not in it, "
    "and tables are compared after the same recode of the original, so recoding costs nothing. Removed variables "
    "weigh heavily: every cell of their tables differs.",
    needs=CATEGORICAL,
)
def ctbil(loss: tuple[TablesDetail, str]) -> Answers[CtbilDetail, TablesDetail]:
    """Yield sum |x - x'| over the cells of all tables; by order, and per cell, in the detail."""
    known, reason = loss
    if reason:
        yield Skipped("ctbil", (), reason, known)
        return
    total = math.fsum(order["distance"] for order in known["by_order"])
    detail: CtbilDetail = {**known, "per_cell": total / sum(order["cells"] for order in known["by_order"])}
    n, validity = min(known["n_original"], known["n_masked"]), leaving_out(known.get("left_out", []))
    yield Result("ctbil", (), total, n, None, detail, validity=validity)


UNKNOWN: RcvDetail = {"original": None, "masked": None}


class AssociationChange(NamedTuple):
    """Cramer's V of a pair of variables in either file, over so many records; or why it is not compared."""

    variables: tuple[str, str]
    v: RcvDetail = UNKNOWN
    n: int = 0
    reason: str = ""


def _look_at_pairs(pair: Pair, _parameters: LossParameters) -> TablesAsked:
    compared = [v for v in categorical(pair)[0] if v.masked is not None]
    if len(compared) < 2:
        return TablesAsked()
    return asked(pair, compared, [all_tables(len(compared), 2)], 2, record_weights(pair))


def _association_changes(
    pair: Pair, _parameters: LossParameters, known: TablesAsked, states: Iterator[BothCounts]
) -> tuple[AssociationChange, ...]:
    tested = {}
    for group, (original, masked) in zip(known.groups, states, strict=True):
        for table, *both in zip(group.tables, *(_tested(file, group) for file in (original, masked)), strict=True):
            tested[tuple(known.variables[place][0] for place in table)] = both
    asked_for = (v for v in pair.variables if v.recoded.level is not Level.CONTINUOUS)
    pairs = combinations(sorted(asked_for, key=lambda v: v.name), 2)
    return tuple(_association(pair, a, b, tested.get((a.name, b.name), [])) for a, b in pairs)


association_changes = counted_tables(_look_at_pairs, _association_changes)
"""Compute Cramer's V of every pair of categorical variables in both files, over pairwise complete records."""


def _association(pair: Pair, a: PairedVariable, b: PairedVariable, tested: list[ChiSquared]) -> AssociationChange:
    names = (a.name, b.name)
    if a.masked is None or b.masked is None:
        return AssociationChange(names, reason="the masked file does not have both variables")
    if a.problem or b.problem:
        return AssociationChange(names, reason=a.problem or b.problem)
    values = [None if t.cramers_v_squared is None else math.sqrt(t.cramers_v_squared) for t in tested]
    reason = ""
    if None in values:
        reason = "a variable is constant in one of the files"
    elif values[0] == 0:
        reason = "there is no association in the original (V = 0)"
    complete = [t.n for t in tested]
    if pair.weights is not None:
        complete = [_complete(a.recoded, b.recoded), _complete(a.masked, b.masked)]
    return AssociationChange(names, {"original": values[0], "masked": values[1]}, int(min(complete)), reason)


def _complete(a: Coded, b: Coded) -> int:
    return int((~(a.is_missing() | b.is_missing())).sum())


def _tested(counts: GroupCounts, group: TableGroup) -> Iterator[ChiSquared]:
    """Test each table of two variables of a group without the records that lack a value, which are last."""
    tables = [counts] if isinstance(counts, FilledCells) else tables_of(counts, group)
    for table, variables in zip(tables, group.tables, strict=True):
        rows, columns = (int(size) - 1 for size in group.sizes[variables])
        if rows * columns <= DENSE_CELLS and not isinstance(table, FilledCells):
            yield chi_squared(table[:-1, :-1])
            continue
        filled = table if isinstance(table, FilledCells) else filled_cells(table.ravel())
        row, column = np.divmod(filled.cells, columns + 1)
        known = (row < rows) & (column < columns)
        cells = row[known] * columns + column[known]
        yield sparse_chi_squared(sparse_table_of_cells(cells, filled.counts[known], rows, columns))


@loss_measure(
    id="rcv",
    name="Relative change of Cramér's V (RCV)",
    scope=Scope.PAIR,
    bounds=(-100.0, math.inf),
    reference="Shlomo (2010), as printed in Kocar (2018), section 2.2; in percent, below 0 where association was lost",
    prepare=association_changes,
    passes=Passes.PAIRS,
    weighting="V is that of the table of weights. It misleads where a few records carry most of the weight: their "
    "cells then look associated by chance.",
    summary="By how many percent the association of two categorical variables is weaker (below 0) or stronger.",
    formula=r"\mathrm{RCV} = 100 \cdot \frac{V' - V}{V}",
    reading="In percent of the original's Cramér's V. 0: as strong as before; -100: no association is left; above "
    "0: stronger.",
    misleads="Of a weak association small changes are huge percentages. V is biased upwards with few records and "
    "many categories, so a sample seems to gain association. The same V may belong to another pattern of the table.",
    needs=CATEGORICAL,
)
def rcv(changes: tuple[AssociationChange, ...]) -> Answers[RcvDetail, RcvDetail]:
    """Yield 100 (V' - V) / V of every pair of categorical variables."""
    for each in changes:
        before, after, change = each.v["original"], each.v["masked"], None
        if not each.reason and before is not None and after is not None:
            change = max(-100.0, 100 * (after - before) / before)
        yield value_or_reason("rcv", each.variables, change, each.reason, each.n, each.v)


MEASURES = (ctbil, rcv)
