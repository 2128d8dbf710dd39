"""Names of points and of the limit on the map: each takes the first of eight places at its marker that is free."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from core.charts.map.map_geometry import MapGeometry, Spot
from core.charts.map.map_style import FINE, FINE_LINE, SIZE_CHOSEN, MapStyle
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import FONT_SIZE, Frame
from core.views import MapPoint

NAMED_UP_TO = 14
"""More scenarios bear numbers."""
LONGEST = 34
LINE = 1.35 * FONT_SIZE
"""Height of a label in pixels."""
MARKER = SIZE_CHOSEN / 2 + 2
"""Pixels from the middle of a marker to its outline: every scenario may be chosen without its label moving."""
NEAR = ((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1))
"""Right, left, then the corners, above, below: -1, 0, 1 across and down."""
GAPS = (0.0, 7.0)
STRUCK_OUT, MOST_STRUCK = 20.0, 1
"""What a line through a text costs, against the eight places, and how many are let through."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels, y downwards."""


@dataclass(frozen=True)
class LabelPlace:
    """Where a label went: the offset from the point in pixels, and on which side of that (-1, 0, 1) its text lies."""

    dx: float
    dy: float
    across: int
    down: int

    def box(self, spot: Spot, size: Spot) -> Box:
        """Return the box of a text of this size."""
        left = spot[0] + self.dx + (self.across - 1) / 2 * size[0]
        top = spot[1] + self.dy + (self.down - 1) / 2 * size[1]
        return left, top, left + size[0], top + size[1]


@dataclass(frozen=True, eq=False)
class MapPlaces:
    """Where the labels of a map go: those of points that found a place, and the annotation of the risk limit."""

    points: tuple[tuple[MapPoint, LabelPlace], ...]
    limit: dict[str, object] | None


PlaceLabels = Callable[
    [tuple[MapPoint, ...], MapGeometry, tuple[Frame, ...], float | None, str | None, bool], MapPlaces
]
"""How labels find room: `place_map_labels`, or what remembers its answers."""


@dataclass(eq=False)
class _Around:
    """What a chart of one width shows: boxes that no label may cover, and lines that it should not."""

    bounds: Box
    solid: list[Box]
    lines: list[Box]

    def cost(self, box: Box) -> float | None:
        """Return how many lines a box covers; None where it must not be."""
        left, top, right, bottom = self.bounds
        inside = box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom
        if not inside or any(_overlap(box, other) for other in self.solid):
            return None
        return sum(_overlap(box, line) for line in self.lines)


def place_map_labels(
    points: Sequence[MapPoint], geometry: MapGeometry, frames: Sequence[Frame], risk_limit: float | None,
    chosen: str | None, numbered: bool = False,
) -> MapPlaces:  # fmt: skip
    """Find room for the names of points and limit.

    Parameters
    ----------
    points : sequence of MapPoint
    geometry : MapGeometry
    frames : sequence of Frame
        The widths at which the labels must not collide.
    risk_limit : float or None
    chosen : str or None
        The scenario that is looked at: it is named also where the others bear numbers, if there is room.
    numbered : bool
        Scenarios bear numbers: only the chosen one is named, and what is none.
    """
    around = [_around(points, geometry, frame, risk_limit) for frame in frames]
    limit = None if risk_limit is None else _limit(geometry, frames, around, risk_limit)
    wanted = [p for p in points if p.name == chosen or (not p.folded and (p.kind != "scenario" or not numbered))]
    placed = []
    # what bears no number is named first
    for point in sorted(
        wanted, key=lambda p: (p.kind == "scenario", p.kind != "original", not p.pareto, p.kind, p.name)
    ):
        spots = [geometry.pixel(frame, geometry.spot(point)) for frame in frames]
        size = text_width(label_text(point, geometry), FONT_SIZE) + 4, LINE
        place = _free_place(spots, size, around) or (_inward(spots[0], around[0]) if point.kind == "sets" else None)
        if place is not None:
            placed.append((point, place))
            for each, spot in zip(around, spots, strict=True):
                each.solid.append(place.box(spot, size))
    return MapPlaces(tuple(placed), limit)


def _inward(spot: Spot, around: _Around) -> LabelPlace:
    """Return the place towards the middle of the chart, for a name that must be there, whatever it covers."""
    across = 1 if 2 * spot[0] < around.bounds[0] + around.bounds[2] else -1
    return LabelPlace(across * (MARKER + 2), 0, across, 0)


def _free_place(spots: Sequence[Spot], size: Spot, around: Sequence[_Around]) -> LabelPlace | None:
    best: tuple[float, LabelPlace] | None = None
    for turn, (gap, (across, down)) in enumerate(product(GAPS, NEAR)):
        dx = across * (0.4 * MARKER if down else MARKER + 2 + gap)
        place = LabelPlace(dx, down * (MARKER + 1 + gap), across, down)
        costs = [a.cost(place.box(spot, size)) for a, spot in zip(around, spots, strict=True)]
        struck = max((c for c in costs if c is not None), default=0.0)
        if None not in costs and struck <= MOST_STRUCK and (best is None or turn + STRUCK_OUT * struck < best[0]):
            best = turn + STRUCK_OUT * struck, place
    return best[1] if best else None


def _around(points: Sequence[MapPoint], geometry: MapGeometry, frame: Frame, risk_limit: float | None) -> _Around:
    scenarios = tuple(p for p in points if p.kind == "scenario")
    lines = [line for p in scenarios for line in geometry.interval_lines(p)] + [geometry.frontier(scenarios)]
    if risk_limit is not None:
        place = geometry.risk.clipped(risk_limit)
        lines.append([geometry.turned(u, place) for u in geometry.utility.range()])
    spots = [geometry.pixel(frame, geometry.spot(p)) for p in points]
    markers = [(x - MARKER, y - MARKER, x + MARKER, y + MARKER) for x, y in spots]
    bounds = frame.left + 2.0, frame.top + 0.0, frame.width - 2.0, frame.height - frame.bottom - 1.0
    return _Around(bounds, markers, [box for line in lines for box in _boxes(geometry, frame, line)])


def _boxes(geometry: MapGeometry, frame: Frame, line: Sequence[Spot]) -> list[Box]:
    """Return the boxes, 2 pixels thick, of a line of horizontal and vertical pieces."""
    pixels = [geometry.pixel(frame, spot) for spot in line]
    return [
        (min(a[0], b[0]) - 1, min(a[1], b[1]) - 1, max(a[0], b[0]) + 1, max(a[1], b[1]) + 1)
        for a, b in pairwise(pixels)
    ]  # fmt: skip


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9


def _limit(
    geometry: MapGeometry, frames: Sequence[Frame], around: Sequence[_Around], limit: float
) -> dict[str, object]:
    """Write the limit next to its line, at the end and on the side where it covers least; labels keep clear of it."""
    where = {-1: " (below the axis)", 0: "", 1: " (above the axis)"}[geometry.risk.beyond(limit)]
    text = f"Acceptable up to {geometry.risk.short_words(limit)}{where}"
    size = text_width(text, FINE) + 6, FINE_LINE
    ways: list[tuple[float, int, Spot, LabelPlace, list[Box]]] = []
    for far, side in product((False, True), (-1, 1)):
        end = (geometry.up if geometry.swapped else geometry.across).range()[far]
        corner = geometry.turned(end, geometry.risk.clipped(limit))
        along = -1 if far else 1
        place = LabelPlace(3 * along, 3 * side, along, side)
        if geometry.swapped:
            place = LabelPlace(4 * side, -3 * along, side, -along)
        boxes = [place.box(geometry.pixel(frame, corner), size) for frame in frames]
        ways.append((sum(_covered(b, a) for b, a in zip(boxes, around, strict=True)), len(ways), corner, place, boxes))
    _cost, _turn, corner, place, boxes = min(ways, key=lambda way: way[:2])
    for each, box in zip(around, boxes, strict=True):
        each.solid.append(box)
    return _annotation(corner, place, text, {"size": FINE})


def _covered(box: Box, around: _Around) -> float:
    left, top, right, bottom = around.bounds
    outside = box[0] < left - 4 or box[1] < top - 4 or box[2] > right + 4 or box[3] > bottom + 4
    solid = sum(_overlap(box, other) for other in around.solid)
    return 100.0 * outside + 10.0 * solid + sum(_overlap(box, line) for line in around.lines)


def map_labels(places: MapPlaces, geometry: MapGeometry, style: MapStyle) -> list[dict[str, object]]:
    """Return the annotations that name points and limit at their places."""
    limit = [{**places.limit, "font": {"size": FINE, "color": style.colours.go}}] if places.limit else []
    return limit + [
        _annotation(geometry.spot(p), place, _shown(p, geometry, style), {"size": FONT_SIZE, **_ink(p, style)})
        for p, place in places.points
    ]


def _shown(point: MapPoint, geometry: MapGeometry, style: MapStyle) -> str:
    text = escaped(label_text(point, geometry))
    return f"<b>{text}</b>" if style.is_chosen(point) else text


def label_text(point: MapPoint, geometry: MapGeometry) -> str:
    """Return the label; with its true value where it lies beyond the axes, and marked where its risk is a bound."""
    axes = (("utility", geometry.utility, point.utility), ("risk", geometry.risk, point.risk))
    values = [f"{word} {scale.short_words(value)}" for word, scale, value in axes if scale.beyond(value)]
    text = shortened(point.name, LONGEST) + (", at most" if point.at_most else "")
    return f"{text}: {', '.join(values)}" if values else text


def _ink(point: MapPoint, style: MapStyle) -> dict[str, str]:
    """Return the label's colour; none: the page's own text colour."""
    if point.kind != "scenario":
        return {"color": style.colours.reference}
    return {"color": style.colours.muted} if style.is_quiet(point) else {}


def all_can_be_named(points: Sequence[MapPoint]) -> bool:
    """Whether there are few enough scenarios to name all."""
    return sum(p.kind == "scenario" and not p.folded for p in points) <= NAMED_UP_TO


def _annotation(spot: Spot, place: LabelPlace, text: str, font: dict[str, object]) -> dict[str, object]:
    side = {-1: "right", 0: "center", 1: "left"}[place.across]
    return {
        "x": spot[0], "y": spot[1], "text": text, "font": font, "showarrow": False, "borderpad": 0, "xanchor": side,
        "align": side, "yanchor": {-1: "bottom", 0: "middle", 1: "top"}[place.down], "xshift": place.dx,
        "yshift": -place.dy,
    }  # fmt: skip
