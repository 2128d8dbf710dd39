"""GDU within the levels of one variable: whether every group keeps the utility of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.data import Pair, category_text
from core.measures import Answers, Scope, value_or_reason
from core.utility.compared_variables import Sizes
from core.utility.gdu.averages import GlobalUtility, global_utility
from core.utility.gdu.families import gdu_measure
from core.utility.gdu.local import local_utilities
from core.utility.gdu.parameters import GduParameters
from core.utility.levels import LevelPair, by_level

LEAST_RECORDS = 30
"""A level with fewer records in a file says too little for a measure of its own."""
TOO_SMALL = f"fewer than {LEAST_RECORDS} records of this level in one of the files"


class SubgroupDetail(Sizes):
    """Both halves of GDU within one level."""

    aldu_univariate: float | None
    aldu_bivariate: float | None


class Subgroup(NamedTuple):
    """GDU of one level, as people read it, or why it has none; level None: there are no subgroups at all."""

    variable: str
    level: str | None
    n_original: int = 0
    n_masked: int = 0
    utility: GlobalUtility | None = None
    reason: str = ""


def subgroup_utilities(pair: Pair, parameters: GduParameters) -> tuple[Subgroup, ...]:
    """Compute GDU of the other variables within each level of ``parameters.subgroup``; nothing where none is asked for.

    It is a categorical variable that both files have: records are grouped by the categories that they share, after a
    recode where there is one.
    """
    variable = parameters.subgroup
    labels = next((v.recoded_labels for v in pair.variables if v.name == variable), {})
    parts = by_level(pair, variable) if variable else ()
    return tuple(_subgroup(variable, part, labels, parameters) for part in parts)


def _subgroup(variable: str, part: LevelPair, labels: Mapping[str, str], parameters: GduParameters) -> Subgroup:
    sizes = part.n_original, part.n_masked
    if part.level is None:
        return Subgroup(variable, None, reason=part.reason)
    level = category_text(part.level, labels)
    if part.pair is None or min(sizes) < LEAST_RECORDS:
        return Subgroup(variable, level, *sizes, None, TOO_SMALL)
    utility = global_utility(local_utilities(part.pair, parameters))
    return Subgroup(variable, level, *sizes, utility, utility.reason)


@gdu_measure(
    id="gdu_subgroup",
    name="GDU within a subgroup",
    scope=Scope.VARIABLE,
    reference="Kocar (2018), section 3.1, within each level of the variable named by gdu.subgroup",
    prepare=subgroup_utilities,
    needs="a categorical variable chosen as subgroup",
    summary="Whether every group of people keeps the utility that the whole file keeps.",
    reading="GDU of the other variables within one level of the chosen variable. Compare the scenarios within a "
    "group: a low value in one group only says who pays for the protection. Levels with fewer than 30 records in a "
    "file have none.",
    misleads="GDU depends on the number of records, so groups of different sizes cannot be compared with each "
    "other, nor a group with the whole file.",
)
def gdu_subgroup(subgroups: tuple[Subgroup, ...]) -> Answers[SubgroupDetail, SubgroupDetail]:
    """Yield GDU of every level of the chosen variable, with target (variable, level)."""
    for subgroup in subgroups:
        target = (subgroup.variable,) if subgroup.level is None else (subgroup.variable, subgroup.level)
        notices = subgroup.utility.notices if subgroup.utility else ()
        detail: SubgroupDetail = {
            "aldu_univariate": subgroup.utility.univariate if subgroup.utility else None,
            "aldu_bivariate": subgroup.utility.bivariate if subgroup.utility else None,
            "n_original": subgroup.n_original,
            "n_masked": subgroup.n_masked,
        }
        value = None if subgroup.utility is None else subgroup.utility.value
        n = min(subgroup.n_original, subgroup.n_masked)
        yield value_or_reason("gdu_subgroup", target, value, subgroup.reason, n, detail, notices=notices)
