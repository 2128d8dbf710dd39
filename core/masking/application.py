"""A recipe applied to a file: the masked file, what is to be declared of it, and what each step changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from core.data import NO_LINK, ROW_LINK, Codebook, Masking, Microdata, Recode, Scenario, ScenarioDeclaration
from core.errors import MaskingError
from core.masking.catalogue import origin_of_method
from core.masking.changes import Changes, changes
from core.masking.columns import categories, missing_codes
from core.masking.csv_rendering import as_file
from core.masking.method import Work
from core.masking.promises import apply_method
from core.masking.recipe import Recipe, Step, check_variables
from core.statistics.reproducible import generator

STRENGTH = (
    frozenset({Masking.SAMPLE}),
    frozenset({Masking.RECODE, Masking.SUPPRESS}),
    frozenset({Masking.MICROAGGREGATE, Masking.NOISE, Masking.SWAP, Masking.PRAM}),
    frozenset({Masking.SYNTHETIC}),
    frozenset({Masking.REMOVE}),
)
"""Where a variable was masked in several ways, the strongest is declared; of equally strong ones the last."""


@dataclass(frozen=True)
class StepReport:
    """What one step did.

    Parameters
    ----------
    method : str
        Its name in words.
    changes : Changes
    notes : tuple of str
    """

    method: str
    changes: Changes
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class State:
    """A file on its way through a recipe.

    Parameters
    ----------
    microdata : Microdata
    recodes : mapping of str to Recode
    maskings : mapping of str to Masking
    same_records : bool
        The records are those of the original, in its order.
    from_somebody : bool
        Every record comes from one of the original.
    reports : tuple of StepReport
    """

    microdata: Microdata
    recodes: Mapping[str, Recode]
    maskings: Mapping[str, Masking]
    same_records: bool = True
    from_somebody: bool = True
    reports: tuple[StepReport, ...] = ()


@dataclass(frozen=True, eq=False)
class Masked:
    """What a recipe makes of a file.

    Parameters
    ----------
    microdata : Microdata
    declaration : ScenarioDeclaration
        Name, links, masking and recodes, so that it can be compared with the original at once.
    report : tuple of StepReport
        One a step.
    recipe : Recipe
    seed : int
    original : str
        SHA-256 of the original.
    """

    microdata: Microdata
    declaration: ScenarioDeclaration
    report: tuple[StepReport, ...]
    recipe: Recipe
    seed: int
    original: str = ""

    @property
    def scenario(self) -> Scenario:
        """The masked file with its declaration."""
        return Scenario(self.microdata, self.declaration)


def apply_recipe(microdata: Microdata, codebook: Codebook, recipe: Recipe, seed: int = 1, *, file: str = "") -> Masked:
    """Apply a recipe to the original.

    Parameters
    ----------
    microdata : Microdata
        The original.
    codebook : Codebook
        Of the original: missing codes, roles, levels and key sets.
    recipe : Recipe
    seed : int
        Each step draws from a stream of its own, named after its method and variables: a step's draws do not change
        where another step or a parameter does.
    file : str
        Name of the masked file; empty: the original's with "_masked".

    Returns
    -------
    Masked
        Its file has no SHA-256 before it is written (``as_file``).

    Raises
    ------
    MaskingError
        Names the step that cannot be applied.
    """
    *_, state = State(microdata, {}, {}), *_states(microdata, codebook, recipe, seed)
    name = file or f"{PurePath(microdata.name).stem}_masked.csv"
    masked = replace(state.microdata, name=name, sha256="")
    declaration = ScenarioDeclaration(
        name, recipe.title(), _linked(microdata, codebook, state), dict(state.maskings), dict(state.recodes)
    )
    return Masked(masked, declaration, state.reports, recipe, seed, microdata.sha256)


def _states(microdata: Microdata, codebook: Codebook, recipe: Recipe, seed: int = 1) -> Iterator[State]:
    """Yield the file after each step; raise MaskingError with the number of the step that cannot be applied."""
    state = State(microdata, {}, {})
    for number, step in enumerate(recipe.steps, start=1):
        occurrence = sum((s.method, s.variables) == (step.method, step.variables) for s in recipe.steps[: number - 1])
        random = generator(seed, f"{step.method}|{','.join(step.variables)}|{occurrence}")
        try:
            state = _after(state, codebook, step, random)
        except MaskingError as error:
            raise MaskingError(f"step {number}: {error}") from None
        yield state


def step_reports(
    microdata: Microdata, codebook: Codebook, recipe: Recipe, seed: int = 1
) -> tuple[tuple[StepReport, ...], str]:
    """Return what the steps of a recipe do, as far as they can be applied, and why the next one cannot, or ""."""
    reports: tuple[StepReport, ...] = ()
    try:
        for state in _states(microdata, codebook, recipe, seed):
            reports = state.reports
    except MaskingError as error:
        return reports, str(error)
    return reports, ""


def _after(state: State, codebook: Codebook, step: Step, random: np.random.Generator) -> State:
    method = step.of
    check_variables(step)
    treated = apply_method(method, Work(state.microdata, codebook, step.variables, random), step.parameters)
    for name in treated.recodes:
        if name in state.recodes:
            raise MaskingError(f"{method.name}: {name!r} is recoded already; put both recodes into one step")
    foreign = origin_of_method(method)
    named = method.name if foreign is None else f"{method.name} ({foreign})"
    report = StepReport(named, changes(state.microdata, treated.microdata, treated.rows), treated.notes)
    return State(
        treated.microdata,
        {**state.recodes, **treated.recodes},
        _declared(state.maskings, {**dict.fromkeys(step.variables, method.masking), **treated.maskings}),
        state.same_records and treated.linked and treated.rows is None,
        state.from_somebody and treated.linked,
        (*state.reports, report),
    )


def _declared(before: Mapping[str, Masking], now: Mapping[str, Masking]) -> dict[str, Masking]:
    """Return the masking to declare: the stronger one, of equally strong ones the later."""
    declared = dict(before)
    for name, masking in now.items():
        if name not in before or strength(masking) >= strength(before[name]):
            declared[name] = masking
    return declared


def strength(masking: Masking) -> int:
    """Return how much of a value's truth a masking leaves in doubt: 0 (sampling) to 4 (removal)."""
    return next(i for i, kinds in enumerate(STRENGTH) if masking in kinds)


def _linked(original: Microdata, codebook: Codebook, state: State) -> str:
    """Return how records are linked: by row, by an identifier that was left as it is, or not at all."""
    if state.same_records:
        return ROW_LINK
    for variable in codebook.variables if state.from_somebody else ():
        name = variable.name
        untouched = state.maskings.get(name, Masking.SAMPLE) is Masking.SAMPLE and name in state.microdata.columns
        if variable.role == "identifier" and untouched and _identifies(original, codebook, name):
            return name
    return NO_LINK


def _identifies(original: Microdata, codebook: Codebook, name: str) -> bool:
    codes, labels = categories(original, name, missing_codes(codebook))
    return bool((codes >= 0).all()) and len(labels) == original.n_records


def written(masked: Masked) -> Masked:
    """Return the masked file with the SHA-256 of its bytes as CSV."""
    return replace(masked, microdata=as_file(masked.microdata, masked.microdata.name))


def declared_codebook(codebook: Codebook, masked: Masked) -> Codebook:
    """Return the codebook with the masked file's declaration, in the place of an earlier one of the same file."""
    others = tuple(s for s in codebook.scenarios if s.file != masked.declaration.file)
    return replace(codebook, scenarios=(*others, masked.declaration))
