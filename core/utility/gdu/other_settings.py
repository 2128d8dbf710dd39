"""GDU under the settings that a reader asks for next: the recode left out, equal n, missing values counted.

Each is the measure ``gdu`` with one setting changed, computed only where that setting matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict

from core.data import Coded, Pair
from core.measures import Answers, Measure, Result, Skipped
from core.utility.gdu.averages import global_utility
from core.utility.gdu.families import gdu_measure
from core.utility.gdu.local import local_utilities
from core.utility.gdu.parameters import GduParameters


class OtherSettingDetail(TypedDict):
    """Both halves of GDU."""

    aldu_univariate: float | None
    aldu_bivariate: float | None


Setting = Callable[[Pair, GduParameters], GduParameters | str]
"""The settings with one changed; or why GDU would be the same."""


def as_they_are(pair: Pair, parameters: GduParameters) -> tuple[Pair, GduParameters]:
    """Share nothing: return what is measured, and the settings."""
    return pair, parameters


def _outcome(
    measure: Measure, given: tuple[Pair, GduParameters], setting: Setting
) -> Answers[OtherSettingDetail, OtherSettingDetail]:
    """Yield GDU under one setting."""
    changed = setting(*given)
    if isinstance(changed, str):
        yield Skipped(measure.id, (), changed)
        return
    local = local_utilities(given[0], changed)
    utility = global_utility(local)
    if utility.value is None:
        yield Skipped(measure.id, (), utility.reason)
        return
    detail: OtherSettingDetail = {"aldu_univariate": utility.univariate, "aldu_bivariate": utility.bivariate}
    yield Result(measure.id, (), utility.value, local.n, None, detail, interval_reason="not repeated for an interval")


variant = gdu_measure.sharing(replicable=False, prepare=as_they_are).figures(_outcome)
"""Of a function that changes the settings."""


@variant(
    id="gdu_other_basis",
    name="GDU, recoded pairs compared after the same recode",
    reference="Kocar (2018), section 3.4.3; basis 'harmonised' against 'paper'",
    summary="GDU when recoded variables are compared with the original after the same recode.",
    reading="The gap to GDU is what the choice of the original makes: before the recode (paper), where the detail "
    "lost counts in pairs of ordered variables, or after the same recode (harmonised), where a pure recode costs "
    "nothing in pairs.",
    misleads="Under the paper's basis the same bands cost something declared ordinal and nothing declared nominal "
    "(0.84 against 1.00 in one example). Under the harmonised basis lost detail shows in single variables only.",
)
def gdu_other_basis(pair: Pair, parameters: GduParameters) -> GduParameters | str:
    """Compare every pair after the recode, or before it where that is not the setting."""
    if all(v.recode is None for v in pair.variables):
        return "no variable is recoded: the same as GDU"
    return replace(parameters, basis="paper" if parameters.basis == "harmonised" else "harmonised")


@variant(
    id="gdu_common_n",
    name="GDU at a common number of records",
    reference="Kocar (2018), section 3.4, step 1 at n = min(n original, n masked)",
    summary="GDU when a sample is not blamed for having fewer records: both files tested at the smaller n.",
    reading="GDU as if both files had the smaller number of records in step 1. Far above GDU: pairs were lost "
    "because the file is small, not because associations differ. A copy of any size scores 1.",
    misleads="It forgives a real loss: users of a small file do find fewer associations.",
)
def gdu_common_n(pair: Pair, parameters: GduParameters) -> GduParameters | str:
    """Test both files at the smaller number of records."""
    if pair.original.n_records == pair.masked.n_records or parameters.significance == "common_n":
        return "both files have the same number of records, or are tested at the smaller one anyway: the same as GDU"
    return replace(parameters, significance="common_n")


@variant(
    id="gdu_completeness",
    name="GDU times completeness",
    reference="Kocar (2018), sections 3.2 and 3.4, times the observed share of the masked file over the original's",
    summary="GDU when suppressed values count as lost, which the tests on observed values do not see.",
    formula=r"\mathrm{LDU} \times \min\left(1, \frac{\text{observed share, masked}}{\text{observed share, "
    r"original}}\right)",
    reading="The gap to GDU is the share of values lost by suppression. With values suppressed at random in 1, 5, "
    "20 and 50% of the cells it was 0.96, 0.90, 0.68 and 0.35 in a simulation of 1,000 records.",
    misleads="A value lost at random costs as much as one that mattered, and a value filled in by imputation "
    "costs nothing.",
)
def gdu_completeness(pair: Pair, parameters: GduParameters) -> GduParameters | str:
    """Multiply by the share of values that is still observed."""
    more = [v for v in pair.variables if v.masked is not None and _more_missing(v.original, v.masked)]
    if not more or parameters.missing != "pairwise":
        return "no variable has more missing values than in the original: the same as GDU"
    return replace(parameters, missing="completeness")


MEASURES = (gdu_other_basis, gdu_common_n, gdu_completeness)


def _more_missing(original: Coded, masked: Coded) -> bool:
    return bool(masked.is_missing().mean() > original.is_missing().mean())
