"""Cells lost and changed: missing values, and records whose value is another one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict, TypeVar

import numpy as np

from core.data import Level, Pair, PairedVariable
from core.measures import Answer, Answers, Requires, Result, Scope, Skipped, value_or_reason
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.linked_groups import Rows, linked_groups
from core.utility.loss.numbers import linked_rows, why_not_linked
from core.utility.loss.parameters import LossParameters

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


@dataclass(frozen=True)
class LostCells:
    """Missing and changed values of one variable.

    Parameters
    ----------
    variable : str
    n_original, n_masked : int
    missing_original, missing_masked : int
        Records without a value; of a removed variable all.
    linked : int
        Records of the masked file that are linked; 0 where none are.
    changed : int
        Linked records whose value is another one, or newly missing, after the recode where there is one.
    reason : str
        Why its missing values cannot be counted.
    incomparable : str
        Why its values cannot be compared, which missing values need not be.
    """

    variable: str
    n_original: int
    n_masked: int
    missing_original: int = 0
    missing_masked: int = 0
    linked: int = 0
    changed: int = 0
    reason: str = ""
    incomparable: str = ""

    @property
    def newly_missing(self) -> float:
        """Share missing in the masked file beyond that in the original, in [0, 1]."""
        return max(0.0, self.missing_masked / self.n_masked - self.missing_original / self.n_original)

    def less(self, part: LostCells) -> LostCells:
        """Return the counts without those of some of the records: all of them are whole numbers, so nothing is lost."""
        return replace(self, **{name: getattr(self, name) - getattr(part, name) for name in _COUNTS})


_COUNTS = ("n_original", "n_masked", "missing_original", "missing_masked", "linked", "changed")


@dataclass(frozen=True)
class AllLostCells:
    """The lost cells of every variable, sorted by name."""

    variables: tuple[LostCells, ...]
    n_original: int
    n_masked: int
    links: str
    any_changed: int = 0

    @property
    def n(self) -> int:
        """The smaller number of records."""
        return min(self.n_original, self.n_masked)

    def less(self, part: AllLostCells) -> AllLostCells:
        """Return the counts without those of some of the records."""
        return AllLostCells(
            tuple(whole.less(own) for whole, own in zip(self.variables, part.variables, strict=True)),
            self.n_original - part.n_original,
            self.n_masked - part.n_masked,
            self.links,
            self.any_changed - part.any_changed,
        )


def lost_cells(pair: Pair, _parameters: LossParameters) -> AllLostCells:
    """Count missing and changed values of every variable."""
    rows = linked_rows(pair)
    ever = np.zeros(0 if rows is None else len(rows[0]), dtype=bool)
    cells = []
    for paired in sorted(pair.variables, key=lambda v: v.name):
        n, m = pair.original.n_records, pair.masked.n_records
        # a variable that may stand in the masked file under another name is not removed
        reason = (
            "one of the files has no records" if not n or not m else paired.problem if paired.masked is None else ""
        )
        if reason:
            cells.append(LostCells(paired.name, n, m, reason=reason, incomparable=reason))
            continue
        missing = int(paired.recoded.is_missing().sum())
        gone = m if paired.masked is None else int(paired.masked.is_missing().sum())
        linked, changed = 0, 0
        if rows is not None and not paired.problem:
            differs = _changed(paired, *rows)
            ever |= differs
            linked, changed = len(differs), int(differs.sum())
        cells.append(LostCells(paired.name, n, m, missing, gone, linked, changed, incomparable=paired.problem))
    links = "" if rows is not None else why_not_linked(pair)
    return AllLostCells(tuple(cells), pair.original.n_records, pair.masked.n_records, links, int(ever.sum()))


def lost_cells_without(
    pair: Pair, groups: Rows, n_groups: int, parameters: LossParameters
) -> Iterator[AllLostCells] | None:
    """Return the lost cells without each group of records in turn (``LeaveOut``): the whole counts less the group's."""
    records = linked_groups(pair, groups, n_groups)
    if pair.links is not None and (records is None or not all(records.linked())):
        return None
    if any(np.bincount(own, minlength=n_groups).max() == len(own) for own in groups):
        return None
    whole = lost_cells(pair, parameters)
    inside = (pair.take(*(np.flatnonzero(own == g) for own in groups)) for g in range(n_groups))
    return (whole.less(lost_cells(part, parameters)) for part in inside)


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


cells_measure = loss_measure.sharing(reference=GUIDE, prepare=lost_cells, leave_out=lost_cells_without)


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
            n = min(each.n_original, each.n_masked)
            yield Result("missing_values", (each.variable,), each.newly_missing, n, None, _missing_detail(each))


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
            detail: ChangedDetail = {"changed": each.changed, "linked": each.linked}
            yield Result("records_changed", (each.variable,), each.changed / each.linked, each.linked, None, detail)


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
    linked = compared[0].linked if compared else 0
    left_out = [v.variable for v in lost.variables if v.incomparable]
    detail: ChangedMeanDetail = {
        "linked": linked,
        "any_changed": lost.any_changed,
        "by_variable": {v.variable: v.changed for v in compared},
        **without(left_out),
    }
    mean = _mean("records_changed_mean", lost, [v.changed / v.linked for v in compared], linked, detail)
    yield replace(mean, validity=leaving_out(left_out))


MEASURES = (missing_values_mean, records_changed_mean, missing_values, records_changed)


def _missing_detail(each: LostCells) -> MissingDetail:
    return {
        "missing_original": each.missing_original,
        "missing_masked": each.missing_masked,
        "n_original": each.n_original,
        "n_masked": each.n_masked,
    }


def _mean(name: str, lost: AllLostCells, shares: list[float], n: int, detail: Detail) -> Answer[Detail, Detail]:
    reasons = [v.incomparable for v in lost.variables if v.incomparable]
    mean = math.fsum(shares) / len(shares) if shares else None
    return value_or_reason(name, (), mean, reasons[0] if reasons else "no variable is compared", n, detail)
