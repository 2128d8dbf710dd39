"""The risk-utility map (Duncan and Stokes 2004): every scenario with its intervals, and what bounds them."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.map.map_geometry import MapGeometry, axis_words, hover_lines, make_geometry
from core.charts.map.map_labels import PlaceLabels, all_are_named, map_labels, place_map_labels
from core.charts.map.map_style import MapStyle
from core.charts.text import escaped, wrapped
from core.charts.theme import GRID, Frame, Palette, axis, layout, palette, transparent
from core.views import MapPoint, RiskUtilityMap
from core.wording import _

PAGE_WIDTHS = (630, 560, 500, 445, 400, 365, 340, 325)
"""Widths in pixels at which labels must be readable too, from a desk down to a phone: marks shift by less than
their own size from one to the next."""

TOP_WITH_FLOOR = 30
"""Margin above the plot, in pixels, where the noise floor is named."""

FADED = 0.45
FLOOR_OPACITY = 0.13


def risk_utility_map_figure(
    map: RiskUtilityMap,  # noqa: A002 - the figure's own word
    *,
    chosen: str | None = None,
    risk_limit: float | None = None,
    log_risk: bool = False,
    swapped: bool = False,
    order: Sequence[str] = (),
    width: int = 700,
    height: int = 460,
    dark: bool = False,
    place: PlaceLabels = place_map_labels,
) -> go.Figure:
    """Draw the map.

    Parameters
    ----------
    map : RiskUtilityMap
    chosen : str or None
        Name of the scenario to emphasise.
    risk_limit : float or None
        Highest acceptable risk, on the measure's own scale.
    log_risk : bool
        Logarithmic risk axis; a risk of 0 is drawn on a line of its own. Linear where every risk is 0.
    swapped : bool
        Risk to the right and utility upwards, instead of the other way round.
    order : sequence of str
        All scenarios of the comparison, so that a scenario keeps its colour and shape on other axes.
    width, height : int
        Pixels. The figure takes the page's width; labels are placed for ``width``, a desk and a phone.
    dark : bool
        Colours for a dark page.
    place : callable
        What finds room for the labels, which takes longer than the drawing: `place_map_labels`, or one that remembers.

    Returns
    -------
    plotly Figure
        A click on a scenario gives ``customdata == [name]``; original and no release carry none.
    """
    names = tuple(order) or tuple(p.name for p in map.scenario_points())
    style = MapStyle(palette(dark), names, chosen)
    geometry = make_geometry(map, risk_limit=risk_limit, log_risk=log_risk, swapped=swapped)
    frames = _frames(map, width, height)
    places = place(map.points, geometry, frames, risk_limit, None if all_are_named(map.points) else chosen)
    figure = go.Figure(layout=layout(frames[0]))
    _add_axes(figure, map, geometry, frames[-1])
    if map.noise_floor is not None:
        _add_noise_floor(figure, geometry, map.noise_floor, style.colours)
    if risk_limit is not None:
        _add_limit(figure, geometry, risk_limit, style.colours, higher_is_worse=not geometry.risk.reverse)
    _add_frontier(figure, geometry, map.scenario_points(), style.colours)
    upwards = sorted(map.points, key=lambda p: (p.kind == "scenario", p.pareto, style.is_chosen(p)))
    figure.add_traces([_trace(map, point, geometry, style) for point in upwards])
    for point in upwards:
        _add_arrow(figure, geometry, point, style.colours.reference)
    figure.update_layout(annotations=[*figure.layout.annotations, *map_labels(places, geometry, style)])
    return figure


def _frames(content: RiskUtilityMap, width: int, height: int) -> tuple[Frame, ...]:
    """Return the sizes at which the labels must be readable."""
    top = 12 if content.noise_floor is None else TOP_WITH_FLOOR
    widths = dict.fromkeys(min(width, w) for w in (width, *PAGE_WIDTHS))
    return tuple(Frame(w, height, 74, 14, top, 62) for w in widths)


def _add_axes(figure: go.Figure, content: RiskUtilityMap, geometry: MapGeometry, frame: Frame) -> None:
    utility = axis_words(content.utility, geometry.utility, risk=False)
    risk = axis_words(content.risk, geometry.risk, risk=True)
    across, up = (risk, utility) if geometry.swapped else (utility, risk)
    for update, scale, words, room in (
        (figure.update_xaxes, geometry.across, across, frame.plot_width),
        (figure.update_yaxes, geometry.up, up, frame.plot_height),
    ):
        places, texts = scale.ticks()
        title = {"text": _title(words, room), "standoff": 8, "font": {"size": 12}}
        update(axis(range=scale.range(), tickvals=places, ticktext=texts, tickangle=0, title=title))
    figure.update_xaxes(showline=True)
    if geometry.risk.log and geometry.risk.zero is not None and geometry.risk.low <= geometry.risk.zero:
        _add_divider(figure, geometry, geometry.risk.zero)


def _title(words: tuple[str, str], room: int) -> str:
    name, *rest = (escaped(line) for line in wrapped(words[0], room, 12))
    first = f"{name}…" if rest else name
    return f"{first}<br><span style='font-size:11px;opacity:0.75'>{escaped(words[1])}</span>"


def _add_divider(figure: go.Figure, geometry: MapGeometry, zero: float) -> None:
    """Part the place of 0 from the logarithms above it."""
    place = zero + (zero - geometry.risk.low) * 0.5
    add = figure.add_vline if geometry.swapped else figure.add_hline
    add(place, line={"color": GRID, "width": 3}, layer="below")


def _add_noise_floor(figure: go.Figure, geometry: MapGeometry, floor: tuple[float, float], colours: Palette) -> None:
    """Shade what a fresh survey of the same size would score, as far as the axis shows it, and name it above."""
    scale = geometry.utility
    ends = scale.clipped(floor[0]), scale.clipped(floor[1])
    if ends[0] < ends[1]:
        shade = figure.add_hrect if geometry.swapped else figure.add_vrect
        shade(*ends, fillcolor=transparent(colours.masked, FLOOR_OPACITY), line={"width": 0}, layer="below")
    middle = (scale.fraction(ends[0]) + scale.fraction(ends[1])) / 2
    right = geometry.swapped or middle > 0.5
    place = 1.0 if geometry.swapped else max(scale.fraction(e) for e in ends) if right else scale.fraction(ends[0])
    figure.add_annotation(
        xref="paper",
        yref="paper",
        x=place,
        y=1.0,
        yshift=2,
        xanchor="right" if right else "left",
        yanchor="bottom",
        showarrow=False,
        text=_floor_words(geometry, floor, colours),
        font={"size": 11},
    )


def _floor_words(geometry: MapGeometry, floor: tuple[float, float], colours: Palette) -> str:
    scale = geometry.utility
    beyond = scale.beyond(floor[1]) if scale.beyond(floor[1]) < 0 else max(0, scale.beyond(floor[0]))
    where = {-1: _(" (below the axis)"), 0: "", 1: _(" (above the axis)")}[beyond]
    square = f"<span style='color:{transparent(colours.masked, 0.6)}'>■</span>"
    return _("{square} Fresh survey {words} to {words2}{where}").format(
        square=square, words=scale.words(floor[0]), words2=scale.words(floor[1]), where=where
    )


def _add_limit(
    figure: go.Figure, geometry: MapGeometry, limit: float, colours: Palette, *, higher_is_worse: bool
) -> None:
    """Draw the limit, and shade the side of the risks beyond it as far as the axis shows it."""
    scale = geometry.risk
    place = scale.clipped(limit)
    worse = scale.high if higher_is_worse else scale.low
    shade = figure.add_vrect if geometry.swapped else figure.add_hrect
    shade(place, worse, fillcolor=colours.limit_area, line={"width": 0}, layer="below")
    if not scale.beyond(limit):
        line = figure.add_vline if geometry.swapped else figure.add_hline
        line(place, line={"color": colours.limit, "width": 1.6, "dash": "dot"}, layer="below")


def _add_frontier(figure: go.Figure, geometry: MapGeometry, points: tuple[MapPoint, ...], colours: Palette) -> None:
    corners = geometry.frontier(points)
    if len(corners) > 1:
        x, y = zip(*corners, strict=True)
        line = {"color": colours.frontier, "width": 1.6}
        figure.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", name=_("Pareto frontier"))


def _trace(content: RiskUtilityMap, point: MapPoint, geometry: MapGeometry, style: MapStyle) -> go.Scatter:
    x, y = geometry.spot(point)
    across, up = geometry.intervals(point)
    opacity = FADED if style.is_faded(point) else 1.0
    outside = any(geometry.beyond(point))
    colour = style.colour(point)
    outline = {"color": style.colours.ink, "width": 2} if style.is_chosen(point) else {"color": colour, "width": 1.4}
    bars = {"color": transparent(colour, opacity), "thickness": 1.3, "width": 0}
    return go.Scatter(
        x=[x],
        y=[y],
        mode="markers",
        name=escaped(point.name),
        marker={
            "symbol": style.shape(point) + ("-open" if outside or point.validity else ""),
            "size": style.size(point),
            "color": colour,
            "opacity": opacity,
            "line": outline,
        },
        error_x={**bars, **_bar(x, across)},
        error_y={**bars, **_bar(y, up)},
        customdata=[[point.name]] if point.kind == "scenario" else None,
        hovertext=[_hover(content, point, geometry)],
        hoverinfo="text",
        selected={"marker": {"opacity": opacity}},
        unselected={"marker": {"opacity": opacity}},
        cliponaxis=False,
    )


def _bar(place: float, ends: tuple[float, float] | None) -> dict[str, object]:
    if ends is None:
        return {"visible": False}
    return {"type": "data", "array": [max(0.0, ends[1] - place)], "arrayminus": [max(0.0, place - ends[0])]}


def _hover(content: RiskUtilityMap, point: MapPoint, geometry: MapGeometry) -> str:
    lines = hover_lines(content, geometry, point)
    if point.rate:
        lines[-1] += _(", the {rate}").format(rate=point.rate)
    if point.kind == "scenario":
        lines.append(
            _("Pareto-optimal")
            if point.pareto
            else _("Not judged")
            if point.validity
            else _("Dominated by another one")
        )
        if point.pareto_share is not None:
            lines[-1] += _("; on the frontier in {pareto_share:.0f}% of the draws").format(
                pareto_share=100 * point.pareto_share
            )
    if point.equals:
        lines.append(_("Cannot be told apart from ") + escaped(", ".join(point.equals)))
    lines += [f"† {escaped(sentence)}" for sentence in point.validity]
    return "<br>".join(lines)


def _add_arrow(figure: go.Figure, geometry: MapGeometry, point: MapPoint, colour: str) -> None:
    """Point from a reference that lies beyond the axes to where it would be."""
    x, y = geometry.spot(point)
    for place, direction, scale, horizontal in zip(
        (x, y), geometry.beyond(point), (geometry.across, geometry.up), (True, False), strict=True
    ):
        if direction:
            end = scale.high if direction > 0 else scale.low
            head, tail = ((end, y), (place, y)) if horizontal else ((x, end), (x, place))
            figure.add_annotation(
                x=head[0],
                y=head[1],
                ax=tail[0],
                ay=tail[1],
                xref="x",
                yref="y",
                axref="x",
                ayref="y",
                text="",
                showarrow=True,
                arrowhead=2,
                arrowsize=1.1,
                arrowwidth=1.3,
                arrowcolor=colour,
                startstandoff=4,
            )
