"""Boxes of texts and segments of lines: which overlap, run through each other, or cross."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]
"""(m, 4): left, top, right, bottom in pixels, y downwards."""

Segments = NDArray[np.float64]
"""(s, 4): x, y of one end, x, y of the other."""


def overlaps(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """Return (c, m) true where a box and another share some area."""
    a, b = boxes[:, None, :], others[None, :, :]
    margin = 1e-9
    return np.asarray(
        (b[..., 0] < a[..., 2] - margin)
        & (b[..., 2] > a[..., 0] + margin)
        & (b[..., 1] < a[..., 3] - margin)
        & (b[..., 3] > a[..., 1] + margin)
    )


def runs_through(segments: Segments, boxes: Boxes) -> NDArray[np.bool_]:
    """Return (s, m) true where a segment, not a point, has a part inside a box (Liang and Barsky 1984)."""
    found = np.zeros((len(segments), len(boxes)), dtype=bool)
    long = np.flatnonzero((segments[:, 0] != segments[:, 2]) | (segments[:, 1] != segments[:, 3]))
    if not long.size or not len(boxes):
        return found
    x, y, end_x, end_y = (column[:, None] for column in segments[long].T)
    left, top, right, bottom = boxes.T
    with np.errstate(divide="ignore", invalid="ignore"):  # along a side: -inf to inf inside, never outside
        x_one, x_other = (left - x) / (end_x - x), (right - x) / (end_x - x)
        y_one, y_other = (top - y) / (end_y - y), (bottom - y) / (end_y - y)
    enters = np.maximum(np.minimum(x_one, x_other), np.minimum(y_one, y_other))
    leaves = np.minimum(np.maximum(x_one, x_other), np.maximum(y_one, y_other))
    found[long] = (enters < leaves) & (enters < 1) & (leaves > 0)
    return found


def crossing(segments: Segments, others: Segments) -> NDArray[np.bool_]:
    """Return (s, o) true where two segments cross."""
    if not len(segments) or not len(others):
        return np.zeros((len(segments), len(others)), dtype=bool)
    a, b = segments[:, None, :2], segments[:, None, 2:]
    c, d = others[None, :, :2], others[None, :, 2:]
    return np.asarray((_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0))


def _side(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return on which side of the line a-b the point c lies."""
    return np.asarray(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )
