"""What GDU says where it should be good and where it should be bad: noise floor and bottom (product definition).

A fresh sample of the same population does not score 1, and a file whose columns were shuffled does
not score 0: the useful scale lies between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, NotRequired, TypedDict

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.data import Coded, Pair, PairedVariable, SampleDesign, Unit
from core.measures import Answer, Answers, Result, Skipped, Subject
from core.statistics.distributions import reordered, with_record_ranks
from core.statistics.estimates import FEWEST_DRAWN, draw_units
from core.utility.compared_variables import leaving_out
from core.utility.gdu.averages import GlobalUtility, global_utility
from core.utility.gdu.families import gdu_measure
from core.utility.gdu.fresh_samples import fresh_samples
from core.utility.gdu.kept_original import kept_original
from core.utility.gdu.local import LocalUtilities, is_missing, local_utilities
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable, is_normal, values_at
from core.utility.gdu.reference_records import effect_size_utility, reference_utility

BOTTOM_REPETITIONS = 5


LOW, HIGH = 0.05, 0.95


class GduBand(TypedDict):
    """Median, and the band that holds nine in ten."""

    low: float
    median: float
    high: float


class ReferencePointDetail(TypedDict):
    """All repetitions, and the bands of the halves of GDU and of its other forms; None where a repetition has none."""

    repetitions: int
    values: list[float]
    aldu_univariate: GduBand | None
    aldu_bivariate: GduBand | None
    gdu_reference: NotRequired[GduBand | None]
    aldu_univariate_reference: NotRequired[GduBand | None]
    aldu_bivariate_reference: NotRequired[GduBand | None]
    gdu_effect_sizes: NotRequired[GduBand | None]


@dataclass(frozen=True)
class ReferencePoint:
    """GDU, GDU at a reference number of records and agreement by effect sizes of one repetition, and its records.

    ``doubts``: what makes it a poor stand-in for a fresh sample.
    """

    own: GlobalUtility
    reference: GlobalUtility
    effects: GlobalUtility
    n: int
    left_out: tuple[str, ...]
    doubts: tuple[str, ...] = ()


reference_measure = gdu_measure.sharing(subject=Subject.SIZE, replicable=False)


def sample_utility(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> ReferencePoint:
    """Compute GDU of a fresh sample of the masked file's size beside the original."""
    design = pair.original.design
    if design.unit is not Unit.RECORD and design.n_units < 2:
        return _unknown(f"all records lie in one {design.unit}: nothing shows how much another one would differ", size)
    return replace(_point(fresh_samples(pair, size, parameters, random)), doubts=_few_units(design))


def shuffled_utility(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> ReferencePoint:
    """Compute GDU of the original with every column permuted on its own, cut (or filled up) to a size."""
    n, design = pair.original.n_records, pair.original.design
    original = kept_original(pair, parameters)
    if size == n and all(is_missing(v) or _ranked_alone(original.variables[v.name]) for v in pair.variables):
        # a permutation of the codes themselves draws as one of rows does
        prepared = [_codes_permuted(original.variables.get(v.name), n, random) for v in pair.variables]
        return _point(local_utilities(pair, parameters, prepared=prepared, of_original=original.associate))
    if design.unit is not Unit.RECORD and size != n:
        drawn = draw_units(design, size, random)
        rows = [random.permutation(drawn) for _ in pair.variables]
    else:
        rows = [random.permutation(n)[:size] if size <= n else random.integers(0, n, size) for _ in pair.variables]
    variables = tuple(_permuted(v, v.original.take(r)) for v, r in zip(pair.variables, rows, strict=True))
    permuted = Pair("", variables, pair.original, pair.original.take(rows[0]) if rows else pair.original)
    both = zip(variables, rows, strict=True)
    prepared = [None if is_missing(v) else _prepared(original.variables[v.name], v, r, parameters) for v, r in both]
    return _point(local_utilities(permuted, parameters, prepared=prepared, of_original=original.associate))


def _ranked_alone(whole: PreparedVariable) -> bool:
    """Whether its codes tell all that is asked of a variable."""
    return not whole.normal and (whole.recoded.groups is None or whole.recoded.groups is whole.recoded.ranks)


def _codes_permuted(whole: PreparedVariable | None, n: int, random: Generator) -> PreparedVariable | None:
    """Return a variable with its records in another order; counts and ranks are known."""
    if whole is None:
        random.permutation(n)
        return None
    ranks = reordered(whole.recoded.ranks, random.permutation(whole.recoded.ranks.codes))
    groups = None if whole.recoded.groups is None else ranks
    return replace(whole, masked=PreparedValues(with_record_ranks(ranks) if groups is None else ranks, groups, None))


def _prepared(
    whole: PreparedVariable, permuted: PairedVariable, rows: NDArray[np.int64], parameters: GduParameters
) -> PreparedVariable:
    assert permuted.masked is not None
    normal = is_normal(permuted, permuted.masked, parameters)
    return replace(whole, normal=normal, masked=values_at(whole.recoded, rows, normal=normal))


def _unknown(reason: str, n: int) -> ReferencePoint:
    unknown = GlobalUtility(None, None, None, 0.5, reason)
    return ReferencePoint(unknown, unknown, unknown, n, ())


def _few_units(design: SampleDesign) -> tuple[str, ...]:
    """Return that resamples of m units vary less than samples do: their variance is (m - 1) / m of it."""
    units = design.n_units
    if design.unit is Unit.RECORD or units >= FEWEST_DRAWN:
        return ()
    return (f"from {units} {design.unit}s alone: other samples differ by more than this band shows",)


def _point(local: LocalUtilities) -> ReferencePoint:
    forms = global_utility(local), reference_utility(local), effect_size_utility(local)
    return ReferencePoint(*forms, local.n, tuple(u.variable for u in local.not_comparable() if u.weight > 0))


def _permuted(variable: PairedVariable, masked: Coded) -> PairedVariable:
    return PairedVariable(variable.variable, variable.original, variable.original, masked, problem=variable.problem)


@reference_measure(
    id="gdu_noise_floor",
    name="Noise floor of GDU",
    reference="Resamples of the original's units; associations of another sample, given the original, by a "
    "hierarchical model (Stephens 2017; Diebolt and Robert 1994); Kocar (2018) gives none",
    summary="What a fresh sample of this size would score: a masked file above the band beats a new survey.",
    prepare=sample_utility,
    repetitions=int,
    reading="Fresh samples of its population are compared with the original as a masked file is, 20 of them (200 in "
    "a full run): the median, and the band that holds a fresh sample in nine of ten cases. A masked file above it "
    "harms less than asking another sample would; below it, more. In simulations the band held 90% of fresh samples "
    "over 20 populations drawn at random, and 87 to 93% in single ones of 500 cases.",
    misleads="A masked file usually holds the same people as the original and starts from 1, a fresh sample does "
    "not: being above the floor is the least one may ask, not a proof of quality. Single samples differ by about "
    "0.05. Where every pair lies on the edge of significance the band holds less, 78% in the worst case tried; that of "
    "the pairs' half holds more where a few variables are hardly related, 98%.",
)
def gdu_noise_floor(repetitions: tuple[ReferencePoint, ...]) -> Answers[ReferencePointDetail, ReferencePointDetail]:
    """Yield the median over the samples; the interval is the band from 5 to 95%."""
    yield _outcome("gdu_noise_floor", repetitions)


@reference_measure(
    id="gdu_bottom",
    name="Bottom of GDU",
    reference="Columns of the original permuted independently",
    summary="What is left when every association is destroyed and every distribution kept: rarely near 0.",
    prepare=shuffled_utility,
    repetitions=lambda _: BOTTOM_REPETITIONS,
    reading="Median of five permutations of every column, usually 0.5 to 0.85. The useful scale lies between it and "
    "1: (GDU - bottom) / (1 - bottom).",
    misleads="It is not the lowest possible value: a file that also lost its distributions scores below it.",
)
def gdu_bottom(repetitions: tuple[ReferencePoint, ...]) -> Answers[ReferencePointDetail, ReferencePointDetail]:
    """Yield the median over the permutations."""
    yield _outcome("gdu_bottom", repetitions)


def _outcome(name: str, repetitions: Sequence[ReferencePoint]) -> Answer[ReferencePointDetail, ReferencePointDetail]:
    undefined = [r.own for r in repetitions if r.own.value is None]
    if undefined or not repetitions:
        return Skipped(name, (), undefined[0].reason if undefined else "no repetitions were asked for")
    own = _bands([r.own for r in repetitions])
    reference = _bands([r.reference for r in repetitions])
    effects = _bands([r.effects for r in repetitions])
    assert own.gdu is not None
    detail: ReferencePointDetail = {
        "repetitions": len(repetitions),
        "values": own.values,
        "aldu_univariate": own.univariate,
        "aldu_bivariate": own.bivariate,
        "gdu_reference": reference.gdu,
        "aldu_univariate_reference": reference.univariate,
        "aldu_bivariate_reference": reference.bivariate,
        "gdu_effect_sizes": effects.gdu,
    }
    band, first = own.gdu, repetitions[0]
    ends = (band["low"], band["high"])
    value, left_out = band["median"], leaving_out(first.left_out)
    return Result(name, (), value, first.n, ends, detail, flags=first.doubts or None, validity=left_out)


class GduBands(NamedTuple):
    """The repetitions of one form, and the bands of it and its halves."""

    values: list[float]
    gdu: GduBand | None
    univariate: GduBand | None
    bivariate: GduBand | None


def _bands(utilities: Sequence[GlobalUtility]) -> GduBands:
    """Return the bands of one form."""
    values = [u.value for u in utilities]
    halves = _band([u.univariate for u in utilities]), _band([u.bivariate for u in utilities])
    return GduBands([v for v in values if v is not None], _band(values), *halves)


def _band(values: Sequence[float | None]) -> GduBand | None:
    """Return the median and the band that holds a further value in nine of ten cases; None where one is missing.

    The ends are order statistics number .05 (R + 1) and .95 (R + 1) of R, whose expected coverage is 90% whatever
    the distribution (of 20: nearly the smallest and the largest); plain 5 and 95% quantiles of 20 hold 81%.
    """
    known = [v for v in values if v is not None]
    if not known or len(known) < len(values):
        return None
    low, high = np.quantile(known, [LOW, HIGH], method="weibull")
    return {"low": float(low), "median": float(np.median(known)), "high": float(high)}
