"""Detail that recoding and removal took away: known from the original alone, so that no record need be linked."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.measures import Answers, Scope
from core.statistics.arrays import Integers
from core.tables import BothFiles, GroupedRecords, groups_of
from core.utility.compared_variables import LeftOut, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.certainty import penalty
from core.utility.loss.entropy import entropy_of
from core.utility.loss.families import loss_measure
from core.utility.loss.parameters import LossParameters
from core.utility.variable_figures import VariableFigure, mean_of_variables, of_variables, values_of

CONSTANT = "constant in the original: no detail to lose"


class DetailLostDetail(TypedDict):
    """Different values before and after, the share of the range that a value covers (numbers), and blanks."""

    values_original: int
    values_left: int
    range_share: float | None
    blanks: float
    removed: bool


class DetailLostMeanDetail(LeftOut):
    """The share by variable."""

    by_variable: dict[str, float]


DetailLost = VariableFigure[DetailLostDetail]
"""The share of the detail of one variable that is lost."""


def details_lost(pair: Pair, _parameters: LossParameters) -> tuple[DetailLost, ...]:
    """Compare the entropy of every variable of the original with that of the original coded alike."""
    original, together = groups_of(pair)[0], groups_of(replace(pair, groups=None))
    return tuple(_lost(v, original, together) for v in sorted(pair.variables, key=lambda v: v.name))


def _lost(paired: PairedVariable, original: GroupedRecords, together: BothFiles) -> DetailLost:
    values = np.where(paired.original.is_missing(), np.nan, paired.original.values)
    varies, n = original.ranges(values) > 0, int((~np.isnan(values)).sum())
    if paired.problem or not varies[0]:
        return DetailLost(paired.name, None, n, reason=paired.problem or CONSTANT)
    removed, recoded = paired.masked is None, paired.recode is not None
    before, after = _counts(paired)
    shares = [float(removed)] * len(varies)
    if recoded and not removed:
        others = (_counts(paired, rows) for rows in original.others())
        shares = [_share_lost(*counts) for counts in ((before, after), *others)]
    blurred = penalty(paired, together)
    assert blurred.facts is not None
    blanks = blurred.facts["suppressed"]
    width = None if blurred.value is None else blurred.value - blanks
    detail: DetailLostDetail = {
        "values_original": len(before),
        "values_left": 0 if removed else len(after),
        "range_share": width if recoded and paired.original.level is Level.CONTINUOUS else None,
        "blanks": blanks,
        "removed": removed,
    }
    return DetailLost(paired.name, np.where(varies, shares, np.nan), n, detail)


def _counts(paired: PairedVariable, rows: Integers | slice = slice(None)) -> tuple[Integers, Integers]:
    """Return how many of some records have each value of the original, and how many of these each recoded value."""
    original, recoded = (coded.take(rows) for coded in (paired.original, paired.recoded))
    present = ~original.is_missing()
    before = np.unique(original.values[present], return_counts=True)[1]
    if paired.recode is None:
        return before, before
    return before, np.unique(recoded.values[present & ~recoded.is_missing()], return_counts=True)[1]


def _share_lost(before: Integers, after: Integers) -> float:
    """Return 1 - H(after) / H(before), at least 0; 0 where there is nothing to lose."""
    entropies = (entropy_of(counts, int(counts.sum())) for counts in (after, before))
    return max(0.0, 1 - next(entropies) / next(entropies)) if len(before) > 1 else 0.0


detail_measure = loss_measure.sharing(
    prepare=details_lost,
    by_group=True,
    reference="entropy-based information loss (Kooiman, Willenborg and Gouweleeuw 1998) of the recode alone; "
    "normalised certainty penalty (Xu et al. 2006) for the share of the range",
)

MISLEADS = (
    "It is about which values differ, not about what is true: noise, swapping and blanks do not show (blanks are in "
    "the detail). Detail that nobody uses counts as well; of numbers that all differ nearly all detail is in the last "
    "digits."
)


@detail_measure(
    id="detail_lost",
    name="Detail lost by recoding",
    scope=Scope.VARIABLE,
    summary="How much of a variable's detail the recode took away: 0 is none, 1 a variable that was removed.",
    formula=r"1 - \frac{\mathrm{H}(\text{coded alike})}{\mathrm{H}(\text{original})}",
    reading="H is the entropy of the original's values, as they are and coded as the masked file is. 0: every value "
    "still differs; 0.5: half of the entropy is gone; 1: the variable was removed. Of numbers the share of the "
    "range that a value covers is in the detail.",
    misleads=MISLEADS,
)
def detail_lost(details: tuple[DetailLost, ...]) -> Answers[DetailLostDetail, DetailLostDetail]:
    """Yield 1 - H(coded alike) / H(original) of every variable."""
    return of_variables("detail_lost", details)


@detail_measure(
    id="detail_lost_mean",
    name="Mean detail lost by recoding",
    heading="Detail lost",
    summary="The detail that recoding and removal took away, averaged over the variables.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \left( 1 - \frac{\mathrm{H}_j(\text{coded alike})}"
    r"{\mathrm{H}_j(\text{original})} \right)",
    reading="0: nothing was recoded or removed; 1: everything was removed. Figures of recoded variables compare "
    "distributions at the detail that is left: this says what is not.",
    misleads=MISLEADS + " Every variable counts alike.",
    section=ALL_VARIABLES,
    place=3,
)
def detail_lost_mean(details: tuple[DetailLost, ...]) -> Answers[DetailLostMeanDetail, DetailLostMeanDetail]:
    """Yield the mean over the variables that had detail to lose."""
    left_out = [each.variable for each in details if each.rows is None and each.reason != CONSTANT]
    detail: DetailLostMeanDetail = {"by_variable": values_of(details), **without(left_out)}
    n = max((each.n for each in details), default=0)
    yield mean_of_variables("detail_lost_mean", details, n, detail, validity=leaving_out(left_out))


MEASURES = (detail_lost_mean, detail_lost)
