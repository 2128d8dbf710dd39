"""All published figures of every version: a row each, a dot a figure, by how far it lies from the original's."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import Frame, Palette, axis, palette, row_axis, transparent
from core.statistics.estimates import NORMAL_95
from core.views import IntervalRow, IntervalRows

WIDTH, NAMES, COUNTS = 1090, 190, 110
"""Pixels of the chart, of the versions' names, and of the counts at the right."""

ROW, ABOVE, BELOW = 30, 22, 40
LONGEST = 26
END = 6.0
"""Standard errors at which dots that lie farther are drawn: as arrows."""


def published_dots_figure(
    figures: Mapping[str, IntervalRows], numbers: Sequence[str], *, chosen: str = "", dark: bool = False
) -> go.Figure:
    """Draw every figure of every version.

    Parameters
    ----------
    figures : mapping of str to IntervalRows
        By name; versions in the same order in each.
    numbers : sequence of str
        Names of all versions, whose places are their numbers.
    chosen : str
        The version whose name is underlined.

    Returns
    -------
    plotly Figure
        The version that keeps fewest comes first. Filled: inside the original's 95% interval. A click on a dot gives
        ``customdata == [version, figure]``.
    """
    colours = palette(dark)
    by_version: dict[str, dict[str, IntervalRow]] = {}
    for name, rows in figures.items():
        for row in rows.rows:
            by_version.setdefault(row.scenario, {})[name] = row
    order = sorted(by_version, key=lambda version: _kept(by_version[version]))
    figure = Drawing(Frame(WIDTH, ABOVE + ROW * len(order) + BELOW, NAMES, COUNTS, ABOVE, BELOW))
    figure.add_vrect(
        -NORMAL_95, NORMAL_95, fillcolor=transparent(colours.reference, 0.12), line={"width": 0}, layer="below"
    )
    for place, version in enumerate(order):
        _add_dots(figure, place, version, by_version[version], colours)
    names = [f"{numbers.index(version) + 1} {escaped(shortened(version, LONGEST))}" for version in order]
    texts = [f"<b><u>{n}</u></b>" if v == chosen else n for v, n in zip(order, names, strict=True)]
    figure.update_yaxes(row_axis(texts))
    title = "Standard errors from the original's figure; grey: inside its 95% interval"
    figure.update_xaxes(axis(range=(-END - 0.4, END + 0.4), title={"text": title, "standoff": 6}, dtick=2))
    return figure.finished()


def _kept(rows: Mapping[str, IntervalRow]) -> tuple[float, float]:
    """Return the share of figures inside, and how near the farthest one lies."""
    inside = sum(bool(row.inside) for row in rows.values()) / max(1, len(rows))
    return inside, -max((abs(row.difference_in_se or 0.0) for row in rows.values()), default=0.0)


def _add_dots(figure: Drawing, place: int, version: str, rows: Mapping[str, IntervalRow], colours: Palette) -> None:
    known = [(name, row, row.difference_in_se) for name, row in rows.items() if row.difference_in_se is not None]
    figure.add_scatter(
        x=[min(max(x, -END), END) for _name, _row, x in known], y=[place] * len(known), mode="markers",
        marker={
            "size": 10, "symbol": [_symbol(row, x) for _name, row, x in known], "line": {"width": 1.5}, "opacity": 0.8,
            "color": [colours.masked if row.inside else colours.limit for _name, row, _x in known],
        },
        customdata=[[version, name] for name, _row, _x in known], hoverinfo="text",
        hovertext=[_said(version, name, row, x) for name, row, x in known],
        selected={"marker": {"opacity": 0.8}}, unselected={"marker": {"opacity": 0.8}},
    )  # fmt: skip
    lost = len(rows) - sum(row.figure is not None for row in rows.values())
    counts = f"{sum(bool(row.inside) for row in rows.values())} of {len(rows)} inside"
    figure.add_annotation(
        xref="paper", yref="y", x=1, y=place, xanchor="left", xshift=8, showarrow=False, align="left",
        text=f"{counts}<br>{lost} lost" if lost else counts, font={"size": 11},
    )  # fmt: skip
    farthest = max(known, key=lambda each: abs(each[2]), default=None)
    if farthest is not None and not farthest[1].inside:
        left = farthest[2] > 0
        figure.add_annotation(
            xref="x", yref="y", x=min(max(farthest[2], -END), END), y=place, showarrow=False,
            xanchor="right" if left else "left", xshift=-9 if left else 9,
            text=escaped(shortened(farthest[0], LONGEST)), font={"size": 11, "color": colours.muted},
        )  # fmt: skip


def _symbol(row: IntervalRow, x: float) -> str:
    shape = "circle" if abs(x) <= END else "triangle-right" if x > 0 else "triangle-left"
    return shape if row.inside else f"{shape}-open"


def _said(version: str, name: str, row: IntervalRow, x: float) -> str:
    values = [f"{f['estimate']:,.4g}" for f in (row.original, row.figure) if f is not None]
    lines = [f"{' became '.join(values)}: {x:+.2f} standard errors", *row.flags]
    said = [escaped(part) for line in lines for part in wrapped(line, 360, 12)]
    return "<br>".join([f"<b>{escaped(name)}</b>, {escaped(version)}", *said])
