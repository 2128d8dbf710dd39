"""A figure in the making, as plain mappings: plotly's own classes check each property and cost ten times as much."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.charts.text import as_sent
from core.charts.theme import Frame, layout

Properties = dict[str, Any]
"""Of a trace, an axis, a shape: as plotly.js names them, nested where they are nested there."""


class Drawing:
    """What `plotly.graph_objects.Figure` offers for building, without its checks; the tests make up for those."""

    def __init__(self, frame: Frame) -> None:
        self.data: list[Properties] = []
        self.layout: Properties = layout(frame)

    def finished(self) -> go.Figure:
        """Return the figure as it is; a property is looked at once it is read.

        Arrays of points and bars are lists: two in base64 are never the same to plotly.js, which draws both.
        """
        for trace in self.data:
            if trace["type"] != "heatmap":
                trace.update({name: a.tolist() for name, a in trace.items() if isinstance(a, np.ndarray)})
            if "customdata" in trace:
                trace["customdata"] = as_sent(trace["customdata"])
        return go.Figure({"data": self.data, "layout": self.layout}, _validate=False)

    def add_trace(self, trace: Mapping[str, Any]) -> None:
        """Add a trace; it names its ``type``."""
        self.data.append(dict(trace))

    def add_traces(self, traces: Iterable[Mapping[str, Any]]) -> None:
        """Add several traces."""
        self.data.extend(map(dict, traces))

    def add_scatter(self, **properties: Any) -> None:
        """Add points or lines."""
        self.data.append({"type": "scatter", **properties})

    def add_bar(self, **properties: Any) -> None:
        """Add bars."""
        self.data.append({"type": "bar", **properties})

    def add_heatmap(self, **properties: Any) -> None:
        """Add a heatmap."""
        self.data.append({"type": "heatmap", **properties})

    def add_annotation(self, annotation: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Add a text, an arrow or both."""
        self.layout.setdefault("annotations", []).append({**(annotation or {}), **properties})

    def add_shape(self, **properties: Any) -> None:
        """Add a rectangle or a line."""
        self.layout.setdefault("shapes", []).append(properties)

    def add_hrect(self, y0: float, y1: float, **look: Any) -> None:
        """Add a band over the whole width."""
        self.add_shape(type="rect", x0=0, x1=1, xref="x domain", y0=y0, y1=y1, yref="y", **look)

    def add_vrect(self, x0: float, x1: float, **look: Any) -> None:
        """Add a band over the whole height."""
        self.add_shape(type="rect", x0=x0, x1=x1, xref="x", y0=0, y1=1, yref="y domain", **look)

    def add_hline(self, y: float, **look: Any) -> None:
        """Add a line over the whole width."""
        self.add_shape(type="line", x0=0, x1=1, xref="x domain", y0=y, y1=y, yref="y", **look)

    def add_vline(self, x: float, **look: Any) -> None:
        """Add a line over the whole height."""
        self.add_shape(type="line", x0=x, x1=x, xref="x", y0=0, y1=1, yref="y domain", **look)

    def update_layout(self, settings: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Set properties of the layout, whole ones."""
        self.layout.update({**(settings or {}), **properties})

    def update_xaxes(self, settings: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Set properties of the axis to the right."""
        self.layout.setdefault("xaxis", {}).update({**(settings or {}), **properties})

    def update_yaxes(self, settings: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Set properties of the axis upwards."""
        self.layout.setdefault("yaxis", {}).update({**(settings or {}), **properties})
