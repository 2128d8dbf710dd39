"""Loss seen by log-linear models: how much the associations in tables of several variables changed."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple, TypedDict

import numpy as np
import scipy

from core.data import Pair
from core.measures import Answers, Passes, value_or_reason
from core.statistics.arrays import Integers
from core.statistics.reproducible import generator
from core.statistics.tables import Deviances, TableGroup, all_tables, deviances, tables_of
from core.tables import BothCounts, TablesAsked, Weights, asked, counted_tables, record_weights
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, mean_of, without
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


class TableChanges(NamedTuple):
    """The association in all tables of both files; ``mean`` is None where ``reason`` says why."""

    detail: LoglinearDetail
    mean: float | None = None
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
    variables, left_out = categorical(pair)
    names = [v.name for v in variables]
    detail: LoglinearDetail = {
        "n_original": pair.original.n_records, "n_masked": pair.masked.n_records, "variables": names,
        "tables": 0, "tables_drawn": 0, "too_large": 0, "not_fitted": 0, "not_associated": 0, "compared": 0,
        "worst": [],
    }  # fmt: skip
    if reason := _why_none(pair):
        return TableChanges(detail, None, reason)
    fits = [fit for group, both in zip(known.groups, states, strict=True) for fit in _fits(known, group, both)]
    fitted = [(names_of, (a, b)) for names_of, a, b in fits if a is not None and b is not None]
    sizes, associated = effective_sizes(pair), [f for f in fitted if any(_associated(d) for d in f[1])]
    changes = [_change(names_of, *(_per_record(*each) for each in zip(both, sizes, strict=True)))
               for names_of, both in associated]  # fmt: skip
    drawn = len(_drawn(len(names), parameters.seed))
    detail["tables"], detail["tables_drawn"] = comb(len(names), min(3, len(names))), drawn
    detail["too_large"], detail["not_fitted"] = drawn - len(fits), len(fits) - len(fitted)
    detail["not_associated"], detail["compared"] = len(fitted) - len(associated), len(changes)
    detail["worst"] = sorted(changes, key=lambda c: (-round(c["loss"], 9), c["variables"]))[:WORST]
    reason = "" if changes else "no table that could be fitted has an association in one of the files"
    return TableChanges({**detail, **without(left_out)}, mean_of([c["loss"] for c in changes]), reason)


def _change(variables: tuple[str, ...], original: Terms, masked: Terms) -> TableChangeDetail:
    both = [(original["two_way"], masked["two_way"]), (original["three_way"], masked["three_way"])]
    loss = sum(abs(a - b) for a, b in both) / sum(max(each) for each in both)
    return {"variables": list(variables), "loss": loss, "original": original, "masked": masked}


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
    limit = float(scipy.stats.chi2.isf(LEVEL, freedom)) if freedom else 0.0
    return table.two_way + table.three_way > limit * (1 + ROUNDING)


def _per_record(table: Deviances, n: float) -> Terms:
    """Return the deviances of both orders per record, less their mean where there is no such term."""
    two_way, three_way = table.two_way - table.two_way_df, table.three_way - table.three_way_df
    return {"two_way": max(two_way, 0.0) / n, "three_way": max(three_way, 0.0) / n}


@loss_measure(
    id=ID,
    name="Log-linear comparison of tables",
    passes=Passes.PAIRS,
    reference="Shlomo (2010), goodness of fit of log-linear models, as Kocar (2018), section 2.2; Bishop, Fienberg and "
    "Holland (1975), Discrete Multivariate Analysis, 4.2",
    prepare=table_changes,
    replicable=False,
    weighting="Tables are of weights scaled to the effective number of records, which also decides what chance gives. "
    "It misleads where records of a cluster are alike: chance then gives more than is taken off.",
    summary="How much of the associations in tables of three categorical variables is lost or new.",
    formula=r"\begin{gathered} \frac{1}{T} \sum_{t=1}^{T} \frac{|a_t - a'_t| + |b_t - b'_t|}{\max(a_t, a'_t) + "
    r"\max(b_t, b'_t)} \\[1ex] a = \frac{1}{n} \max(0,\; G^2_1 - G^2_2 - d_2) \\ b = "
    r"\frac{1}{n} \max(0,\; G^2_2 - d_3) "
    r"\\ G^2_1 = G^2_{[A][B][C]}, \quad G^2_2 = G^2_{[AB][AC][BC]} \end{gathered}",
    reading="a is the deviance per record that the two-way terms of a table explain, b what only the three-way term "
    "does, each less the degrees of freedom d that chance alone would give. 0: log-linear models find the same "
    "associations; 1: all of them are lost, or made up.",
    misleads="Strength only: an association that is turned round but as strong costs nothing; the bivariate parts of "
    "GDU see that. Recoding costs nothing, for the original is recoded alike. With few records in many cells the "
    "deviance is far from chi-squared.",
    needs=CATEGORICAL,
    section=ALL_VARIABLES,
    departs="Shlomo compares the deviances of a fitted model as a ratio. Here the deviance that chance alone "
    "gives is taken off first, and tables without association in either file are left out: their "
    "ratio would be chance divided by chance.",
)
def loglinear_deviance(changes: TableChanges) -> Answers[LoglinearDetail, LoglinearDetail]:
    """Yield the mean over tables of the share of the association that is not in both files."""
    detail, mean, reason = changes
    n, validity = min(detail["n_original"], detail["n_masked"]), leaving_out(detail.get("left_out", []))
    yield value_or_reason(ID, (), mean, reason, n, detail, validity=validity)


MEASURES = (loglinear_deviance,)
