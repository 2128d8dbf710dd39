"""How many pairs each step of LDUbiv decided: one stacked bar, its parts told in words below."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.theme import Frame, Palette, axis, colour_at, palette, text_on
from core.views import StepShare

BAR_HEIGHT, LINE_HEIGHT = 34, 19
SMALLEST_LABEL = 0.05
"""Share of the bar from which a part carries its number."""

WORDS = {
    "none": "no association in either file: kept",
    "strength": "same direction, strength compared",
    "direction": "direction changed: lost",
    "one": "associated in one file only: lost",
    "untestable": "cannot be tested: not counted",
}


def pair_steps_figure(steps: Sequence[StepShare], *, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw the numbers of pairs by the step that decided."""
    total = sum(s.pairs for s in steps)
    if not total:
        return message_figure("There is no pair of variables.")
    colours = palette(dark)
    figure = Drawing(Frame(width, BAR_HEIGHT + LINE_HEIGHT * len(steps) + 22, 2, 2, 4, 0))
    start = 0
    for line, step in enumerate(steps):
        colour = step_colour(step.step, colours)
        figure.add_bar(
            x=[step.pairs],
            y=[0],
            base=[start],
            orientation="h",
            width=0.9,
            marker={"color": colour, "line": {"width": 0}},
            text=[f"{step.pairs:,}" if step.pairs >= SMALLEST_LABEL * total else ""],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": text_on(colour_at((colour, colour), 0.0)), "size": 12},
            hovertext=[f"{step.pairs:,} of {total:,} pairs<br>{WORDS.get(step.step, step.step)}"],
            hoverinfo="text",
        )
        figure.add_annotation(
            xref="paper", yref="paper", x=0, y=1, yshift=-(BAR_HEIGHT + 8 + LINE_HEIGHT * line), xanchor="left",
            yanchor="top", showarrow=False, align="left", font={"size": 12},
            text=f"<span style='color:{colour}'>■</span> <b>{step.pairs:,}</b> {WORDS.get(step.step, step.step)}"
            + (f" ({step.utility:.2f})" if step.step == "strength" and step.utility is not None else ""),
        )  # fmt: skip
        start += step.pairs
    figure.update_layout(barmode="overlay")
    lines = LINE_HEIGHT * len(steps) + 18
    figure.update_xaxes(axis(range=(0, total), showgrid=False, showticklabels=False))
    share = lines / (BAR_HEIGHT + lines)
    figure.update_yaxes(axis(range=(-0.5, 0.5), domain=(share, 1), showgrid=False, showticklabels=False))
    return figure.finished()


def step_colour(step: str, colours: Palette) -> str:
    """Return the colour of a step: blue kept, orange lost, grey not counted."""
    return {
        "none": colours.difference[4],
        "strength": colours.difference[5],
        "direction": colours.difference[1],
        "one": colours.difference[0],
    }.get(step, colours.untestable)
