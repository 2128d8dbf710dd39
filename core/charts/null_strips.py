"""Each whole-file measure of a scenario among the values that chance alone brings about."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.assessment import measure_by_id
from core.charts.drawing import Drawing
from core.charts.text import escaped
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import WholeFileValue

ROW = 64
"""Height of one measure, in pixels."""

SPREAD = 0.28
"""Half the height of the cloud of samples, where a row is 1 high."""


def null_strips_figure(values: Mapping[str, WholeFileValue], *, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw one row a measure: every sample a dot, their middle 90% shaded, the masked file a diamond.

    Each row has its own scale from 0: the largest of the samples and of the file's own value.

    Parameters
    ----------
    values : mapping of str to WholeFileValue
        By the measure's symbol, of which each word is a line; each with a value and a null.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, 40 + ROW * len(values), 56, 16, 8, 32))
    figure.update_xaxes(axis(range=(-0.02, 1.08), showticklabels=False, showgrid=False))
    figure.update_yaxes(
        axis(
            range=(len(values) - 0.4, -0.6),
            tickvals=list(range(len(values))),
            ticktext=[f"<b>{escaped(symbol).replace(' ', '<br>')}</b>" for symbol in values],
            showgrid=False,
        )
    )
    for row, value in enumerate(values.values()):
        _add_row(figure, row, value, colours)
    return figure.finished()


def _add_row(figure: Drawing, row: int, value: WholeFileValue, colours: Palette) -> None:
    chance, own = value.chance, value.value or 0.0
    most = max(own, *chance.values) or 1.0
    if chance.low is not None and chance.high is not None:
        figure.add_shape(
            type="rect", x0=chance.low / most, x1=chance.high / most, y0=row - 0.34, y1=row + 0.34,
            line={"width": 0}, fillcolor=transparent(colours.reference, 0.16), layer="below",
        )  # fmt: skip
    figure.add_shape(
        type="line", x0=0, x1=1, y0=row + 0.36, y1=row + 0.36, line={"color": colours.reference, "width": 1}
    )
    figure.add_scatter(
        x=np.array(chance.values) / most,
        y=row + _scatter(len(chance.values)),
        mode="markers",
        marker={"size": 5, "color": transparent(colours.reference, 0.55)},
        hovertext=[f"{_a_sample(chance.replicates)}: {_written(value, x)}" for x in chance.values],
        hoverinfo="text",
    )
    figure.add_scatter(
        x=[own / most],
        y=[row],
        mode="markers",
        marker={
            "size": 13,
            "symbol": "diamond",
            "color": colours.masked,
            "line": {"width": 1.5, "color": colours.background},
        },
        hovertext=[f"<b>Masked file: {_written(value, own)}</b>"],
        hoverinfo="text",
        cliponaxis=False,
    )
    for at, text in ((0.0, "0"), (1.0, _written(value, most))):
        figure.add_annotation(
            x=at,
            y=row + 0.36,
            text=text,
            showarrow=False,
            yshift=-9,
            xanchor="center",
            font={"color": colours.muted, "size": 11},
        )


def _a_sample(replicates: int) -> str:
    return "A sample" if replicates else "By formula"


def _written(value: WholeFileValue, x: float) -> str:
    return measure_by_id(value.measure).value_text(x)


def _scatter(count: int) -> NDArray[np.float64]:
    """Return heights that keep neighbours apart, the same every time: the golden section's fractions."""
    return np.asarray((np.modf(np.arange(count) * 0.6180339887)[0] - 0.5) * 2 * SPREAD)
