"""The k-marginal score: how far all tables of k variables lie apart, and the subsample that is as far."""

from __future__ import annotations

from collections.abc import Iterator
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
    """All tables of ``k`` variables: their score, the subsample as far from the original, and the worst tables.

    ``subsample``: the share of the original's records that a simple random subsample as far from it would hold; None
    where records are weighted: its formula counts records.
    """

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


def _finish(
    pair: Pair, parameters: TableParameters, known: TablesAsked, states: Iterator[BothCounts]
) -> tuple[MarginalsDetail, str]:
    """Return the scores of every k that was asked for, or why there are none."""
    detail: MarginalsDetail = {
        "n_original": pair.original.n_records, "n_masked": pair.masked.n_records,
        "removed": [], "recoded": [], "by_k": [],
    }  # fmt: skip
    if reason := _reason(pair, parameters):
        return detail, reason
    counted, compared = zip(known.groups, states, strict=False), _variables(pair)
    detail["by_k"] = [_marginal(pair, known, tables, counted) for tables in _tables(pair, parameters).values()]
    detail["removed"] = [v.name for v in compared if v.masked is None]
    detail["recoded"] = [v.name for v in compared if v.recode is not None]
    return {**detail, **without(sorted({v.name for v in pair.variables} - {v.name for v in compared}))}, ""


def _marginal(
    pair: Pair, known: TablesAsked, tables: NDArray[np.int64], counted: Iterator[tuple[TableGroup, BothCounts]]
) -> MarginalDetail:
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
    subsample = None if known.weights[0] is not None else subsample_equivalent(mean, sizes, len(tables), n)
    return {
        "k": k,
        "score": (2 - mean) * 500,
        "mean_distance": mean,
        "tables": len(tables),
        "all_tables": comb(p, k),
        "subsample": subsample,
        "sentence": _sentence(k, mean, subsample),
        "worst": [{"variables": [names[v] for v in tables[t]], "distance": float(distances[t])} for t in order],
    }


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
def k_marginal(compared: tuple[MarginalsDetail, str]) -> Answers[KMarginalDetail, MarginalsDetail]:
    """Yield (2 - mean L1) 500 at the first k; the others are in the detail."""
    known, reason = compared
    if reason:
        yield Skipped("k_marginal", (), reason, known)
        return
    first, n = known["by_k"][0], min(known["n_original"], known["n_masked"])
    validity = leaving_out(known.get("left_out", []))
    yield Result("k_marginal", (), first["score"], n, None, {**known, **first}, validity=validity)


MEASURES = (k_marginal,)


def _sentence(k: int, mean: float, subsample: float | None) -> str:
    what = f"on tables of {k} variables"
    if mean == 0:
        return f"{what} the same as the original"
    if subsample is None:
        return f"{what} no random subsample is named: how far one would lie is not known for weighted records"
    if subsample < 0.01:
        return f"{what} further from the original than a fresh 1% subsample of it"
    return f"{what} like a fresh {trimmed_percent(subsample, 3)} subsample of the original"
