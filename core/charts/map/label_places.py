"""Labels that want a place, and all places that one may take: at its marker, or joined to it by a leader."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from core.charts.map.label_geometry import Boxes, Segments

NEAR = ((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1))
"""Right, left, then the corners, above, below: -1, 0, 1 across and down."""

GAPS = (0.0, 7.0)
"""Pixels between marker and label that need no leader."""

DISTANCES = (16.0, 26.0, 38.0, 52.0, 68.0, 88.0, 110.0, 135.0, 160.0)
"""Pixels beyond the marker of the places with a leader."""

ANGLES = 16
CROSSED = 2.0
"""A leader, and each marker or leader that it crosses; a text broken in two."""

FARTHER = 0.035
LATER = 0.06


@dataclass(frozen=True)
class Label:
    """A label that wants a place.

    Parameters
    ----------
    sizes : tuple of (float, float)
        Width and height of its text in pixels: on one line, and broken into two where it can be.
    points : tuple of (float, float)
        Where its point lies, in pixels, at each width of the chart.
    radius : float
        Of the point's marker.
    importance : float
        What it costs to leave it out, against other labels.
    """

    sizes: tuple[tuple[float, float], ...]
    points: tuple[tuple[float, float], ...]
    radius: float
    importance: float = 1.0


@dataclass(frozen=True)
class LabelPlace:
    """Where a label went: the offset of its near side from the point, and on which side of it the text lies.

    Parameters
    ----------
    dx, dy : float
        Pixels from the point, y downwards.
    across, down : int
        -1 text to the left of (above) that position, 0 centred on it, 1 to the right (below).
    leader : bool
        Whether a thin line should join label and point.
    broken : int
        Which of the label's sizes: 0 on one line, 1 on two.
    cost : float
        Of the place itself: how far, and whether it is one of the first choices.
    """

    dx: float
    dy: float
    across: int
    down: int
    leader: bool
    broken: int = 0
    cost: float = 0.0

    def box(self, label: Label, width: int) -> Boxes:
        """Return the (1, 4) box of the text at one of the widths."""
        return boxes_of((self,), label, width)

    def segment(self, label: Label, width: int) -> Segments:
        """Return the (1, 4) leader, of length 0 where there is none."""
        return segments_of((self,), label, width)


def boxes_of(places: Sequence[LabelPlace], label: Label, width: int) -> Boxes:
    """Return the (m, 4) boxes of the text at places, at one of the widths."""
    x, y = label.points[width]
    dx, dy, across, down = np.array([(p.dx, p.dy, p.across, p.down) for p in places]).T
    wide, high = np.array([label.sizes[p.broken] for p in places]).T
    left = x + dx + (across - 1) / 2 * wide
    top = y + dy + (down - 1) / 2 * high
    return np.column_stack([left, top, left + wide, top + high])


def segments_of(places: Sequence[LabelPlace], label: Label, width: int) -> Segments:
    """Return the (m, 4) leaders of places, of length 0 where there is none."""
    x, y = label.points[width]
    dx, dy = np.array([(p.dx, p.dy) for p in places]).T
    reach = label.radius + 3
    start = np.array([reach / max(1e-9, math.hypot(p.dx, p.dy)) if p.leader else 1.0 for p in places])
    return np.column_stack([x + start * dx, y + start * dy, x + dx, y + dy])


def candidates(label: Label) -> tuple[LabelPlace, ...]:
    """Return all places of a label, the ones at the marker first."""
    return _candidates(label.radius, len(label.sizes))


@lru_cache(maxsize=64)
def _candidates(radius: float, n_sizes: int) -> tuple[LabelPlace, ...]:
    """Return the places of every label with such a marker: a map has hundreds for each of its labels."""
    return tuple(
        replace(place, broken=broken, cost=place.cost + CROSSED * broken)
        for broken in range(n_sizes)
        for place in (*_near(radius), *_far(radius))
    )


def _near(radius: float) -> Iterator[LabelPlace]:
    for gap in GAPS:
        for turn, (across, down) in enumerate(NEAR):
            dx = across * (0.4 * radius if down else radius + 3 + gap)
            cost = turn * LATER + FARTHER * gap
            yield LabelPlace(dx, down * (radius + 2 + gap), across, down, leader=False, cost=cost)


def _far(radius: float) -> Iterator[LabelPlace]:
    for distance in DISTANCES:
        for k in range(ANGLES):
            cosine, sine = (f(2 * math.pi * k / ANGLES) for f in (math.cos, math.sin))
            across = 0 if abs(cosine) < 0.3 else int(math.copysign(1, cosine))
            down = 0 if abs(sine) < 0.9 else int(math.copysign(1, sine))
            reach = radius + 3 + distance
            yield LabelPlace(cosine * reach, sine * reach, across, down, leader=True, cost=CROSSED + FARTHER * distance)
