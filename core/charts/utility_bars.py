"""LDUuni by variable and scenario: one column of bars a scenario, all from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import GRID, Frame, axis, palette, row_axis
from core.wording import percent

COLUMN = 1.12
"""Distance of two columns; a bar of utility 1 is 1 long."""

ROW_HEIGHT = 22
LONGEST_NAME, LONGEST_SCENARIO = 20, 30
NARROW = 310
"""Pixels of the chart on a phone: names of scenarios that would touch each other there are turned upright."""


def utility_bars_figure(
    variables: Sequence[str],
    scenarios: Sequence[str],
    utility: NDArray[np.float64],
    *,
    chosen: str | None = None,
    variable: str | None = None,
    order: Sequence[str] = (),
    width: int = 760,
    dark: bool = False,
) -> go.Figure:
    """Draw every variable's utility in every scenario.

    Parameters
    ----------
    variables : sequence of str, (v,)
    scenarios : sequence of str, (s,)
    utility : float array (v, s)
        In 0..1; NaN where there is no value, drawn as a cross.
    chosen : str or None
        The scenario to emphasise.
    variable : str or None
        The variable to emphasise.
    order : sequence of str
        All scenarios of the comparison, so that each keeps its colour.

    Returns
    -------
    plotly Figure
        A click on a bar gives ``customdata == [scenario, variable]``.
    """
    colours = palette(dark)
    names = list(order) or list(scenarios)
    figure = Drawing(_frame(variables, scenarios, width))
    rows = np.arange(len(variables))
    for k, scenario in enumerate(scenarios):
        values = utility[:, k]
        known = ~np.isnan(values)
        figure.add_bar(x=np.ones(len(rows)), base=k * COLUMN, **_bar(rows), marker={"color": GRID}, hoverinfo="skip")
        figure.add_bar(
            x=np.where(known, values, 0.0),
            base=k * COLUMN,
            **_bar(rows),
            marker={
                "color": colours.scenarios[names.index(scenario) % len(colours.scenarios)],
                "opacity": 1.0 if chosen in (None, scenario) else 0.45,
            },
            customdata=[[scenario, variable] for variable in variables],
            hovertext=[_hover(scenario, n, v) for n, v in zip(variables, values, strict=True)],
            hoverinfo="text",
        )
        figure.add_scatter(
            x=np.full(int(np.sum(~known)), k * COLUMN + 0.06),
            y=rows[~known],
            mode="markers",
            marker={"symbol": "x-thin", "size": 7, "line": {"width": 1.5, "color": colours.muted}},
            hovertext=[_hover(scenario, variables[i], np.nan) for i in rows[~known]],
            hoverinfo="text",
        )
    figure.update_layout(barmode="overlay")
    _add_axes(figure, variables, scenarios, chosen, variable)
    if variable is not None and variable in variables:
        place = list(variables).index(variable)
        figure.add_hrect(place - 0.5, place + 0.5, fillcolor=GRID, line={"width": 0}, layer="below")
    return figure.finished()


def _bar(rows: NDArray[np.int64]) -> dict[str, object]:
    return {"y": rows, "orientation": "h", "width": 0.62}


def _frame(variables: Sequence[str], scenarios: Sequence[str], width: int) -> Frame:
    top = int(_longest_scenario(scenarios)) + 14 if _are_turned(variables, scenarios) else 28
    return Frame(width, top + ROW_HEIGHT * len(variables) + 12, _left(variables), 10, top, 12)


def _left(variables: Sequence[str]) -> int:
    return int(max(text_width(shortened(v, LONGEST_NAME), 12) for v in variables)) + 14


def _longest_scenario(scenarios: Sequence[str]) -> float:
    return max(text_width(shortened(s, LONGEST_SCENARIO), 12, bold=True) for s in scenarios)


def _are_turned(variables: Sequence[str], scenarios: Sequence[str]) -> bool:
    return len(scenarios) > 1 and _longest_scenario(scenarios) > (NARROW - _left(variables)) / len(scenarios)


def _hover(scenario: str, variable: str, value: float) -> str:
    words = "no value" if np.isnan(value) else f"utility {percent(value)}"
    return f"<b>{escaped(variable)}</b><br>{escaped(scenario)}: {words}"


def _add_axes(
    figure: Drawing,
    variables: Sequence[str],
    scenarios: Sequence[str],
    chosen: str | None,
    variable: str | None,
) -> None:
    heads = [escaped(shortened(s, LONGEST_SCENARIO)) for s in scenarios]
    names = [escaped(shortened(v, LONGEST_NAME)) for v in variables]
    figure.update_xaxes(
        axis(
            side="top",
            showgrid=False,
            range=(-0.04, len(scenarios) * COLUMN - 0.06),
            tickvals=[k * COLUMN + 0.5 for k in range(len(scenarios))],
            ticktext=[f"<b>{h}</b>" if s == chosen else h for h, s in zip(heads, scenarios, strict=True)],
            tickangle=-90 if _are_turned(variables, scenarios) else 0,
        )
    )
    figure.update_yaxes(
        row_axis([f"<b>{n}</b>" if v == variable else n for n, v in zip(names, variables, strict=True)])
    )
