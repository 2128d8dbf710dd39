"""A figure as JSON-ready mappings: for reports, for a page, and the script that draws one without a network."""

import json
import zlib
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from core.charts.theme import RULE, palette


def figure_spec(figure: go.Figure) -> dict[str, Any]:
    """Return a figure as plotly reads it: data and layout; arrays of numbers are base64 (``bdata``)."""
    spec: dict[str, Any] = json.loads(figure.to_json())
    return spec


class PageFigure(go.Figure):  # type: ignore[misc]
    """A figure as a page sends it: in the page's colours, worked out once, and never changed again.

    Streamlit copies a figure at each run of a page, and has the browser draw it twice. Of two figures without a
    template and with the same revision of their data plotly.js draws the second one only where it differs.

    Parameters
    ----------
    figure : plotly Figure
    dark : bool
    """

    def __init__(self, figure: go.Figure, *, dark: bool) -> None:
        super().__init__({"data": [], "layout": {}}, _validate=False)
        spec, colours = figure.to_dict(), palette(dark)
        layout = {name: value for name, value in spec["layout"].items() if name != "template"}
        text = {"color": colours.reference}
        layout["font"] = {**layout["font"], **text}
        layout["hoverlabel"] |= {"bgcolor": colours.background, "bordercolor": RULE, "font": text}
        layout["datarevision"] = zlib.crc32(figure.to_json().encode())
        self._sent = {**spec, "layout": layout}

    def to_dict(self) -> dict[str, Any]:
        """Return what is sent."""
        return self._sent


def plotly_script() -> str:
    """Return the source of plotly.js, about 5 MB."""
    return str(get_plotlyjs())
