"""Pieces of work of a run: measures that share their most costly step, on one file, with their jackknife replicates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.assessment.comparison import Assessment
from core.assessment.faults import computed, fault, why_set_aside
from core.assessment.intervals import RecordGroups, Replicates, with_intervals
from core.assessment.plan import IntervalParameters, Plan, chosen_measures
from core.data import Codebook, Pair, Release
from core.measures import (
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
from core.utility import weighed


@dataclass(frozen=True)
class Family:
    """Measures that share their most costly step, so that it is computed once, and its parameters."""

    measures: tuple[Measure, ...]
    parameters: Any

    @property
    def traits(self) -> Measure:
        """The measure that says what all of them share."""
        return self.measures[0]

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the measures."""
        return tuple(m.id for m in self.measures)

    @property
    def of_original(self) -> bool:
        """Whether they have figures of the original: all but measures of two files that are no risks.

        An untouched file has a risk of linkage and of attribute disclosure too: what a masked file's is compared with.
        """
        of_pair = self.traits.subject is Subject.PAIR
        return not of_pair or (self.traits.is_risk and any(m.scope is Scope.FILE for m in self.measures))

    def file_level(self) -> tuple[Measure, ...]:
        """Return those measures whose outcome is about the whole file, and that may be repeated for an interval."""
        return tuple(m for m in self.measures if m.scope is Scope.FILE and m.replicable and not m.no_interval)


def families(plan: Plan) -> tuple[Family, ...]:
    """Group the measures of a plan by their shared step, in catalogue order."""
    by_step: dict[Any, list[Measure]] = {}
    for m in chosen_measures(plan):
        by_step.setdefault(m.prepare, []).append(m)
    return tuple(Family(tuple(group), plan.of(group[0].family)) for group in by_step.values())


def replicate_count(family: Family, n: int, groups: int, codebook: Codebook, plan: Plan) -> int:
    """Return how many jackknife replicates a family gets on n records: one a group, or 0 where too costly.

    A run with more groups than a quick one has leaves out no interval that the quick one has.
    """
    parameters = plan.of("interval")
    if not parameters.groups or not family.file_level() or n < groups or groups < 2:
        return 0
    cost = n * passes(family.traits.passes, codebook) * min(groups, IntervalParameters().groups)
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


Place = tuple[int, int]
"""The position of a file, 0 for the original, and the number of a family: one piece of work."""


@dataclass
class WorkItem:
    """One family on one file, or on all files of one size, and what becomes of the answers to its calls.

    Parameters
    ----------
    family : Family
    files : list of (int, Assessment)
        Position of each file, and what is known of it.
    calls : int
        In how many calls it is done.
    take : callable or None
        Takes the number and the answer of a call, and returns the outcomes once it was the last; None: the answer to
        the only call is the outcomes.
    replicates : Replicates or None
        What becomes of the intervals; None: there are none to be had.
    """

    family: Family
    files: list[tuple[int, Assessment]]
    calls: int = 1
    take: Callable[[int, Any], tuple[Outcome, ...] | None] | None = None
    replicates: Replicates | None = None

    def receive(self, number: int, answer: Any) -> tuple[Outcome, ...] | None:
        """Take the answer of one call; return the outcomes with their intervals once it was the last."""
        outcomes = answer if self.take is None else self.take(number, answer)
        if outcomes is None or self.replicates is None:
            return outcomes
        return with_intervals(outcomes, self.family.measures, self.replicates)


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
    family: Family, subject: Pair | Release, groups_of_files: Sequence[RecordGroups], groups: int
) -> tuple[Outcome, ...]:
    """Measure a family on a subject, and its file-level values on the records outside each group.

    Parameters
    ----------
    family : Family
    subject : Pair or Release
    groups_of_files : sequence of RecordGroups
        Of the records of each file of the subject.
    groups : int
    """
    outcomes = measure_all(family.measures, subject, family.parameters)
    others = ([np.flatnonzero(own.of_records != g) for own in groups_of_files] for g in range(groups))
    repeated = family.file_level()
    without = [_values(measure_all(repeated, subject.take(*rows), family.parameters)) for rows in others]
    ids = {m.id for m in repeated}
    return tuple(_with_replicates(o, without) if o.measure in ids else o for o in outcomes)


def _with_replicates(outcome: Outcome, without: Sequence[dict[tuple[str, tuple[str, ...]], float]]) -> Outcome:
    key = outcome.measure, outcome.target
    values = (each[key] for each in without if key in each)
    return with_replicates(outcome, values) if isinstance(outcome, Result) else outcome


def _values(outcomes: Iterable[Outcome]) -> dict[tuple[str, tuple[str, ...]], float]:
    return {(o.measure, o.target): o.value for o in outcomes if isinstance(o, Result)}
