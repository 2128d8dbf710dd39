"""A figure that says in words why there is nothing to draw."""

from __future__ import annotations

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, wrapped
from core.charts.theme import Frame


def message_figure(reason: str) -> go.Figure:
    """Return an empty figure with a reason in its middle."""
    figure = Drawing(Frame(560, 180, 8, 8, 8, 8))
    text = "<br>".join(escaped(line) for line in wrapped(reason, 300, 13))
    figure.add_annotation(xref="paper", yref="paper", x=0.5, y=0.5, showarrow=False, text=text, font={"size": 13})
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    return figure.finished()
