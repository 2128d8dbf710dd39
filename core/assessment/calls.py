"""The calls that make up a run, file by file, and the work that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from core.assessment.comparison import Assessment, VariableRecord
from core.assessment.in_blocks import count_block, in_blocks
from core.assessment.inputs import Inputs, about_original
from core.assessment.intervals import GroupsDealt, both_alike, deal, original_groups
from core.assessment.plan import Plan
from core.assessment.repeated import RepeatedWork, original_twice, published_twice, publishes_less, repetition
from core.assessment.work import (
    BlockNumber,
    Family,
    FamilyWork,
    measure_all,
    measure_by_group,
)
from core.data import Pair, PairedVariable, Release, Scenario
from core.errors import PairingError
from core.execution import Call
from core.measures import Dealt, Outcome, Skipped, Subject
from core.pairing import beside_set, released_alone
from core.risk import with_maskings
from core.tables import blocks_of
from core.utility import with_weights


def calls(
    inputs: Inputs, works: dict[tuple[int, int], FamilyWork], repeated: dict[tuple[int, int], RepeatedWork]
) -> Iterator[Call]:
    """Yield all calls, file by file, so that only a few pairs are in memory at a time."""
    original = inputs.original
    release = inputs.release()
    about = about_original(original)
    yield from _original_calls(inputs, works, about, release)
    by_size = {place: work for place, work in repeated.items() if not place[0]}
    sets: dict[str, list[Pair]] = {}
    for position, scenario in enumerate(inputs.beside, start=1):
        about = replace(about_scenario(scenario, inputs.linked), relation=inputs.relation_of(scenario))
        try:
            paired = inputs.paired(scenario, release)
        except PairingError as error:
            yield from _refusals(inputs, works, position, about, str(error))
            yield from (_no_repetitions(*own, str(error)) for own in _of_file(repeated, position))
        else:
            beside = _beside_sets(inputs, sets, position, paired)
            yield from _scenario_calls(inputs, works, position, about, paired, beside)
            yield from _own_repetitions(inputs, repeated, by_size, position, paired)
    twice = with_weights(original_twice(release, inputs.codebook), inputs.weight)
    yield from (call for own in by_size.items() for call in _repetitions(inputs, *own, twice))


def _beside_sets(inputs: Inputs, sets: dict[str, list[Pair]], position: int, paired: Pair) -> tuple[Pair, ...]:
    """Return a file beside each earlier set of its scenario, where a measure asks for it; keep it for later ones."""
    of = inputs.set_of(position)
    if not of or not any(family.compares_sets for family in inputs.families):
        return ()
    alone, earlier = released_alone(paired), sets.setdefault(of, [])
    beside = tuple(beside_set(each, alone) for each in earlier)
    earlier.append(alone)
    return beside


def _original_calls(
    inputs: Inputs, works: dict[tuple[int, int], FamilyWork], about: Assessment, release: Release
) -> Iterator[Call]:
    plan = inputs.plan
    groups = original_groups(release, plan.of("interval"), plan.seed)
    twice = inputs.beside_control(replace(original_twice(release, inputs.codebook), links=np.arange(release.n_records)))
    for index, family in enumerate(inputs.families):
        if not family.of_original:
            continue
        work = works[0, index] = _work(inputs, 0, about, family, common=True, dealt=groups.dealt)
        if family.subject is Subject.RELEASE:
            yield from _measuring_calls((0, index), work, release, plan, (groups,), _blocks(family, release))
        else:
            rows = both_alike(groups).of_pair(work.groups) if family.by_group and work.groups else None
            yield from _measuring_calls((0, index), work, replace(twice, groups=rows), plan, (groups, groups))


def _scenario_calls(
    inputs: Inputs,
    works: dict[tuple[int, int], FamilyWork],
    position: int,
    about: Assessment,
    paired: Pair,
    sets: tuple[Pair, ...],
) -> Iterator[Call]:
    plan = inputs.plan
    about = replace(
        about, links=paired.link_reason, added=paired.added, variables=tuple(_record(v) for v in paired.variables)
    )
    groups = deal(paired, plan.of("interval"), plan.seed)
    masked = with_maskings(paired, plan.of("risk"))
    pairs = {False: paired, True: replace(paired, groups=groups.of_pair(inputs.dealing.groups))}
    for index, family in enumerate(inputs.families):
        if family.subject is Subject.SIZE:
            continue
        dealt = groups.masked.dealt if family.subject is Subject.RELEASE else groups.dealt
        work = works[position, index] = _work(inputs, position, about, family, common=groups.common, dealt=dealt)
        place, by_group = (position, index), family.by_group and work.groups > 0
        if family.subject is Subject.RELEASE:
            yield from _measuring_calls(place, work, masked, plan, (groups.masked,), _blocks(family, masked))
            continue
        subject = replace(pairs[by_group], sets=sets) if family.compares_sets else pairs[by_group]
        yield from _measuring_calls(
            place, work, subject, plan, (groups.original, groups.masked), _blocks(family, subject)
        )


def _blocks(family: Family, subject: Pair | Release) -> tuple[Pair | Release, ...]:
    return () if family.blockwise is None else tuple(blocks_of(subject))


def _measuring_calls(
    place: tuple[int, int],
    work: FamilyWork,
    subject: Pair | Release,
    plan: Plan,
    groups_of_files: Sequence[GroupsDealt],
    blocks: Sequence[Pair | Release] = (),
) -> Iterator[Call]:
    """Yield the one call that measures a family, or one for each block that it is counted in."""
    family, parameters = work.family, work.family.parameters(plan)
    if work.groups and not family.by_group:
        arguments = (family, subject, parameters, groups_of_files, work.groups)
        yield Call((family.subject, place, None), measure_by_group, arguments)
        return
    counts = in_blocks(family, subject, parameters, blocks)
    if counts is None:
        yield Call((family.subject, place, None), measure_all, (family.measures, subject, parameters))
        return
    work.collect = counts.receive
    for number, block in enumerate(blocks):
        yield Call((family.subject, place, BlockNumber(number)), count_block, (counts.step, block, counts.known))


Repeated = dict[tuple[int, int], RepeatedWork]


def _of_file(repeated: Repeated, position: int) -> list[tuple[tuple[int, int], RepeatedWork]]:
    return [(place, work) for place, work in repeated.items() if place[0] == position]


def _own_repetitions(
    inputs: Inputs, repeated: Repeated, by_size: Repeated, position: int, paired: Pair
) -> Iterator[Call]:
    """Yield the repetitions of a file that publishes less detail; another one's are those of its size."""
    twice: Pair | None = None
    for place, work in _of_file(repeated, position):
        if publishes_less(paired, work.family.measures[0]):
            twice = twice or with_weights(published_twice(paired), inputs.weight)
            yield from _repetitions(inputs, place, work, twice)
            continue
        alike = (w for w in by_size.values() if (w.family, w.size) == (work.family, work.size))
        if (shared := next(alike, None)) is None:
            by_size[place] = work
        else:
            shared.positions.append(position)


def _repetitions(inputs: Inputs, place: tuple[int, int], work: RepeatedWork, twice: Pair) -> Iterator[Call]:
    parameters = work.family.parameters(inputs.plan)
    for i in range(work.expected):
        arguments = (work.family, twice, work.size, parameters, inputs.plan.seed, i)
        yield Call((Subject.SIZE, place, i), repetition, arguments)
    if not work.expected:
        yield Call((Subject.SIZE, place, 0), tuple, ())


def _no_repetitions(place: tuple[int, int], work: RepeatedWork, reason: str) -> Call:
    work.expected = 1
    return Call((Subject.SIZE, place, 0), Skipped, (work.family.ids[0], (), reason))


def _refusals(
    inputs: Inputs, works: dict[tuple[int, int], FamilyWork], position: int, about: Assessment, reason: str
) -> Iterator[Call]:
    """Yield calls that answer every measure with the reason why the files cannot be compared."""
    for index, family in enumerate(inputs.families):
        if family.subject is Subject.SIZE:
            continue
        works[position, index] = _work(inputs, position, about, family, common=False)
        yield Call((family.subject, (position, index), None), _refused, (family.ids, reason))


def _refused(ids: Sequence[str], reason: str) -> tuple[Outcome, ...]:
    return tuple(Skipped(name, (), reason) for name in ids)


def _work(
    inputs: Inputs, position: int, about: Assessment, family: Family, *, common: bool, dealt: Dealt | None = None
) -> FamilyWork:
    off = not inputs.plan.of("interval").groups
    reason = "an interval is too costly at this size, or the file too small"
    if off:
        reason = "intervals are switched off"
    elif inputs.dealing.groups < 2:
        reason = "the file has a single unit: an interval needs two at least"
    return FamilyWork(position, about, family, inputs.replicates(family, position), common, dealt, reason)


def about_scenario(scenario: Scenario, linked: str | None) -> Assessment:
    """Return what is known of a scenario before it is paired; ``linked`` holds where it does not say."""
    data, declared = scenario.microdata, scenario.declaration
    return Assessment(
        scenario.name,
        data.name,
        data.sha256,
        data.n_records,
        len(data.columns),
        linked=linked if declared.linked is None else declared.linked,
        privacy=declared.privacy,
        set_of=declared.set_of,
    )


def _record(v: PairedVariable) -> VariableRecord:
    status = "removed" if v.masked is None else "not comparable" if v.problem else "recoded" if v.recode else "kept"
    level, role, masking = str(v.variable.level), str(v.variable.role), str(v.masking or "")
    return VariableRecord(v.name, level, role, status, v.recode_source, masking, v.problem, v.flags)
