"""Synthetic files on a map of the risk of people: a strip of its own above it, a line a file, on no axis of risk."""

from core.charts.drawing import Drawing
from core.charts.map.map_geometry import MapGeometry
from core.charts.map.map_style import FINE, SIZE, MapStyle
from core.charts.map.map_words import hover_of
from core.charts.text import escaped, shortened
from core.charts.theme import Frame, transparent
from core.views import MapPoint, RiskUtilityMap
from core.wording import and_more

ROW = 18
"""Pixels of a line."""
MOST_ROWS = 6
LONGEST = 20
HEADING = "Synthetic files: records of nobody, on no axis of risk"
AXIS = "y2"


def strip_height(content: RiskUtilityMap) -> int:
    """Return the pixels that the strip takes; 0 where there is no such file."""
    return ROW * (min(len(content.of_nobody), MOST_ROWS) + 2) if content.of_nobody else 0


def add_strip(
    figure: Drawing, content: RiskUtilityMap, geometry: MapGeometry, style: MapStyle, narrowest: Frame
) -> None:
    """Draw each file at its utility, with what it tells in words; the map itself gives way."""
    if not content.of_nobody:
        return
    shown, height = content.of_nobody[:MOST_ROWS], strip_height(content)
    whole = narrowest.plot_height + height
    own = height - ROW  # a line stays free between the strip and the map
    figure.update_yaxes(domain=[0, narrowest.plot_height / whole])
    rows = len(shown) + 1
    axis = {"domain": [1 - own / whole, 1], "range": [rows - 0.5, -0.5], "visible": False, "fixedrange": True}
    figure.update_layout(yaxis2={**axis, "anchor": "x"})
    figure.add_shape(
        type="rect", xref="x domain", yref=f"{AXIS} domain", x0=0, x1=1, y0=0, y1=1, layer="below",
        line={"width": 0}, fillcolor=transparent(style.colours.muted, 0.12),
    )  # fmt: skip
    heading = HEADING + and_more(len(content.of_nobody) - len(shown))
    figure.add_annotation(
        xref="x domain", yref=AXIS, x=0, y=0, xanchor="left", xshift=4, showarrow=False, text=heading,
        font={"size": FINE, "color": style.colours.muted},
    )  # fmt: skip
    for row, point in enumerate(shown, 1):
        place, colour, shape = geometry.utility.shown(point.utility), style.colour(point), style.shape(point)
        x = geometry.across.low if geometry.swapped else place
        left = geometry.across.fraction(x) > 0.5
        figure.add_scatter(
            x=[x], y=[row], yaxis=AXIS, mode="markers+text", name=escaped(point.name), customdata=[[point.name]],
            marker={"symbol": shape, "size": SIZE, "color": colour, "opacity": 1.0, "line": {"color": colour}},
            text=[f"&nbsp;{escaped(shortened(point.name, LONGEST))}: {_told(point, geometry)}&nbsp;"],
            textposition="middle left" if left else "middle right", textfont={"size": FINE}, cliponaxis=False,
            hovertext=[hover_of(content, point, geometry, style)], hoverinfo="text",
            selected={"marker": {"opacity": 1.0}}, unselected={"marker": {"opacity": 1.0}},
        )  # fmt: skip


def _told(point: MapPoint, geometry: MapGeometry) -> str:
    """Return which share of people it is that the file tells, and how large."""
    return f"{point.short_rate} {geometry.risk.short_words(point.risk)}".strip()
