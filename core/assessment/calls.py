"""The calls that make up a run, file by file, and the work that they belong to."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.assessment.comparison import Assessment, VariableRecord
from core.assessment.in_blocks import count_block, in_blocks
from core.assessment.inputs import Inputs, about_original
from core.assessment.intervals import JackknifeGroups, RecordGroups, Replicates, jackknife_groups
from core.assessment.repeated import Repetitions, original_twice, published_twice, publishes_less, repetition
from core.assessment.work import Family, Place, WorkItem, measure_all, measure_by_group
from core.data import Pair, PairedVariable, Release, Scenario
from core.errors import PairingError
from core.execution import Call
from core.measures import Outcome, Skipped, Subject
from core.pairing import pair_sets, relation, released_alone
from core.risk import with_maskings
from core.tables import blocks_of
from core.utility import with_weights


@dataclass(frozen=True, eq=False)
class _File:
    """One file compared with the original, or the original with itself, as its families measure it.

    Parameters
    ----------
    pair : Pair
    release : Release
        Of the file alone.
    groups : JackknifeGroups
        Of its records, ``number`` of them.
    sets : tuple of Pair
        It compared with each earlier set of its scenario.
    """

    pair: Pair
    release: Release
    groups: JackknifeGroups
    number: int
    sets: tuple[Pair, ...] = ()

    @cached_property
    def grouped(self) -> Pair:
        """The pair with the jackknife group of each record."""
        return replace(self.pair, groups=self.groups.of_pair(self.number))

    def subject(self, family: Family, replicates: int) -> tuple[Pair | Release, tuple[RecordGroups, ...]]:
        """Return what a family measures, and the groups of the records of each of its files."""
        traits, groups = family.traits, self.groups
        if traits.subject is Subject.RELEASE:
            return self.release, (groups.masked,)
        pair = self.grouped if traits.by_group and replicates else self.pair
        return replace(pair, sets=self.sets) if traits.compares_sets else pair, (groups.original, groups.masked)


def calls(inputs: Inputs, works: dict[Place, WorkItem], finished: Container[Place] = ()) -> Iterator[Call]:
    """Yield all calls, file by file, so that only a few pairs are in memory at a time.

    Parameters
    ----------
    inputs : Inputs
    works : dict of Place to WorkItem
        Filled with the work that the calls belong to: the key of a call is its place, and its number there.
    finished : container of Place
        What is not to be computed again.
    """
    release = inputs.release()
    twice = original_twice(release, inputs.codebook)
    sizes: dict[tuple[int, int], tuple[Place, WorkItem]] = {}
    for position, (about, file) in enumerate(_files(inputs, release, twice)):
        for index, family in enumerate(inputs.families):
            place = position, index
            if place in finished or place not in inputs.places:
                continue
            work = works[place] = WorkItem(family, [(position, about)])
            if isinstance(file, str):
                yield Call((place, 0), _skipped, (family.ids, file))
            elif family.traits.subject is not Subject.SIZE:
                yield from _measuring(inputs, place, work, file)
            elif position and publishes_less(file.pair, family.traits):
                published = with_weights(published_twice(file.pair), inputs.weight)
                yield from _repeating(inputs, place, work, published)
            else:
                # what publishes the original's detail shares its samples with all such files of its size
                size = index, inputs.records(position)
                if size in sizes:
                    sizes[size][1].files.append((position, about))
                sizes.setdefault(size, (place, work))
    weighted = with_weights(twice, inputs.weight)
    for place, work in sizes.values():
        yield from _repeating(inputs, place, work, weighted)


def _files(inputs: Inputs, release: Release, twice: Pair) -> Iterator[tuple[Assessment, _File | str]]:
    """Yield what is known of each file, the original first, with the file or why it cannot be compared."""
    intervals, seed, number = inputs.plan.of("interval"), inputs.plan.seed, inputs.group_plan.groups
    with_itself = inputs.paired_with_control(replace(twice, links=np.arange(release.n_records)))
    yield (
        about_original(inputs.original),
        _File(with_itself, release, jackknife_groups(with_itself, intervals, seed), number),
    )
    sets: dict[str, list[Pair]] = {}
    for scenario in inputs.measured_files:
        about = about_scenario(inputs, scenario)
        try:
            pair = inputs.paired(scenario, release)
        except PairingError as error:
            yield about, str(error)
            continue
        variables = tuple(_record(v) for v in pair.variables)
        about = replace(about, links=pair.link_reason, added=pair.added, variables=variables)
        masked, groups = with_maskings(pair, inputs.plan.of("risk")), jackknife_groups(pair, intervals, seed)
        yield about, _File(pair, masked, groups, number, _paired_sets(inputs, sets, about.set_of, pair))


def _paired_sets(inputs: Inputs, sets: dict[str, list[Pair]], of: str, pair: Pair) -> tuple[Pair, ...]:
    """Return a file paired with each earlier set of its scenario, where a measure asks for it; keep it for later."""
    if not of or not any(family.traits.compares_sets for family in inputs.families):
        return ()
    alone, earlier = released_alone(pair), sets.setdefault(of, [])
    paired = tuple(pair_sets(each, alone) for each in earlier)
    earlier.append(alone)
    return paired


def _measuring(inputs: Inputs, place: Place, work: WorkItem, file: _File) -> Iterator[Call]:
    """Yield the one call that measures a family, or one for each block that it is counted in."""
    family, number = work.family, inputs.replicates(work.family, place[0])
    design = file.groups.masked.design if family.traits.subject is Subject.RELEASE else file.groups.design
    work.replicates = Replicates(number, inputs.why_no_interval, file.groups.common, design)
    subject, groups = file.subject(family, number)
    if number and not family.traits.by_group:
        yield Call((place, 0), measure_by_group, (family, subject, groups, number))
        return
    counts = in_blocks(family, subject)
    if counts is None:
        yield Call((place, 0), measure_all, (family.measures, subject, family.parameters))
        return
    work.calls, work.take = counts.expected, counts.take
    for block_number, block in enumerate(blocks_of(subject)):
        yield Call((place, block_number), count_block, (counts.step, block, counts.known))


def _repeating(inputs: Inputs, place: Place, work: WorkItem, twice: Pair) -> Iterator[Call]:
    """Yield the repetitions of a family at the size of its file."""
    expected = inputs.repetitions(work.family, place[0])
    if not expected:
        yield Call((place, 0), _skipped, (work.family.ids, "too costly at this size (null.budget)"))
        return
    work.calls, work.take = expected, Repetitions(work.family.traits, expected).take
    for i in range(expected):
        yield Call((place, i), repetition, (work.family, twice, inputs.records(place[0]), inputs.plan.seed, i))


def _skipped(ids: Sequence[str], reason: str) -> tuple[Outcome, ...]:
    return tuple(Skipped(name, (), reason) for name in ids)


def about_scenario(inputs: Inputs, scenario: Scenario) -> Assessment:
    """Return what is known of a scenario before it is paired."""
    data, declared = scenario.microdata, scenario.declaration
    return Assessment(
        scenario.name,
        data.name,
        data.sha256,
        data.n_records,
        len(data.columns),
        linked=inputs.linked if declared.linked is None else declared.linked,
        relation=relation(inputs.original, scenario, inputs.codebook),
        privacy=declared.privacy,
        set_of=declared.set_of,
    )


def _record(v: PairedVariable) -> VariableRecord:
    status = "removed" if v.masked is None else "not comparable" if v.problem else "recoded" if v.recode else "kept"
    level, role, masking = str(v.variable.level), str(v.variable.role), str(v.masking or "")
    return VariableRecord(v.name, level, role, status, v.recode_source, masking, v.problem, v.flags)
