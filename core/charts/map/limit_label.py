"""The name of the risk limit on the map: beside its line, at the end and on the side where it covers least."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.charts.map.label_geometry import Boxes, overlaps
from core.charts.map.label_placement import Surroundings
from core.charts.map.map_geometry import MapGeometry
from core.charts.map.map_style import FINE, FINE_LINE
from core.charts.text import text_width
from core.charts.theme import Frame


def limit_label(
    geometry: MapGeometry, frames: Sequence[Frame], around: Sequence[Surroundings], limit: float
) -> tuple[dict[str, object], list[Boxes]]:
    """Write the limit beside its line, at the end and on the side where it covers least."""
    scale = geometry.risk
    off = scale.beyond(limit)
    text = (
        f"Acceptable up to {scale.short_words(limit)}" + {-1: " (below the axis)", 0: "", 1: " (above the axis)"}[off]
    )
    width, height = text_width(text, FINE) + 6, FINE_LINE
    place = scale.clipped(limit)
    best: tuple[float, dict[str, object], list[Boxes]] | None = None
    for far in (False, True):
        for side in (1, -1):
            corner = _corner(geometry, place, far)
            shift = (3 if not far else -3, side * 3) if not geometry.swapped else (side * 4, 3 if not far else -3)
            spots = [geometry.pixel(frame, corner) for frame in frames]
            boxes = [_text_box(s, shift, width, height) for s in spots]
            cost = sum(_covered(box, s) for box, s in zip(boxes, around, strict=True))
            if best is None or cost < best[0] - 1e-9:
                annotation = _limit_annotation(corner, shift, text)
                best = cost, annotation, boxes
    assert best is not None
    return best[1], best[2]


def _corner(geometry: MapGeometry, place: float, far: bool) -> tuple[float, float]:
    """Return where the limit meets the frame: left (bottom) end, or the far one."""
    ends = (geometry.up if geometry.swapped else geometry.across).range()
    end = ends[1] if far else ends[0]
    return (place, end) if geometry.swapped else (end, place)


def _text_box(spot: tuple[float, float], shift: tuple[float, float], width: float, height: float) -> Boxes:
    """Return the box of a text that starts at a spot and leads away in the direction of the shift (y upwards)."""
    x, y = spot[0] + shift[0], spot[1] - shift[1]
    left = x if shift[0] > 0 else x - width
    top = y - height if shift[1] > 0 else y
    return np.array([[left, top, left + width, top + height]])


def _covered(box: Boxes, around: Surroundings) -> float:
    left, top, right, bottom = around.bounds
    outside = box[0, 0] < left - 4 or box[0, 1] < top - 4 or box[0, 2] > right + 4 or box[0, 3] > bottom + 4
    solid, lines = (float(overlaps(box, others).sum()) for others in (around.solid, around.lines))
    return 100.0 * bool(outside) + 10.0 * solid + lines


def _limit_annotation(corner: tuple[float, float], shift: tuple[float, float], text: str) -> dict[str, object]:
    return {
        "x": corner[0],
        "y": corner[1],
        "text": text,
        "showarrow": False,
        "xshift": shift[0],
        "yshift": shift[1],
        "xanchor": "left" if shift[0] > 0 else "right",
        "yanchor": "bottom" if shift[1] > 0 else "top",
        "borderpad": 0,
    }
