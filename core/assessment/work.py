"""Pieces of work of a run: measures that share their most costly step, on one file, with their jackknife replicates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from core.assessment.comparison import Assessment
from core.assessment.faults import computed, fault, why_set_aside
from core.assessment.intervals import (
    GroupsDealt,
    JackknifeGroups,
    pair_without,
    release_without,
    with_intervals,
    without_intervals,
)
from core.assessment.plan import IntervalParameters, Plan, chosen_measures
from core.data import Codebook, Pair, Release
from core.measures import (
    Dealt,
    Failed,
    LeaveOut,
    Measure,
    Outcome,
    Passes,
    Requires,
    Result,
    Scope,
    Skipped,
    Subject,
    Weighting,
)
from core.risk import ATTACKS
from core.tables import Blockwise
from core.utility import weighed

Replicate = dict[tuple[str, tuple[str, ...]], float]
"""File-level values of one jackknife replicate, by measure and target."""


@dataclass(frozen=True)
class Family:
    """Measures that share their most costly step, so that it is computed once."""

    measures: tuple[Measure, ...]

    @property
    def subject(self) -> Subject:
        """What they measure: a pair of files, or one release."""
        return self.measures[0].subject

    @property
    def passes(self) -> Passes:
        """What their shared step passes over."""
        return self.measures[0].passes

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the measures."""
        return tuple(m.id for m in self.measures)

    @property
    def of_original(self) -> bool:
        """Whether they have figures of the original: measures of one file, and risks of two, of it beside itself.

        An untouched file has a risk of linkage and of attribute disclosure too: what a masked file's is compared with.
        """
        return self.subject is Subject.RELEASE or (
            self.subject is Subject.PAIR
            and self.measures[0].is_risk
            and any(m.scope is Scope.FILE for m in self.measures)
        )

    @property
    def replicates_at_once(self) -> bool:
        """Whether one call gives all jackknife replicates."""
        return self.leave_out is not None

    @property
    def compares_sets(self) -> bool:
        """Whether sets of one scenario are compared with each other."""
        return self.measures[0].compares_sets

    @property
    def leave_out(self) -> LeaveOut | None:
        """The shared step without each jackknife group in turn, where a measure knows it."""
        return next((m.leave_out for m in self.measures if m.leave_out is not None), None)

    @property
    def blockwise(self) -> Blockwise | None:
        """The shared step where it is computed from blocks of records."""
        step = self.measures[0].prepare
        return step if isinstance(step, Blockwise) else None

    @property
    def by_group(self) -> bool:
        """Whether its first call gives the jackknife replicates as well."""
        return self.measures[0].by_group

    def parameters(self, plan: Plan) -> Any:
        """Return the family's parameters in a plan."""
        return plan.of(self.measures[0].family)

    def file_level(self) -> tuple[Measure, ...]:
        """Return those measures whose outcome is about the whole file, and that may be repeated for an interval."""
        return tuple(m for m in self.measures if m.scope is Scope.FILE and m.replicable and not m.no_interval)


def families(plan: Plan) -> tuple[Family, ...]:
    """Group the measures of a plan by their shared step, in catalogue order."""
    by_step: dict[Any, list[Measure]] = {}
    for m in chosen_measures(plan):
        by_step.setdefault(m.prepare, []).append(m)
    return tuple(Family(tuple(group)) for group in by_step.values())


def replicate_count(family: Family, n: int, groups: int, codebook: Codebook, plan: Plan) -> int:
    """Return how many jackknife replicates a family gets on n records: one a group, or 0 where too costly.

    A run with more groups than a quick one has leaves out no interval that the quick one has.
    """
    parameters = plan.of("interval")
    if not parameters.groups or not family.file_level() or n < groups or groups < 2:
        return 0
    cost = n * passes(family.passes, codebook) * min(groups, IntervalParameters().groups)
    return groups if cost <= parameters.budget * 1e9 else 0


def passes(over: Passes, codebook: Codebook, names: Collection[str] | None = None) -> int:
    """Return the number of passes over the records: one for each of these.

    Parameters
    ----------
    over : Passes
    codebook : Codebook
    names : collection of str or None
        Variables that there are; None: all of the codebook.
    """
    if over is Passes.KEYS:
        return sum(len(keyset.variables) for keyset in codebook.effective_keysets())
    compared = sum(names is None or v.name in names for v in codebook.compared())
    return compared * (compared - 1) // 2 if over is Passes.PAIRS else compared


class BlockNumber(NamedTuple):
    """Which block of a family's first call an answer is about."""

    number: int


@dataclass
class FamilyWork:
    """One family on one file, and what has come back of it so far.

    ``groups``: how many replicates the results bring themselves; None: each is a call of its own, or all are.
    """

    position: int
    about: Assessment
    family: Family
    replicates_expected: int
    common_groups: bool
    dealt: Dealt | None
    interval_reason: str
    groups: int | None = None
    outcomes: tuple[Outcome, ...] | None = None
    replicates: dict[int, Replicate] = field(default_factory=dict)
    collect: Callable[[Any], tuple[Outcome, ...] | None] | None = None

    def receive(self, replicate: int | BlockNumber | None, answer: Any) -> bool:
        """Take the answer of one call: the outcomes, one replicate, all of them, or why there are none; or a block.

        Return whether a piece of work is finished with it: blocks are parts of one.
        """
        if isinstance(replicate, BlockNumber):
            assert self.collect is not None
            self.outcomes = self.collect(answer)
            return self.outcomes is not None
        if replicate is None:
            self.outcomes = answer
        elif isinstance(answer, Skipped | Failed):
            self.replicates_expected, self.interval_reason = 0, answer.reason
        elif isinstance(answer, list):
            self.replicates = dict(enumerate(answer))
        else:
            self.replicates[replicate] = answer
        return True

    def finished(self) -> bool:
        """Whether all of it has come back."""
        return self.outcomes is not None and len(self.replicates) == self.replicates_expected

    def result(self) -> tuple[Outcome, ...]:
        """Return the outcomes with their intervals, or with the reason why they have none."""
        measures = {m.id: m for m in self.family.measures}
        outcomes = self.outcomes or ()
        if not (self.groups or self.replicates_expected):
            return without_intervals(outcomes, self.interval_reason, measures)
        ordered = [self.replicates[g] for g in sorted(self.replicates)]
        return with_intervals(outcomes, ordered, measures, self.common_groups, self.dealt, self.groups)


def measure_all(
    measures: Sequence[Measure],
    subject: Pair | Release,
    parameters: Any,
    prepare: Callable[[Any, Any], Any] | None = None,
) -> tuple[Outcome, ...]:
    """Compute measures that share their most costly step; a fault in one of them leaves the others standing.

    ``prepare`` takes the place of that step where most of it was done before.
    """
    set_aside = {m.id: why for m in measures if (why := why_set_aside(m))}
    if set_aside:
        kept = [m for m in measures if m.id not in set_aside]
        rest = measure_all(kept, subject, parameters, prepare) if kept else ()
        return (*rest, *(Skipped(name, (), why) for name, why in set_aside.items()))
    counted = _counted(measures[0], subject)
    if isinstance(counted, str):
        return tuple(Skipped(m.id, (), counted) for m in measures)
    subject, weighting = counted
    try:
        prepared = (prepare or measures[0].prepare)(subject, parameters)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bad measure must not end the run
        return tuple(fault(m, (), error, subject) for m in measures)
    outcomes = (_with_doubt(o, m, subject, weighting) for m in measures for o in computed(m, prepared, subject))
    return tuple(replace(o, weighting=weighting) if isinstance(o, Result) and weighting else o for o in outcomes)


def _counted(measure: Measure, subject: Pair | Release) -> tuple[Pair | Release, Weighting | None] | str:
    """Return the records that a measure counts, with weights where they enter it; or why it cannot be weighted."""
    if not isinstance(subject, Pair) or subject.weights is None:
        return subject, None
    return weighed(subject) if measure.weighting else (replace(subject, weights=None), None)


def _with_doubt(
    outcome: Outcome, measure: Measure, subject: Pair | Release, weighting: Weighting | None = None
) -> Outcome:
    """Say beside a figure that rests on links, or is net of a control, why those look wrong, where they do."""
    if not isinstance(outcome, Result):
        return outcome
    by_links = Requires.LINKS in measure.requires or (weighting is not None and weighting.borrowed)
    doubts = [subject.link_doubt] if by_links else []
    doubts += [subject.control_doubt] if isinstance(subject, Pair) and measure.group == ATTACKS else []
    new = tuple(doubt for doubt in doubts if doubt and doubt not in outcome.validity)
    return replace(outcome, validity=(*outcome.validity, *new)) if new else outcome


def pair_replicate(family: Family, pair: Pair, parameters: Any, groups: JackknifeGroups, group: int) -> Replicate:
    """Compute the file-level values of a pair without the records of one group."""
    return _file_values(family, pair_without(pair, groups, group), parameters)


def pair_replicates(
    family: Family, pair: Pair, parameters: Any, groups: JackknifeGroups, n_groups: int
) -> list[Replicate] | Outcome:
    """Compute the file-level values of a pair without each group in turn, from what is counted once for all.

    What cannot be counted once, weighted records for one, is computed anew without each group.
    """
    measures = family.file_level()
    try:
        prepared = _prepared_without(family, pair, parameters, groups, n_groups)
        if prepared is not None:
            return [_values(o for m in measures for o in computed(m, each, pair)) for each in prepared]
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the figures stand; their interval says why there is none
        return fault(measures[0], (), error, pair)
    return [pair_replicate(family, pair, parameters, groups, g) for g in range(n_groups)]


def _prepared_without(
    family: Family, pair: Pair, parameters: Any, groups: JackknifeGroups, n_groups: int
) -> Iterator[Any] | None:
    assert family.leave_out is not None
    if pair.weights is not None and family.measures[0].weighting:
        return None
    both = groups.original.of_records, groups.masked.of_records
    return family.leave_out(replace(pair, weights=None), both, n_groups, parameters)


def release_replicate(family: Family, release: Release, parameters: Any, groups: GroupsDealt, group: int) -> Replicate:
    """Compute the file-level values of one file without the records of one group."""
    return _file_values(family, release_without(release, groups, group), parameters)


def _file_values(family: Family, subject: Pair | Release, parameters: Any) -> Replicate:
    return _values(measure_all(family.file_level(), subject, parameters))


def _values(outcomes: Iterable[Outcome]) -> Replicate:
    return {(o.measure, o.target): o.value for o in outcomes if isinstance(o, Result)}
