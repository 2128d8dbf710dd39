"""A run: every measure of the plan on the original and on every scenario, yielded as it finishes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from core import VERSION
from core.assessment.calls import calls
from core.assessment.catalogue import in_catalogue_order, origin_of
from core.assessment.comparison import Assessment, Comparison, RunInputs
from core.assessment.estimate import expected_seconds
from core.assessment.inputs import Inputs, basis_of, control_scenario
from core.assessment.plan import Plan, chosen_measures
from core.assessment.resumed import finished_earlier
from core.assessment.synthetic_sets import check_sets
from core.assessment.work import Place, WorkItem
from core.data import Codebook, Microdata, Pair, PopulationFile, Scenario
from core.errors import CodebookError
from core.execution import perform
from core.extensions import Origin
from core.measures import Outcome
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
    inputs = Inputs(original, scenarios, codebook, plan, linked, population, pairs or {}, control)
    basis = basis_of(original, codebook, plan, linked, control)
    expected, began = expected_seconds(inputs), time.monotonic()
    whole, spent, done = sum(expected.values()), 0.0, 0
    for place, work, outcomes in _pieces(inputs, jobs, cluster, earlier):
        spent += expected[place] / work.calls
        share = min(spent / whole, 1.0) if whole else 0.0
        for position, about in work.files[:1] if outcomes is None else work.files:
            ids = () if outcomes is None else work.family.ids
            done += outcomes is not None
            name, file = (about.name, about.file) if position else ("", "")
            seconds = time.monotonic() - began
            so_far = done, len(expected), about, basis, share, seconds
            yield RunStep(position, file, name, ids, outcomes or (), *so_far)


def _pieces(
    inputs: Inputs, jobs: int, cluster: str, earlier: Comparison | None
) -> Iterator[tuple[Place, WorkItem, tuple[Outcome, ...] | None]]:
    """Yield the work that an answer was for, as it comes, with the outcomes where it was the last one."""
    before, works = set[Place](), dict[Place, WorkItem]()
    for place, work, outcomes in () if earlier is None else finished_earlier(inputs, earlier):
        before.add(place)
        yield place, work, outcomes
    for (place, number), answer in perform(calls(inputs, works, before), jobs, cluster):
        yield place, works[place], works[place].receive(number, answer)


def _check_names(scenarios: Sequence[Scenario]) -> None:
    """Refuse scenarios of one name, which could not be distinguished."""
    files: dict[str, str] = {}
    for scenario in scenarios:
        file = scenario.microdata.name
        if scenario.name in files:
            raise CodebookError(
                f"{files[scenario.name]} and {file} are both the scenario {scenario.name!r}; give them different names "
                f'in the codebook ([scenarios."{file}"] name = "...") or rename a file'
            )
        files[scenario.name] = file


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
