"""SUDA2: records that are unique on few key variables, and how likely a match with them is correct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict

import numpy as np

from core.measures import Answer, Answers, Measure, Result
from core.risk.families import SUDA
from core.risk.key_frequencies import release_measure
from core.risk.key_sets import outcomes
from core.risk.special_uniques import KeySetSuda, SudaKeysDetail, prepare_suda
from core.statistics.arrays import Floats
from core.statistics.disclosure import MinimalUniques, SudaScores

REFERENCE = (
    "Elliot, Manning and Ford (2002), International Journal of Uncertainty, Fuzziness and Knowledge-Based "
    "Systems 10(5); Manning, Haglin and Keane (2008), Data Mining and Knowledge Discovery 16, 165-196"
)


class ScoresDetail(TypedDict):
    """The detail of a figure of the scores."""

    count: NotRequired[int]
    minimal_uniques_by_size: NotRequired[list[int]]
    contributions: NotRequired[dict[str, float]]
    max: NotRequired[float]
    sampling_fraction: NotRequired[float]
    sampling_fraction_from: NotRequired[str]
    n_pairs: NotRequired[int]
    sum: NotRequired[float]


class SudaDetail(SudaKeysDetail, ScoresDetail):
    """The figures of one SUDA measure."""


Scored = tuple[float, ScoresDetail] | str
"""A figure with its detail; or why there is none."""
Figure = Callable[[KeySetSuda, SudaScores, MinimalUniques], Scored]


def _outcomes(
    measure: Measure, prepared: tuple[KeySetSuda, ...], figure: Figure
) -> Answers[SudaDetail, SudaKeysDetail]:
    """Yield a figure of the scores of every key set."""
    return outcomes(measure, prepared, lambda keyset: _answer(keyset, figure))


def _answer(keyset: KeySetSuda, figure: Figure) -> Answer[SudaDetail, SudaKeysDetail]:
    if keyset.scores is None or keyset.found is None:
        return keyset.skipped(keyset.why_no_scores)
    answer = figure(keyset, keyset.scores, keyset.found)
    if isinstance(answer, str):
        return keyset.skipped(answer)
    value, known = answer
    return Result("", (keyset.name,), value, len(keyset.records), detail={**known, **keyset.described()})


def _dis(keyset: KeySetSuda, minimal: MinimalUniques, summary: Callable[[Floats], np.floating[Any]]) -> Scored:
    """Return one figure for the file of the DIS-SUDA of its records, which needs a sampling fraction."""
    if keyset.dis is None:
        return keyset.fraction_problem
    fraction, basis = keyset.fraction
    return float(summary(keyset.dis)), {
        "sampling_fraction": fraction,
        "sampling_fraction_from": basis,
        "n_pairs": minimal.n_pairs,
        "sum": float(keyset.dis.sum()),
    }


def _contributions(keyset: KeySetSuda, scores: SudaScores) -> dict[str, float]:
    """Return by key the share of the total score from minimal uniques that hold it; the sum exceeds 1."""
    return dict(zip(keyset.keys, scores.contributions.tolist(), strict=True))


suda_measure = release_measure.sharing(
    reference=REFERENCE,
    prepare=prepare_suda,
    group=SUDA,
).figures(_outcomes)
"""Of a function that returns the figure of one key set, with its detail."""


@suda_measure(
    id="suda_records",
    name="Records with a SUDA2 score",
    summary="The share of records that are unique on some set of key variables; a high score means on few of them.",
    formula=r"\frac{1}{n}\,\#\{ i : S_i > 0 \}",
    reading="S is the SUDA2 score. 0: no record is unique on any set of keys. Without missing keys, and with all "
    "sizes searched, it is the share of sample uniques; what is new are the scores: unique on few keys is worse.",
    misleads="It counts every scored record alike, however low the score. A missing key belongs to no minimal "
    "unique, so suppression lowers it for the record itself. With many keys only small sets are searched. False "
    "key values are taken for true ones.",
)
def suda_records(keyset: KeySetSuda, scores: SudaScores, minimal: MinimalUniques) -> Scored:
    """Return the share of records with a score above 0."""
    scored = scores.score > 0
    sizes = np.bincount(minimal.sizes(), minlength=keyset.max_size + 1)[1:]
    return float(scored.mean()), {
        "count": int(scored.sum()),
        "minimal_uniques_by_size": sizes.tolist(),
        "contributions": _contributions(keyset, scores),
    }


@suda_measure(
    id="suda_score_sum",
    name="Sum of SUDA2 scores",
    bounds=(0.0, float("inf")),
    summary="How many and how small sets of key variables make records unique, summed over the file.",
    formula=r"\sum_{i=1}^{n} S_i, \qquad S_i = \sum_{\text{minimal uniques of } i} (m - s)!",
    reading="m is the number of keys, s the number of keys that suffice to make the record unique. 0: nobody is "
    "unique. Compare scenarios with the same keys; the contributions say which key makes records unique.",
    misleads="The factorial makes a few records weigh nearly everything, and one key more changes the scale: values "
    "for different key sets cannot be compared.",
    departs="Kocar prints the factorial of the smallest set alone and calls its size a number of sets. Here the score "
    "is added over all minimal unique sets of a record, as Elliot, Manning and Ford do; his form is an option.",
)
def suda_score_sum(keyset: KeySetSuda, scores: SudaScores, _: MinimalUniques) -> Scored:
    """Return the sum of the scores of the records."""
    return float(scores.score.sum()), {
        "max": float(scores.score.max()),
        "contributions": _contributions(keyset, scores),
    }


@suda_measure(
    id="dis_suda_mean",
    name="Mean DIS-SUDA risk",
    summary="The chance that a match with a record is correct, spread over records by their SUDA2 scores: mean.",
    formula=r"\begin{gathered} \frac{1}{n} \sum_{i=1}^{n} d_i \\[1ex] d_i = \left( 1 + \frac{2 P (1 - \pi) / "
    r"\pi}{S_i^{Q} A} \right)^{-1} \\[1ex] Q = 1 + \frac{8 - m}{20}, \qquad A = \sum_{S_j > 0} S_j^{-Q} "
    r"\end{gathered}",
    reading="P is the number of pairs of records alike, π the sampling fraction. 0: nobody is unique. d is the "
    "chance that a match with the record is correct; records without a score count 0.",
    misleads="It is a heuristic that spreads one figure of the file over its uniques, and rests on the sampling "
    "fraction (0.01 where no weight tells it). Without any pair of records alike every scored record gets 1. A "
    "mean hides the riskiest records.",
)
def dis_suda_mean(keyset: KeySetSuda, _: SudaScores, minimal: MinimalUniques) -> Scored:
    """Return the mean over records of DIS-SUDA."""
    return _dis(keyset, minimal, np.mean)


@suda_measure(
    id="dis_suda_max",
    name="Largest DIS-SUDA risk",
    summary="The chance that a match with a record is correct, spread over records by their SUDA2 scores: the riskiest "
    "record.",
    formula=r"\begin{gathered} \max_i d_i \\[1ex] d_i = \left( 1 + \frac{2 P (1 - \pi) / \pi}{S_i^{Q} A} "
    r"\right)^{-1} \\[1ex] Q = 1 + \frac{8 - m}{20}, \qquad A = \sum_{S_j > 0} S_j^{-Q} \end{gathered}",
    reading="The riskiest record. There is no universal limit; records above 0.1 are often looked at (sdcMicro's "
    "application; SDC Practice Guide).",
    misleads="It is a heuristic that spreads one figure of the file over its uniques, and rests on the sampling "
    "fraction (0.01 where no weight tells it). Without any pair of records alike it is 1. One record decides.",
)
def dis_suda_max(keyset: KeySetSuda, _: SudaScores, minimal: MinimalUniques) -> Scored:
    """Return the largest DIS-SUDA."""
    return _dis(keyset, minimal, np.max)
