"""Jackknife intervals of file-level measures: which units each replicate leaves out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.assessment.plan import IntervalParameters
from core.data import Pair, PairGroups, Release, SampleDesign, is_row_by_row, packed_codes, stored_packed
from core.measures import Jackknife, JackknifeDesign, JackknifeUnits, Measure, Outcome, Passes, Result, Scope
from core.statistics.estimates import (
    GroupPlan,
    assign_groups,
    assign_units,
    group_plan_of,
    interval_at_end,
    jackknife_interval,
    on_log_scale,
    stratum_of_units,
)
from core.statistics.reproducible import generator

NOT_REPEATED = "too costly to compute again on every jackknife replicate"
OF_THIS_FILE = (
    "it rests on how often key values occur in this very file: without some of its records they are rarer, so that a "
    "jackknife would measure riskier files"
)
"""Why risks that rest on frequencies of key values have no interval.

In simulations (1,000 records, 150 to 2,000 combinations of key values) jackknife standard errors of violations of
k-anonymity, individual risks and l-diversity were 1.1 to 3 times the true ones, and replicates lay higher throughout.
"""

AT_END = "a rate of 0 or 1 whichever units are left out: the interval is that of Clopper and Pearson for"


@stored_packed(of_records=packed_codes)
@dataclass(frozen=True, eq=False)
class RecordGroups:
    """The jackknife group of every record of one file, and of what the groups are.

    Parameters
    ----------
    of_records : int64 array (n,)
    design : JackknifeDesign or None
        None: single records, without strata.
    """

    of_records: NDArray[np.int64]
    design: JackknifeDesign | None = None


@dataclass(frozen=True, eq=False)
class JackknifeGroups:
    """The jackknife group of every record of both files.

    Parameters
    ----------
    original, masked : RecordGroups
    common : bool
        Linked records are in the same group, so a replicate drops the same units of both files.
    design : JackknifeDesign or None
        Of what the groups of both together are.
    """

    original: RecordGroups
    masked: RecordGroups
    common: bool
    design: JackknifeDesign | None = None

    def of_pair(self, number: int) -> PairGroups:
        """Return them as what belongs to the records of the pair."""
        original, masked = (file.of_records.astype(np.int32) for file in (self.original, self.masked))
        return PairGroups(original, masked, number)


def group_plan(design: SampleDesign | None, parameters: IntervalParameters) -> GroupPlan:
    """Return into how many groups the original's units are assigned; all files of a run are assigned to as many."""
    wanted = max(parameters.groups, 1)
    return GroupPlan(1, wanted) if design is None else group_plan_of(design, wanted)


def original_groups(release: Release, parameters: IntervalParameters, seed: int) -> RecordGroups:
    """Deal the units of the original into groups: the same for every scenario."""
    random = generator(seed, "interval|original|groups")
    wanted = group_plan(release.drawn, parameters)
    groups = _groups_of(release, wanted, random)
    return RecordGroups(groups, _assigned((release,), (groups,), wanted))


def _groups_of(release: Release, wanted: GroupPlan, random: Generator) -> NDArray[np.int64]:
    """Deal the units of a file into groups; records that were drawn one by one need no list of units."""
    if release.drawn is None:
        return assign_groups(release.n_records, wanted.each, random)
    return assign_units(release.drawn, wanted, random)


def jackknife_groups(pair: Pair, parameters: IntervalParameters, seed: int) -> JackknifeGroups:
    """Assign the units of a pair to groups; linked masked records follow their original.

    Unlinked files are assigned separately, each by its own units: within strata where their strata are assigned alike,
    else across them, which is cautious where strata have fewer units than there are groups.
    """
    original = original_groups(pair.original, parameters, seed)
    random = generator(seed, "interval|masked|groups")
    wanted = group_plan(pair.original.drawn, parameters)
    if pair.links is not None:
        followed, units = _followed(original, pair.links, wanted, random), (pair.original,)
        masked = RecordGroups(followed, _assigned(units, (followed,), wanted))
        both = () if pair.original.drawn is None else (original.of_records, followed)
        return JackknifeGroups(original, masked, common=True, design=_assigned(units, both, wanted))
    if wanted.parts > 1 and group_plan(pair.masked.drawn, parameters) != wanted:
        wanted = GroupPlan(1, wanted.groups)
        across = _groups_of(pair.original, wanted, generator(seed, "interval|original|groups"))
        original = RecordGroups(across, _assigned((pair.original,), (across,), wanted))
    unlinked = _groups_of(pair.masked, wanted, random)
    both, either = (original.of_records, unlinked), (pair.original, pair.masked)
    masked = RecordGroups(unlinked, _assigned(either[1:], (unlinked,), wanted))
    return JackknifeGroups(original, masked, common=False, design=_assigned(either, both, wanted))


def _followed(
    original: RecordGroups, links: NDArray[np.int64], wanted: GroupPlan, random: Generator
) -> NDArray[np.int64]:
    """Return the group of each masked record: that of its original, else one of its own."""
    if len(links) == len(original.of_records) and is_row_by_row(links):
        return original.of_records
    own = assign_groups(len(links), wanted.groups, random)
    return np.where(links >= 0, original.of_records[links], own)


def _assigned(
    files: Sequence[Release], groups: Sequence[NDArray[np.int64]], group_plan: GroupPlan
) -> JackknifeDesign | None:
    """Return what was assigned, of all groups together; None where only single records were, without strata."""
    if all(file.drawn is None for file in files):
        return None
    sizes_of_parts = np.bincount(np.concatenate(groups) // group_plan.each, minlength=group_plan.parts)
    return JackknifeDesign(
        tuple(_jackknife_units(file.design) for file in files), tuple((sizes_of_parts / sizes_of_parts.sum()).tolist())
    )


def _jackknife_units(design: SampleDesign) -> JackknifeUnits:
    sizes = np.bincount(stratum_of_units(design)[1])
    alone = int((sizes == 1).sum()) if len(sizes) > 1 else 0
    return JackknifeUnits(design.unit, design.unit_variable, int(sizes.sum()), len(sizes), alone)


@dataclass(frozen=True)
class Replicates:
    """The jackknife replicates that a piece of work brings, or why it brings none.

    Parameters
    ----------
    number : int
        One a group; 0: none.
    reason : str
        Why there are none.
    common : bool
        Whether the groups are those of the original.
    design : JackknifeDesign or None
        What the groups were made of.
    """

    number: int
    reason: str
    common: bool
    design: JackknifeDesign | None = None


def with_intervals(
    outcomes: Sequence[Outcome], measures: Sequence[Measure], replicates: Replicates
) -> tuple[Outcome, ...]:
    """Make the replicates of file-level results jackknife intervals, or say in them why they have none."""
    by_id = {m.id: m for m in measures}
    return tuple(
        _with_interval(o, by_id[o.measure], replicates)
        if isinstance(o, Result) and by_id[o.measure].scope is Scope.FILE and o.interval is None
        else o
        for o in outcomes
    )


def _with_interval(outcome: Result, measure: Measure, wanted: Replicates) -> Outcome:
    if reason := _why_never(measure) or ("" if wanted.number else wanted.reason):
        return dataclasses.replace(outcome, interval_reason=reason)
    values = np.array(() if outcome.jackknife is None else outcome.jackknife.replicates)
    if len(values) < wanted.number:
        reason = f"{wanted.number - len(values)} of {wanted.number} jackknife replicates cannot be computed"
        return dataclasses.replace(outcome, interval_reason=reason, jackknife=None)
    jackknife = Jackknife(tuple(values.tolist()), wanted.common, wanted.design)
    if measure.is_risk and outcome.value in measure.bounds and (values == outcome.value).all():
        return _at_end(outcome, jackknife)
    degrees = jackknife.degrees_of_freedom
    interval = jackknife_interval(outcome.value, values, measure.bounds, jackknife.shares, degrees)
    if measure.interval_of_log and outcome.value > 0:
        interval = on_log_scale(outcome.value, interval)
    return dataclasses.replace(outcome, interval=interval, jackknife=jackknife)


def _why_never(measure: Measure) -> str:
    """Return why a measure has no interval whatever the file; empty where it may have one."""
    if measure.no_interval or measure.replicable:
        return measure.no_interval
    return OF_THIS_FILE if measure.is_risk and measure.passes is Passes.KEYS else NOT_REPEATED


def _at_end(outcome: Result, jackknife: Jackknife) -> Result:
    """Return a rate of 0 or 1 in all replicates with the interval of a rate: theirs would have no width."""
    n = outcome.n if jackknife.design is None else min(file.n for file in jackknife.design.files)
    said = f"{AT_END} {n:,} {'records' if jackknife.design is None else 'units'}"
    return dataclasses.replace(
        outcome,
        interval=interval_at_end(outcome.value, n),
        jackknife=jackknife,
        flags=(*(outcome.flags or ()), said),
    )
