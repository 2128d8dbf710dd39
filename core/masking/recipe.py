"""Recipes: masking methods in a chain, each with its variables and parameters."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, get_type_hints

from core.data import is_number, number_label, validated
from core.errors import MaskingError
from core.masking.catalogue import method_by_id
from core.masking.method import Method, Takes, setting_of


@dataclass(frozen=True)
class Step:
    """One method of a recipe.

    Parameters
    ----------
    method : str
        Id of the method.
    variables : tuple of str
        In the order in which the method takes them.
    parameters : object
        The method's own frozen dataclass.
    """

    method: str
    variables: tuple[str, ...]
    parameters: Any

    @property
    def of(self) -> Method:
        """The method itself."""
        return method_by_id(self.method)


@dataclass(frozen=True)
class Recipe:
    """Steps in their order.

    Parameters
    ----------
    steps : tuple of Step
    name : str
        Of the scenario that comes out; empty: made from the steps.
    """

    steps: tuple[Step, ...]
    name: str = ""

    def title(self) -> str:
        """Return the recipe's name, else the names of its methods."""
        return self.name or ", then ".join(dict.fromkeys(step.of.name for step in self.steps))


@dataclass(frozen=True)
class StepParameter:
    """One parameter of one step: what a sweep varies.

    Parameters
    ----------
    step : int
        0 for the first step.
    parameter : str
    """

    step: int
    parameter: str

    def words(self) -> str:
        """Return it as it is written: ``2.k``."""
        return f"{self.step + 1}.{self.parameter}"


def make_step(method: str, variables: tuple[str, ...] = (), **values: Any) -> Step:
    """Return a step, with the parameters that are not named at their defaults.

    Raises
    ------
    MaskingError
        An unknown method or parameter, a value of another kind or beyond its range, or variables that are missing or
        not wanted.
    """
    masking_method = method_by_id(method)
    parameters: Any = validated(masking_method.parameters, values, masking_method.name, error=MaskingError, toml=True)
    check_ranges(masking_method, parameters)
    step = Step(method, tuple(variables), parameters)
    check_variables(step)
    return step


def check_ranges(masking_method: Method, parameters: Any) -> None:
    """Raise MaskingError where a number is beyond what its parameter may be."""
    for field in dataclasses.fields(parameters):
        value = getattr(parameters, field.name)
        wanted = setting_of(field).refusal(value) if is_number(value) else ""
        if wanted:
            raise MaskingError(f"{masking_method.name}: {field.name} must be {wanted}, not {number_label(value)}")


def check_variables(step: Step) -> None:
    """Raise MaskingError where a step names no variable though it must, or one though it may not."""
    takes, name = step.of.takes, step.of.name
    if takes is Takes.RECORDS and step.variables:
        raise MaskingError(f"{name} works on whole records; leave out its variables")
    if takes not in (Takes.RECORDS, Takes.KEYS) and not step.variables:
        raise MaskingError(f"{name}: name at least one variable")


def variable_parameters(recipe: Recipe) -> tuple[StepParameter, ...]:
    """Return the parameters that a sweep can vary: numbers, in the order of the steps."""
    return tuple(
        StepParameter(i, name)
        for i, step in enumerate(recipe.steps)
        for name, kind in get_type_hints(step.of.parameters).items()
        if kind in (int, float, float | None, int | None) and name != "decimals"
    )


def find_place(recipe: Recipe, text: str) -> StepParameter:
    """Return the parameter that ``STEP.parameter`` names; the step by its number from 1 or by its method's id.

    Raises
    ------
    MaskingError
        No such step or parameter, several steps of the method, or a parameter that is no number.
    """
    where, _, parameter = text.rpartition(".")
    steps = [i for i, step in enumerate(recipe.steps) if where in (str(i + 1), step.method)]
    offered = ", ".join(place.words() for place in variable_parameters(recipe)) or "none"
    if len(steps) != 1 or StepParameter(steps[0], parameter) not in variable_parameters(recipe):
        raise MaskingError(f"{text!r} names no parameter of one step that is a number; this recipe has {offered}")
    return StepParameter(steps[0], parameter)


def with_value(recipe: Recipe, place: StepParameter, value: float) -> Recipe:
    """Return the recipe with one parameter at another value.

    Raises
    ------
    MaskingError
        The value is not of the parameter's kind.
    """
    step = recipe.steps[place.step]
    values = {field.name: getattr(step.parameters, field.name) for field in dataclasses.fields(step.parameters)}
    values[place.parameter] = value
    parameters: Any = validated(step.of.parameters, values, step.of.name, error=MaskingError, toml=True)
    changed = dataclasses.replace(step, parameters=parameters)
    return dataclasses.replace(recipe, steps=(*recipe.steps[: place.step], changed, *recipe.steps[place.step + 1 :]))


def value_at(recipe: Recipe, place: StepParameter) -> float | None:
    """Return the parameter's value in the recipe; None where it has none."""
    value = getattr(recipe.steps[place.step].parameters, place.parameter)
    return None if value is None else float(value)
