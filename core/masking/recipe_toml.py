"""Recipes as TOML: read from a file that people edit, written so that they can."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

import tomli_w

from core.data import limits, read_toml, toml_value, validated
from core.errors import MaskingError
from core.masking.recipe import Recipe, Step, make_step

WHAT = "the recipe"


@dataclasses.dataclass(frozen=True)
class RecipeTables:
    """A recipe as it is written; the entries of a step depend on its method."""

    step: Annotated[tuple[Mapping[str, Any], ...], limits(min_length=1)]
    name: str = ""


@dataclasses.dataclass(frozen=True)
class StepTable:
    """What the table of a step holds besides the parameters of its method."""

    method: str
    variables: tuple[str, ...] = ()


STEP = {field.name for field in dataclasses.fields(StepTable)}


def read_recipe(text: str) -> Recipe:
    """Read a recipe.

    Parameters
    ----------
    text : str
        TOML: ``name`` (optional) and an array of tables ``step``, each with ``method``, ``variables`` and the method's
        parameters.

    Raises
    ------
    MaskingError
        Names the step and what is wrong in it.
    """
    return recipe_from(read_toml(text, WHAT, MaskingError))


def recipe_from(content: Mapping[str, Any]) -> Recipe:
    """Return the recipe of tables that were read from TOML.

    Raises
    ------
    MaskingError
        Names the step and what is wrong in it.
    """
    tables = validated(RecipeTables, content, WHAT, error=MaskingError, toml=True)
    return Recipe(tuple(_step(f"step {i}", table) for i, table in enumerate(tables.step, start=1)), tables.name)


def _step(place: str, table: Mapping[str, Any]) -> Step:
    named = {name: table[name] for name in STEP & table.keys()}
    step = validated(StepTable, named, place, error=MaskingError, toml=True)
    try:
        return make_step(step.method, step.variables, **{n: value for n, value in table.items() if n not in STEP})
    except MaskingError as error:
        raise MaskingError(f"{place}: {error}") from None


def write_recipe(recipe: Recipe) -> str:
    """Write a recipe as TOML, every parameter written out; ``read_recipe`` gives it back."""
    content: dict[str, Any] = {"name": recipe.name} if recipe.name else {}
    content["step"] = [_table(step) for step in recipe.steps]
    return tomli_w.dumps(content)


def _table(step: Step) -> dict[str, Any]:
    table: dict[str, Any] = {"method": step.method}
    if step.variables:
        table["variables"] = list(step.variables)
    for field in dataclasses.fields(step.parameters):
        value = getattr(step.parameters, field.name)
        if value is not None and value not in ((), {}):
            table[field.name] = toml_value(value)
    return table
