"""Cells lost and changed: missing values, and records whose value is another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair, PairedVariable
from core.measures import Answers, Requires, Scope, Skipped
from core.statistics.arrays import Floats, Integers
from core.tables import BothFiles, LinkedGroups, groups_of, linked_by_group
from core.utility.compared_variables import LeftOut, Sizes, leaving_out, without
from core.utility.families import ALL_VARIABLES
from core.utility.loss.families import loss_measure
from core.utility.loss.numbers import why_not_linked
from core.utility.loss.parameters import LossParameters
from core.utility.variable_figures import VariableFigure, mean_of_variables, of_variables, without_figure

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


@dataclass(frozen=True, eq=False)
class LostCells:
    """Shares of missing and of changed values of every variable, sorted by name.

    ``links`` says why records cannot be compared one by one; ``any_changed`` counts those with any other value.
    """

    missing: tuple[VariableFigure[MissingDetail], ...]
    changed: tuple[VariableFigure[ChangedDetail], ...]
    links: str
    any_changed: int = 0


def lost_cells(pair: Pair, _parameters: LossParameters) -> LostCells:
    """Count missing and changed values of every variable."""
    records, of = linked_by_group(pair), groups_of(pair)
    links = "" if records is not None else why_not_linked(pair)
    ever = np.zeros(0 if records is None else records.n, dtype=bool)
    missing, changed = [], []
    for paired in sorted(pair.variables, key=lambda v: v.name):
        missing.append(_missing(paired, of))
        reason = missing[-1].reason or paired.problem or links
        if reason or records is None:
            changed.append(VariableFigure[ChangedDetail](paired.name, reason=reason))
            continue
        differs = _changed(paired, *records.rows)
        ever |= differs
        changed.append(_share_changed(paired.name, differs, records))
    return LostCells(tuple(missing), tuple(changed), links, int(ever.sum()))


def _missing(paired: PairedVariable, of: BothFiles) -> VariableFigure[MissingDetail]:
    n, m = (len(each.groups) for each in of)
    # a variable that may have another name in the masked file is not removed
    reason = paired.problem if paired.masked is None else ""
    reason = reason if n and m else "one of the files has no records"
    if reason:
        return VariableFigure(paired.name, reason=reason)
    detail: MissingDetail = {
        "missing_original": int(paired.recoded.is_missing().sum()),
        "missing_masked": int(_gone(paired, m).sum()),
        "n_original": n,
        "n_masked": m,
    }
    return VariableFigure(paired.name, newly_missing(paired, of), min(n, m), detail)


def newly_missing(paired: PairedVariable, of: BothFiles) -> Floats:
    """Return the share (rows,) missing in the masked file beyond that in the original, in [0, 1]."""
    before, after = of[0].shares(paired.recoded.is_missing()), of[1].shares(_gone(paired, len(of[1].groups)))
    return np.maximum(0.0, after - before)


def _gone(paired: PairedVariable, n: int) -> NDArray[np.bool_]:
    return np.ones(n, dtype=bool) if paired.masked is None else np.asarray(paired.masked.is_missing())


def _share_changed(name: str, differs: NDArray[np.bool_], records: LinkedGroups) -> VariableFigure[ChangedDetail]:
    detail: ChangedDetail = {"changed": int(differs.sum()), "linked": records.n}
    return VariableFigure(name, records.linked.shares(differs), records.n, detail)


def _changed(paired: PairedVariable, original: Integers, masked: Integers) -> NDArray[np.bool_]:
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
def missing_values(lost: LostCells) -> Answers[MissingDetail, MissingDetail]:
    """Yield the share missing in the masked file beyond the original's, of every variable."""
    return of_variables("missing_values", lost.missing)


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
def missing_values_mean(lost: LostCells) -> Answers[MissingMeanDetail, MissingMeanDetail]:
    """Yield the mean share of newly missing values."""
    left_out = without_figure(lost.missing)
    by_variable = {each.variable: each.facts for each in lost.missing if each.facts is not None}
    n = max((each.n for each in lost.missing), default=0)
    detail: MissingMeanDetail = {"by_variable": by_variable, **without(left_out)}
    yield mean_of_variables("missing_values_mean", lost.missing, n, detail, validity=leaving_out(left_out))


@cells_measure(
    id="records_changed",
    name="Records changed in a variable",
    scope=Scope.VARIABLE,
    requires=frozenset({Requires.LINKS}),
    summary="The share of records whose value of a variable is another one, or gone.",
    formula=r"\frac{\#\{\text{linked records with } x' \ne x\}}{\#\{\text{linked records}\}}",
    reading="0: every record has its value; 1: none has. After a recode, values are compared after the same recode "
    "of the original, so recoding alone is no change.",
    misleads="A change by a cent counts as much as one by a million. After swapping or PRAM it says how many records "
    "were touched, not what users lose: distributions may be unchanged. Wrong links make nearly everything look "
    "changed.",
)
def records_changed(lost: LostCells) -> Answers[ChangedDetail, ChangedDetail]:
    """Yield the share of linked records with another value, of every variable."""
    return of_variables("records_changed", lost.changed)


@cells_measure(
    id="records_changed_mean",
    name="Records changed, mean over variables",
    requires=frozenset({Requires.LINKS}),
    summary="The share of all values that are other ones, or gone.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{\#\{\text{linked records with } x'_j \ne x_j\}}{\#\{\text{linked "
    r"records}\}}",
    reading="The share of all values that are other ones, or gone; 0 is an identical copy. How many records changed "
    "in any variable is given with it.",
    misleads="A change by a cent counts as much as one by a million, and noise changes every value. After swapping "
    "or PRAM distributions may stand although it is high. Wrong links make nearly everything look changed.",
    section=ALL_VARIABLES,
    place=2,
    value_by_value=True,
)
def records_changed_mean(lost: LostCells) -> Answers[ChangedMeanDetail, ChangedMeanDetail]:
    """Yield the mean share of changed records; how many records changed at all is in the detail."""
    if lost.links:
        yield Skipped("records_changed_mean", (), lost.links)
        return
    linked = max((each.n for each in lost.changed), default=0)
    left_out = without_figure(lost.changed)
    detail: ChangedMeanDetail = {
        "linked": linked,
        "any_changed": lost.any_changed,
        "by_variable": {each.variable: each.facts["changed"] for each in lost.changed if each.facts is not None},
        **without(left_out),
    }
    yield mean_of_variables("records_changed_mean", lost.changed, linked, detail, validity=leaving_out(left_out))


MEASURES = (missing_values_mean, records_changed_mean, missing_values, records_changed)
