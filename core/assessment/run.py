"""A run: every measure of the plan on the original and on every scenario, yielded as it finishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.assessment.catalogue import CATALOGUE
from core.assessment.comparison import Assessment, Comparison, VariableRecord
from core.assessment.intervals import deal, original_groups
from core.assessment.plan import Plan
from core.assessment.work import (
    Family,
    Work,
    families,
    measure_all,
    pair_replicate,
    release_replicate,
    replicate_count,
)
from core.data import Codebook, Microdata, Pair, PairedVariable, Release, Scenario
from core.errors import PairingError
from core.execution import Call, perform
from core.measures import Outcome, Skipped, Subject
from core.pairing import code_release, pair

PROGRAM_VERSION = "0.1.0"
COMPUTING_PACKAGES = ("numba", "numpy", "scipy", "statsmodels")


@dataclass(frozen=True)
class Step:
    """One piece of work finished.

    Parameters
    ----------
    position : int
        0 for the original, 1, 2, ... for the scenarios.
    file, scenario : str
        File and name of the scenario; both "" for the original.
    measures : tuple of str
        Ids of the measures that are finished with it; () where others of their pieces are not.
    outcomes : tuple of Outcome
    done, total : int
        Pieces of work finished and in all.
    about : Assessment
        What is known of the file, without outcomes.
    """

    position: int
    file: str
    scenario: str
    measures: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    done: int
    total: int
    about: Assessment


@dataclass(frozen=True, eq=False)
class _Inputs:
    original: Microdata
    scenarios: Sequence[Scenario]
    codebook: Codebook
    plan: Plan
    linked: str | None
    families: tuple[Family, ...]

    def replicates(self, family: Family, position: int) -> int:
        masked = self.scenarios[position - 1].microdata.n_records if position else 0
        n = self.original.n_records
        if position:
            n = n + masked if family.subject is Subject.PAIR else masked
        return replicate_count(family, n, self.codebook, self.plan)

    def pieces(self) -> int:
        """Return how many calls the run makes."""
        return sum(
            1 + self.replicates(family, position)
            for position in range(len(self.scenarios) + 1)
            for family in self.families
            if position or family.subject is Subject.RELEASE
        )


def run(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    *,
    linked: str | None = None,
    jobs: int = 1,
) -> Iterator[Step]:
    """Measure the original and every scenario.

    Parameters
    ----------
    original : Microdata
    scenarios : sequence of Scenario
    codebook : Codebook
    plan : Plan
    linked : str or None
        How records are linked where a scenario does not say: "row", "none" or an identifier variable.
    jobs : int
        Number of processes; changes no byte of the outcomes.

    Yields
    ------
    Step
        As each piece of work finishes, in no promised order; closing the generator cancels.
    """
    inputs = _Inputs(original, scenarios, codebook, plan, linked, families(plan))
    total = inputs.pieces()
    works: dict[tuple[int, int], Work] = {}
    for done, (key, answer) in enumerate(perform(_calls(inputs, works), jobs), start=1):
        position, index, replicate = key
        work = works[position, index]
        work.receive(replicate, answer)
        finished = work.finished()
        yield Step(
            position,
            work.about.file if position else "",
            work.about.name if position else "",
            work.family.ids if finished else (),
            work.result() if finished else (),
            done,
            total,
            work.about,
        )


def collect(plan: Plan, steps: Iterable[Step]) -> Comparison:
    """Put the steps of a run, complete or not, together.

    Returns
    -------
    Comparison
        Scenarios in the order of the files, outcomes in that of the catalogue: the same for every
        order in which the steps came.
    """
    rank = {m.id: i for i, m in enumerate(CATALOGUE)}
    abouts: dict[int, Assessment] = {}
    outcomes: dict[int, list[Outcome]] = {}
    for step in steps:
        abouts[step.position] = step.about
        outcomes.setdefault(step.position, []).extend(step.outcomes)
    found = {
        position: replace(about, outcomes=tuple(sorted(outcomes[position], key=lambda o: rank[o.measure])))
        for position, about in sorted(abouts.items())
    }
    original = found.pop(0, None) or Assessment("Original", "", "", 0, 0)
    return Comparison(plan.described(), computing_versions(), original, tuple(found.values()))


def computing_versions() -> dict[str, str]:
    """Return the versions of this program and of the packages that its figures depend on."""
    return {"ru-map": PROGRAM_VERSION, **{name: version(name) for name in COMPUTING_PACKAGES}}


def _calls(inputs: _Inputs, works: dict[tuple[int, int], Work]) -> Iterator[Call]:
    """Yield all calls, file by file, so that only a few pairs are in memory at a time."""
    plan, original = inputs.plan, inputs.original
    release = code_release(original, inputs.codebook)
    about = Assessment("Original", original.name, original.sha256, original.n_records, len(original.columns))
    groups = original_groups(original.n_records, plan.of("interval"), plan.seed)
    for index, family in enumerate(inputs.families):
        if family.subject is Subject.RELEASE:
            work = works[0, index] = _work(inputs, 0, about, family, common=True)
            yield from _release_calls((0, index), work, release, groups, plan)
    for position, scenario in enumerate(inputs.scenarios, start=1):
        about = _about(scenario)
        try:
            paired = pair(original, scenario, inputs.codebook, inputs.linked)
        except PairingError as error:
            yield from _refusals(inputs, works, position, about, str(error))
        else:
            yield from _scenario_calls(inputs, works, position, about, paired)


def _scenario_calls(
    inputs: _Inputs, works: dict[tuple[int, int], Work], position: int, about: Assessment, paired: Pair
) -> Iterator[Call]:
    plan = inputs.plan
    about = replace(
        about, links=paired.link_reason, added=paired.added, variables=tuple(_record(v) for v in paired.variables)
    )
    groups = deal(paired, plan.of("interval"), plan.seed)
    for index, family in enumerate(inputs.families):
        work = works[position, index] = _work(inputs, position, about, family, common=groups.common)
        if family.subject is Subject.RELEASE:
            yield from _release_calls((position, index), work, paired.masked, groups.masked, plan)
            continue
        parameters = family.parameters(plan)
        yield Call((position, index, None), measure_all, (family.measures, paired, parameters))
        for g in range(work.replicates_expected):
            yield Call((position, index, g), pair_replicate, (family, paired, parameters, groups, g))


def _release_calls(
    key: tuple[int, int], work: Work, release: Release, groups: NDArray[np.int64], plan: Plan
) -> Iterator[Call]:
    family, parameters = work.family, work.family.parameters(plan)
    yield Call((*key, None), measure_all, (family.measures, release, parameters))
    for g in range(work.replicates_expected):
        yield Call((*key, g), release_replicate, (family, release, parameters, groups, g))


def _refusals(
    inputs: _Inputs, works: dict[tuple[int, int], Work], position: int, about: Assessment, reason: str
) -> Iterator[Call]:
    """Yield calls that answer every measure with the reason why the files cannot be compared."""
    for index, family in enumerate(inputs.families):
        work = works[position, index] = _work(inputs, position, about, family, common=False)
        yield Call((position, index, None), _refused, (family.ids, reason))
        for g in range(work.replicates_expected):
            yield Call((position, index, g), dict, ())


def _refused(ids: Sequence[str], reason: str) -> tuple[Outcome, ...]:
    return tuple(Skipped(name, (), reason) for name in ids)


def _work(inputs: _Inputs, position: int, about: Assessment, family: Family, *, common: bool) -> Work:
    off = not inputs.plan.of("interval").groups
    reason = "intervals are switched off" if off else "an interval is too costly at this size, or the file too small"
    return Work(position, about, family, inputs.replicates(family, position), common, reason)


def _about(scenario: Scenario) -> Assessment:
    data = scenario.microdata
    return Assessment(scenario.name, data.name, data.sha256, data.n_records, len(data.columns))


def _record(v: PairedVariable) -> VariableRecord:
    status = "removed" if v.masked is None else "not comparable" if v.problem else "recoded" if v.recode else "kept"
    level, role, masking = str(v.variable.level), str(v.variable.role), str(v.masking or "")
    return VariableRecord(v.name, level, role, status, v.recode_source, masking, v.problem, v.flags)


def estimated_seconds(
    original: Microdata, scenarios: Sequence[Scenario], codebook: Codebook, plan: Plan, jobs: int
) -> float:
    """Return roughly how long a run will take, from the records and pairs it must pass over."""
    inputs = _Inputs(original, scenarios, codebook, plan, None, families(plan))
    seconds = 2.0
    for position, scenario in enumerate(scenarios, start=1):
        for family in inputs.families:
            n = original.n_records + scenario.microdata.n_records
            seconds += _cost(family, n, codebook) * (1 + inputs.replicates(family, position)) / jobs
    return seconds


def _cost(family: Family, n: int, codebook: Codebook) -> float:
    """Return seconds for one pass of a family over n records: measured at about 8 ns a record and pair."""
    k = len(codebook.variables)
    pairs: Any = k * (k - 1) / 2 if family.subject is Subject.PAIR else k
    return float(n * pairs * 8e-9 + pairs * 2e-4)
