"""The k-marginal score: how far all tables of k variables lie apart, and the subsample that is as far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Answers, Better, Result, Skipped
from core.statistics.reproducible import comparable, generator
from core.statistics.tables import (
    NO_CELLS,
    TableGroup,
    all_tables,
    subsample_equivalent,
    table_distances,
    with_cells_of,
)
from core.tables import BothCounts, TablesAsked, asked, counted_tables, record_weights
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, why_no_shares, without
from core.utility.distances.families import distance
from core.utility.tables import TableParameters
from core.wording import trimmed_percent

BUDGET = 6e8
"""Records times tables that one k may cost (about two seconds); beyond it tables are drawn at random."""

MOST_TABLES = 20_000

NAMED = 10


class TableDistance(TypedDict):
    """A table and its L1 distance."""

    variables: list[str]
    distance: float


class MarginalDetail(TypedDict):
    """All tables of ``k`` variables: their score, the subsample as far from the original, and the worst tables."""

    k: int
    score: float
    mean_distance: float
    tables: int
    all_tables: int
    subsample: float | None
    sentence: str
    worst: list[TableDistance]


class MarginalsDetail(Sizes, LeftOut):
    """The scores of every k."""

    removed: list[str]
    recoded: list[str]
    by_k: list[MarginalDetail]


class KMarginalDetail(MarginalsDetail, MarginalDetail):
    """The scores of every k, the first of them at the top."""


@dataclass(frozen=True)
class Marginal:
    """All tables of k variables.

    Parameters
    ----------
    k, tables, all_tables : int
        Variables of a table, tables compared, tables there are.
    mean : float
        Mean L1 distance, in [0, 2].
    subsample : float or None
        Share of the original's records that a simple random subsample as far from it would hold; None where records
        are weighted: its formula counts records.
    worst : tuple of (tuple of str, float)
        The tables that differ most.
    """

    k: int
    tables: int
    all_tables: int
    mean: float
    subsample: float | None
    worst: tuple[tuple[tuple[str, ...], float], ...]

    @property
    def score(self) -> float:
        """Return (2 - mean L1) 500, in [0, 1000]."""
        return (2 - self.mean) * 500


@dataclass(frozen=True)
class Marginals:
    """The comparison for every k that was asked for."""

    n_original: int
    n_masked: int
    found: tuple[Marginal, ...]
    removed: tuple[str, ...] = ()
    recoded: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reason: str = ""


def _look(pair: Pair, parameters: TableParameters) -> TablesAsked:
    """Return all tables of k variables, for every k that there are enough variables for."""
    if _reason(pair, parameters):
        return TablesAsked()
    variables = _variables(pair)
    return asked(pair, variables, list(_tables(pair, parameters).values()), parameters.bins, record_weights(pair))


def _variables(pair: Pair) -> list[PairedVariable]:
    return [v for v in sorted(pair.variables, key=lambda v: v.name) if not why_no_shares(pair, v)]


def _reason(pair: Pair, parameters: TableParameters) -> str:
    fewest = min(parameters.marginals)
    if len(_variables(pair)) >= fewest:
        return ""
    reasons = [why for why in (why_no_shares(pair, v) for v in pair.variables) if why]
    return reasons[0] if reasons else f"fewer than {fewest} variables are compared"


def _tables(pair: Pair, parameters: TableParameters) -> dict[int, NDArray[np.int64]]:
    p, records = len(_variables(pair)), pair.original.n_records + pair.masked.n_records
    wanted = (k for k in dict.fromkeys(parameters.marginals) if k <= p)
    return {k: _chosen_tables(p, k, records, parameters.seed) for k in wanted}


def _finish(pair: Pair, parameters: TableParameters, known: TablesAsked, states: Iterator[BothCounts]) -> Marginals:
    n, m = pair.original.n_records, pair.masked.n_records
    reason = _reason(pair, parameters)
    if reason:
        return Marginals(n, m, (), reason=reason)
    counted = zip(known.groups, states, strict=False)
    marginals = tuple(_marginal(pair, known, tables, counted) for tables in _tables(pair, parameters).values())
    compared = _variables(pair)
    removed = tuple(v.name for v in compared if v.masked is None)
    recoded = tuple(v.name for v in compared if v.recode is not None)
    left_out = tuple(sorted({v.name for v in pair.variables} - {v.name for v in compared}))
    return Marginals(n, m, marginals, removed, recoded, left_out)


def _marginal(
    pair: Pair, known: TablesAsked, tables: NDArray[np.int64], counted: Iterator[tuple[TableGroup, BothCounts]]
) -> Marginal:
    """Compare the tables of one k, of whose groups the counts come next."""
    n, (p, k) = pair.original.n_records, (len(known.variables), tables.shape[1])
    distances, sizes = np.zeros(0), NO_CELLS
    while len(distances) < len(tables):
        group, (original, masked) = next(counted)
        distances = np.append(distances, table_distances(original, masked, group, known.totals(pair)))
        sizes = with_cells_of(original, sizes) if known.weights[0] is None else sizes
    mean = float(distances.mean())
    order = [t for t in np.argsort(-comparable(distances), kind="stable")[:NAMED] if distances[t] > 0]
    names = [name for name, _ in known.variables]
    worst = tuple((tuple(names[v] for v in tables[t]), float(distances[t])) for t in order)
    subsample = None if known.weights[0] is not None else subsample_equivalent(mean, sizes, len(tables), n)
    return Marginal(k, len(tables), comb(p, k), mean, subsample, worst)


compare_marginals = counted_tables(_look, _finish)
"""Compare all tables of k variables, for every k that there are enough variables for."""


def _chosen_tables(p: int, k: int, records: int, seed: int) -> NDArray[np.int64]:
    """Return (t, k) all tables of k of p variables, or as many drawn at random as the budget allows."""
    affordable = min(MOST_TABLES, max(1, int(BUDGET // records)))
    if comb(p, k) <= affordable:
        return all_tables(p, k)
    random = generator(seed, f"k_marginal|{k}|tables")
    drawn = np.sort(random.permuted(np.tile(np.arange(p), (affordable, 1)), axis=1)[:, :k], axis=1)
    return np.unique(drawn, axis=0).astype(np.int64)


@distance(
    id="k_marginal",
    name="k-marginal score",
    better=Better.HIGHER,
    bounds=(0.0, 1000.0),
    reference="NIST Collaborative Research Cycle (SDNist), k-marginal metric; subsamples by Diaconis and Zabell",
    prepare=compare_marginals,
    replicable=False,
    summary="How much of all tables of two or three variables is kept; 1000 is the original itself.",
    formula=r"500 \left( 2 - \frac{1}{T} \sum_{t=1}^{T} \sum_{\text{cells}} |p - q| \right)",
    reading="Over the T tables of k variables (first k: 2), with shares p and q of their cells. 1000: every table "
    "is the same; 0: nothing in common. The sentence beside it says which random subsample of the original would "
    "be as far away.",
    misleads="It depends on the number of variables, categories and classes of numbers, and on the sample size, so "
    "scores of different originals cannot be compared. Tables are compared after the same recode of the original, "
    "so recoding costs nothing. Associations of more than k variables do not show. Of many variables only some "
    "tables are drawn at random.",
)
def k_marginal(compared: Marginals) -> Answers[KMarginalDetail, MarginalsDetail]:
    """Yield (2 - mean L1) 500 at the first k; the others stand in the detail."""
    known: MarginalsDetail = {
        "n_original": compared.n_original,
        "n_masked": compared.n_masked,
        "removed": list(compared.removed),
        "recoded": list(compared.recoded),
        "by_k": [_described(m) for m in compared.found],
        **without(compared.left_out),
    }
    if not compared.found:
        yield Skipped("k_marginal", (), compared.reason, known)
        return
    first = compared.found[0]
    n = min(compared.n_original, compared.n_masked)
    yield Result(
        "k_marginal", (), first.score, n, None, {**known, **_described(first)}, validity=leaving_out(compared.left_out)
    )


MEASURES = (k_marginal,)


def _described(marginal: Marginal) -> MarginalDetail:
    return {
        "k": marginal.k,
        "score": marginal.score,
        "mean_distance": marginal.mean,
        "tables": marginal.tables,
        "all_tables": marginal.all_tables,
        "subsample": marginal.subsample,
        "sentence": _sentence(marginal),
        "worst": [{"variables": list(names), "distance": distance} for names, distance in marginal.worst],
    }


def _sentence(marginal: Marginal) -> str:
    what = f"on tables of {marginal.k} variables"
    if marginal.mean == 0:
        return f"{what} the same as the original"
    if marginal.subsample is None:
        return f"{what} no random subsample is named: how far one would lie is not known for weighted records"
    if marginal.subsample < 0.01:
        return f"{what} further from the original than a fresh 1% subsample of it"
    return f"{what} like a fresh {trimmed_percent(marginal.subsample, 3)} subsample of the original"
