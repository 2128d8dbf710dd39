"""Recipes as TOML: read from a file that people edit, written so that they can."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import tomli_w

from core.data import label_of, read_toml
from core.errors import MaskingError
from core.masking.recipe import Recipe, Step, make_step


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
    return recipe_from(read_toml(text, "the recipe", MaskingError))


def recipe_from(content: Mapping[str, Any]) -> Recipe:
    """Return the recipe of tables that were read from TOML.

    Raises
    ------
    MaskingError
        Names the step and what is wrong in it.
    """
    unknown = sorted(set(content) - {"name", "step"})
    if unknown:
        raise MaskingError(f"the recipe: unknown entry {unknown[0]!r}; known are name and step")
    steps = content.get("step")
    if not isinstance(steps, list) or not steps:
        raise MaskingError("the recipe has no step; write at least one [[step]] with its method")
    name = label_of("the recipe: name", content.get("name", ""), error=MaskingError)
    return Recipe(tuple(_step(i, table) for i, table in enumerate(steps, start=1)), name)


def _step(number: int, table: Any) -> Step:
    if not isinstance(table, Mapping) or "method" not in table:
        raise MaskingError(f"step {number}: 'method' is missing")
    values = {name: value for name, value in table.items() if name not in ("method", "variables")}
    variables = table.get("variables", [])
    if not isinstance(variables, list):
        raise MaskingError(f'step {number}: variables must be a list such as ["age", "income"]')
    named = tuple(label_of(f"step {number}: a name in variables", name, error=MaskingError) for name in variables)
    try:
        return make_step(str(table["method"]), named, **values)
    except MaskingError as error:
        raise MaskingError(f"step {number}: {error}") from None


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
            table[field.name] = _written(value)
    return table


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if isinstance(value, Mapping):
        return {name: list(originals) for name, originals in value.items()}
    return str(value) if isinstance(value, str) else value
