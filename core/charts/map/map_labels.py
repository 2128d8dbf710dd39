"""The map's direct labels: which points get one, what it says, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.charts.map.label_geometry import overlaps
from core.charts.map.label_placement import Surroundings, place_labels
from core.charts.map.label_places import Label, LabelPlace
from core.charts.map.limit_label import limit_label
from core.charts.map.map_geometry import MapGeometry
from core.charts.map.map_style import FINE, FINE_LINE, SIZE_CHOSEN, MapStyle
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import FONT_SIZE, RULE, Frame
from core.statistics.reproducible import above, below
from core.views import MapPoint
from core.wording import and_more

LABEL_ALL_UP_TO = 14
"""With more scenarios each bears a number, and only this number of the Pareto set and the chosen one are named."""

LONGEST = 34
SHORTEST_BROKEN = 12
LINE = 1.35 * FONT_SIZE
"""Height of a line of a label in pixels."""

FRONTIER = "Frontier"


MARKER = SIZE_CHOSEN / 2 + 2
"""Pixels from the middle of a marker to its outline: every scenario may be chosen without its label moving."""

SAME = 12
"""Decimals to which points that lie on one spot agree on both axes."""


@dataclass(frozen=True)
class Named:
    """A point that gets a label, and how many others lie on the same spot without one."""

    point: MapPoint
    others: int = 0


@dataclass(frozen=True, eq=False)
class MapPlaces:
    """Where the labels of a map go, whichever scenario is chosen: they stay where they are when another one is.

    Parameters
    ----------
    points : tuple of (Named, LabelPlace)
        Those that found one, the most important first.
    limit : dict or None
        The annotation of the risk limit, without its colour.
    frontier : (spot, LabelPlace) or None
        Where the frontier is named.
    """

    points: tuple[tuple[Named, LabelPlace], ...]
    limit: dict[str, object] | None
    frontier: tuple[tuple[float, float], LabelPlace] | None


PlaceLabels = Callable[
    [tuple[MapPoint, ...], MapGeometry, tuple[Frame, ...], float | None, str | None],
    MapPlaces,
]
"""How labels find room: `place_map_labels`, or what remembers its answers."""


def place_map_labels(
    points: Sequence[MapPoint],
    geometry: MapGeometry,
    frames: Sequence[Frame],
    risk_limit: float | None,
    chosen: str | None,
    *,
    numbered: bool = False,
) -> MapPlaces:
    """Find room for the names of points, frontier and limit.

    Parameters
    ----------
    points : sequence of MapPoint
    geometry : MapGeometry
    frames : sequence of Frame
        The widths at which the labels must not collide.
    risk_limit : float or None
    chosen : str or None
        A scenario that is named even where there are too many to name all.
    numbered : bool
        Scenarios bear numbers: only the chosen one is named, and what is none, next to its marker or not at all.
    """
    named = labelled(points, chosen)
    if numbered:
        named = [Named(p) for p in points if p.kind != "scenario" or p.name == chosen]
        frames = frames[::4]  # few labels have room at the widths between
    around = [_surroundings(points, geometry, frame, risk_limit) for frame in frames]
    limit = None
    if risk_limit is not None:
        limit, boxes = limit_label(geometry, frames, around, risk_limit)
        around = [replace(s, solid=np.vstack([s.solid, box])) for s, box in zip(around, boxes, strict=True)]
    labels = [_label(one, geometry, frames, risk_limit) for one in named]
    places = place_labels(labels, around)
    found_room = ((one, place) for one, place in zip(named, places, strict=True) if place is not None)
    placed = tuple(each for each in found_room if not (numbered and each[1].leader))
    frontier = _frontier_label(points, geometry, frames)
    if frontier is None:
        return MapPlaces(placed, limit, None)
    around = [_with_labels(s, labels, places, w) for w, s in enumerate(around)]
    (place,) = place_labels([frontier[1]], around)
    clear = place is not None and _clear(frontier[1], place, around)
    return MapPlaces(placed, limit, (frontier[0], place) if place is not None and clear else None)


def map_labels(places: MapPlaces, geometry: MapGeometry, style: MapStyle) -> list[dict[str, object]]:
    """Return the annotations that name points, frontier and limit at their places."""
    annotations = []
    if places.limit is not None:
        annotations.append({**places.limit, "font": {"size": FINE, "color": style.colours.go}})
    for named, place in places.points:
        text = _text(named, geometry, style, place.broken)
        annotations.append(_annotation(geometry.spot(named.point), place, text, _ink(named.point, style)))
    if places.frontier is not None:
        text = f"<span style='font-size:{FINE}px'>{FRONTIER}</span>"
        annotations.append(_annotation(*places.frontier, text, style.colours.muted))
    return annotations


def _with_labels(
    around: Surroundings, labels: Sequence[Label], places: Sequence[LabelPlace | None], width: int
) -> Surroundings:
    """Return what the chart holds at one width once the points are named: the frontier's name comes last."""
    drawn = [(place, label) for place, label in zip(places, labels, strict=True) if place is not None]
    texts = [place.box(label, width) for place, label in drawn]
    leaders = [place.segment(label, width) for place, label in drawn if place.leader]
    return replace(around, solid=np.vstack([around.solid, *texts]), slanted=np.vstack([around.slanted, *leaders]))


def labelled(points: Sequence[MapPoint], chosen: str | None) -> list[Named]:
    """Return the points that get a label, the most important first.

    Of more than ``LABEL_ALL_UP_TO`` scenarios only that number of the Pareto set are named, from one end to the
    other, with those on the same spot counted, and the chosen one.
    """
    points = [p for p in points if not p.folded or p.name == chosen]
    if all_are_named(points):
        wanted = [Named(p) for p in points]
    else:
        alone = [Named(p) for p in points if p.kind != "scenario" or p.name == chosen]
        wanted = [*alone, *_spread([p for p in points if p.kind == "scenario" and p.pareto and p.name != chosen])]
    return sorted(wanted, key=lambda n: (n.point.kind != "original", not n.point.pareto, n.point.kind, n.point.name))


def _spread(points: Sequence[MapPoint]) -> list[Named]:
    """Return the first point of each spot, of more than can be named as many from one end to the other."""
    spots: dict[tuple[float, float], list[MapPoint]] = {}
    for point in points:
        spots.setdefault((round(point.utility, SAME), round(point.risk, SAME)), []).append(point)
    named = [Named(spots[spot][0], len(spots[spot]) - 1) for spot in sorted(spots)]
    if len(named) <= LABEL_ALL_UP_TO:
        return named
    return [named[i * (len(named) - 1) // (LABEL_ALL_UP_TO - 1)] for i in range(LABEL_ALL_UP_TO)]


def all_are_named(points: Sequence[MapPoint]) -> bool:
    """Whether there are few enough scenarios to name all."""
    return sum(p.kind == "scenario" and not p.folded for p in points) <= LABEL_ALL_UP_TO


def _text(named: Named, geometry: MapGeometry, style: MapStyle, broken: int) -> str:
    text = "<br>".join(escaped(line) for line in _line_choices(_plain(named, geometry))[broken])
    return f"<b>{text}</b>" if style.is_chosen(named.point) else text


def _line_choices(text: str) -> list[tuple[str, ...]]:
    """Return the text on one line and, where it has a space, on two as equal as can be."""
    words = text.split(" ")
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if not halves or len(text) < SHORTEST_BROKEN:
        return [(text,)]
    return [(text,), min(halves, key=lambda half: max(text_width(line, 1) for line in half))]


def _plain(named: Named, geometry: MapGeometry) -> str:
    """Return the label; with its true value where it lies beyond the axes, and marked where its risk is a bound."""
    point = named.point
    text = shortened(point.name, LONGEST) + and_more(named.others)
    values = [
        f"{word} {scale.short_words(value)}"
        for word, scale, value in (
            ("utility", geometry.utility, point.utility),
            ("risk", geometry.risk, point.risk),
        )
        if scale.beyond(value)
    ]
    bound = ", at most" if point.at_most else ""
    return f"{text}{bound}: {', '.join(values)}" if values else text + bound


def _ink(point: MapPoint, style: MapStyle) -> str | None:
    """Return the label's colour; None: the page's own text colour."""
    if point.kind != "scenario":
        return style.colours.reference
    return style.colours.muted if style.is_quiet(point) else None


def _label(named: Named, geometry: MapGeometry, frames: Sequence[Frame], risk_limit: float | None) -> Label:
    """Return a point's label; bold letters of the chosen one take 7% more, for which all would have to make room.

    What is optimal or of acceptable risk is what the map is looked at for.
    """
    point = named.point
    spot = geometry.spot(point)
    sizes = tuple(
        (max(text_width(line, FONT_SIZE) for line in lines) + 4, len(lines) * LINE)
        for lines in _line_choices(_plain(named, geometry))
    )
    return Label(
        sizes,
        tuple(geometry.pixel(frame, spot) for frame in frames),
        MARKER - 1,
        importance=4.0 if point.pareto or point.kind != "scenario" or _acceptable(point, geometry, risk_limit) else 1.0,
    )


def _acceptable(point: MapPoint, geometry: MapGeometry, risk_limit: float | None) -> bool:
    """Whether a point's risk is within the limit."""
    if risk_limit is None:
        return False
    beyond = below(point.risk, risk_limit) if geometry.risk.reverse else above(point.risk, risk_limit)
    return not beyond


def _frontier_label(
    points: Sequence[MapPoint], geometry: MapGeometry, frames: Sequence[Frame]
) -> tuple[tuple[float, float], Label] | None:
    """Return where the frontier is best named, the middle of its longest piece, and the label."""
    corners = geometry.frontier(tuple(p for p in points if p.kind == "scenario"))
    if len(corners) < 3:
        return None
    pixels = np.array([geometry.pixel(frames[0], corner) for corner in corners])
    i = int(np.argmax(np.abs(np.diff(pixels, axis=0)).sum(axis=1)))
    middle = (corners[i][0] + corners[i + 1][0]) / 2, (corners[i][1] + corners[i + 1][1]) / 2
    size = text_width(FRONTIER, FINE) + 4, FINE_LINE
    return middle, Label((size,), tuple(geometry.pixel(frame, middle) for frame in frames), 1.0, 0.0)


def _clear(label: Label, place: LabelPlace, around: Sequence[Surroundings]) -> bool:
    """Whether a place is at its point and covers no line."""
    covered = [overlaps(place.box(label, w), s.lines).any() for w, s in enumerate(around)]
    return not place.leader and not any(covered)


def _surroundings(
    points: Sequence[MapPoint], geometry: MapGeometry, frame: Frame, risk_limit: float | None
) -> Surroundings:
    solid = [_marker_box(geometry.pixel(frame, geometry.spot(p)), MARKER) for p in points]
    scenarios = tuple(p for p in points if p.kind == "scenario")
    lines = [geometry.line_boxes(frame, line) for p in scenarios for line in geometry.interval_lines(p)]
    lines.append(geometry.line_boxes(frame, geometry.frontier(scenarios)))
    if risk_limit is not None:
        place = geometry.risk.clipped(risk_limit)
        ends = [geometry.turned(u, place) for u in geometry.utility.range()]
        lines.append(geometry.line_boxes(frame, ends))
    bounds = frame.left + 2.0, frame.top + 0.0, frame.width - 2.0, frame.height - frame.bottom - 1.0
    return Surroundings(bounds, np.array(solid).reshape(-1, 4), np.vstack(lines))


def _marker_box(pixel: tuple[float, float], radius: float) -> list[float]:
    x, y = pixel
    return [x - radius, y - radius, x + radius, y + radius]


def _annotation(spot: tuple[float, float], place: LabelPlace, text: str, colour: str | None) -> dict[str, object]:
    annotation: dict[str, object] = {
        "x": spot[0],
        "y": spot[1],
        "text": text,
        "xanchor": {-1: "right", 0: "center", 1: "left"}[place.across],
        "yanchor": {-1: "bottom", 0: "middle", 1: "top"}[place.down],
        "align": {-1: "right", 0: "center", 1: "left"}[place.across],
        "borderpad": 0,
        "font": {"size": FONT_SIZE} if colour is None else {"size": FONT_SIZE, "color": colour},
    }
    if place.leader:
        leader = {"showarrow": True, "ax": place.dx, "ay": place.dy, "arrowhead": 0, "arrowwidth": 1, "standoff": 6}
        return {**annotation, **leader, "arrowcolor": RULE}
    return {**annotation, "showarrow": False, "xshift": place.dx, "yshift": -place.dy}
