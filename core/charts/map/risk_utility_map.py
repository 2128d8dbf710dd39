"""The risk-utility map (Duncan and Stokes 2004): every scenario with the intervals it has, and what bounds them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from core.charts.drawing import Drawing, Properties
from core.charts.map.labels import PlaceLabels, all_can_be_named, map_labels, place_map_labels
from core.charts.map.map_geometry import MapGeometry, make_geometry
from core.charts.map.map_style import NUMBERED_SYMBOLS, REFERENCE_SYMBOLS, SYMBOLS, MapStyle
from core.charts.map.map_words import axis_words, hover_of
from core.charts.map.stacks import Stacks, stacked
from core.charts.map.synthetic_strip import add_strip, strip_height
from core.charts.map.yardsticks import NAMES_ABOVE, add_yardsticks, yardsticks
from core.charts.text import escaped, text_width, wrapped
from core.charts.theme import GRID, Frame, Palette, axis, palette, transparent
from core.decision import Decision, Standing
from core.measures import Better
from core.statistics.reproducible import above
from core.views import MapPoint, RiskUtilityMap

PAGE_WIDTHS = (630, 560, 500, 445, 400, 365, 340, 325)
"""Widths in pixels at which labels must be readable too, from a desk down to a phone: marks shift by less than
their own size from one to the next."""

TOP, LEFT, RIGHT, BOTTOM = 16, 74, 16, 56
LINE = 16
"""Height in pixels of a line above the plot: what the colours mean, and each yardstick of utility."""

ZOOM = 1.25
"""How far the zoomed map reaches, in limits of risk."""


def risk_utility_map_figure(
    map: RiskUtilityMap,  # noqa: A002 - the figure's own word
    decision: Decision | None = None,
    *,
    chosen: str | None = None,
    risk_limit: float | None = None,
    log_risk: bool = False,
    swapped: bool = False,
    zoom: bool = False,
    order: Sequence[str] = (),
    width: int = 700,
    height: int = 460,
    dark: bool = False,
    place: PlaceLabels = place_map_labels,
    numbered: bool = False,
) -> go.Figure:
    """Draw the map.

    Parameters
    ----------
    map : RiskUtilityMap
    decision : Decision or None
        The verdict on each file gives the colours and says why a file cannot go out; None: all are grey.
    chosen : str or None
        Name of the scenario to emphasise.
    risk_limit : float or None
        Highest acceptable risk, on the measure's own scale.
    log_risk : bool
        Logarithmic risk axis; a risk of 0 is drawn on a line of its own. Linear where every risk is 0.
    swapped : bool
        Risk to the right and utility upwards, instead of the other way round.
    zoom : bool
        Only the zone of acceptable risk and a little above it.
    order : sequence of str
        All scenarios of the comparison, so that a scenario keeps its shape and number on other axes.
    width, height : int
        Pixels. The figure takes the page's width; labels are placed for ``width``, a desk and a phone.
    dark : bool
        Colours for a dark page.
    place : callable
        What finds room for the labels, which takes longer than the drawing: `place_map_labels`, or one that remembers.
    numbered : bool
        Every file bears its number in place of its name, as does one whose name has no room; those on one spot are one
        marker with their count.

    Returns
    -------
    plotly Figure
        A click on a scenario gives ``customdata == [name]``, on a stack the names of all its files; original and no
        release carry none.
    """
    names = tuple(order) or tuple(p.name for p in (*map.scenario_points(), *map.of_nobody))
    end = ZOOM * risk_limit if zoom and risk_limit is not None and can_be_zoomed(map) else None
    shown = map if end is None else zoomed(map, end)
    geometry = make_geometry(
        shown if shown.scenario_points() else map,
        risk_limit=risk_limit,
        log_risk=log_risk and end is None,
        swapped=swapped,
        risk_end=end,
    )
    many = numbered or not all_can_be_named(map.points)
    frames = _frames(map, width, height, lines=(decision is not None) + numbered, strip=strip_height(map))
    in_cloud = any(p.folded and p.name == chosen for p in shown.points)
    alone = chosen if many or in_cloud else None
    places = place(shown.points, geometry, frames[::4] if many else frames[:1], risk_limit, alone, many)
    with_names = {point.name for point, _place in places.points}
    style = MapStyle(palette(dark), names, chosen, decision, frozenset({*names} if many else {*names} - with_names))
    stacks = _stacks(shown, geometry, frames[-1], style) if numbered else {}
    style = replace(style, stacks={name: len(files) for name, files in stacks.items()})
    figure = Drawing(replace(frames[0], top=frames[0].top - strip_height(map)))
    _add_ground(figure, map, shown, geometry, style, frames[-1], risk_limit)
    upwards = _add_points(figure, map, shown, geometry, style, stacks)
    for label in map_labels(places, geometry, style):
        figure.add_annotation(label)
    unnamed_references = [p for p in upwards if p.kind in REFERENCE_SYMBOLS and p.name not in with_names]
    _add_key(figure, (*upwards, *map.of_nobody), style, frames[-1], len(yardsticks(map)), unnamed_references)
    return figure.finished()


def _add_ground(
    figure: Drawing, content: RiskUtilityMap, shown: RiskUtilityMap, geometry: MapGeometry, style: MapStyle,
    frame: Frame, risk_limit: float | None,
) -> None:  # fmt: skip
    """Draw what lies beneath the points: axes, limit, the strip of nobody's files, yardsticks, frontier, clouds."""
    _add_axes(figure, content, geometry, frame)
    if risk_limit is not None:
        _add_limit(figure, geometry, risk_limit, style.colours, higher_is_worse=not geometry.risk.reverse)
    add_strip(figure, content, geometry, style, frame)
    add_yardsticks(figure, geometry, yardsticks(content), style.colours, LINE)
    _add_frontier(figure, geometry, shown.scenario_points(), style.colours)
    _add_clouds(figure, geometry, shown.points, style.colours)


def _add_points(
    figure: Drawing, content: RiskUtilityMap, shown: RiskUtilityMap, geometry: MapGeometry, style: MapStyle,
    stacks: Stacks,
) -> list[MapPoint]:  # fmt: skip
    """Draw the points with their intervals, the weightiest last; return them, without those behind another one."""
    behind = {p.name for files in stacks.values() for p in files[1:]}
    drawn = [p for p in shown.points if p.name not in behind]
    upwards = sorted(drawn, key=lambda p: (p.kind == "scenario", not p.folded, p.pareto, style.is_chosen(p)))
    figure.add_traces(_trace(content, point, geometry, style, stacks.get(point.name, ())) for point in upwards)
    _add_strokes(figure, upwards, geometry, style)
    for point in upwards:
        _add_arrow(figure, geometry, point, style.colours.reference)
    return upwards


def can_be_zoomed(map: RiskUtilityMap) -> bool:  # noqa: A002 - as above
    """Whether low values of the risk axis are the safe ones."""
    return map.risk.measure.better is Better.LOWER


def zoomed(map: RiskUtilityMap, end: float) -> RiskUtilityMap:  # noqa: A002 - as above
    """Return the map of the points whose risk is at most ``end``."""
    return replace(map, points=tuple(p for p in map.points if not above(p.risk, end)))


def _frames(content: RiskUtilityMap, width: int, height: int, *, lines: int, strip: int = 0) -> tuple[Frame, ...]:
    """Return the sizes at which the labels must be readable."""
    top = TOP + LINE * (len(yardsticks(content)) + lines) + strip
    widths = dict.fromkeys(min(width, w) for w in (width, *PAGE_WIDTHS))
    return tuple(Frame(w, height, LEFT, RIGHT, top, BOTTOM) for w in widths)


def _add_axes(figure: Drawing, content: RiskUtilityMap, geometry: MapGeometry, frame: Frame) -> None:
    utility = axis_words(content.utility, geometry.utility, risk=False)
    risk = axis_words(content.risk, geometry.risk, risk=True, basis=content.basis)
    across, up = (risk, utility) if geometry.swapped else (utility, risk)
    for update, scale, words, room in (
        (figure.update_xaxes, geometry.across, across, frame.plot_width),
        (figure.update_yaxes, geometry.up, up, frame.plot_height),
    ):
        places, texts = scale.ticks()
        title = {"text": _title(words, room), "standoff": 8, "font": {"size": 12}}
        texts_apart = {"tickangle": 0, "ticklabelstandoff": 4}  # clear of a point that lies on the axis
        update(axis(range=scale.range(), tickvals=places, ticktext=texts, title=title, **texts_apart))
    figure.update_xaxes(showline=True)
    if geometry.risk.log and geometry.risk.zero is not None and geometry.risk.low <= geometry.risk.zero:
        _add_divider(figure, geometry, geometry.risk.zero)


def _title(words: tuple[str, str], room: int) -> str:
    name, *rest = (escaped(line) for line in wrapped(words[0], room, 12))
    first = f"{name}…" if rest else name
    return f"{first}<br><span style='font-size:11px;opacity:0.75'>{escaped(words[1])}</span>"


def _add_divider(figure: Drawing, geometry: MapGeometry, zero: float) -> None:
    """Part the place of 0 from the logarithms above it."""
    place = zero + (zero - geometry.risk.low) * 0.5
    add = figure.add_vline if geometry.swapped else figure.add_hline
    add(place, line={"color": GRID, "width": 3}, layer="below")


def _add_limit(
    figure: Drawing, geometry: MapGeometry, limit: float, colours: Palette, *, higher_is_worse: bool
) -> None:
    """Draw the limit, and shade the side of the acceptable risks as far as the axis shows it."""
    scale = geometry.risk
    place = scale.clipped(limit)
    ends = (scale.low, place) if higher_is_worse else (place, scale.high)
    shade = figure.add_vrect if geometry.swapped else figure.add_hrect
    shade(*ends, fillcolor=colours.acceptable, line={"width": 0}, layer="below")
    if not scale.beyond(limit):
        line = figure.add_vline if geometry.swapped else figure.add_hline
        line(place, line={"color": colours.go, "width": 1.6, "dash": "dot"}, layer="below")


def _add_frontier(figure: Drawing, geometry: MapGeometry, points: tuple[MapPoint, ...], colours: Palette) -> None:
    corners = geometry.frontier(points)
    if len(corners) > 1:
        x, y = zip(*corners, strict=True)
        line = {"color": colours.muted, "width": 1.4}
        figure.add_scatter(x=list(x), y=list(y), mode="lines", line=line, hoverinfo="skip", name="Frontier")


def _add_clouds(figure: Drawing, geometry: MapGeometry, points: Sequence[MapPoint], colours: Palette) -> None:
    """Join the mean of several sets with each of them that is on the map."""
    spots = {p.name: geometry.spot(p) for p in points if p.kind == "scenario"}
    for mean in (p for p in points if p.kind == "sets"):
        own = geometry.spot(mean)
        spokes = [place for name in mean.sets if name in spots for place in (own, spots[name], (None, None))]
        x, y = ([place[i] for place in spokes] for i in (0, 1))
        line = {"color": transparent(colours.reference, 0.6), "width": 1.4, "dash": "dot"}
        figure.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", name="Sets")


def _stacks(content: RiskUtilityMap, geometry: MapGeometry, frame: Frame, style: MapStyle) -> Stacks:
    """Gather the files on one spot; the chosen one is drawn by itself, else the one with the best verdict."""
    verdicts = [Standing.GO, Standing.NOT_KNOWN, Standing.NO, None]
    files = [p for p in content.scenario_points() if not p.folded]
    ranked = sorted(files, key=lambda p: (verdicts.index(style.standing(p)), style.order.index(p.name)))
    return stacked(ranked, geometry, frame, style.chosen)


def _trace(
    content: RiskUtilityMap, point: MapPoint, geometry: MapGeometry, style: MapStyle, stack: Sequence[MapPoint] = ()
) -> Properties:
    x, y = geometry.spot(point)
    across, up = geometry.intervals(point)
    colour, number = style.colour(point), style.number(point)
    shape = style.shape(point)
    outside = any(geometry.beyond(point)) and not shape.endswith("-open")
    outline = {"color": style.colours.ink, "width": 2} if style.is_chosen(point) else {"color": colour, "width": 1.4}
    bars = {"color": transparent(colour, 0.25 if number else 0.55), "thickness": 1.3, "width": 0}
    trace = Properties(
        type="scatter",
        x=[x],
        y=[y],
        mode="markers+text" if number else "markers",
        name=escaped(point.name),
        marker={
            "symbol": shape + ("-open" if outside else ""),
            "size": style.size(point),
            "color": style.fill(point),
            "opacity": 1.0,
            "line": outline,
        },
        error_x={**bars, **_bar(x, across)},
        error_y={**bars, **_bar(y, up)},
        hovertext=[_listed(stack, style) if len(stack) > 1 else hover_of(content, point, geometry, style)],
        hoverinfo="text",
        selected={"marker": {"opacity": 1.0}},
        unselected={"marker": {"opacity": 1.0}},
        cliponaxis=False,
    )
    if point.kind == "scenario":
        trace["customdata"] = [[p.name for p in stack] or [point.name]]
    return {**trace, **_number(number, style.fill(point), colour, style.colours)} if number else trace


def _listed(stack: Sequence[MapPoint], style: MapStyle) -> str:
    """List the files of a stack by number and name."""
    files = (f"<b>{style.order.index(p.name) + 1}</b> {escaped(p.name)}" for p in stack)
    return "<br>".join(["A click lists them:", *files])


def _number(number: str, fill: str, colour: str, colours: Palette) -> Properties:
    """Return what writes a file's number into its marker."""
    ink = colour if fill == colours.background else colours.background
    font = {"size": 10, "color": ink}
    kept = {"textfont": {"color": ink}}
    return {
        "text": [f"<b>{number}</b>"],
        "textposition": "middle center",
        "textfont": font,
        "selected": {"marker": {"opacity": 1.0}, **kept},
        "unselected": {"marker": {"opacity": 1.0}, **kept},
    }


def _bar(place: float, ends: tuple[float, float] | None) -> Properties:
    if ends is None:
        return {"visible": False}
    return {"type": "data", "array": [max(0.0, ends[1] - place)], "arrayminus": [max(0.0, place - ends[0])]}


def _add_strokes(figure: Drawing, points: Sequence[MapPoint], geometry: MapGeometry, style: MapStyle) -> None:
    """Put a stroke through the files that cannot go out: it is seen without its colour too."""
    struck = [p for p in points if style.standing(p) is Standing.NO and not style.number(p) and not p.folded]
    if struck:
        x, y = zip(*(geometry.spot(p) for p in struck), strict=True)
        line = {"width": 2, "color": style.colours.stopped}
        marker = {"symbol": "line-ne", "size": [style.size(p) + 8 for p in struck], "line": line}
        figure.add_scatter(
            x=list(x), y=list(y), mode="markers", marker=marker, hoverinfo="skip", cliponaxis=False,
            selected={"marker": {"opacity": 1.0}}, unselected={"marker": {"opacity": 1.0}},
        )  # fmt: skip


def _add_key(
    figure: Drawing, points: Sequence[MapPoint], style: MapStyle, frame: Frame, lines_below: int,
    references: Sequence[MapPoint] = (),
) -> None:  # fmt: skip
    """Say above the plot what the colours mean, those that are there, and which references found no room for a name."""
    present = {style.standing(p) for p in points if p.kind == "scenario"}
    symbols = NUMBERED_SYMBOLS if style.numbered >= {*style.order} else SYMBOLS
    parts = [(style.of_standing(s), symbol, s.heading) for s, symbol in symbols.items() if s in present]
    parts += [(style.colours.reference, REFERENCE_SYMBOLS[p.kind], escaped(p.name)) for p in references]
    if parts:
        room = frame.width - frame.left - 4
        said = [f"<span style='color:{colour}'>{symbol}</span> {words}" for colour, symbol, words in parts]
        widths = [text_width(f"{symbol} {words}", 12) + 16 for _colour, symbol, words in parts]
        cut = len(parts) if sum(widths) < frame.width else len(parts) - len(references)
        wide = max(sum(widths[:cut]), sum(widths[cut:])) - 16
        text = "<br>".join("   ".join(line) for line in (said[:cut], said[cut:]) if line)
        figure.add_annotation(
            xref="paper", yref="paper", x=0, y=1, xanchor="left", yanchor="bottom", showarrow=False,
            xshift=min(0.0, room - wide), yshift=NAMES_ABOVE + LINE * lines_below, text=text, align="left",
            font={"size": 12},
        )  # fmt: skip


def _add_arrow(figure: Drawing, geometry: MapGeometry, point: MapPoint, colour: str) -> None:
    """Point from a reference that lies beyond the axes to where it would be."""
    x, y = geometry.spot(point)
    for place, direction, scale, horizontal in zip(
        (x, y), geometry.beyond(point), (geometry.across, geometry.up), (True, False), strict=True
    ):
        if direction:
            end = scale.high if direction > 0 else scale.low
            head, tail = ((end, y), (place, y)) if horizontal else ((x, end), (x, place))
            look: dict[str, Any] = {"arrowhead": 2, "arrowsize": 1.1, "arrowwidth": 1.3, "arrowcolor": colour}
            figure.add_annotation(
                x=head[0], y=head[1], ax=tail[0], ay=tail[1], xref="x", yref="y", axref="x", ayref="y",
                text="", showarrow=True, startstandoff=4, **look,
            )  # fmt: skip
