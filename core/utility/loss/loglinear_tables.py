"""Loss seen by log-linear models: how much the associations in tables of several variables changed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import TypedDict

import numpy as np
from scipy import stats

from core.data import Pair
from core.measures import Answers, Passes, value_or_reason
from core.statistics.arrays import Integers
from core.statistics.reproducible import generator
from core.statistics.tables import Deviances, TableGroup, all_tables, deviances, tables_of
from core.tables import BothCounts, TablesAsked, Weights, asked, counted_tables, record_weights
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, without
from core.utility.families import ALL_VARIABLES, CATEGORICAL
from core.utility.loss.contingency import categorical, why_not_categorical
from core.utility.loss.families import loss_measure
from core.utility.loss.parameters import LossParameters
from core.utility.weighting import effective_sizes

ID = "loglinear_deviance"

MOST_TABLES = 165
"""All tables of eleven variables; of more variables this number is drawn."""

MOST_CELLS = 100_000
"""Larger tables are left out: nearly every cell is empty."""

LEVEL, ROUNDING = 0.05, 1e-9
"""A table counts as associated where independence is rejected at this level; equality within rounding is not."""

WORST = 10
"""Tables that the detail names."""


class Terms(TypedDict):
    """Deviance per record of the two-way and of the three-way terms."""

    two_way: float
    three_way: float


class TableChangeDetail(TypedDict):
    """The association in one table of both files, and how much of it is not in both."""

    variables: list[str]
    loss: float
    original: Terms
    masked: Terms


class LoglinearDetail(Sizes, LeftOut):
    """How many tables there are and were compared, and the worst of them."""

    variables: list[str]
    tables: int
    tables_drawn: int
    too_large: int
    not_fitted: int
    not_associated: int
    compared: int
    worst: list[TableChangeDetail]


@dataclass(frozen=True)
class TableChange:
    """The association in one table of both files.

    Parameters
    ----------
    variables : tuple of str
    original, masked : (float, float)
        Deviance per record of the two-way and of the three-way terms, less what chance gives on average.
    """

    variables: tuple[str, ...]
    original: tuple[float, float]
    masked: tuple[float, float]

    @property
    def loss(self) -> float:
        """How much of the association is not in both files: 0 to 1."""
        apart = sum(abs(a - b) for a, b in zip(self.original, self.masked, strict=True))
        return apart / sum(max(a, b) for a, b in zip(self.original, self.masked, strict=True))


@dataclass(frozen=True)
class TableChanges:
    """The tables compared, and how many are not: drawn from all, too large, not fitted, without association."""

    variables: tuple[str, ...]
    n: tuple[int, int]
    changes: tuple[TableChange, ...] = ()
    tables: int = 0
    drawn: int = 0
    large: int = 0
    not_fitted: int = 0
    not_associated: int = 0
    left_out: tuple[str, ...] = ()
    reason: str = ""


def _look(pair: Pair, parameters: LossParameters) -> TablesAsked:
    """Return the tables of three categorical variables (of two where there are no more) that are looked at."""
    variables, _left_out = categorical(pair)
    if _why_none(pair):
        return TablesAsked()
    sizes = np.array([len(v.recoded.categories) + 1 for v in variables], dtype=np.int64)
    drawn = _drawn(len(variables), parameters.seed)
    small = drawn[np.prod(sizes[drawn], axis=1) <= MOST_CELLS]
    return asked(pair, variables, [small], 2, _to_effective_size(pair))


def _why_none(pair: Pair) -> str:
    return why_not_categorical(pair, 2, "fewer than two variables are categorical")


def _finish(pair: Pair, parameters: LossParameters, known: TablesAsked, states: Iterator[BothCounts]) -> TableChanges:
    n, (variables, left_out) = (pair.original.n_records, pair.masked.n_records), categorical(pair)
    names, reason = tuple(v.name for v in variables), _why_none(pair)
    if reason:
        return TableChanges(names, n, reason=reason)
    sizes = effective_sizes(pair)
    fits = [fit for group, both in zip(known.groups, states, strict=True) for fit in _fits(known, group, both)]
    fitted = [(names_of, (a, b)) for names_of, a, b in fits if a is not None and b is not None]
    associated = [f for f in fitted if any(_associated(d) for d in f[1])]
    changes = tuple(TableChange(names_of, *(_per_record(d, size) for d, size in zip(both, sizes, strict=True)))
                    for names_of, both in associated)  # fmt: skip
    reason = "" if changes else "no table that could be fitted has an association in one of the files"
    drawn, small = len(_drawn(len(names), parameters.seed)), len(fits)
    return TableChanges(
        names, n, changes, comb(len(names), min(3, len(names))), drawn, drawn - small, small - len(fitted),
        len(fitted) - len(associated), left_out, reason,
    )  # fmt: skip


table_changes = counted_tables(_look, _finish)
"""Fit log-linear models to the tables of three categorical variables (of two where there are no more).

Missing values are a category; of a removed variable all values are missing. The original is taken after the same recode
as the masked file.
"""


def _drawn(p: int, seed: int) -> Integers:
    tables = all_tables(p, min(3, p))
    if len(tables) <= MOST_TABLES:
        return tables
    drawn = generator(seed, f"{ID}|tables").choice(len(tables), MOST_TABLES, replace=False)
    return np.asarray(tables[np.sort(drawn)])


def _to_effective_size(pair: Pair) -> Weights:
    """Return weights that add up to Kish's effective number of records: what the deviance of chance goes by."""
    before, after = record_weights(pair)
    if before is None or after is None:
        return None, None
    sizes = effective_sizes(pair)
    return before * (sizes[0] / before.sum()), after * (sizes[1] / after.sum())


def _fits(
    known: TablesAsked, group: TableGroup, both: BothCounts
) -> Iterator[tuple[tuple[str, ...], Deviances | None, Deviances | None]]:
    """Yield the names of each table of a group, and its deviances in either file; None where it cannot be fitted."""
    names = [name for name, _ in known.variables]
    for variables, *tables in zip(group.tables, *(tables_of(counts, group) for counts in both), strict=True):
        original, masked = (deviances(table) for table in tables)
        yield tuple(names[place] for place in variables), original, masked


def _associated(table: Deviances) -> bool:
    """Whether independence of all variables is rejected."""
    freedom = table.two_way_df + table.three_way_df
    limit = float(stats.chi2.isf(LEVEL, freedom)) if freedom else 0.0
    return table.two_way + table.three_way > limit * (1 + ROUNDING)


def _per_record(table: Deviances, n: float) -> tuple[float, float]:
    """Return the deviances of both orders per record, less their mean where there is no such term."""
    return max(table.two_way - table.two_way_df, 0.0) / n, max(table.three_way - table.three_way_df, 0.0) / n


@loss_measure(
    id=ID,
    name="Log-linear comparison of tables",
    passes=Passes.PAIRS,
    reference="Shlomo (2010), goodness of fit of log-linear models, as Kocar (2018), section 2.2; Bishop, Fienberg and "
    "Holland (1975), Discrete Multivariate Analysis, 4.2",
    prepare=table_changes,
    replicable=False,
    weighting="Tables are of weights scaled to the effective number of records, which also decides what chance "
    "gives. It "
    "misleads where records of a cluster are alike: chance then gives more than is taken off.",
    summary="How much of the associations in tables of three categorical variables is lost or new.",
    formula=r"\begin{gathered} \frac{1}{T} \sum_{t=1}^{T} \frac{|a_t - a'_t| + |b_t - b'_t|}{\max(a_t, a'_t) + "
    r"\max(b_t, b'_t)} \\[1ex] a = \frac{1}{n} \max(0,\; G^2_1 - G^2_2 - d_2) \\ b = "
    r"\frac{1}{n} \max(0,\; G^2_2 - d_3) "
    r"\\ G^2_1 = G^2_{[A][B][C]}, \quad G^2_2 = G^2_{[AB][AC][BC]} \end{gathered}",
    reading="a is the deviance per record that the two-way terms of a table explain, b what only the three-way "
    "term does, "
    "each less the degrees of freedom d that chance alone would give. 0: log-linear models find the same "
    "associations; 1: all of them are lost, or made up.",
    misleads="Strength only: an association that is turned round but as strong costs nothing; the bivariate "
    "parts of GDU "
    "see that. Tables without association in either file are left out. Recoding costs nothing, for the original "
    "is recoded alike. With few records in many cells the deviance is far from chi-squared.",
    needs=CATEGORICAL,
    section=ALL_VARIABLES,
)
def loglinear_deviance(changes: TableChanges) -> Answers[LoglinearDetail, LoglinearDetail]:
    """Yield the mean over tables of the share of the association that is not in both files."""
    worst = sorted(changes.changes, key=lambda c: (-round(c.loss, 9), c.variables))[:WORST]
    detail: LoglinearDetail = {
        "n_original": changes.n[0],
        "n_masked": changes.n[1],
        "variables": list(changes.variables),
        "tables": changes.tables,
        "tables_drawn": changes.drawn,
        "too_large": changes.large,
        "not_fitted": changes.not_fitted,
        "not_associated": changes.not_associated,
        "compared": len(changes.changes),
        "worst": [_described(c) for c in worst],
        **without(changes.left_out),
    }
    mean = None if changes.reason else math.fsum(c.loss for c in changes.changes) / len(changes.changes)
    validity = leaving_out(changes.left_out)
    yield value_or_reason(ID, (), mean, changes.reason, min(changes.n), detail, validity=validity)


def _described(change: TableChange) -> TableChangeDetail:
    return {
        "variables": list(change.variables),
        "loss": change.loss,
        "original": {"two_way": change.original[0], "three_way": change.original[1]},
        "masked": {"two_way": change.masked[0], "three_way": change.masked[1]},
    }


MEASURES = (loglinear_deviance,)
