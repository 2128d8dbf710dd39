"""U_c against the number of groups, over the band of what samples of the original show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.legend import add_legend
from core.charts.text import number
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import WholeFileValue

PADDING = 0.12
"""Room to either side, in decades."""


def cluster_curve_figure(values: Sequence[WholeFileValue], *, width: int = 560, dark: bool = False) -> go.Figure:
    """Draw U_c for every number of groups, with the 5-95% band and the median of its null.

    Parameters
    ----------
    values : sequence of WholeFileValue
        Of the measure ``cluster``, each defined, groups ascending; at least one. Without a null there is no band.
    """
    colours = palette(dark)
    figure = Drawing(Frame(width, 300, 56, 14, 30, 46))
    x = np.log10([v.groups or 1 for v in values])
    banded = [(float(at), v) for at, v in zip(x, values, strict=True) if v.chance.above is not None]
    if banded:
        _add_band(figure, banded, colours)
    figure.add_scatter(
        x=x,
        y=[v.value for v in values],
        mode="lines+markers",
        line={"color": colours.masked, "width": 2.2},
        marker={"size": 9, "color": colours.masked},
        hovertext=[_hover(v) for v in values],
        hoverinfo="text",
        cliponaxis=False,
    )
    figure.update_xaxes(
        axis(
            range=(float(x[0]) - PADDING, float(x[-1]) + PADDING),
            showgrid=False,
            showline=True,
            tickvals=x.tolist(),
            ticktext=[f"{v.groups:,}" for v in values],
            tickangle=0,
            title={"text": "Number of groups G (logarithmic)", "standoff": 8},
        )
    )
    highest = max(y for v in values for y in (v.value, v.chance.high) if y is not None)
    figure.update_yaxes(axis(range=(0.0, 1.12 * highest or 1.0), nticks=6, title={"text": "Uc", "standoff": 6}))
    _add_key(figure, colours, bool(banded))
    return figure.finished()


def _add_band(figure: Drawing, banded: Sequence[tuple[float, WholeFileValue]], colours: Palette) -> None:
    """Lay the band between the 5% and 95% points; a single number of groups gets a short one."""
    if len(banded) == 1:
        at, value = banded[0]
        banded = [(at - PADDING / 2, value), (at + PADDING / 2, value)]
    places = [at for at, _ in banded]
    low, middle, high = ([getattr(v.chance, end) for _, v in banded] for end in ("low", "middle", "high"))
    figure.add_scatter(
        x=[*places, *places[::-1]],
        y=[*high, *low[::-1]],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=transparent(colours.reference, 0.2),
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=places,
        y=middle,
        mode="lines",
        line={"color": colours.reference, "width": 1.5, "dash": "dot"},
        hoverinfo="skip",
    )


def _hover(value: WholeFileValue) -> str:
    lines = [
        f"<b>{value.groups:,} groups</b>",
        f"Uc {number(value.value or 0.0)}, G × Uc {number(value.scaled or 0.0)}",
    ]
    chance = value.chance
    if chance.low is not None and chance.high is not None:
        lines.append(f"Samples of the original: {number(chance.low)} to {number(chance.high)}")
    return "<br>".join(lines)


def _add_key(figure: Drawing, colours: Palette, banded: bool) -> None:
    band = f"   <span style='color:{colours.reference}'>■ <b>Samples of the original</b></span> 5–95%" if banded else ""
    words = f"<span style='color:{colours.masked}'>● <b>Masked</b></span>{band}"
    add_legend(figure, words, 6)
