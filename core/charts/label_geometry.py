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
    """Return (s, m) true where a segment has a point inside a box (sampled at 16 points)."""
    t = np.linspace(0, 1, 16)[None, :, None]
    points = segments[:, None, :2] * (1 - t) + segments[:, None, 2:] * t
    x, y = points[:, :, None, 0], points[:, :, None, 1]
    inside = (x > boxes[:, 0]) & (x < boxes[:, 2]) & (y > boxes[:, 1]) & (y < boxes[:, 3])
    long = np.any(segments[:, :2] != segments[:, 2:], axis=1)
    return np.asarray(inside.any(axis=1) & long[:, None])


def crossing(segments: Segments, others: Segments) -> NDArray[np.bool_]:
    """Return (s, o) true where two segments cross."""
    a, b = segments[:, None, :2], segments[:, None, 2:]
    c, d = others[None, :, :2], others[None, :, 2:]
    return np.asarray((_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0))


def _side(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return on which side of the line a-b the point c lies."""
    return np.asarray(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )
