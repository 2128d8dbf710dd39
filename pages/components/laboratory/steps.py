"""The recipe, step by step: method, variables, parameters, and live what each step touches."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, get_type_hints

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data import COMPARED_ROLES, Codebook, Microdata, Role
from core.errors import IntakeError, MaskingError
from core.intake import open_toml
from core.masking import (
    MissingCodes,
    Recipe,
    Step,
    Takes,
    all_methods,
    categories,
    make_step,
    method_by_id,
    missing_codes,
    numbers,
    recipe_from,
    setting_of,
)
from core.statistics.arrays import Floats
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.parameters import parameter_input
from pages.components.laboratory.tasks import change_bench
from pages.components.workspace import current

NAMES = {m.id: m.name for m in all_methods()}
MANY_VALUES = 20
"""Different values from which a key is put into bands at the start."""

BANDS = 6

RARE = frozenset({"start", "bands", "labels", "closed", "groups"})
"""Parameters that are folded away until they are used."""


def starting_recipe(codebook: Codebook, original: Microdata) -> Recipe:
    """Return a sensible first recipe: keys of many values in bands, suppression to k = 3, noise on other quantities."""
    keys = tuple(v.name for v in codebook.with_role(Role.KEY) if v.name in original.columns)
    missing = missing_codes(codebook)
    steps = []
    for name in keys:
        width = band_width(original, name, missing)
        if width:
            steps.append(make_step("global_recode", (name,), width=width))
    if 0 < len(keys) <= 16:
        steps.append(make_step("local_suppression", keys, k=3))
    quantities = {
        v.name: values
        for v in codebook.variables
        if v.level == "continuous" and v.role in COMPARED_ROLES - {Role.KEY}
        if (values := _varying(original, v.name, missing)) is not None
    }
    if quantities:
        complete = ~np.isnan(np.column_stack(list(quantities.values()))).any(axis=1)
        # what few records hold says little of how all go together, and of none nothing at all
        together = {} if 2 * complete.sum() >= original.n_records else {"correlated": False}
        steps.append(make_step("noise", tuple(quantities), percent=10, within_range=True, **together))
    return Recipe(tuple(steps))


def _varying(original: Microdata, name: str, missing: MissingCodes) -> Floats | None:
    """Return the numbers of a variable; None where it holds others or does not vary."""
    if not is_numeric(original, name):
        return None
    try:
        values = numbers(original, name, missing, method="noise")
    except MaskingError:
        return None
    return values if len(np.unique(values[~np.isnan(values)])) > 1 else None


def band_width(original: Microdata, name: str, missing: MissingCodes) -> float:
    """Return a round width that makes some six bands of a variable of many numbers; 0 for any other one."""
    _codes, labels = categories(original, name, missing)
    if len(labels) < MANY_VALUES or not is_numeric(original, name):
        return 0.0
    try:
        values = numbers(original, name, missing, method="bands")
    except MaskingError:
        return 0.0
    exact = float(np.nanmax(values) - np.nanmin(values)) / BANDS
    power = 10.0 ** np.floor(np.log10(exact))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= exact))


def is_numeric(original: Microdata, name: str) -> bool:
    """Whether a variable of the original holds numbers, missing codes aside."""
    column = original.columns.get(name)
    return column is not None and column.numbers is not None


def edited_recipe(bench: Bench, original: Microdata) -> tuple[Recipe, list[DeltaGenerator]]:
    """Show every step for editing; return the recipe as it is now, and a place beneath each step for its feedback."""
    steps, places = [], []
    for i, step in enumerate(bench.recipe.steps):
        with st.container(border=True, key=f"lab_step_{bench.edition}_{i}"):
            steps.append(_edited_step(step, i, bench, original))
            places.append(st.container())
    return replace(bench.recipe, steps=tuple(steps)), places


def _edited_step(step: Step, i: int, bench: Bench, original: Microdata) -> Step:
    key, last = f"lab_{bench.edition}_{i}", len(bench.recipe.steps) - 1
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        words = st.container(width="stretch")
        with st.container(horizontal=True, gap="small", vertical_alignment="center", width="content"):
            with st.popover("Change", icon=":material/tune:", type="tertiary", key=f"{key}_fold", on_change="rerun"):
                st.caption(step.of.summary)
                edited = _with_inputs(step, key, original)
            _tool("arrow_upward", "Earlier", f"{key}_up", i > 0, _moved, i, -1)
            _tool("arrow_downward", "Later", f"{key}_down", i < last, _moved, i, 1)
            _tool("delete", "Take this step out", f"{key}_out", True, _removed, i)
    words.markdown(f"**{i + 1}. {step.of.name}** {_set_to(edited)}")
    return edited


def _set_to(step: Step) -> str:
    """Return in a line on which variables a step works, and its numbers; escaped."""
    set_to = [
        f"{setting_of(field).label} {value:g}"
        for field in dataclasses.fields(step.parameters)
        if type(value := getattr(step.parameters, field.name)) in (int, float) and value
    ]
    on = ", ".join(md(name, 40) for name in step.variables)
    return " · ".join(part for part in (on, *set_to) if part)


def _with_inputs(step: Step, key: str, original: Microdata) -> Step:
    variables = step.variables
    if step.of.takes is not Takes.RECORDS:
        offered = [n for n in original.columns if step.of.takes is not Takes.NUMBERS or is_numeric(original, n)]
        chosen = [name for name in step.variables if name in offered]
        ask = "Variables, the most important first" if step.of.takes is Takes.KEYS else "Variables"
        variables = tuple(
            st.multiselect(ask, offered, chosen, format_func=plain, key=f"{key}_variables", placeholder="Choose")
        )
    return Step(step.method, variables, _parameters(step, original, key))


def _tool(icon: str, label: str, key: str, able: bool, function: Callable[..., None], *arguments: int) -> None:
    st.button(
        "", icon=f":material/{icon}:", help=label, key=key, disabled=not able, type="tertiary",
        on_click=function, args=arguments,
    )  # fmt: skip


def _parameters(step: Step, original: Microdata, key: str) -> object:
    fields = dataclasses.fields(step.parameters)
    if not fields:
        return step.parameters
    rare = [f for f in fields if f.name in RARE]
    values = _values(step, [f for f in fields if f not in rare], original, key)
    if rare:
        used = step.parameters != type(step.parameters)(**values)
        with st.expander("Other ways to recode: bands of your own, groups of categories", expanded=used):
            values |= _values(step, rare, original, key)
    return replace(step.parameters, **values)


def _values(step: Step, fields: Sequence[dataclasses.Field[Any]], original: Microdata, key: str) -> dict[str, Any]:
    kinds, values = get_type_hints(step.of.parameters), {}
    with st.grid(4, min_column_width=190, gap="medium") as grid:
        for field in fields:
            value = getattr(step.parameters, field.name)
            with grid.cell():
                try:
                    values[field.name] = parameter_input(
                        field, kinds[field.name], value, list(original.columns), f"{key}_{field.name}"
                    )
                except MaskingError as error:
                    st.error(md(error, 300))
                    values[field.name] = value
    return values


def add_step() -> None:
    """Offer the methods; a chosen one becomes the last step."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Next step", list(NAMES), format_func=NAMES.__getitem__, key="lab_method", width=320)
        st.button("Add this step", icon=":material/add:", key="lab_add", on_click=_added)


def _added() -> None:
    bench = current().laboratory
    method = method_by_id(str(st.session_state["lab_method"]))
    _restructured([*bench.recipe.steps, Step(method.id, (), method.parameters())])
    if method.takes is not Takes.RECORDS:  # its variables are asked for at once
        st.session_state[f"lab_{bench.edition + 1}_{len(bench.recipe.steps)}_fold"] = True


def _moved(i: int, by: int) -> None:
    steps = list(current().laboratory.recipe.steps)
    steps[i], steps[i + by] = steps[i + by], steps[i]
    _restructured(steps)


def _removed(i: int) -> None:
    steps = list(current().laboratory.recipe.steps)
    _restructured(steps[:i] + steps[i + 1 :])


def _restructured(steps: list[Step]) -> None:
    bench = current().laboratory
    change_bench(recipe=replace(bench.recipe, steps=tuple(steps)), edition=bench.edition + 1)


def use_recipe(recipe: Recipe) -> None:
    """Lay another recipe on the bench."""
    change_bench(recipe=recipe, edition=current().laboratory.edition + 1)


def open_recipe() -> None:
    """Offer to bring in a recipe that was saved."""
    file = st.file_uploader("A recipe that was saved (TOML)", type="toml", key="lab_recipe_file")
    if file is None or not st.button("Use this recipe", key="lab_use_recipe"):
        return
    try:
        use_recipe(recipe_from(open_toml(file.getvalue())))
    except (MaskingError, IntakeError) as error:
        st.error(md(f"The recipe cannot be used: {error}", 300))
        return
    st.rerun()
