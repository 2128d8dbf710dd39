"""Jackknife intervals of file-level measures: which records each replicate leaves out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.assessment.plan import IntervalParameters
from core.data import Pair, Release
from core.measures import Jackknife, Measure, Outcome, Passes, Result, Scope
from core.statistics.estimates import deal_groups, jackknife_interval
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


@dataclass(frozen=True, eq=False)
class JackknifeGroups:
    """The jackknife group of every record of both files.

    Parameters
    ----------
    original, masked : int64 arrays
        Group of each record.
    common : bool
        Linked records are in the same group, so a replicate drops the same records of both files.
    """

    original: NDArray[np.int64]
    masked: NDArray[np.int64]
    common: bool


def deal(pair: Pair, parameters: IntervalParameters, seed: int) -> JackknifeGroups:
    """Deal the records of a pair into groups; linked masked records follow their original."""
    original = original_groups(pair.original.n_records, parameters, seed)
    own = deal_groups(pair.masked.n_records, parameters.groups, generator(seed, "interval|masked|groups"))
    if pair.links is None:
        return JackknifeGroups(original, own, common=False)
    linked = pair.links >= 0
    return JackknifeGroups(original, np.where(linked, original[pair.links], own), common=True)


def original_groups(n: int, parameters: IntervalParameters, seed: int) -> NDArray[np.int64]:
    """Deal the records of the original into groups: the same for every scenario."""
    return deal_groups(n, parameters.groups, generator(seed, "interval|original|groups"))


def pair_without(pair: Pair, groups: JackknifeGroups, group: int) -> Pair:
    """Return the pair without the records of one group."""
    return pair.take(np.flatnonzero(groups.original != group), np.flatnonzero(groups.masked != group))


def release_without(release: Release, groups: NDArray[np.int64], group: int) -> Release:
    """Return a file without the records of one group."""
    return release.take(np.flatnonzero(groups != group))


def with_intervals(
    outcomes: Sequence[Outcome],
    replicates: Sequence[dict[tuple[str, tuple[str, ...]], float]],
    measures: dict[str, Measure],
    common: bool,
) -> tuple[Outcome, ...]:
    """Add jackknife intervals to file-level results.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Of the whole files.
    replicates : sequence of mapping
        One a group: (measure, target) -> value without that group.
    measures : mapping of str to Measure
        For the bounds.
    common : bool
        Whether the groups are those of the original.
    """
    return tuple(_with_interval(o, replicates, measures[o.measure], common) for o in outcomes)


def without_intervals(outcomes: Sequence[Outcome], reason: str, measures: dict[str, Measure]) -> tuple[Outcome, ...]:
    """Say in file-level results without an interval of their own why they have none."""
    return tuple(_explained(o, reason, measures[o.measure]) for o in outcomes)


def _explained(outcome: Outcome, reason: str, measure: Measure) -> Outcome:
    if not isinstance(outcome, Result) or measure.scope is not Scope.FILE or outcome.interval is not None:
        return outcome
    why = reason if measure.replicable else _why_never(measure)
    return dataclasses.replace(outcome, interval_reason=why)


def _why_never(measure: Measure) -> str:
    return OF_THIS_FILE if measure.family == "risk" and measure.passes is Passes.KEYS else NOT_REPEATED


def _with_interval(
    outcome: Outcome,
    replicates: Sequence[dict[tuple[str, tuple[str, ...]], float]],
    measure: Measure,
    common: bool,
) -> Outcome:
    if not measure.replicable:
        return _explained(outcome, _why_never(measure), measure)
    if not isinstance(outcome, Result) or measure.scope is not Scope.FILE or outcome.interval is not None:
        return outcome
    key = (outcome.measure, outcome.target)
    values = np.array([r[key] for r in replicates if key in r])
    if len(values) < len(replicates):
        reason = f"{len(replicates) - len(values)} of {len(replicates)} jackknife replicates cannot be computed"
        return dataclasses.replace(outcome, interval_reason=reason)
    interval = jackknife_interval(outcome.value, values, measure.bounds)
    return dataclasses.replace(outcome, interval=interval, jackknife=Jackknife(tuple(values.tolist()), common))
