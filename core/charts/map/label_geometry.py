"""Boxes of texts and segments of lines: which overlap, run through each other, or cross; at one width or at several."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]
"""(m, 4), or (w, m, 4) at w widths: left, top, right, bottom in pixels, y downwards."""

Segments = NDArray[np.float64]
"""(s, 4) or (w, s, 4): x, y of one end, x, y of the other."""


def overlaps(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """Return (c, m), or (w, c, m), true where a box and another share some area."""
    a, b = boxes[..., :, None, :], others[..., None, :, :]
    margin = 1e-9
    return np.asarray(
        (b[..., 0] < a[..., 2] - margin)
        & (b[..., 2] > a[..., 0] + margin)
        & (b[..., 1] < a[..., 3] - margin)
        & (b[..., 3] > a[..., 1] + margin)
    )


def runs_through(segments: Segments, boxes: Boxes) -> NDArray[np.bool_]:
    """Return (s, m), or (w, s, m), true where a segment, not a point, has a part inside a box (Liang, Barsky 1984)."""
    x, y, end_x, end_y = (segments[..., :, None, k] for k in range(4))
    left, top, right, bottom = (boxes[..., None, :, k] for k in range(4))
    with np.errstate(divide="ignore", invalid="ignore"):  # along a side: -inf to inf inside, never outside
        x_one, x_other = (left - x) / (end_x - x), (right - x) / (end_x - x)
        y_one, y_other = (top - y) / (end_y - y), (bottom - y) / (end_y - y)
    enters = np.maximum(np.minimum(x_one, x_other), np.minimum(y_one, y_other))
    leaves = np.minimum(np.maximum(x_one, x_other), np.maximum(y_one, y_other))
    long = (x != end_x) | (y != end_y)
    return np.asarray(long & (enters < leaves) & (enters < 1) & (leaves > 0))


def crossing(segments: Segments, others: Segments) -> NDArray[np.bool_]:
    """Return (s, o), or (w, s, o), true where two segments cross."""
    a, b = segments[..., :, None, :2], segments[..., :, None, 2:]
    c, d = others[..., None, :, :2], others[..., None, :, 2:]
    return np.asarray((_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0))


def _side(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return on which side of the line a-b the point c lies."""
    return np.asarray(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )
