"""Certainty penalties: how much wider the masked values are than the original's (NCP), and of all of them (GCP)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, Closed, Coded, Level, Pair, PairedVariable
from core.measures import Answers, Scope, value_or_reason
from core.statistics.arrays import Floats
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.linked_groups import Rows
from core.utility.loss.parameters import LossParameters

REFERENCE = "Xu et al. (2006) and Ghinita et al. (2009), as Kocar (2018), section 2.2"


class NcpDetail(TypedDict):
    """Bands of the masked file with their widths as shares of the range, and values suppressed."""

    widths: dict[str, float]
    suppressed: float


class GcpDetail(LeftOut):
    """The mean penalty by variable; None where it has none."""

    by_variable: dict[str, float | None]


@dataclass(frozen=True)
class Penalty:
    """The penalty of one variable.

    Parameters
    ----------
    variable : str
    value : float or None
        Mean NCP of the masked records, in [0, 1]; None where ``reason`` says why.
    widths : mapping of str to float
        NCP of each generalised category: its share of the domain.
    suppressed : float
        Share of records with a newly missing value: their NCP is 1.
    reason : str
    """

    variable: str
    value: float | None = None
    widths: tuple[tuple[str, float], ...] = ()
    suppressed: float = 0.0
    reason: str = ""


@dataclass(frozen=True)
class Penalties:
    """The penalties of all variables, sorted by name."""

    variables: tuple[Penalty, ...]
    n: int


def certainty_penalties(pair: Pair, _parameters: LossParameters) -> Penalties:
    """Compute NCP of every variable from its recode and its newly missing values."""
    variables = sorted(pair.variables, key=lambda v: v.name)
    n, m = pair.original.n_records, pair.masked.n_records
    if not n or not m:
        return Penalties(tuple(Penalty(v.name, reason="one of the files has no records") for v in variables), 0)
    return Penalties(tuple(penalty(v) for v in variables), min(n, m))


def certainty_penalties_without(
    pair: Pair, groups: Rows, n_groups: int, _parameters: LossParameters
) -> Iterator[Penalties] | None:
    """Return the penalties without each group of records in turn (``LeaveOut``).

    A variable that was not recoded has but its missing values to count; a recoded one is computed from its records.
    """
    sizes = [len(own) - np.bincount(own, minlength=n_groups) for own in groups]
    if any(len(own) == 0 or not left.all() for own, left in zip(groups, sizes, strict=True)):
        return None
    variables = sorted(pair.variables, key=lambda v: v.name)
    left = [list(_penalty_without(v, groups, n_groups)) for v in variables]
    fewer = np.minimum(*sizes).tolist()
    return (Penalties(each, n) for each, n in zip(zip(*left, strict=True), fewer, strict=True))


def _penalty_without(paired: PairedVariable, groups: Rows, n_groups: int) -> Iterator[Penalty]:
    if paired.problem or paired.masked is None:
        yield from [penalty(paired)] * n_groups
    elif paired.recode is not None:
        for g in range(n_groups):
            yield penalty(paired.take(*(np.flatnonzero(own != g) for own in groups)))
    else:
        original, masked = (
            _missing_without(coded, own, n_groups)
            for coded, own in zip((paired.recoded, paired.masked), groups, strict=True)
        )
        for lost in np.maximum(0.0, masked - original).tolist():
            yield Penalty(paired.name, lost, (), lost)


def _missing_without(coded: Coded, own: NDArray[np.int64], n_groups: int) -> Floats:
    """Return (n_groups,) the shares of missing values outside each group: whole numbers, divided once."""
    missing = np.bincount(own[coded.is_missing()], minlength=n_groups)
    return np.asarray((missing.sum() - missing) / (len(own) - np.bincount(own, minlength=n_groups)))


def penalty(paired: PairedVariable) -> Penalty:
    """Return NCP of one variable, averaged over the masked file's records.

    Returns
    -------
    Penalty
        A band counts (upper - lower) / range of the original; a merged category its share of the original's
        categories, 0 where it stands for one; a newly missing value, and every value of a removed variable, 1.
    """
    if paired.problem:
        return Penalty(paired.name, reason=paired.problem)
    if paired.masked is None:
        return Penalty(paired.name, 1.0, (), 1.0)
    m = len(paired.masked.values)
    observed = int((~paired.masked.is_missing()).sum())
    lost = max(0.0, (m - observed) / m - float(paired.recoded.is_missing().mean()))
    if paired.recode is None:
        return Penalty(paired.name, lost, (), lost)
    groups, widths = group_widths(paired)
    record_widths = _width_of(paired.masked, groups, widths)
    labels = tuple((_label(paired.masked, g), float(w)) for g, w in zip(groups, widths, strict=True) if w > 0)
    return Penalty(paired.name, min(1.0, float(record_widths.sum()) / m + lost), labels, lost)


def group_widths(paired: PairedVariable) -> tuple[Floats, Floats]:
    """Return the recoded values that occur (g,), ascending, and the share of the domain each stands for (g,)."""
    seen = ~(paired.original.is_missing() | paired.recoded.is_missing())
    groups, group = np.unique(paired.recoded.values[seen].astype(np.float64), return_inverse=True)
    values = paired.original.values[seen].astype(np.float64)
    if not len(values):
        return groups, np.zeros(0)
    if paired.original.level is Level.CONTINUOUS:
        return groups, _interval_widths(paired, values, len(groups), group)
    leaves = np.array([len(np.unique(values[group == g])) for g in range(len(groups))], dtype=np.float64)
    return groups, np.where(leaves > 1, leaves / len(np.unique(values)), 0.0)


def _interval_widths(paired: PairedVariable, values: Floats, groups: int, group: NDArray[np.int64]) -> Floats:
    """Return the width of each group over the range: of declared bands within the range, else of the values in it."""
    bottom, top = float(values.min()), float(values.max())
    if bottom == top:
        return np.zeros(groups)
    lower, upper = np.full(groups, np.inf), np.full(groups, -np.inf)
    np.minimum.at(lower, group, values)
    np.maximum.at(upper, group, values)
    if isinstance(paired.recode, Bands):
        ends = _band_ends(paired.recode, lower, upper)
        lower, upper = np.maximum(ends[:, 0], bottom), np.minimum(ends[:, 1], top)
    return np.asarray(np.maximum(upper - lower, 0.0) / (top - bottom))


def _band_ends(bands: Bands, lower: Floats, upper: Floats) -> Floats:
    """Return (g, 2) the ends of the band that holds each group, given the smallest and largest value in it."""
    ends = np.array(bands.edges, dtype=np.float64)
    if bands.closed is Closed.RIGHT:
        place = np.searchsorted(ends[:, 1], upper, side="left")
    else:
        place = np.searchsorted(ends[:, 0], lower, side="right") - 1
    return np.asarray(ends[np.clip(place, 0, len(ends) - 1)])


def _width_of(masked: Coded, groups: Floats, widths: Floats) -> Floats:
    """Return the width of each observed masked value; 0 where no original value was recoded to it."""
    values = masked.values[~masked.is_missing()].astype(np.float64)
    if not len(groups):
        return np.zeros(len(values))
    place = np.minimum(np.searchsorted(groups, values), len(groups) - 1)
    return np.where(groups[place] == values, widths[place], 0.0)


def _label(masked: Coded, group: float) -> str:
    return masked.categories[int(group)] if masked.categories else f"{group:g}"


@loss_measure(
    id="ncp",
    name="Normalised certainty penalty (NCP)",
    scope=Scope.VARIABLE,
    reference=REFERENCE,
    prepare=certainty_penalties,
    leave_out=certainty_penalties_without,
    summary="How much of a variable's range one masked value stands for on average; 1 where every value is gone.",
    formula=r"\mathrm{NCP} = \begin{cases} \dfrac{\text{upper} - \text{lower}}{\text{range}} & \text{bands} \\[1ex] "
    r"\dfrac{\text{merged}}{\text{all categories}} & \text{categories} \\ 1 & \text{suppressed} \end{cases}",
    reading="The average over records. 0: full detail; 0.1: a masked value stands for a tenth of the range or of "
    "the categories; 1: every value is gone.",
    misleads="A wide band where nobody is costs as much as one where many are, and one outlier stretches the range "
    "and makes all bands look narrow. Values changed by noise, swapping or PRAM do not show.",
)
def ncp(penalties: Penalties) -> Answers[NcpDetail, NcpDetail]:
    """Yield the mean NCP of every variable."""
    for each in penalties.variables:
        detail: NcpDetail = {"widths": dict(each.widths), "suppressed": each.suppressed}
        yield value_or_reason("ncp", (each.variable,), each.value, each.reason, penalties.n, detail)


@loss_measure(
    id="gcp",
    name="Global certainty penalty (GCP)",
    reference=REFERENCE,
    prepare=certainty_penalties,
    leave_out=certainty_penalties_without,
    summary="How much recoding and suppression blurred the file; perturbed values do not show in it.",
    formula=r"\mathrm{GCP} = \frac{1}{d\,N} \sum_{j=1}^{d} \sum_{i=1}^{N} \mathrm{NCP}_{ij}",
    reading="The average NCP of all values of d variables and N records. 0: nothing was recoded or suppressed; 1: "
    "everything was.",
    misleads="Noise, swapping and PRAM do not show. A band counts by its width, not by how many people or how much "
    "detail it holds. Every variable counts alike.",
    section=ALL_VARIABLES,
    place=1,
)
def gcp(penalties: Penalties) -> Answers[GcpDetail, GcpDetail]:
    """Yield sum |G| NCP(G) / (d N): the mean NCP over records and variables."""
    reasons = {v.variable: v.reason for v in penalties.variables if v.reason}
    detail: GcpDetail = {"by_variable": {v.variable: v.value for v in penalties.variables}, **without(list(reasons))}
    values = [v.value for v in penalties.variables if v.value is not None]
    mean = math.fsum(values) / len(values) if values else None
    reason, validity = next(iter(reasons.values()), "no variable is compared"), leaving_out(list(reasons))
    yield value_or_reason("gcp", (), mean, reason, penalties.n, detail, validity=validity)


MEASURES = (gcp, ncp)
