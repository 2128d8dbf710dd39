"""Sweeping a parameter: which one and over which values, the frontier that comes out, and its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import groupby

import numpy as np
import pandas as pd
import streamlit as st

from core.assessment import measure_by_id
from core.charts import frontier_figure
from core.laboratory import MOST_SETTINGS, QUICK_UTILITY, Sweep, SweepStep, Vary
from core.masking import Recipe, Setting, StepParameter, setting_of, value_at, variable_parameters
from core.views import Axis, MapPoint, RiskUtilityMap, risk_utility_map
from pages.components.compare.map_chart import NO_TOOLS, is_dark, not_drawn
from pages.components.escaping import md, plain
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.limits import limit_in_force
from pages.components.laboratory.tasks import change_bench, start_sweep
from pages.components.selection import on_click
from pages.components.table_beneath import table_beneath
from pages.components.workspace import Workspace, current

CHART = "lab_frontier"


def place_words(recipe: Recipe, place: StepParameter) -> str:
    """Return a parameter as people call it, with its step."""
    step = recipe.steps[place.step]
    return f"{place.step + 1}. {step.of.name}: {label_of(recipe, place)}"


def label_of(recipe: Recipe, place: StepParameter) -> str:
    """Return the parameter's name in words."""
    return _setting(recipe, place).label


def _setting(recipe: Recipe, place: StepParameter) -> Setting:
    declared = fields(recipe.steps[place.step].of.parameters)
    return setting_of(next(field for field in declared if field.name == place.parameter))


def sweep_form(bench: Bench, recipe: Recipe, risk: str, *, ready: bool) -> None:
    """Ask for one or two parameters and their values; start the sweep."""
    places = variable_parameters(recipe)
    if not places:
        st.caption("No step of this recipe has a number that could be varied.")
        return
    varied = [_vary(recipe, places, "first", "Parameter")]
    second = st.toggle("Vary a second parameter", key="lab_second", persist_state="session")
    rest = tuple(p for p in places if p != varied[0].place)
    if second and rest:
        varied.append(_vary(recipe, rest, "second", "Second parameter"))
    n = int(np.prod([len(v.values) for v in varied]))
    st.button(
        f"Sweep {n} settings",
        icon=":material/timeline:",
        type="primary",
        key="lab_sweep",
        disabled=bench.working or not ready or not 1 <= n <= MOST_SETTINGS,
        on_click=start_sweep,
        args=(recipe, tuple(varied), QUICK_UTILITY, risk),
    )


def _vary(recipe: Recipe, places: Sequence[StepParameter], key: str, label: str) -> Vary:
    with st.grid(5, min_column_width=150, gap="medium") as grid:
        with grid.cell(column_span=2):
            words = [place_words(recipe, p) for p in places]
            at = st.selectbox(
                label, range(len(places)), default_place(recipe, places), format_func=words.__getitem__,
                key=f"lab_place_{key}",
            )  # fmt: skip
        place = places[at]
        low, high = default_range(recipe, place)
        shown = int if is_whole(recipe, place) else float
        low, high = shown(low), shown(high)
        name = f"{key}_{place.step}_{place.parameter}"
        with grid.cell():
            start = st.number_input("From", value=low, key=f"lab_from_{name}")
        with grid.cell():
            end = st.number_input("To", value=high, key=f"lab_to_{name}")
        with grid.cell():
            most = st.number_input("Settings", 2, 40, 5, key=f"lab_count_{name}")
    return Vary(place, values_between(start, end, int(most), whole=is_whole(recipe, place)))


def default_place(recipe: Recipe, places: Sequence[StepParameter]) -> int:
    """Return where the first k is, else the first parameter that is in use: not one that is 0 or empty."""
    used = [i for i, p in enumerate(places) if value_at(recipe, p)]
    return next((i for i in used if places[i].parameter == "k"), used[0] if used else 0)


def is_whole(recipe: Recipe, place: StepParameter) -> bool:
    """Whether a parameter takes whole numbers only."""
    return isinstance(getattr(recipe.steps[place.step].parameters, place.parameter), int)


def default_range(recipe: Recipe, place: StepParameter) -> tuple[float, float]:
    """Return a range around the parameter's value, within what the method allows."""
    value = value_at(recipe, place) or 1.0
    asked = _setting(recipe, place)
    low = max(value / 3, asked.low if asked.low is not None else value / 3)
    high = min(value * 3, asked.high if asked.high is not None else value * 3)
    if is_whole(recipe, place):
        low, high = float(int(low)), float(round(high))
        return max(low, asked.low or low), max(high, low + 1)
    return round(low, 3), round(high, 3)


def values_between(start: float, end: float, count: int, *, whole: bool) -> tuple[float, ...]:
    """Return values evenly between two ends, both included; of whole numbers each once."""
    values = np.linspace(start, end, count)
    return tuple(dict.fromkeys(float(round(v)) if whole else float(round(v, 6)) for v in values))


def sweep_result(workspace: Workspace, swept: Sweep, risk: str) -> None:
    """Draw the frontier with intervals and the acceptable-risk line; its table; take a setting over."""
    axis = _risk_axis(swept, risk)
    for step in swept.steps:
        if step.problem:
            st.warning(
                f"With {md(step.setting.name)}: {md(step.problem, 300)}",
                icon=":material/block:",
            )
    if axis is None:
        st.info("No setting has a value of this risk yet.", icon=":material/hourglass_top:")
        return
    utility = Axis(measure_by_id(QUICK_UTILITY))
    drawn = risk_utility_map(swept.comparison, utility, axis)
    _chart(workspace, swept, drawn, limit_in_force(axis.measure.id))
    not_drawn(drawn)
    validity = sorted({sentence for p in drawn.scenario_points() for sentence in p.validity})
    for sentence in validity:
        st.warning(f"Hollow points: {md(sentence, 300)}", icon=":material/info:")
    table_beneath(_table(swept, drawn), "frontier", "Every setting of the sweep with utility and risk")
    _take_over(swept)


def _risk_axis(swept: Sweep, risk: str) -> Axis | None:
    """Return the risk that the sweep measured, of the key set that is chosen where there are several."""
    measured = [m for m in swept.comparison.plan["measures"] if m != QUICK_UTILITY] or [risk]
    results = {r.target: r for s in swept.comparison.scenarios for r in s.results(measured[0])}
    if not results:
        return None
    axes = [Axis(measure_by_id(measured[0]), target) for target in results]
    if len(axes) == 1:
        return axes[0]
    return st.selectbox("Key set", axes, format_func=lambda a: plain(", ".join(a.target)), key="lab_axis", width=420)


def _chart(workspace: Workspace, swept: Sweep, drawn: RiskUtilityMap, limit: float | None) -> None:
    first = " by ".join(md(place_words(swept.recipe, p)) for p in swept.places)
    st.caption(f"Labels: {first}. Right is more useful, low is safer. Bars: 95% intervals. Click a setting.")
    chosen = st.session_state.get("lab_setting")
    figure = frontier_figure(
        drawn, _paths(swept), others=_others(workspace, drawn), chosen=chosen, risk_limit=limit, dark=is_dark()
    )
    st.plotly_chart(
        figure, key=CHART, on_select=on_click(CHART, _open_setting), selection_mode="points", config=NO_TOOLS,
        alt="Frontier of the sweep; the table below holds the same figures",
    )  # fmt: skip


def _open_setting(point: Sequence[str]) -> None:
    st.session_state["lab_setting"] = point[0]


def _paths(swept: Sweep) -> list[list[str]]:
    """Return the settings' names, one line for each value of the second parameter."""
    ordered = sorted(swept.steps, key=lambda s: (s.setting.values[1:], s.setting.values[0]))
    return [[s.setting.name for s in line] for _first, line in groupby(ordered, key=lambda s: s.setting.values[1:])]


def _others(workspace: Workspace, drawn: RiskUtilityMap) -> tuple[MapPoint, ...]:
    """Return the scenarios of the comparison that were measured on the same axes."""
    if workspace.comparison is None or not workspace.comparison.scenarios:
        return ()
    return risk_utility_map(workspace.comparison, drawn.utility, drawn.risk).scenario_points()


def _table(swept: Sweep, drawn: RiskUtilityMap) -> pd.DataFrame:
    points = {p.name: p for p in drawn.scenario_points()}
    rows = [_row(swept, step, points.get(step.setting.name)) for step in swept.steps]
    return pd.DataFrame(rows)


def _row(swept: Sweep, step: SweepStep, point: MapPoint | None) -> dict[str, object]:
    row: dict[str, object] = {
        plain(place_words(swept.recipe, place)): value
        for place, value in zip(swept.places, step.setting.values, strict=True)
    }
    row |= {
        "Utility": point.utility if point else None,
        "from": point.utility_interval[0] if point and point.utility_interval else None,
        "to": point.utility_interval[1] if point and point.utility_interval else None,
        "Risk": point.risk if point else None,
        "risk from": point.risk_interval[0] if point and point.risk_interval else None,
        "risk to": point.risk_interval[1] if point and point.risk_interval else None,
        "Cells changed": sum(r.changes.total_cells for r in step.report),
        "Cells emptied": sum(r.changes.total_suppressed for r in step.report),
    }
    return row | {"No value because": plain(step.problem, 300)}


def _take_over(swept: Sweep) -> None:
    """Put a setting's values into the recipe: the keyboard's way to choose a point."""
    names = [s.setting.name for s in swept.steps if s.assessment is not None]
    if not names:
        return
    chosen = st.session_state.get("lab_setting")
    st.session_state["lab_setting"] = chosen if chosen in names else names[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Setting", names, key="lab_setting", width=220)
        setting = next(s.setting for s in swept.steps if s.setting.name == name)
        st.button(
            "Use it in the recipe",
            icon=":material/input:",
            key="lab_take",
            on_click=_use_setting,
            args=(setting.recipe,),
        )


def _use_setting(recipe: Recipe) -> None:
    change_bench(recipe=recipe, edition=current().laboratory.edition + 1)
