"""Files that lie on each other on the map: one marker with their count, which a click lists."""

from collections.abc import Sequence

from core.charts.map.map_geometry import MapGeometry
from core.charts.theme import Frame
from core.views import MapPoint

NEAR = 20
"""Pixels between the middles of two markers with numbers, across or up, from which on they are clear of each other."""

Stacks = dict[str, tuple[MapPoint, ...]]
"""By the name of the file that is drawn for all of a stack: its files, that one first."""


def stacked(points: Sequence[MapPoint], geometry: MapGeometry, frame: Frame, first: str | None) -> Stacks:
    """Gather the scenarios whose markers would cover each other at this size of the map.

    Parameters
    ----------
    points : sequence of MapPoint
        In the order in which one is drawn for others.
    geometry : MapGeometry
    frame : Frame
    first : str or None
        The scenario that is never drawn by another one's marker.
    """
    stacks: Stacks = {}
    spots: dict[str, tuple[float, float]] = {}
    for point in sorted(points, key=lambda p: p.name != first):
        x, y = geometry.pixel(frame, geometry.spot(point))
        lead = next((name for name, (a, b) in spots.items() if max(abs(x - a), abs(y - b)) < NEAR), None)
        if lead is None:
            spots[point.name], stacks[point.name] = (x, y), (point,)
        else:
            stacks[lead] = (*stacks[lead], point)
    return stacks
