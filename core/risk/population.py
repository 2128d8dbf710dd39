"""Expected uniques of the population: what the sample alone does not show. All depend on a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from core.measures import Answer, Answers, Measure
from core.risk.families import POPULATION_UNIQUES
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, release_measure
from core.risk.key_sets import outcomes
from core.statistics.disclosure import pitman_parameters, pitman_uniques, zayatz_uniques
from core.statistics.tables import expected_population_uniques, fitted_means

MODEL_DEPENDENT = "model-dependent: holds as far as the model does; compare with other models"
NO_FRACTION = (
    "the size of the population is not known: tag a sampling weight, or say before the run which share of the "
    "population is in the original file"
)

NOBODY = "the population counts hold no people"


class ModelDetail(TypedDict):
    """What a model of the population gives: uniques expected in the file, or in the population of that size."""

    expected: float
    sample_uniques: NotRequired[int]
    share_of_sample_uniques: NotRequired[float | None]
    model: NotRequired[str]
    population: NotRequired[float]
    theta: NotRequired[float]
    alpha: NotRequired[float]


class PopulationDetail(KeySetDetail, ModelDetail):
    """Uniques by a model, for a sampling fraction."""

    sampling_fraction: float


Figure = tuple[float, ModelDetail] | str
"""Uniques, and what the model gives; or why there are none to be had."""
Estimator = Callable[[KeySetFrequencies, float], Figure]
"""``(keyset, sampling fraction)``."""


def _outcomes(
    measure: Measure, prepared: tuple[KeySetFrequencies, ...], figure: Estimator
) -> Answers[PopulationDetail, KeySetDetail]:
    """Yield a figure of the population of every key set."""
    return outcomes(measure, prepared, lambda keyset: _estimated(keyset.of_people, figure))


population_measure = release_measure.sharing(
    group=POPULATION_UNIQUES,
    needs="a sampling weight, or the sampling fraction",
).figures(_outcomes)
"""Of a function that returns the figure of one key set, and what is next to it."""


def _estimated(keyset: KeySetFrequencies, figure: Estimator) -> Answer[PopulationDetail, KeySetDetail]:
    """Return a figure of the population."""
    fraction = _fraction(keyset)
    answer = fraction if isinstance(fraction, str) else figure(keyset, fraction)
    if isinstance(fraction, str) or isinstance(answer, str):
        return keyset.skipped(str(answer))
    value, known = answer
    rule, described = keyset.partition_rule, keyset.described()
    detail: PopulationDetail = {**known, "sampling_fraction": fraction, **described, "missing": rule}
    lacking = keyset.n_missing and keyset.missing != "drop"
    flags = (MODEL_DEPENDENT, *keyset.flags, *(["a missing key is a value of its own in the model"] if lacking else []))
    return keyset.result(min(value, 1.0), detail, flags)


def _fraction(keyset: KeySetFrequencies) -> float | str:
    """Return the sampling fraction: as said, records / people counted or sum of weights; or why it is not known."""
    if keyset.parameters.sampling_fraction:
        return keyset.parameters.sampling_fraction * keyset.file.share_of_original
    if keyset.known is not None and keyset.known.complete:
        counted_people = float(keyset.known.counts.counts.sum())
        return min(keyset.n_used / counted_people, 1.0) if counted_people else NOBODY
    if keyset.weight.problem:
        return keyset.weight.problem
    people = keyset.weight.people(keyset.n_used)
    return NO_FRACTION if people is None else min(keyset.n_used / people, 1.0)


def _dense(codes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the codes of each column as 0 .. k - 1, all of which occur."""
    columns = [np.unique(column, return_inverse=True)[1] for column in codes.T]
    return np.column_stack(columns).astype(np.int64) if columns else np.zeros(codes.shape, dtype=np.int64)


def _pairs(keyset: KeySetFrequencies) -> list[tuple[int, int]]:
    """Return the two-way terms that the key set has both variables of."""
    place = {name: j for j, name in enumerate(keyset.keys)}
    split = [pair.split(":") for pair in keyset.parameters.loglinear_pairs]
    return [(place[a], place[b]) for a, b in split if a in place and b in place and a != b]


def _loglinear(keyset: KeySetFrequencies, fraction: float, position: int) -> Figure:
    """Return one of both figures of the log-linear model: population uniques, or correct matches."""
    unique = keyset.cells.counts == 1
    pairs = _pairs(keyset)
    try:
        mu = fitted_means(_dense(keyset.cells.codes), pairs, keyset.cells.counts)
    except ValueError as error:
        return f"{error}; take two-way terms or keys away"
    expected = expected_population_uniques(np.sort(mu[unique]), fraction)
    terms = [f"{keyset.keys[a]}:{keyset.keys[b]}" for a, b in pairs]
    detail: ModelDetail = {
        "expected": expected[position],
        "sample_uniques": int(unique.sum()),
        "share_of_sample_uniques": expected[position] / unique.sum() if unique.any() else None,
        "model": "Poisson, main effects" + (" and " + ", ".join(terms) if terms else ""),
    }
    return expected[position] / keyset.n_used, detail


POISSON = (
    "Skinner and Holmes (1998), Journal of Official Statistics 14(4); Skinner and Shlomo (2008), JASA 103, 989-1001"
)


@population_measure(
    id="population_uniques_loglinear",
    name="Population uniques in the file (log-linear model)",
    reference=POISSON,
    summary="The share of records expected to be unique in the sample and in the population, by a log-linear model.",
    formula=r"\frac{1}{n} \sum_{f_i = 1} e^{-v_i}, \qquad v_i = \frac{(1 - \pi)\,\mu_i}{\pi}",
    reading="μ is the frequency that the log-linear model expects in the sample, π the sampling fraction; the sum "
    "is over sample uniques. 0.01: one record in a hundred is expected to be alone in the population.",
    misleads="It holds as far as the model does: with main effects alone, associated keys give too low or too high "
    "frequencies; try two-way terms. False key values are taken for true ones. The sampling fraction must be right.",
)
def population_uniques_loglinear(keyset: KeySetFrequencies, fraction: float) -> Figure:
    """Return the share of records unique in sample and population, by the log-linear model."""
    return _loglinear(keyset, fraction, 0)


@population_measure(
    id="correct_matches_loglinear",
    name="Correct matches of sample uniques (log-linear model)",
    reference=POISSON,
    summary="The share of records that are unique in the sample and rightly matched by a guess, by a log-linear model.",
    formula=r"\frac{1}{n} \sum_{f_i = 1} \frac{1 - e^{-v_i}}{v_i}, \qquad v_i = \frac{(1 - \pi)\,\mu_i}{\pi}",
    reading="The expected share of records that are unique in the sample and found by picking one of the people "
    "with their key values. Never below the share of population uniques.",
    misleads="It holds as far as the log-linear model and the sampling fraction do. Records that are not sample "
    "uniques count as safe. False key values are taken for true ones.",
)
def correct_matches_loglinear(keyset: KeySetFrequencies, fraction: float) -> Figure:
    """Return the share of records rightly matched by a guess, by the log-linear model."""
    return _loglinear(keyset, fraction, 1)


@population_measure(
    id="population_uniques_zayatz",
    name="Uniques of the population (Zayatz)",
    reference="Zayatz (1991), Statistical Research Division Report Census/SRD/RR-91/08",
    summary="The share of the population that is unique on the key variables, estimated from the group sizes in "
    "the file.",
    formula=r"\frac{1}{N} \cdot \frac{n_1}{\pi} \cdot \frac{n_1\,H(1)}{\sum_i n_i\,H(i)}",
    reading="n_i is the number of groups of size i in the file, H(i) the hypergeometric chance that a sample of n "
    "from N people holds exactly one of i. A share of the population, not of the file.",
    misleads="Model-dependent: it takes the group sizes of the sample for those of the population. In one "
    "simulation it gave 4,083 uniques where there were 1,822. Compare it with the other models.",
)
def population_uniques_zayatz(keyset: KeySetFrequencies, fraction: float) -> Figure:
    """Return the share of the population that is unique by Zayatz' model."""
    population = keyset.n_used / fraction
    expected = zayatz_uniques(keyset.cells.counts, population)
    return expected / population, {"expected": expected, "population": population}


@population_measure(
    id="population_uniques_pitman",
    name="Uniques of the population (Pitman)",
    reference="Hoshino (2001), Journal of Official Statistics 17(4), 499-520",
    summary="The share of the population that is unique on the key variables, by Pitman's model of group sizes.",
    formula=r"\frac{\Gamma(\theta + 1)\,\Gamma(N + \theta + \alpha - 1)}{\Gamma(\theta + \alpha)\,\Gamma(N + "
    r"\theta)}",
    reading="θ and α are fitted to the group sizes of the file. A share of the population, not of the file; 0.02: "
    "two people in a hundred are alone with their key values.",
    misleads="Model-dependent: one law is taken to hold for all group sizes, and small samples say little about it. "
    "Compare it with the other models.",
)
def population_uniques_pitman(keyset: KeySetFrequencies, fraction: float) -> Figure:
    """Return the share of the population that is unique by Pitman's model."""
    population = keyset.n_used / fraction
    parameters = pitman_parameters(keyset.cells.counts)
    if parameters is None:
        return "Pitman's model cannot be fitted: all records are alike or nearly all are unique"
    expected = pitman_uniques(*parameters, population)
    theta, alpha = parameters
    return expected / population, {"expected": expected, "population": population, "theta": theta, "alpha": alpha}
