"""A figure as JSON-ready mappings, and the script that draws one in a browser without a network."""

import json
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs


def figure_spec(figure: go.Figure) -> dict[str, Any]:
    """Return a figure as plotly reads it: data and layout; arrays of numbers are base64 (``bdata``)."""
    spec: dict[str, Any] = json.loads(figure.to_json())
    return spec


def plotly_script() -> str:
    """Return the source of plotly.js, about 5 MB."""
    return str(get_plotlyjs())
