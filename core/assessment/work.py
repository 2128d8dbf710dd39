"""Pieces of work of a run: measures that share their most costly step, on one file, with their jackknife replicates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from core.assessment.comparison import Assessment
from core.assessment.faults import computed, fault, why_set_aside
from core.assessment.intervals import GroupsDealt, with_intervals, without_intervals
from core.assessment.plan import IntervalParameters, Plan, chosen_measures
from core.data import Codebook, Pair, Release
from core.measures import (
    Dealt,
    Measure,
    Outcome,
    Passes,
    Requires,
    Result,
    Scope,
    Skipped,
    Subject,
    Weighting,
    with_replicates,
)
from core.risk import ATTACKS
from core.tables import Blockwise
from core.utility import weighed


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
    def compares_sets(self) -> bool:
        """Whether sets of one scenario are compared with each other."""
        return self.measures[0].compares_sets

    @property
    def blockwise(self) -> Blockwise | None:
        """The shared step where it is computed from blocks of records."""
        step = self.measures[0].prepare
        return step if isinstance(step, Blockwise) else None

    @property
    def by_group(self) -> bool:
        """Whether its shared step has the figures without each jackknife group as well."""
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

    ``groups``: how many jackknife replicates its results bring; 0 where there is to be no interval.
    """

    position: int
    about: Assessment
    family: Family
    groups: int
    common_groups: bool
    dealt: Dealt | None
    interval_reason: str
    outcomes: tuple[Outcome, ...] | None = None
    collect: Callable[[Any], tuple[Outcome, ...] | None] | None = None

    def receive(self, answer: Any) -> bool:
        """Take the answer of one call: the outcomes, or a block; return whether the work is finished with it."""
        self.outcomes = answer if self.collect is None else self.collect(answer)
        return self.outcomes is not None

    def result(self) -> tuple[Outcome, ...]:
        """Return the outcomes with their intervals, or with the reason why they have none."""
        measures, outcomes = {m.id: m for m in self.family.measures}, self.outcomes or ()
        if not self.groups:
            return without_intervals(outcomes, self.interval_reason, measures)
        return with_intervals(outcomes, measures, self.groups, self.common_groups, self.dealt)


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


def measure_by_group(
    family: Family, subject: Pair | Release, parameters: Any, groups_of_files: Sequence[GroupsDealt], groups: int
) -> tuple[Outcome, ...]:
    """Measure a family on a subject, and its file-level values on the records outside each group.

    Parameters
    ----------
    family : Family
    subject : Pair or Release
    parameters : object
    groups_of_files : sequence of GroupsDealt
        Of the records of each file of the subject.
    groups : int
    """
    outcomes = measure_all(family.measures, subject, parameters)
    others = ([np.flatnonzero(own.of_records != g) for own in groups_of_files] for g in range(groups))
    without = [_values(measure_all(family.file_level(), subject.take(*rows), parameters)) for rows in others]
    ids = {m.id for m in family.file_level()}
    return tuple(_with_replicates(o, without) if o.measure in ids else o for o in outcomes)


def _with_replicates(outcome: Outcome, without: Sequence[dict[tuple[str, tuple[str, ...]], float]]) -> Outcome:
    key = outcome.measure, outcome.target
    values = (each[key] for each in without if key in each)
    return with_replicates(outcome, values) if isinstance(outcome, Result) else outcome


def _values(outcomes: Iterable[Outcome]) -> dict[tuple[str, tuple[str, ...]], float]:
    return {(o.measure, o.target): o.value for o in outcomes if isinstance(o, Result)}
