"""Certainty penalties: how much wider the masked values are than the original's (NCP), and of all of them (GCP)."""

from __future__ import annotations

import math
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, Closed, Coded, Level, Pair, PairedVariable
from core.measures import Answers, Scope
from core.statistics.arrays import Floats
from core.tables import BothFiles, groups_of
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.cells import newly_missing
from core.utility.loss.families import loss_measure
from core.utility.loss.parameters import LossParameters
from core.utility.variable_figures import VariableFigure, mean_of_variables, of_variables, without_figure

REFERENCE = "Xu et al. (2006) and Ghinita et al. (2009), as Kocar (2018), section 2.2"


class NcpDetail(TypedDict):
    """Bands of the masked file with their widths as shares of the range, and values suppressed."""

    widths: dict[str, float]
    suppressed: float


class GcpDetail(LeftOut):
    """The mean penalty by variable; None where it has none."""

    by_variable: dict[str, float | None]


Penalty = VariableFigure[NcpDetail]
"""Mean NCP of the masked records of one variable, in [0, 1]."""


def certainty_penalties(pair: Pair, _parameters: LossParameters) -> tuple[Penalty, ...]:
    """Compute NCP of every variable, sorted by name, from its recode and its newly missing values."""
    of = groups_of(pair)
    return tuple(penalty(v, of) for v in sorted(pair.variables, key=lambda v: v.name))


def penalty(paired: PairedVariable, of: BothFiles) -> Penalty:
    """Return NCP of one variable, averaged over the masked file's records.

    A band counts (upper - lower) / range of the original; a merged category its share of the original's categories, 0
    where it covers a single one; a newly missing value, and every value of a removed variable, 1.
    """
    n, name = min(len(each.groups) for each in of), paired.name
    if paired.problem or not n:
        nothing: NcpDetail = {"widths": {}, "suppressed": 0.0}
        reason = paired.problem if n else "one of the files has no records"
        return Penalty(name, facts=nothing, reason=reason)
    if paired.masked is None:
        alone = of[0].shares(np.ones(len(of[0].groups), dtype=bool))
        return Penalty(name, alone, n, {"widths": {}, "suppressed": 1.0})
    lost = newly_missing(paired, of)
    if paired.recode is None:
        return Penalty(name, lost, n, {"widths": {}, "suppressed": float(lost[0])})
    groups, widths = group_widths(paired)
    others = (paired.take(*rows) for rows in zip(*(each.others() for each in of), strict=True))
    mean_widths = [
        _mean_width(paired.masked, groups, widths),
        *(_mean_width(v.masked, *group_widths(v)) for v in others),
    ]
    shown = {_label(paired.masked, g): float(w) for g, w in zip(groups, widths, strict=True) if w > 0}
    return Penalty(name, np.minimum(1.0, mean_widths + lost), n, {"widths": shown, "suppressed": float(lost[0])})


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


def _mean_width(masked: Coded | None, groups: Floats, widths: Floats) -> float:
    """Return the mean width of the masked records: 0 of a value to which no original one was recoded; NaN of none."""
    if masked is None or not len(masked):
        return math.nan
    values = masked.values[~masked.is_missing()].astype(np.float64)
    if not len(groups):
        return 0.0
    place = np.minimum(np.searchsorted(groups, values), len(groups) - 1)
    return float(np.where(groups[place] == values, widths[place], 0.0).sum()) / len(masked)


def _label(masked: Coded, group: float) -> str:
    return masked.categories[int(group)] if masked.categories else f"{group:g}"


@loss_measure(
    id="ncp",
    name="Normalised certainty penalty (NCP)",
    scope=Scope.VARIABLE,
    reference=REFERENCE,
    prepare=certainty_penalties,
    by_group=True,
    summary="How much of a variable's range one masked value stands for on average; 1 where every value is gone.",
    formula=r"\mathrm{NCP} = \begin{cases} \dfrac{\text{upper} - \text{lower}}{\text{range}} & \text{bands} \\[1ex] "
    r"\dfrac{\text{merged}}{\text{all categories}} & \text{categories} \\ 1 & \text{suppressed} \end{cases}",
    reading="The average over records. 0: full detail; 0.1: a masked value stands for a tenth of the range or of "
    "the categories; 1: every value is gone.",
    misleads="A wide band where nobody is costs as much as one where many are, and one outlier stretches the range "
    "and makes all bands look narrow. Values changed by noise, swapping or PRAM do not show.",
)
def ncp(penalties: tuple[Penalty, ...]) -> Answers[NcpDetail, NcpDetail]:
    """Yield the mean NCP of every variable."""
    return of_variables("ncp", penalties)


@loss_measure(
    id="gcp",
    name="Global certainty penalty (GCP)",
    reference=REFERENCE,
    prepare=certainty_penalties,
    by_group=True,
    summary="How much recoding and suppression blurred the file; perturbed values do not show in it.",
    formula=r"\mathrm{GCP} = \frac{1}{d\,N} \sum_{j=1}^{d} \sum_{i=1}^{N} \mathrm{NCP}_{ij}",
    reading="The average NCP of all values of d variables and N records. 0: nothing was recoded or suppressed; 1: "
    "everything was.",
    misleads="Noise, swapping and PRAM do not show. A band counts by its width, not by how many people or how much "
    "detail it holds. Every variable counts alike.",
    section=ALL_VARIABLES,
    place=1,
)
def gcp(penalties: tuple[Penalty, ...]) -> Answers[GcpDetail, GcpDetail]:
    """Yield sum |G| NCP(G) / (d N): the mean NCP over records and variables."""
    left_out, n = without_figure(penalties), max((each.n for each in penalties), default=0)
    detail: GcpDetail = {"by_variable": {v.variable: v.value for v in penalties}, **without(left_out)}
    yield mean_of_variables("gcp", penalties, n, detail, validity=leaving_out(left_out))


MEASURES = (gcp, ncp)
