"""The k-marginal score: how far all tables of k variables lie apart, and the subsample that is as far."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Pair
from core.measures import Answers, Better, Result, Skipped
from core.statistics.arrays import Codes
from core.statistics.reproducible import comparable, generator
from core.statistics.tables import marginal_distances, subsample_equivalent
from core.utility.compared_variables import Sizes
from core.utility.distances.families import distance
from core.utility.distances.one_way import why_no_shares
from core.utility.tables import TableParameters, pooled_codes
from core.utility.weighting import Weights, record_weights
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


class MarginalsDetail(Sizes):
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
    reason: str = ""


def compare_marginals(pair: Pair, parameters: TableParameters) -> Marginals:
    """Compare all tables of k variables, for every k that there are enough variables for."""
    n, m = pair.original.n_records, pair.masked.n_records
    variables = sorted(pair.variables, key=lambda v: v.name)
    reasons = [why for why in (why_no_shares(pair, v) for v in variables) if why]
    wanted = [k for k in dict.fromkeys(parameters.marginals) if k <= len(variables)]
    if not reasons and not wanted:
        reasons = [f"fewer than {min(parameters.marginals)} variables are compared"]
    if reasons:
        return Marginals(n, m, (), reason=reasons[0])
    coded = pooled_codes(pair, variables, parameters.bins)
    names = [v.name for v in variables]
    weights = record_weights(pair)
    marginals = tuple(_marginal(names, *coded, k, parameters.seed, weights) for k in wanted)
    removed = tuple(v.name for v in variables if v.masked is None)
    return Marginals(n, m, marginals, removed, tuple(v.name for v in variables if v.recode is not None))


def _marginal(
    names: list[str], original: Codes, masked: Codes, sizes: NDArray[np.int64], k: int, seed: int, weights: Weights
) -> Marginal:
    n, p = original.shape[1], len(names)
    tables = _chosen_tables(p, k, n + masked.shape[1], seed)
    compared = marginal_distances(original, masked, sizes, tables, weights)
    mean = float(compared.distances.mean())
    order = [t for t in np.argsort(-comparable(compared.distances), kind="stable")[:NAMED] if compared.distances[t] > 0]
    worst = tuple((tuple(names[v] for v in tables[t]), float(compared.distances[t])) for t in order)
    subsample = None if weights[0] is not None else subsample_equivalent(mean, compared.cell_sizes, len(tables), n)
    return Marginal(k, len(tables), comb(p, k), mean, subsample, worst)


def _chosen_tables(p: int, k: int, records: int, seed: int) -> NDArray[np.int64]:
    """Return (t, k) all tables of k of p variables, or as many drawn at random as the budget allows."""
    affordable = min(MOST_TABLES, max(1, int(BUDGET // records)))
    if comb(p, k) <= affordable:
        return np.array(list(combinations(range(p), k)), dtype=np.int64)
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
    }
    if not compared.found:
        yield Skipped("k_marginal", (), compared.reason, known)
        return
    first = compared.found[0]
    n = min(compared.n_original, compared.n_masked)
    yield Result("k_marginal", (), first.score, n, None, {**known, **_described(first)})


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
