"""How the points of the map look: colour, shape and size."""

from __future__ import annotations

from dataclasses import dataclass

from core.charts.theme import SHAPES, Palette
from core.views import MapPoint

SIZE, SIZE_CHOSEN = 12, 17
"""Of a point's marker, and of the chosen one's, in pixels."""

REFERENCE_SHAPES = {"original": "triangle-up", "no release": "square"}


@dataclass(frozen=True)
class MapStyle:
    """How the points look.

    Parameters
    ----------
    colours : Palette
    order : tuple of str
        All scenarios of the comparison: colour and shape go by this order, whatever the axes.
    chosen : str or None
    """

    colours: Palette
    order: tuple[str, ...]
    chosen: str | None

    def colour(self, point: MapPoint) -> str:
        """Return a point's colour."""
        if point.kind != "scenario":
            return self.colours.reference
        return self.colours.scenarios[self.order.index(point.name) % len(self.colours.scenarios)]

    def shape(self, point: MapPoint) -> str:
        """Return a point's marker shape."""
        if point.kind != "scenario":
            return REFERENCE_SHAPES[point.kind]
        return SHAPES[self.order.index(point.name) % len(SHAPES)]

    def is_chosen(self, point: MapPoint) -> bool:
        """Whether a point is the chosen scenario."""
        return point.kind == "scenario" and point.name == self.chosen

    def is_faded(self, point: MapPoint) -> bool:
        """Whether a point is a dominated scenario that was not chosen."""
        return point.kind == "scenario" and not point.pareto and not self.is_chosen(point)

    def size(self, point: MapPoint) -> int:
        """Return a point's marker size in pixels."""
        return SIZE_CHOSEN if self.is_chosen(point) else SIZE
