"""Cells lost and changed: missing values, and records whose value is another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict, TypeVar

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.measures import Answer, Answers, Requires, Result, Scope, Skipped, value_or_reason
from core.statistics.arrays import Floats
from core.tables import groups_of, linked_by_group
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, mean_of_rows, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import why_not_linked
from core.utility.loss.parameters import LossParameters

NONE = np.zeros(1)
GUIDE = "Templ, Meindl and Kowarik, SDC Practice Guide, Measuring utility and information loss"


class MissingDetail(Sizes):
    """Missing values of one variable in either file."""

    missing_original: int
    missing_masked: int


class MissingMeanDetail(LeftOut):
    """Missing values by variable."""

    by_variable: dict[str, MissingDetail]


class ChangedDetail(TypedDict):
    """Linked records, and those with another value."""

    changed: int
    linked: int


class ChangedMeanDetail(LeftOut):
    """Linked records, those with any other value, and those changed by variable."""

    linked: int
    any_changed: int
    by_variable: dict[str, int]


Detail = TypeVar("Detail", bound=Mapping[str, object])


class LostCells(NamedTuple):
    """Missing and changed values of one variable; of all records, and without each jackknife group.

    Parameters
    ----------
    variable : str
    n_original, n_masked : float64 arrays (rows,)
        Records.
    missing_original, missing_masked : float64 arrays (rows,)
        Records without a value; of a removed variable all.
    linked : float64 array (rows,)
        Records of the masked file that are linked; 0 where none are.
    changed : float64 array (rows,)
        Linked records whose value is another one, or newly missing, after the recode where there is one.
    reason : str
        Why its missing values cannot be counted.
    incomparable : str
        Why its values cannot be compared, which missing values need not be.
    """

    variable: str
    n_original: Floats
    n_masked: Floats
    missing_original: Floats = NONE
    missing_masked: Floats = NONE
    linked: Floats = NONE
    changed: Floats = NONE
    reason: str = ""
    incomparable: str = ""

    @property
    def newly_missing(self) -> Floats:
        """Share (rows,) missing in the masked file beyond that in the original, in [0, 1]."""
        with np.errstate(invalid="ignore"):
            return np.maximum(0.0, self.missing_masked / self.n_masked - self.missing_original / self.n_original)

    @property
    def share_changed(self) -> Floats:
        """Share (rows,) of the linked records that were changed."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.changed / self.linked)


@dataclass(frozen=True, eq=False)
class AllLostCells:
    """The lost cells of every variable, sorted by name; ``n`` is the smaller number of records."""

    variables: tuple[LostCells, ...]
    n: int
    links: str
    any_changed: int = 0


def lost_cells(pair: Pair, _parameters: LossParameters) -> AllLostCells:
    """Count missing and changed values of every variable."""
    records, of = linked_by_group(pair), groups_of(pair)
    ever = np.zeros(0 if records is None else records.n, dtype=bool)
    n, m = (each.sums(np.ones(len(each.groups)))[0] for each in of)
    cells = []
    for paired in sorted(pair.variables, key=lambda v: v.name):
        # a variable that may stand in the masked file under another name is not removed
        reason = paired.problem if paired.masked is None else ""
        reason = reason if n[0] and m[0] else "one of the files has no records"
        if reason:
            cells.append(LostCells(paired.name, n, m, reason=reason, incomparable=reason))
            continue
        (missing,) = of[0].sums(paired.recoded.is_missing())
        gone = m if paired.masked is None else of[1].sums(paired.masked.is_missing())[0]
        linked, changed = NONE, NONE
        if records is not None and not paired.problem:
            differs = _changed(paired, *records.rows)
            ever |= differs
            linked, changed = records.linked.sums(np.ones(len(differs)), differs)
        cells.append(LostCells(paired.name, n, m, missing, gone, linked, changed, incomparable=paired.problem))
    links = "" if records is not None else why_not_linked(pair)
    return AllLostCells(tuple(cells), int(min(n[0], m[0])), links, int(ever.sum()))


def _changed(paired: PairedVariable, original: np.ndarray, masked: np.ndarray) -> np.ndarray:
    """Return (l,) true where a linked record's value is not the original's after the recode."""
    before = paired.recoded.take(original)
    if paired.masked is None:
        return ~before.is_missing()
    after = paired.masked.take(masked)
    different = before.values != after.values
    if before.level is Level.CONTINUOUS:
        different &= ~(before.is_missing() & after.is_missing())
    return np.asarray(different)


cells_measure = loss_measure.sharing(reference=GUIDE, prepare=lost_cells, by_group=True)


@cells_measure(
    id="missing_values",
    name="Newly missing values of a variable",
    scope=Scope.VARIABLE,
    summary="The share of records that have lost their value; all where the variable was removed.",
    formula=r"\max\left( 0,\; \frac{\text{missing}_m}{n_m} - \frac{\text{missing}_o}{n_o} \right)",
    reading="0: no more values are missing than in the original; 0.1: a tenth of the records lost the value; 1: "
    "removed.",
    misleads="It is a net figure: values filled in elsewhere offset values suppressed. It does not say whether the "
    "lost values are special ones, such as the largest.",
)
def missing_values(lost: AllLostCells) -> Answers[MissingDetail, MissingDetail]:
    """Yield the share missing in the masked file beyond the original's, of every variable."""
    for each in lost.variables:
        if each.reason:
            yield Skipped("missing_values", (each.variable,), each.reason)
        else:
            value = float(each.newly_missing[0])
            yield Result("missing_values", (each.variable,), value, lost.n, None, _missing_detail(each))


@cells_measure(
    id="missing_values_mean",
    name="Newly missing values, mean over variables",
    summary="The share of all values that have been lost; those of removed variables included.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \max\left( 0,\; \frac{\text{missing}_{mj}}{n_m} - "
    r"\frac{\text{missing}_{oj}}{n_o} \right)",
    reading="0: nothing was suppressed. Each removed variable adds 1/p, with p variables in the original.",
    misleads="An average: one variable suppressed altogether looks like a little suppression everywhere. Recoding "
    "and perturbation do not show.",
    section=ALL_VARIABLES,
    place=2,
    caution="Missing values can have other sources than masking, such as nonresponse (SDC Practice Guide).",
)
def missing_values_mean(lost: AllLostCells) -> Answers[MissingMeanDetail, MissingMeanDetail]:
    """Yield the mean share of newly missing values."""
    counted = [v for v in lost.variables if not v.reason]
    left_out = [v.variable for v in lost.variables if v.reason]
    detail: MissingMeanDetail = {
        "by_variable": {v.variable: _missing_detail(v) for v in counted},
        **without(left_out),
    }
    mean = _mean("missing_values_mean", lost, [v.newly_missing for v in counted], lost.n, detail)
    yield replace(mean, validity=leaving_out(left_out))


@cells_measure(
    id="records_changed",
    name="Records changed in a variable",
    scope=Scope.VARIABLE,
    requires=frozenset({Requires.LINKS}),
    summary="The share of records whose value of a variable is another one, or gone.",
    formula=r"\frac{\#\{\text{linked records with } x' \ne x\}}{\#\{\text{linked records}\}}",
    reading="0: every record has its value; 1: none has. After a recode, values are compared after the same recode "
    "of the original, so recoding alone is no change.",
    misleads="A change by a cent counts as much as one by a million. After swapping or PRAM it says how many "
    "records were touched, not what users lose: distributions may stand. Wrong links make nearly everything look "
    "changed.",
)
def records_changed(lost: AllLostCells) -> Answers[ChangedDetail, ChangedDetail]:
    """Yield the share of linked records with another value, of every variable."""
    for each in lost.variables:
        reason = each.incomparable or lost.links
        if reason:
            yield Skipped("records_changed", (each.variable,), reason)
        else:
            detail: ChangedDetail = {"changed": int(each.changed[0]), "linked": int(each.linked[0])}
            value = float(each.share_changed[0])
            yield Result("records_changed", (each.variable,), value, detail["linked"], None, detail)


@cells_measure(
    id="records_changed_mean",
    name="Records changed, mean over variables",
    requires=frozenset({Requires.LINKS}),
    summary="The share of all values that are other ones, or gone.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{\#\{\text{linked records with } x'_j \ne x_j\}}{\#\{\text{linked "
    r"records}\}}",
    reading="The share of all values that are other ones, or gone; 0 is an identical copy. How many records changed "
    "in any variable stands beside it.",
    misleads="A change by a cent counts as much as one by a million, and noise changes every value. After swapping "
    "or PRAM distributions may stand although it is high. Wrong links make nearly everything look changed.",
    section=ALL_VARIABLES,
    place=2,
    value_by_value=True,
)
def records_changed_mean(lost: AllLostCells) -> Answers[ChangedMeanDetail, ChangedMeanDetail]:
    """Yield the mean share of changed records; how many records changed at all stands in the detail."""
    if lost.links:
        yield Skipped("records_changed_mean", (), lost.links)
        return
    compared = [v for v in lost.variables if not v.incomparable]
    linked = int(compared[0].linked[0]) if compared else 0
    left_out = [v.variable for v in lost.variables if v.incomparable]
    detail: ChangedMeanDetail = {
        "linked": linked,
        "any_changed": lost.any_changed,
        "by_variable": {v.variable: int(v.changed[0]) for v in compared},
        **without(left_out),
    }
    mean = _mean("records_changed_mean", lost, [v.share_changed for v in compared], linked, detail)
    yield replace(mean, validity=leaving_out(left_out))


MEASURES = (missing_values_mean, records_changed_mean, missing_values, records_changed)


def _missing_detail(each: LostCells) -> MissingDetail:
    return {
        "missing_original": int(each.missing_original[0]),
        "missing_masked": int(each.missing_masked[0]),
        "n_original": int(each.n_original[0]),
        "n_masked": int(each.n_masked[0]),
    }


def _mean(name: str, lost: AllLostCells, shares: list[Floats], n: int, detail: Detail) -> Answer[Detail, Detail]:
    reason = next((v.incomparable for v in lost.variables if v.incomparable), "no variable is compared")
    return value_or_reason(name, (), mean_of_rows(shares), reason, n, detail)
