"""What GDU says where it should be good and where it should be bad: noise floor and bottom (product definition).

A fresh sample of the same population does not score 1, and a file whose columns were shuffled does
not score 0: the useful scale lies between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np
from numpy.random import Generator

from core.data import Coded, Pair, PairedVariable
from core.measures import Answer, Answers, Result, Skipped, Subject
from core.utility.gdu.averages import global_utility
from core.utility.gdu.families import gdu_measure
from core.utility.gdu.local import local_utilities
from core.utility.gdu.parameters import GduParameters
from core.wording import _

BOTTOM_REPETITIONS = 5


class GduBand(TypedDict):
    """Median, 5 % and 95 % quantile of the repetitions."""

    low: float
    median: float
    high: float


class ReferencePointDetail(TypedDict):
    """All repetitions, and the bands of both halves of GDU; None where a repetition has none."""

    repetitions: int
    values: list[float]
    aldu_univariate: GduBand | None
    aldu_bivariate: GduBand | None


@dataclass(frozen=True)
class ReferencePoint:
    """GDU of one sample and its halves (None where they cannot be computed), and its records."""

    value: float | None
    univariate: float | None
    bivariate: float | None
    reason: str
    n: int


reference_measure = gdu_measure.sharing(subject=Subject.SIZE, replicable=False)


def sample_utility(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> ReferencePoint:
    """Compute GDU of one sample of the original, drawn with replacement, against the original."""
    rows = random.integers(0, pair.original.n_records, size)
    return _utility(pair, [rows] * len(pair.variables), parameters)


def shuffled_utility(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> ReferencePoint:
    """Compute GDU of the original with every column permuted on its own, cut (or filled up) to a size."""
    n = pair.original.n_records
    rows = [random.permutation(n)[:size] if size <= n else random.integers(0, n, size) for _ in pair.variables]
    return _utility(pair, rows, parameters)


def _utility(
    pair: Pair, rows: Sequence[np.ndarray[Any, np.dtype[np.int64]]], parameters: GduParameters
) -> ReferencePoint:
    variables = tuple(_resampled(v, v.original.take(r)) for v, r in zip(pair.variables, rows, strict=True))
    resampled = Pair("", variables, pair.original, pair.original.take(rows[0]) if rows else pair.original)
    local = local_utilities(resampled, parameters)
    utility = global_utility(local)
    return ReferencePoint(utility.value, utility.univariate, utility.bivariate, utility.reason, local.n)


def _resampled(variable: PairedVariable, masked: Coded) -> PairedVariable:
    return PairedVariable(variable.variable, variable.original, variable.original, masked, problem=variable.problem)


@reference_measure(
    id="gdu_noise_floor",
    name=_("Noise floor of GDU"),
    reference="Samples of the original drawn with replacement; Kocar (2018) gives none",
    summary=_("What a fresh sample of this size would score: a masked file above the band beats a new survey."),
    prepare=sample_utility,
    repetitions=int,
    reading=_(
        "Median of 20 samples of the original (200 in a full run) of the masked file's size, with the band from "
        "5 to 95 %. A masked file above it harms less than asking another sample would; below it, more."
    ),
    misleads=_(
        "A masked file usually holds the same people as the original and starts from 1, a fresh sample does "
        "not: being above the floor is the least one may ask, not a proof of quality. Single samples differ by about "
        "0.05."
    ),
)
def gdu_noise_floor(repetitions: tuple[ReferencePoint, ...]) -> Answers[ReferencePointDetail, ReferencePointDetail]:
    """Yield the median over the samples; the interval is the band from 5 to 95 %."""
    yield _outcome("gdu_noise_floor", repetitions)


@reference_measure(
    id="gdu_bottom",
    name=_("Bottom of GDU"),
    reference="Columns of the original permuted independently",
    summary=_("What is left when every association is destroyed and every distribution kept: rarely near 0."),
    prepare=shuffled_utility,
    repetitions=lambda _: BOTTOM_REPETITIONS,
    reading=_(
        "Median of five permutations of every column, usually 0.5 to 0.85. The useful scale lies between it and "
        "1: (GDU - bottom) / (1 - bottom)."
    ),
    misleads=_("It is not the lowest possible value: a file that also lost its distributions scores below it."),
)
def gdu_bottom(repetitions: tuple[ReferencePoint, ...]) -> Answers[ReferencePointDetail, ReferencePointDetail]:
    """Yield the median over the permutations."""
    yield _outcome("gdu_bottom", repetitions)


def _outcome(name: str, repetitions: Sequence[ReferencePoint]) -> Answer[ReferencePointDetail, ReferencePointDetail]:
    undefined = [r for r in repetitions if r.value is None]
    if undefined or not repetitions:
        return Skipped(name, (), undefined[0].reason if undefined else "no repetitions were asked for")
    values = [r.value for r in repetitions if r.value is not None]
    detail: ReferencePointDetail = {
        "repetitions": len(values),
        "values": values,
        "aldu_univariate": _band([r.univariate for r in repetitions]),
        "aldu_bivariate": _band([r.bivariate for r in repetitions]),
    }
    band = _band(values)
    assert band is not None
    return Result(name, (), band["median"], repetitions[0].n, (band["low"], band["high"]), detail)


def _band(values: Sequence[float | None]) -> GduBand | None:
    """Return median, 5 % and 95 % quantile; None where a repetition has no value."""
    known = [v for v in values if v is not None]
    if len(known) < len(values):
        return None
    low, median, high = np.quantile(known, [0.05, 0.5, 0.95])
    return {"low": float(low), "median": float(median), "high": float(high)}
