"""The frontier that a sweep draws: every setting with the intervals that it has, in the order of the parameter."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing, Properties
from core.charts.map.map_geometry import MapGeometry, make_geometry
from core.charts.map.map_words import axis_words, hover_lines
from core.charts.text import escaped
from core.charts.theme import SHAPES, Frame, Palette, axis, palette, transparent
from core.views import MapPoint, RiskUtilityMap

MOST_LABELS = 10
"""Settings of one line that are labelled; with more, evenly chosen ones and the two ends."""

FADED = 0.35


def frontier_figure(
    content: RiskUtilityMap,
    paths: Sequence[Sequence[str]],
    *,
    others: Sequence[MapPoint] = (),
    chosen: str | None = None,
    risk_limit: float | None = None,
    width: int = 700,
    height: int = 440,
    dark: bool = False,
) -> go.Figure:
    """Draw a sweep: utility to the right, risk upwards.

    Parameters
    ----------
    content : RiskUtilityMap
        Of the sweep's settings; its points are named by the values of the parameters.
    paths : sequence of sequences of str
        Names of the settings that a line joins, in the order of the parameter; a line per value of the second one.
    others : sequence of MapPoint
        Scenarios of the comparison on the same axes, drawn faded.
    chosen : str or None
        Name of the setting to emphasise.
    risk_limit : float or None
        Highest acceptable risk.

    Returns
    -------
    plotly Figure
        A click on a setting gives ``customdata == [name]``.
    """
    colours = palette(dark)
    geometry = make_geometry(content, risk_limit=risk_limit)
    figure = Drawing(Frame(width, height, 74, 18, 14, 62))
    _add_axes(figure, content, geometry)
    if risk_limit is not None:
        _add_limit(figure, geometry, risk_limit, colours)
    for point in others:
        if not any(geometry.beyond(point)):
            figure.add_trace(_faded(content, geometry, point, colours))
    points = {p.name: p for p in content.scenario_points()}
    for number, path in enumerate(paths):
        drawn = [points[name] for name in path if name in points]
        if drawn:
            _add_path(figure, content, geometry, drawn, number, chosen, colours)
    for point in content.points:
        if point.kind != "scenario" and not any(geometry.beyond(point)):
            figure.add_trace(_reference(geometry, point, colours))
    return figure.finished()


def _add_axes(figure: Drawing, content: RiskUtilityMap, geometry: MapGeometry) -> None:
    for update, scale, words in (
        (figure.update_xaxes, geometry.across, axis_words(content.utility, geometry.utility, risk=False)),
        (figure.update_yaxes, geometry.up, axis_words(content.risk, geometry.risk, risk=True)),
    ):
        places, texts = scale.ticks()
        title = f"{escaped(words[0])}<br><span style='font-size:11px;opacity:0.75'>{escaped(words[1])}</span>"
        update(
            axis(
                range=scale.range(), tickvals=places, ticktext=texts, tickangle=0, title={"text": title, "standoff": 8}
            )
        )
    figure.update_xaxes(showline=True)


def _add_limit(figure: Drawing, geometry: MapGeometry, limit: float, colours: Palette) -> None:
    scale = geometry.risk
    place = scale.clipped(limit)
    best = scale.high if scale.reverse else scale.low
    low, high = sorted((place, best))
    figure.add_hrect(low, high, fillcolor=colours.acceptable, line={"width": 0}, layer="below")
    if not scale.beyond(limit):
        figure.add_hline(place, line={"color": colours.go, "width": 1.6, "dash": "dot"}, layer="below")
    where = {-1: " (below the axis)", 0: "", 1: " (above the axis)"}[scale.beyond(limit)]
    figure.add_annotation(
        xref="paper", x=0.0, y=place, xanchor="left", yanchor="bottom", showarrow=False,
        text=f"Acceptable up to {scale.short_words(limit)}{where}",
        font={"size": 11, "color": colours.go},
    )  # fmt: skip


def _add_path(
    figure: Drawing,
    content: RiskUtilityMap,
    geometry: MapGeometry,
    points: Sequence[MapPoint],
    number: int,
    chosen: str | None,
    colours: Palette,
) -> None:
    """Add one line with its settings and their intervals, thin and without caps."""
    spots = [geometry.spot(p) for p in points]
    x, y = [spot[0] for spot in spots], [spot[1] for spot in spots]
    colour = colours.scenarios[number % len(colours.scenarios)]
    labels = _labels(points, chosen)
    bars = {"color": transparent(colour, 0.45), "thickness": 1.2, "width": 0, "type": "data"}
    ends = [geometry.intervals(p) for p in points]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers+text",
        line={"color": colour, "width": 1.8},
        marker={
            "symbol": [SHAPES[number % len(SHAPES)] + ("-open" if p.validity else "") for p in points],
            "size": [16 if p.name == chosen else 9 for p in points],
            "color": colour,
            "line": {"color": [colours.chosen if p.name == chosen else colour for p in points], "width": 2},
        },
        error_x={**bars, **_lengths(x, [end[0] for end in ends])},
        error_y={**bars, **_lengths(y, [end[1] for end in ends])},
        text=labels,
        textposition="top left",
        textfont={"size": 11, "color": colour},
        customdata=[[p.name] for p in points],
        hovertext=[_hover(content, geometry, p) for p in points],
        hoverinfo="text",
        cliponaxis=False,
    )


def _labels(points: Sequence[MapPoint], chosen: str | None) -> list[str]:
    every = -(-len(points) // MOST_LABELS)
    last = len(points) - 1
    return [escaped(p.name) if i % every == 0 or i == last or p.name == chosen else "" for i, p in enumerate(points)]


def _lengths(places: Sequence[float], ends: Sequence[tuple[float, float] | None]) -> dict[str, list[float]]:
    above = [0.0 if e is None else max(0.0, e[1] - at) for at, e in zip(places, ends, strict=True)]
    below = [0.0 if e is None else max(0.0, at - e[0]) for at, e in zip(places, ends, strict=True)]
    return {"array": above, "arrayminus": below}


def _hover(content: RiskUtilityMap, geometry: MapGeometry, point: MapPoint) -> str:
    reasons = (f"Does not hold: {escaped(sentence)}" for sentence in point.validity)
    return "<br>".join([*hover_lines(content, geometry, point), *reasons])


def _faded(content: RiskUtilityMap, geometry: MapGeometry, point: MapPoint, colours: Palette) -> Properties:
    x, y = geometry.spot(point)
    return Properties(
        type="scatter",
        x=[x],
        y=[y],
        mode="markers",
        marker={"symbol": "circle-open", "size": 9, "color": colours.muted, "opacity": FADED},
        hovertext=[_hover(content, geometry, point)],
        hoverinfo="text",
    )


def _reference(geometry: MapGeometry, point: MapPoint, colours: Palette) -> Properties:
    x, y = geometry.spot(point)
    original = point.kind == "original"
    return Properties(
        type="scatter",
        x=[x],
        y=[y],
        mode="markers+text",
        marker={"symbol": "triangle-up" if original else "square", "size": 11, "color": colours.reference},
        text=[escaped(point.name)],
        textposition="bottom left",
        textfont={"size": 11, "color": colours.reference},
        hoverinfo="skip",
        cliponaxis=False,
    )
