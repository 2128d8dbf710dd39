"""A recipe run as a new scenario: masked, then measured as the other scenarios were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.assessment import Comparison, Plan, RunStep, collect, run
from core.data import Codebook, Microdata, PopulationFile
from core.masking import Masked, Recipe, apply_recipe, written


def run_recipe(
    original: Microdata,
    codebook: Codebook,
    recipe: Recipe,
    seed: int,
    plan: Plan | None,
    *,
    file: str = "",
    jobs: int = 1,
    population: Sequence[PopulationFile] = (),
    control: Microdata | None = None,
) -> Iterator[Masked | RunStep]:
    """Mask the original and measure the masked file.

    Parameters
    ----------
    original : Microdata
    codebook : Codebook
    recipe : Recipe
    seed : int
        Of the masking.
    plan : Plan or None
        None: the file is masked and not measured.
    file : str
        Name of the masked file.
    jobs : int
        Number of processes; changes no byte of the outcomes.
    population : sequence of PopulationFile
    control : Microdata or None
        As in a run.

    Yields
    ------
    Masked
        First, with the SHA-256 of its file.
    RunStep
        Of the run of this scenario, as each piece of work finishes.

    Raises
    ------
    MaskingError
        A step cannot be applied.
    """
    masked = written(apply_recipe(original, codebook, recipe, seed, file=file))
    yield masked
    if plan is not None:
        yield from run(original, [masked.scenario], codebook, plan, jobs=jobs, population=population, control=control)


def with_recipe_run(comparison: Comparison, plan: Plan, steps: Sequence[RunStep]) -> Comparison:
    """Return a comparison with the scenario of a finished run added to the others, in the place of one of its name.

    Parameters
    ----------
    comparison : Comparison
        Made with the same plan.
    plan : Plan
    steps : sequence of RunStep
        Of ``run_recipe``.
    """
    (added,) = collect(plan, steps).scenarios
    others = tuple(s for s in comparison.scenarios if s.name != added.name)
    return replace(comparison, scenarios=(*others, added))
