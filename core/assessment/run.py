"""A run: every measure of the plan on the original and on every scenario, yielded as it finishes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from core import VERSION
from core.assessment.calls import about_scenario, calls
from core.assessment.catalogue import in_catalogue_order, origin_of
from core.assessment.comparison import Assessment, Comparison, RunInputs
from core.assessment.estimate import expected_pieces
from core.assessment.inputs import Inputs, about_original, basis_of, control_scenario
from core.assessment.plan import Plan, chosen_measures
from core.assessment.repeated import RepeatedWork
from core.assessment.resumed import Finished, finished_earlier
from core.assessment.synthetic_sets import check_sets
from core.assessment.work import BlockNumber, FamilyWork, families
from core.data import Codebook, Microdata, Pair, PopulationFile, Scenario
from core.errors import CodebookError
from core.execution import perform
from core.extensions import Origin
from core.measures import Outcome, Subject
from core.risk import check_population

COMPUTING_PACKAGES = ("numba", "numpy", "scipy", "statsmodels")


@dataclass(frozen=True)
class RunStep:
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
    basis : RunInputs
        What the run was started from.
    share : float
        Of the work that was expected, what is finished: 0 to 1; pieces differ in how long they take.
    seconds : float
        Since the run began.
    """

    position: int
    file: str
    scenario: str
    measures: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    done: int
    total: int
    about: Assessment
    basis: RunInputs
    share: float = 0.0
    seconds: float = 0.0


def run(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    *,
    linked: str | None = None,
    jobs: int = 1,
    cluster: str = "",
    population: Sequence[PopulationFile] = (),
    pairs: Mapping[str, Pair] | None = None,
    control: Microdata | None = None,
    earlier: Comparison | None = None,
) -> Iterator[RunStep]:
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
    cluster : str
        Address of a Dask scheduler, or ``local:N``, that takes the place of these processes; changes no byte either.
    population : sequence of PopulationFile
        Counts of the population by key combination, from which risk is known instead of estimated.
    pairs : mapping of str to Pair or None
        By masked file name: files that have been paired already, with the same codebook and links;
        the others are paired one at a time.
    control : Microdata or None
        Records of other people of the population, which no masking saw: what attacks are measured against.
    earlier : Comparison or None
        What a run of the same files, codebook, plan and versions had finished before it was stopped: it comes first,
        and only the rest is computed. Whether they are the same is for the caller to see to.

    Yields
    ------
    RunStep
        As each piece of work finishes, in no promised order; closing the generator cancels.

    Raises
    ------
    CodebookError
        The codebook and the original contradict each other, or a population file and the codebook do; two scenarios
        have the same name; or files are declared as sets of one scenario, and cannot be.
    PlanError
        The plan asks for a weight that the codebook does not offer.
    PairingError
        The control file has no record, or no variable of the original.
    ClusterError
        The cluster cannot be reached, does not fit this program, or has gone: what it had finished was yielded.
    """
    _check_names(scenarios if control is None else (*scenarios, control_scenario(control, codebook)))
    check_population(population, codebook)
    check_sets(scenarios)
    inputs = Inputs(original, scenarios, codebook, plan, linked, families(plan), population, pairs or {}, control)
    basis = basis_of(original, codebook, plan, linked, control)
    total = inputs.pieces()
    works: dict[tuple[int, int], FamilyWork] = {}
    clock = _Clock(inputs)
    done = 0
    before = {} if earlier is None else finished_earlier(inputs, earlier)
    for (kind, place), finished in before.items():
        clock.finished_earlier(kind, place)
        done += 1
        yield clock.timed(_resumed_step(finished, done, total, basis))
    repeated = {place: work for place, work in inputs.repeated().items() if (Subject.SIZE, place) not in before}
    rest = (call for call in calls(inputs, works, repeated) if call.key[:2] not in before)
    for key, answer in perform(rest, jobs, cluster):
        kind, place, replicate = key
        clock.finished(kind, place, replicate)
        if kind is Subject.SIZE:
            repeated[place].answers[replicate] = answer
            for step in _size_steps(inputs, repeated[place], done, total, basis):
                done = step.done
                yield clock.timed(step)
        else:
            done += works[place].receive(answer)
            yield clock.timed(_file_step(works[place], done, total, basis))


class _Clock:
    """How much of the expected work is finished, and since when it goes on."""

    def __init__(self, inputs: Inputs) -> None:
        self._began = time.monotonic()
        self._expected = expected_pieces(inputs)
        self._all = sum(piece.all for piece in self._expected.values())
        self._done = 0.0
        self._blocks = [inputs.blocks(position) for position in range(len(inputs.scenarios) + 1)]

    def finished(self, kind: Subject, place: tuple[int, int], replicate: int | BlockNumber | None) -> None:
        expected = self._expected[kind, place]
        if isinstance(replicate, BlockNumber):
            self._done += expected.first / self._blocks[place[0]]
        else:
            self._done += expected.first if replicate is None else expected.each

    def finished_earlier(self, kind: Subject, place: tuple[int, int]) -> None:
        self._done += self._expected[kind, place].all

    def timed(self, step: RunStep) -> RunStep:
        share = min(self._done / self._all, 1.0) if self._all else 0.0
        return replace(step, share=share, seconds=time.monotonic() - self._began)


def _check_names(scenarios: Sequence[Scenario]) -> None:
    """Refuse scenarios that nobody could tell apart."""
    files: dict[str, str] = {}
    for scenario in scenarios:
        file = scenario.microdata.name
        if scenario.name in files:
            raise CodebookError(
                f"{files[scenario.name]} and {file} are both the scenario {scenario.name!r}; give them different names "
                f'in the codebook ([scenarios."{file}"] name = "...") or rename a file'
            )
        files[scenario.name] = file


def _file_step(work: FamilyWork, done: int, total: int, basis: RunInputs) -> RunStep:
    finished = work.outcomes is not None
    return RunStep(
        work.position,
        work.about.file if work.position else "",
        work.about.name if work.position else "",
        work.family.ids if finished else (),
        work.result() if finished else (),
        done,
        total,
        work.about,
        basis,
    )


def _resumed_step(finished: Finished, done: int, total: int, basis: RunInputs) -> RunStep:
    about = finished.about
    file, name = (about.file, about.name) if finished.position else ("", "")
    return RunStep(finished.position, file, name, finished.ids, finished.outcomes, done, total, about, basis)


def _size_steps(inputs: Inputs, work: RepeatedWork, done: int, total: int, basis: RunInputs) -> Iterator[RunStep]:
    """Yield a piece of work for every file once all repetitions have come back; till then a step without outcomes."""
    finished = work.finished()
    ids, outcomes = (work.family.ids, work.result()) if finished else ((), ())
    for position in work.positions if finished else work.positions[:1]:
        done += finished
        file, name, about = "", "", about_original(inputs.original)
        if position:
            about = about_scenario(inputs.scenarios[position - 1], inputs.linked)
            file, name = about.file, about.name
        yield RunStep(position, file, name, ids, outcomes, done, total, about, basis)


def collect(plan: Plan, steps: Iterable[RunStep]) -> Comparison:
    """Put the steps of a run, complete or not, together.

    Returns
    -------
    Comparison
        Scenarios in the order of the files, outcomes in that of the catalogue: the same for every
        order in which the steps came. The original is there also where nothing was measured on it alone.

    Raises
    ------
    ValueError
        No steps: what the run was started from is not known.
    """
    received = list(steps)
    if not received:
        raise ValueError("a run without steps has no results")
    basis = received[0].basis
    abouts = {0: basis.original}
    outcomes: dict[int, list[Outcome]] = {0: []}
    for step in received:
        # what is known of a file is complete once it stood beside the original, and may come before or after that
        if step.position not in abouts or step.about.relation is not None:
            abouts[step.position] = step.about
        outcomes.setdefault(step.position, []).extend(step.outcomes)
    files = {
        position: replace(about, outcomes=in_catalogue_order(outcomes[position]))
        for position, about in sorted(abouts.items())
    }
    original = files.pop(0)
    control = next((file for file in files.values() if basis.control and file.file == basis.control), None)
    scenarios = tuple(file for file in files.values() if file is not control)
    return compared(plan, basis, original, scenarios, control)


def compared(
    plan: Plan,
    basis: RunInputs,
    original: Assessment,
    scenarios: tuple[Assessment, ...],
    control: Assessment | None = None,
) -> Comparison:
    """Return files that were measured side by side, with what the run was started from."""
    return Comparison(
        plan.weighted_by(basis.weight).described(),
        versions_of(plan),
        original,
        scenarios,
        basis.codebook_sha256,
        basis.keysets,
        basis.linked,
        control,
        basis.control_notes,
        {name: str(origin) for name, origin in _foreign(plan).items()},
    )


def versions_of(plan: Plan) -> dict[str, str]:
    """Return the versions of all that computes the figures of a plan, packages that bring measures included."""
    return computing_versions() | {origin.distribution: origin.version for origin in _foreign(plan).values()}


def _foreign(plan: Plan) -> dict[str, Origin]:
    """Return where the measures of other packages come from, by their id."""
    return {m.id: origin for m in chosen_measures(plan) if (origin := origin_of(m)) is not None}


def computing_versions() -> dict[str, str]:
    """Return the versions of this program and of the packages that its figures depend on."""
    return {"ru-map": VERSION, **{name: version(name) for name in COMPUTING_PACKAGES}}
