"""A sweep: a recipe applied with one or two parameters varied, every setting measured; the frontier that they draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from core.assessment import (
    Assessment,
    Comparison,
    Inputs,
    Place,
    Plan,
    RunInputs,
    WorkItem,
    about_original,
    basis_of,
    calls,
    compared,
    control_scenario,
    in_catalogue_order,
    make_plan,
)
from core.data import Codebook, Microdata, PopulationFile, Scenario, number_label
from core.errors import MaskingError
from core.execution import Call, perform
from core.masking import Recipe, StepParameter, StepReport, apply_recipe, find_place, with_value
from core.measures import Outcome, Result

QUICK_UTILITY = "gdu"
QUICK_RISK = "expected_match_risk"
MOST_SETTINGS = 400
ORIGINAL, CONTROL = 0, -1
"""Numbers of the files measured besides the settings: the original itself, and the control where there is one."""


@dataclass(frozen=True)
class Vary:
    """One parameter and the values that it takes.

    Parameters
    ----------
    place : StepParameter
    values : tuple of float
        At least one, no two alike.
    """

    place: StepParameter
    values: tuple[float, ...]


@dataclass(frozen=True)
class SweepPoint:
    """One point of a sweep.

    Parameters
    ----------
    number : int
        1, 2, ...; or ``ORIGINAL``, ``CONTROL``.
    values : tuple of float
        One a varied parameter.
    recipe : Recipe
    """

    number: int
    values: tuple[float, ...]
    recipe: Recipe

    @property
    def name(self) -> str:
        """The values, as a label on the chart."""
        return ", ".join(number_label(value) for value in self.values)


@dataclass(frozen=True)
class SweepStep:
    """One setting finished.

    Parameters
    ----------
    setting : SweepPoint
    assessment : Assessment or None
        None: the recipe cannot be applied with this setting.
    report : tuple of StepReport
        What each step of the recipe changed.
    problem : str
        Why it cannot be applied; or "".
    done, total : int
        Settings finished and in all, the original and the control included.
    basis : RunInputs
        What the work was started from.
    """

    setting: SweepPoint
    assessment: Assessment | None
    report: tuple[StepReport, ...]
    problem: str
    done: int
    total: int
    basis: RunInputs


@dataclass(frozen=True)
class Sweep:
    """A finished sweep, or the finished part of one.

    Parameters
    ----------
    recipe : Recipe
    places : tuple of StepParameter
        One or two varied parameters.
    seed : int
        Of the masking.
    steps : tuple of SweepStep
        In the order of the settings, the original left out.
    comparison : Comparison
        Original and settings side by side, as a run makes it: ``risk_utility_map`` draws the frontier.
    """

    recipe: Recipe
    places: tuple[StepParameter, ...]
    seed: int
    steps: tuple[SweepStep, ...]
    comparison: Comparison


def read_vary(recipe: Recipe, text: str) -> Vary:
    """Read ``STEP.parameter=1,2,3``.

    Raises
    ------
    MaskingError
        No such parameter, or a value that is no number or occurs twice.
    """
    where, equals, listed = text.partition("=")
    if not equals:
        raise MaskingError(f"--vary {text}: write STEP.parameter=VALUE,VALUE,...")
    place = find_place(recipe, where)
    try:
        values = tuple(float(part) for part in listed.split(","))
    except ValueError:
        raise MaskingError(f"--vary {text}: the values must be numbers") from None
    if len(set(values)) != len(values):
        raise MaskingError(f"--vary {text}: a value is given twice")
    return Vary(place, values)


def settings(recipe: Recipe, varied: Sequence[Vary]) -> tuple[SweepPoint, ...]:
    """Return the settings of a sweep, the last parameter varying fastest.

    Raises
    ------
    MaskingError
        None or more than two parameters, one of them twice, too many settings, or a value of the wrong kind.
    """
    places = [vary.place for vary in varied]
    if not 1 <= len(varied) <= 2 or len(set(places)) != len(places):
        raise MaskingError("a sweep varies one parameter, or two different ones")
    grid = list(product(*(vary.values for vary in varied)))
    if not 0 < len(grid) <= MOST_SETTINGS:
        raise MaskingError(f"a sweep has 1 to {MOST_SETTINGS} settings, not {len(grid)}")
    points = []
    for number, values in enumerate(grid, start=1):
        changed = recipe
        for place, value in zip(places, values, strict=True):
            changed = with_value(changed, place, value)
        points.append(SweepPoint(number, values, changed))
    return tuple(points)


def quick_plan(risk: str = QUICK_RISK, seed: int = 1, utility: str = QUICK_UTILITY, more: Sequence[str] = ()) -> Plan:
    """Return the plan of a sweep: one utility and one risk, with jackknife intervals where those hold.

    ``more`` are measures that a policy asks for besides the two.
    """
    return make_plan([utility, risk, *more], seed=seed)


def sweep(
    original: Microdata,
    codebook: Codebook,
    recipe: Recipe,
    varied: Sequence[Vary],
    plan: Plan,
    *,
    seed: int = 1,
    jobs: int = 1,
    population: Sequence[PopulationFile] = (),
    control: Microdata | None = None,
) -> Iterator[SweepStep]:
    """Apply a recipe with every setting and measure each masked file.

    Parameters
    ----------
    original : Microdata
    codebook : Codebook
    recipe : Recipe
    varied : sequence of Vary
        One or two.
    plan : Plan
        What is measured; ``quick_plan`` for GDU and one risk.
    seed : int
        Of the masking: the same for every setting, so that only the parameter differs.
    jobs : int
        Number of processes; changes no byte of the outcomes.
    population : sequence of PopulationFile
    control : Microdata or None
        As in a run.

    Yields
    ------
    SweepStep
        As each setting finishes, in no promised order; ``ORIGINAL`` is the original itself, ``CONTROL`` the control.
        Closing the generator cancels.

    Raises
    ------
    MaskingError
        The settings are not as they may be.
    PairingError
        The control file has no variable of the original.
    """
    unmasked = [SweepPoint(ORIGINAL, (), recipe), *([] if control is None else [SweepPoint(CONTROL, (), recipe)])]
    wanted = {s.number: s for s in (*unmasked, *settings(recipe, varied))}
    inputs = plan, seed, population, control
    asked = [Call(s.number, assess_setting, (original, codebook, s, *inputs)) for s in wanted.values()]
    basis = basis_of(original, codebook, plan, control=control)
    for done, (number, answer) in enumerate(perform(asked, jobs), start=1):
        assessment, report, problem = answer
        yield SweepStep(wanted[number], assessment, report, problem, done, len(wanted), basis)


def assess_setting(
    original: Microdata,
    codebook: Codebook,
    setting: SweepPoint,
    plan: Plan,
    seed: int,
    population: Sequence[PopulationFile] = (),
    control: Microdata | None = None,
) -> tuple[Assessment | None, tuple[StepReport, ...], str]:
    """Mask with one setting and measure; (None, (), reason) where the recipe cannot be applied."""
    if setting.number <= ORIGINAL:
        other = control_scenario(control, codebook) if setting.number == CONTROL and control is not None else None
        return assess_file(original, codebook, plan, other, population, control), (), ""
    try:
        masked = apply_recipe(original, codebook, replace(setting.recipe, name=setting.name), seed)
    except MaskingError as error:
        return None, (), str(error)
    return assess_file(original, codebook, plan, masked.scenario, population, control), masked.report, ""


def assess_file(
    original: Microdata,
    codebook: Codebook,
    plan: Plan,
    scenario: Scenario | None = None,
    population: Sequence[PopulationFile] = (),
    control: Microdata | None = None,
) -> Assessment:
    """Measure one masked file, or the original alone, in this process: the same outcomes as in a run."""
    scenarios = () if scenario is None else (scenario,)
    inputs = Inputs(original, scenarios, codebook, plan, None, population, control=control)
    wanted = len(scenarios)
    works: dict[Place, WorkItem] = {}
    about, outcomes = about_original(original), list[Outcome]()
    for call in calls(inputs, works):
        place, number = call.key
        known = dict(works[place].files)
        if wanted in known:
            about = known[wanted]
            outcomes += works[place].receive(number, call.perform()[1]) or ()
    return replace(about, outcomes=in_catalogue_order(outcomes))


def collect_sweep(recipe: Recipe, varied: Sequence[Vary], plan: Plan, seed: int, steps: Sequence[SweepStep]) -> Sweep:
    """Put the steps of a sweep, complete or not, together in the order of the settings."""
    ordered = sorted(steps, key=lambda step: step.setting.number)
    masked = tuple(s for s in ordered if s.setting.number > ORIGINAL)
    assessed = tuple(s.assessment for s in masked if s.assessment is not None)
    basis, by_number = ordered[0].basis, {s.setting.number: s.assessment for s in ordered}
    comparison = compared(plan, basis, by_number.get(ORIGINAL) or basis.original, assessed, by_number.get(CONTROL))
    return Sweep(recipe, tuple(v.place for v in varied), seed, masked, comparison)


def outcome_of(step: SweepStep, measure: str, target: tuple[str, ...] = ()) -> Outcome | None:
    """Return a setting's outcome of a measure; None where the recipe could not be applied."""
    return None if step.assessment is None else step.assessment.outcome(measure, target)


def value_of(step: SweepStep, measure: str, target: tuple[str, ...] = ()) -> Result | None:
    """Return a setting's result of a measure; None where it has none."""
    outcome = outcome_of(step, measure, target)
    return outcome if isinstance(outcome, Result) else None
