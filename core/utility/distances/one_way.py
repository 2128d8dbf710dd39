"""Every variable's distribution in both files: the shared step of the distances of single variables.

All figures with a jackknife have a leading axis of rows: the whole files, then these without each jackknife group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.distributions import (
    ShareDistances,
    VoasWilliamson,
    counts_in_classes,
    deviations,
    kolmogorov_p_value,
    ks_statistic,
    share_distances,
    voas_williamson,
    wasserstein_of_counts,
)
from core.tables import BothValues, counted_values
from core.utility.compared_variables import Sizes, why_no_shares
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.recoding import recode_utility
from core.utility.tables import TableParameters
from core.utility.weighting import effective_size, effective_sizes


class ShareDetail(Sizes):
    """The table of one variable or pair in both files.

    ``cells`` hold a record in either file, those of missing values included; ``missing_original`` and
    ``missing_masked`` are shares of records; ``recode_cost`` is what the recode alone loses (1 - LDUunigr); a removed
    variable is taken as all values missing.
    """

    cells: int
    missing_original: float
    missing_masked: float
    recode_cost: float
    removed: bool


@dataclass(frozen=True, eq=False)
class ShareDifference:
    """How much the shares of one table differ.

    Parameters
    ----------
    variables : tuple of str
    table : ShareDetail
    distances : ShareDistances or None
        Of every row; None where ``reason`` says why.
    chi : VoasWilliamson or None
    reason : str
    sizes : (float, float) or None
        Effective records of either file, by which chance goes where records are weighted; None: n.
    of_values : VoasWilliamson or None
        Of a pair: among the records that have both values.
    """

    variables: tuple[str, ...]
    table: ShareDetail
    distances: ShareDistances | None = None
    chi: VoasWilliamson | None = None
    reason: str = ""
    sizes: tuple[float, float] | None = None
    of_values: VoasWilliamson | None = None


def share_detail(
    pair: Pair,
    cells: int = 0,
    missing: tuple[float, float] = (0.0, 0.0),
    *,
    recode_cost: float = 0.0,
    removed: bool,
) -> ShareDetail:
    """Return the detail of a table, also where nothing is compared."""
    return {
        "n_original": pair.original.n_records,
        "n_masked": pair.masked.n_records,
        "cells": cells,
        "missing_original": missing[0],
        "missing_masked": missing[1],
        "recode_cost": recode_cost,
        "removed": removed,
    }


class OrderedDetail(Sizes):
    """Records of both files, and those with a value; none where the variable was removed."""

    observed_original: int
    observed_masked: int


@dataclass(frozen=True, eq=False)
class OrderedDifference:
    """How far apart two distributions of an ordered variable lie.

    Parameters
    ----------
    variable : str
    records : OrderedDetail
    gap : float or None
        Largest difference of the shares known to lie at or below a value; None where ``reason`` says why.
    moves : float64 array (rows,) or None
        Wasserstein's distance in the unit of the variable (of an ordinal one in categories), with missing
        values at the original's median; NaN without a value of the original.
    observed_gap : float or None
        Kolmogorov-Smirnov's D of the observed values alone; None with fewer than two in a file.
    sizes : (float, float)
        Records of either file that its chance goes by.
    deviations : float64 array (rows,) or None
        Standard deviation of the original's values; NaN where there is none.
    unit : str
        "value" or "category".
    reason : str
    """

    variable: str
    records: OrderedDetail
    gap: float | None = None
    moves: Floats | None = None
    observed_gap: float | None = None
    sizes: tuple[float, float] = (0, 0)
    deviations: Floats | None = None
    unit: str = "value"
    reason: str = ""

    @property
    def p(self) -> float | None:
        """The p value of the observed gap, worked out when it is asked for: its exact law takes its time."""
        return None if self.observed_gap is None else kolmogorov_p_value(self.observed_gap, *self.sizes)

    @property
    def move(self) -> float | None:
        """The move of the whole files."""
        return None if self.moves is None else float(self.moves[0])

    @property
    def original_sd(self) -> float | None:
        """The standard deviation of the original's values; None where there is none."""
        return _number(self.deviations)

    @property
    def standardised_rows(self) -> Floats:
        """The moves in standard deviations of the original; 0 where nothing differs, NaN without a deviation."""
        if self.moves is None or self.deviations is None:
            return np.array([np.nan])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(self.moves == 0, 0.0, self.moves / self.deviations))

    @property
    def standardised(self) -> float | None:
        """The move of the whole files in standard deviations of the original."""
        return _number(self.standardised_rows)


def _number(rows: Floats | None) -> float | None:
    return None if rows is None or not np.isfinite(rows[0]) else float(rows[0])


@dataclass(frozen=True, eq=False)
class OneWayDifferences:
    """The differences of all variables, sorted by name."""

    parameters: TableParameters
    n_original: int
    n_masked: int
    shares: tuple[ShareDifference, ...]
    ordered: tuple[OrderedDifference, ...]


def _which(pair: Pair) -> list[PairedVariable]:
    return sorted((v for v in pair.variables if not why_no_shares(pair, v)), key=lambda v: v.name)


def _finish(pair: Pair, parameters: TableParameters, variables: Iterator[Iterator[BothValues]]) -> OneWayDifferences:
    shares, ordered = [], []
    for paired in sorted(pair.variables, key=lambda v: v.name):
        rows = () if why_no_shares(pair, paired) else tuple(_compared(paired, next(variables), parameters.bins))
        shares.append(_shares(pair, paired, rows))
        ordered.append(_ordered(pair, paired, rows))
    return OneWayDifferences(parameters, pair.original.n_records, pair.masked.n_records, tuple(shares), tuple(ordered))


one_way_differences = counted_values(_which, _finish)
"""Compare every variable of the original, as it is after the masked file's recode, with its masked version."""


class ComparedRows(NamedTuple):
    """Some rows of a variable in both files: its shares in classes, and what is known of its order.

    ``gap``: of all values, and of those observed, in the first of these rows.
    """

    original: WeightedCounts
    masked: WeightedCounts
    seen: tuple[int, int]
    moves: Floats
    deviations: Floats
    gap: tuple[float, float]


def _compared(paired: PairedVariable, rows: Iterator[BothValues], bins: int) -> Iterator[ComparedRows]:
    number, nominal = _is_number(paired), paired.recoded.level is Level.NOMINAL
    for both in rows:
        values, original, masked, records = both
        in_classes = counts_in_classes(values, original, masked, bins) if number else (original, masked)
        seen = int(records[0][0, 0]), int(records[1][0, 0])
        moves, spread, gap = _NO_ORDER if nominal or not len(values) else _moves(both)
        yield ComparedRows(*in_classes, seen, moves, spread, gap)


_NO_ORDER = (np.zeros(0), np.zeros(0), (0.0, 0.0))


def _moves(both: BothValues) -> tuple[Floats, Floats, tuple[float, float]]:
    values, original, masked, records = both
    observed = original[:1].copy(), masked[:1].copy()
    for file in observed:
        file[:, -1] = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        gaps = (float(ks_statistic(*files)[0]) for files in ((original[:1], masked[:1]), observed))
        moves = wasserstein_of_counts(values, original, masked)
    moves = np.where(records[0][:, 0] > 0, moves, np.nan)
    return moves, deviations(values, original, records[0][:, 0]), (next(gaps), next(gaps))


def _shares(pair: Pair, paired: PairedVariable, rows: tuple[ComparedRows, ...]) -> ShareDifference:
    name, removed = (paired.name,), paired.masked is None
    if not rows:
        return ShareDifference(name, share_detail(pair, removed=removed), reason=why_no_shares(pair, paired))
    original, masked = (np.concatenate(files) for files in zip(*(row[:2] for row in rows), strict=True))
    cells = int(((original[0] > 0) | (masked[0] > 0)).sum())
    missing = float(original[0, -1] / original[0].sum()), float(masked[0, -1] / masked[0].sum())
    cost = 1.0 - recode_utility(paired, GduParameters()).value
    sizes = None if pair.weights is None else effective_sizes(pair)
    return ShareDifference(
        name,
        share_detail(pair, cells, missing, recode_cost=cost, removed=removed),
        share_distances(original, masked),
        voas_williamson(original[0], masked[0], sizes),
        sizes=sizes,
    )


def _is_number(paired: PairedVariable) -> bool:
    return paired.recoded.level is Level.CONTINUOUS


def _ordered(pair: Pair, paired: PairedVariable, rows: tuple[ComparedRows, ...]) -> OrderedDifference:
    seen = rows[0].seen if rows and paired.recoded.level is not Level.NOMINAL else (0, 0)
    records: OrderedDetail = {
        "n_original": pair.original.n_records,
        "n_masked": pair.masked.n_records,
        "observed_original": seen[0],
        "observed_masked": seen[1] if seen[0] else 0,
    }
    unit = "value" if _is_number(paired) else "category"
    if not rows or paired.recoded.level is Level.NOMINAL:
        reason = why_no_shares(pair, paired) or "a nominal variable has no order"
        return OrderedDifference(paired.name, records, unit=unit, reason=reason)
    if not seen[0]:
        return OrderedDifference(paired.name, records, reason="no value is observed in the original")
    return OrderedDifference(
        paired.name,
        records,
        rows[0].gap[0],
        np.concatenate([each.moves for each in rows]),
        rows[0].gap[1] if min(seen) > 1 else None,
        _sizes_seen(pair, paired, seen),
        np.concatenate([each.deviations for each in rows]),
        unit,
    )


def _sizes_seen(pair: Pair, paired: PairedVariable, seen: tuple[int, int]) -> tuple[float, float]:
    """Return the records of either file with a value, of weighted ones the effective number, at least 2."""
    if pair.weights is None or paired.masked is None:
        return seen
    weights = pair.weights.original, pair.weights.masked
    with_value = (w[~c.is_missing()] for w, c in zip(weights, (paired.recoded, paired.masked), strict=True))
    first, second = (effective_size(w) if len(w) else 0.0 for w in with_value)
    return max(2.0, first), max(2.0, second)
