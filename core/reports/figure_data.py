"""Numbers out of a plotly figure that was written as JSON."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def values(content: Any) -> list[Any]:
    """Return an array of a figure as a plain list; of base64 (``bdata``) likewise, flat or by rows."""
    if isinstance(content, dict) and "bdata" in content:
        decoded_values: list[Any] = decoded(content).tolist()
        return decoded_values
    return list(content) if content is not None else []


def decoded(content: dict[str, Any]) -> NDArray[Any]:
    """Return an array that plotly wrote as base64 with its type and shape."""
    array = np.frombuffer(base64.b64decode(content["bdata"]), dtype=np.dtype(content["dtype"]))
    shape = content.get("shape")
    return array if shape is None else array.reshape([int(k) for k in str(shape).split(",")])


def matrix(content: Any) -> NDArray[np.float64]:
    """Return the cells of a heatmap; NaN where empty."""
    rows = values(content)
    return np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=np.float64)


def numbers(content: Any) -> NDArray[np.float64] | None:
    """Return an array of numbers; None where it holds names."""
    entries = values(content)
    try:
        return np.array([np.nan if x is None else x for x in entries], dtype=np.float64)
    except (TypeError, ValueError):
        return None


def every_number(spec: Mapping[str, Any]) -> list[float]:
    """Return the numbers that a figure shows as the length of a bar or the colour of a cell."""
    shown: list[float] = []
    for trace in spec.get("data", []):
        kind = trace.get("type", "scatter")
        if kind == "heatmap":
            shown += matrix(trace.get("z")).ravel().tolist()
        elif kind == "bar":
            lengths = numbers(trace.get("x" if trace.get("orientation") == "h" else "y"))
            shown += [] if lengths is None else lengths.tolist()
    return [x for x in shown if np.isfinite(x)]
