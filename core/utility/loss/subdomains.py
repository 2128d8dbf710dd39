"""Means and covariances within subdomains: what Winkler asks of an analytically valid file."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.measures import Answers, Measure, Result, Skipped
from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.covariance import ROUNDING, exact_sums, grid_above, pairwise_covariance, weighted_means
from core.utility.compared_variables import Sizes, notices
from core.utility.families import MOMENTS_WEIGHTED, SUBDOMAINS
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import TOO_LARGE, Numbers, NumbersDetail, deviation, numbers_of
from core.utility.loss.parameters import LossParameters

LEAST_RECORDS = 30
"""A subdomain with fewer records in a file has no moments worth comparing."""

MOST_LEVELS = 20
"""Variables of more categories make subdomains only where they are named."""

WORST = 10
"""Subdomains that the detail names."""

REFERENCE = "Winkler (1998), Research Report RR98/02, US Census Bureau: means and covariances on a small set of "


class SubdomainDetail(Sizes):
    """One subdomain and its difference."""

    variable: str
    level: str
    value: float


class SubdomainsDetail(NumbersDetail):
    """How many subdomains were compared or are too small, and the worst of them."""

    subdomains: int
    too_small: int
    least_records: int
    worst: list[SubdomainDetail]


class SmallestDetail(SubdomainsDetail):
    """With the records of the smallest subdomain compared."""

    smallest: int


@dataclass(frozen=True)
class Subdomain:
    """The records of one category of one variable.

    Parameters
    ----------
    variable, level : str
    n : (int, int)
        Records of the original and of the masked file.
    means, covariances : float or None
        Mean over variables (over their pairs, each with itself included) of the absolute difference, in standard
        deviations of the whole original; None where none can be compared.
    """

    variable: str
    level: str
    n: tuple[int, int]
    means: float | None
    covariances: float | None


@dataclass(frozen=True, eq=False)
class Subdomains:
    """The subdomains compared; those with too few records in a file; variables that make none."""

    numbers: Numbers
    compared: tuple[Subdomain, ...] = ()
    small: int = 0
    left_out: tuple[str, ...] = ()
    reason: str = ""


def subdomains(pair: Pair, parameters: LossParameters) -> Subdomains:
    """Compare the moments of numbers within each category of each variable that makes subdomains."""
    numbers = numbers_of(pair)
    if numbers.reason:
        return Subdomains(numbers, reason=numbers.reason)
    chosen, left_out, reason = _subdomain_variables(pair, parameters)
    if reason:
        return Subdomains(numbers, left_out=left_out, reason=reason)
    deviations = _deviations(numbers)
    if not np.isfinite(deviations).all():
        return Subdomains(numbers, left_out=left_out, reason=TOO_LARGE)
    moments = _moments_of(numbers)
    compared: list[Subdomain] = []
    small = 0
    for variable in chosen:
        assert variable.masked is not None
        rows_by_level = [_by_level(c.values.astype(np.int32)) for c in (variable.recoded, variable.masked)]
        for code, level in enumerate(variable.masked.categories):
            rows = [rows_of.get(code, np.zeros(0, dtype=np.int64)) for rows_of in rows_by_level]
            n = len(rows[0]), len(rows[1])
            if max(n) and min(n) < LEAST_RECORDS:
                small += 1
            elif max(n):
                before, after = (of(own) for of, own in zip(moments, rows, strict=True))
                compared.append(Subdomain(variable.name, level, n, *_apart(before, after, deviations)))
    none = f"no category of a categorical variable has {LEAST_RECORDS} records in both files"
    return Subdomains(numbers, tuple(compared), small, left_out, "" if compared else none)


def _deviations(numbers: Numbers) -> Floats:
    """Return the standard deviations (p,) of the whole original."""
    if numbers.weights[0] is None:
        return np.array([deviation(x) for x in numbers.original.T])
    with np.errstate(over="ignore", invalid="ignore"):
        return np.sqrt(np.diag(pairwise_covariance(numbers.original, numbers.weights[0])))


class MomentsOfPart(NamedTuple):
    """Means (p,) of the observed values, and covariances (p, p) over the records complete in each pair; NaN: none."""

    means: Floats
    covariances: Floats


MomentsAt = Callable[[Integers], MomentsOfPart]
"""The moments of the records of these rows."""


def _moments_of(numbers: Numbers) -> list[MomentsAt]:
    """Return how the moments of some records of either file are found."""
    files = zip((numbers.original, numbers.masked), numbers.weights, strict=True)
    return [
        partial(_exact_moments, values, grid_above(np.nan_to_num(np.abs(values)).max(axis=0, initial=0.0)))
        if weights is None
        else partial(_weighted_moments, values, weights)
        for values, weights in files
    ]


def _exact_moments(values: Floats, grid: Integers, rows: Integers) -> MomentsOfPart:
    sums = exact_sums(values[rows], grid)
    return MomentsOfPart(sums.means(grid), sums.covariances(grid))


def _weighted_moments(values: Floats, weights: Floats, rows: Integers) -> MomentsOfPart:
    own = values[rows], weights[rows]
    with np.errstate(over="ignore", invalid="ignore"):
        return MomentsOfPart(weighted_means(*own), pairwise_covariance(*own))


def _subdomain_variables(pair: Pair, parameters: LossParameters) -> tuple[list[PairedVariable], tuple[str, ...], str]:
    """Return the variables that make subdomains, those that cannot, and why there are none."""
    named = set(parameters.subdomains)
    unknown = sorted(named - {v.name for v in pair.variables})
    if unknown:
        return [], (), f"no compared variable of the original has the name {unknown[0]!r}"
    categorical = [v for v in pair.variables if v.recoded.level is not Level.CONTINUOUS]
    wanted = [v for v in pair.variables if v.name in named] or [
        v for v in categorical if len(v.recoded.categories) <= MOST_LEVELS
    ]
    usable = [v for v in wanted if v in categorical and v.masked is not None and not v.problem]
    usable.sort(key=lambda v: v.name)
    left_out = tuple(sorted(v.name for v in wanted if v not in usable))
    return usable, left_out, "" if usable else "no categorical variable that both files have makes subdomains"


def _by_level(codes: Codes) -> dict[int, NDArray[np.int64]]:
    """Return the rows of every category."""
    counts = np.bincount(codes + 1)
    few = (codes + 1).astype(np.min_scalar_type(len(counts)))
    order = np.argsort(few, kind="stable")  # of whole numbers of one or two bytes by counting
    pieces = np.split(order, np.cumsum(counts)[:-1])
    return {level - 1: rows for level, rows in enumerate(pieces) if level and len(rows)}


def _apart(first: MomentsOfPart, second: MomentsOfPart, deviations: Floats) -> tuple[float | None, float | None]:
    """Return the mean absolute differences of means and of covariances, of variables that vary in the original."""
    some = (deviations > 0) & ~np.isnan(first.means) & ~np.isnan(second.means)
    if not some.any():
        return None, None
    scale = deviations[some]
    means = np.abs(second.means - first.means)[some] / scale
    # two variables without two common records have no covariance
    moved = np.abs(second.covariances - first.covariances)[some][:, some] / np.outer(scale, scale)
    upper = moved[np.triu_indices(len(scale))]
    upper = upper[~np.isnan(upper)]
    return _mean(means), _mean(upper) if len(upper) else None


def _mean(differences: Floats) -> float:
    """Return the mean of differences in standard deviations; rounding is 0."""
    return float(np.where(differences <= ROUNDING, 0.0, differences).mean())


def _outcome(
    measure: Measure, prepared: Subdomains, value: Callable[[Subdomain], float | None]
) -> Answers[SmallestDetail, SubdomainsDetail]:
    """Yield the mean over subdomains."""
    values = [(x, d) for d in prepared.compared if (x := value(d)) is not None]
    worst = sorted(values, key=lambda each: (-round(each[0], 9), each[1].variable, each[1].level))[:WORST]
    said = prepared.numbers.said()
    said["notices"] += notices(("make no subdomains", prepared.left_out))
    known: SubdomainsDetail = {
        **prepared.numbers.described(),
        "subdomains": len(values),
        "too_small": prepared.small,
        "least_records": LEAST_RECORDS,
        "worst": [
            {"variable": d.variable, "level": d.level, "value": x, "n_original": d.n[0], "n_masked": d.n[1]}
            for x, d in worst
        ],
    }
    if prepared.reason or not values:
        reason = prepared.reason or "no number is observed in a subdomain of both files"
        yield Skipped(measure.id, (), reason, known, **said)
        return
    mean = math.fsum(x for x, _ in values) / len(values)
    n = min(prepared.numbers.n_original, prepared.numbers.n_masked)
    detail: SmallestDetail = {**known, "smallest": min(min(d.n) for _, d in values)}
    yield Result(measure.id, (), mean, n, None, detail, **said)


domain_measure = loss_measure.sharing(
    bounds=(0.0, math.inf),
    reference=REFERENCE + "subdomains; as Kocar (2018), section 2",
    prepare=subdomains,
    needs="variables that are numbers in both files, and categorical ones",
    replicable=False,
    section=SUBDOMAINS,
    weighting=MOMENTS_WEIGHTED,
).figures(_outcome)
"""Of a function that returns the figure of one subdomain; None where it has none."""


@domain_measure(
    id="subdomain_means",
    name="Means within subdomains",
    summary="By how many standard deviations the means of numbers moved on average within groups of records.",
    formula=r"\frac{1}{D\,p} \sum_{d=1}^{D} \sum_{j=1}^{p} \frac{|\bar{x}'_{jd} - \bar{x}_{jd}|}{S_j}",
    reading="d are the categories of each categorical variable (of the chosen ones, where some were chosen) with at "
    "least 30 records in both files; S is of the whole original. 0: the means of all groups are kept, which those of "
    "the whole file do not tell.",
    misleads="Small groups move more by chance: look at the worst ones and their records. Records of a group are those "
    "with its category in either file, so a change of the category moves them too. Groups that became too small are "
    "left out and counted.",
)
def subdomain_means(domain: Subdomain) -> float | None:
    """Return the mean over variables of |difference of means| / SD of the original."""
    return domain.means


@domain_measure(
    id="subdomain_covariances",
    name="Covariances within subdomains",
    summary="By how much variances and covariances of numbers differ on average within groups of records.",
    formula=r"\frac{2}{D\,p\,(p + 1)} \sum_{d=1}^{D} \sum_{i \le j} \frac{|c'_{ijd} - c_{ijd}|}{S_i S_j}",
    reading="d are the categories of each categorical variable (of the chosen ones, where some were chosen) with at "
    "least 30 records in both files; c are covariances and variances in them, S the standard deviations of the whole "
    "original. 0: all are kept.",
    misleads="Outliers decide variances, and small groups move more by chance: look at the worst ones and their "
    "records. Groups that became too small are left out and counted.",
)
def subdomain_covariances(domain: Subdomain) -> float | None:
    """Return the mean over pairs of variables of |difference of covariances| / (S_i S_j)."""
    return domain.covariances


MEASURES = (subdomain_means, subdomain_covariances)
