"""Record linkage by the weights of Fellegi and Sunter: an intruder who learns from the files which keys to trust."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import PairedVariable
from core.measures import Answer, Result
from core.pairing import shared_code_tables
from core.risk.attacks.attacked_files import released
from core.risk.linked_keys import LinkedKeys, attack_measure, drawn_rows, n_values
from core.risk.pairs import PairedKeysDetail, deviation
from core.risk.rate_intervals import rate_interval
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats, Integers
from core.statistics.linkage import (
    FEWEST_VARIABLES,
    MOST_VARIABLES,
    Weights,
    best_matches,
    estimate,
    pattern_counts,
    ranks,
)
from core.statistics.reproducible import TOLERANCE, below
from core.statistics.tables import cells_of

ID = "linkage_fellegi_sunter"

MOST_PAIRS = 200_000_000
"""Pairs of a masked record and a distinct original that are compared: of larger files fewer records are drawn."""

LINKED_FROM = 0.5
"""A pair is called a link where it is at least as likely a match as not."""


class AgreementOfKey(TypedDict):
    """How probable agreement on a key is for two versions of one record and for others, and what it weighs."""

    matches: float
    others: float
    weight: float


class ProbabilisticLinkageDetail(PairedKeysDetail):
    """What the attack found, what the intruder believes, and how the keys weigh."""

    share_of_original_records: float
    share_of_masked_records: float
    by_chance: float
    part_of_original_released: float
    share_believed: float
    right_among_believed: float | None
    agreement: dict[str, AgreementOfKey]
    variables: list[str]
    n_targets: int
    n_pairs: int
    sampled: bool
    interval_kind: str


@attack_measure(
    id=ID,
    name="Records linked by weights (Fellegi and Sunter)",
    reference="Fellegi and Sunter (1969), JASA 64(328), 1183-1210; EM: Winkler (1988), Proceedings of the Section on "
    "Survey Research Methods, ASA, 667-671; as a measure of risk: Domingo-Ferrer and Torra (2001)",
    summary="The share of records whose masked version agrees with them on the keys more tellingly than any other.",
    formula=r"\begin{gathered} w(\gamma) = \sum_{j=1}^{m} \gamma_j \log_2 \frac{m_j}{u_j} \\ + "
    r"\sum_{j=1}^{m} (1 - \gamma_j) \log_2 \frac{1 - m_j}{1 - u_j} \\[1ex] "
    r"\frac{1}{T} \sum_{i=1}^{T} \frac{[\text{none heavier}]}{\text{equally heavy}} "
    r"\cdot \frac{n_m}{n_o} \end{gathered}",
    reading="Over T masked records, each linked to the original with the heaviest weight: agreement counts the more, "
    "the rarer it is among pairs that do not belong together (u) and the surer among those that do (m), which are "
    "estimated from the files without knowing the answer. 1/n is chance; 1: every record is found. With it is given "
    "how many links the intruder would believe in (at least as likely right as wrong), and how many of those are "
    "right.",
    misleads="Agreement on one key is taken to be independent of the others, which households and related keys are "
    "not: the order of the weights suffers little, the chance of being right more. Numbers agree where they lie within "
    "the width of interval disclosure. It needs at least three keys that vary. It may lie below or above the linkage "
    "by distance: both are attacks, and the larger counts.",
    needs="at least three key variables that vary",
)
def linkage_fellegi_sunter(keyset: LinkedKeys) -> Answer[ProbabilisticLinkageDetail, PairedKeysDetail]:
    """Return the share linked by the weights of Fellegi and Sunter on all keys."""
    # by name, so that the order of columns changes no rounding; on a key of one value all pairs agree
    keys = [v for v in sorted(keyset.keys, key=lambda v: v.name) if n_values(v) > 1]
    if problem := _unsuited(keys):
        return keyset.skipped(problem)
    attack = _Attack(keyset, keys)
    weights = attack.weights()
    if weights is None:
        return keyset.skipped("the chances of agreement do not converge: name a key set with other keys")
    correct, probability = attack.link(weights)
    return _result(keyset, attack, weights, correct, probability)


def _unsuited(keys: list[PairedVariable]) -> str:
    if len(keys) < FEWEST_VARIABLES:
        return (
            f"the key set has {len(keys)} keys that vary: the weights cannot be estimated from fewer than "
            f"{FEWEST_VARIABLES}; records linked by distance take any number"
        )
    if len(keys) > MOST_VARIABLES:
        return f"the key set has {len(keys)} keys, too many patterns: name a key set with at most {MOST_VARIABLES}"
    return ""


class _Attack:
    """The masked records that are attacked, the distinct originals, and what both are compared on."""

    def __init__(self, keyset: LinkedKeys, keys: list[PairedVariable]) -> None:
        numeric = [v for v in keys if is_numeric(v)]
        categorical = [v for v in keys if not is_numeric(v)]
        self.variables = [v.name for v in (*categorical, *numeric)]
        share = keyset.parameters.interval_share
        widths = [share * deviation(v.recoded.values) * (1 + TOLERANCE) for v in numeric]
        self.widths = np.array([*np.zeros(len(categorical)), *widths])
        ours, theirs = shared_code_tables((*categorical, *numeric))
        cells, first = cells_of(ours)
        n_cells = len(first)
        self.counts = np.bincount(cells, minlength=n_cells).astype(np.int64)
        self.originals = _records(ours[first], [v.recoded.values[first] for v in numeric])
        parents = np.where(keyset.links >= 0, cells[keyset.links], -1)
        most = max(min(keyset.parameters.linkage_targets or len(parents), MOST_PAIRS // max(n_cells, 1)), 1)
        self.rows = drawn_rows((*theirs.T, parents), np.arange(len(parents)), keyset, ID, most)
        self.masked = _records(theirs[self.rows], [released(v).values[self.rows] for v in numeric])
        self.parents = parents[self.rows]
        self.patterns = self._count(theirs[self.rows])

    def _count(self, codes: Integers) -> Integers:
        """Count the patterns, each distinct masked record once and as often as it occurs."""
        cells, first = cells_of(codes)
        repeats = np.bincount(cells).astype(np.int64)
        return pattern_counts(self.originals, self.counts, self.masked[first], repeats, self.widths)

    def weights(self) -> Weights | None:
        """Estimate them: every masked record is taken to come from one original."""
        return estimate(self.patterns, len(self.variables), 1 / int(self.counts.sum()))

    def link(self, weights: Weights) -> tuple[Floats, Floats]:
        """Return the chance that each link is right, and the chance that the intruder gives it."""
        rank = ranks(weights.pattern, self.patterns)
        correct, best = best_matches(self.originals, self.counts, self.masked, self.parents, self.widths, rank)
        by_rank = np.zeros(int(best.max()) + 1)
        seen = np.flatnonzero(self.patterns)
        seen = seen[rank[seen] < len(by_rank)]
        np.maximum.at(by_rank, rank[seen], weights.probability[seen])
        return correct, by_rank[best]


def _records(codes: Integers, numbers: list[NDArray[Any]]) -> Floats:
    """Return records as they are compared, the categorical variables first: NaN where missing."""
    categories = codes[:, : codes.shape[1] - len(numbers)]
    return np.column_stack([np.where(categories < 0, np.nan, categories), *numbers])


def _result(
    keyset: LinkedKeys, attack: _Attack, weights: Weights, correct: Floats, probability: Floats
) -> Result[ProbabilisticLinkageDetail]:
    n_original, n_masked, n = keyset.pair.original.n_records, keyset.pair.masked.n_records, len(correct)
    held = n_masked / n_original
    share = float(np.sort(correct).mean())
    (low, high), kind = rate_interval(correct, keyset.links[attack.rows], keyset.pair, "masked records attacked")
    believed = ~below(probability, LINKED_FROM)
    value = min(share * held, 1.0)
    detail: ProbabilisticLinkageDetail = {
        **keyset.described(),
        "share_of_original_records": value,
        "share_of_masked_records": share,
        "by_chance": 1 / n_original,
        "part_of_original_released": min(held, 1.0),
        "share_believed": float(believed.mean()),
        "right_among_believed": float(np.sort(correct[believed]).mean()) if believed.any() else None,
        "agreement": {
            name: {"matches": float(m), "others": float(u), "weight": float(np.log2(m / u))}
            for name, m, u in zip(attack.variables, weights.matches, weights.others, strict=True)
        },
        "variables": sorted(attack.variables),
        "n_targets": n,
        "n_pairs": int(attack.patterns.sum()),
        "sampled": n < n_masked,
        "interval_kind": kind,
    }
    flags = keyset.flags
    if unknown := int((attack.parents < 0).sum()):
        flags += (f"{unknown} of {n} masked records attacked have no known original: not found",)
    interval = (min(low * held, value), max(min(high * held, 1.0), value))
    return keyset.result(value, n, detail, interval, flags)
