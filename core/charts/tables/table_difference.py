"""A table by area: how many records each cell gained or lost, shaded; cells of few records are marked."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import FONT_SIZE, Frame, axis, colour_at, colour_scale, palette, text_on
from core.views import TableCell, TableCells

MOST_AREAS, MOST_LEVELS = 40, 16
"""Areas and levels that are drawn; the cells of further ones stand in the table alone."""

NUMBERS_UP_TO = 8
"""With more levels the numbers stand in the hover text only: they would overlap on a phone."""

ROW, LONGEST_LABEL = 24, 18


def drawn_part(table: TableCells) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the areas and levels that are drawn: where there are too many, those that changed most, in order."""
    by_area: dict[str, float] = dict.fromkeys(table.areas, 0.0)
    by_level: dict[str, float] = dict.fromkeys(table.levels, 0.0)
    for cell in table.cells:
        by_area[cell.area] += abs(cell.difference)
        by_level[cell.level] += abs(cell.difference)
    return _most(by_area, MOST_AREAS), _most(by_level, MOST_LEVELS)


def _most(sizes: dict[str, float], most: int) -> tuple[str, ...]:
    kept = set(sorted(sizes, key=lambda name: -sizes[name])[:most])
    return tuple(name for name in sizes if name in kept)


def table_difference_figure(table: TableCells, *, width: int = 1040, dark: bool = False) -> go.Figure:
    """Draw masked less original of every cell.

    Parameters
    ----------
    table : TableCells
        With at least one cell.

    Returns
    -------
    plotly Figure
        Blue: more records than in the original, orange: fewer; a dot marks a cell of few records.
    """
    colours = palette(dark)
    areas, levels = drawn_part(table)
    cells = {(c.area, c.level): c for c in table.cells}
    grid = [[cells[area, level] for level in levels] for area in areas]
    z = np.array([[c.difference for c in row] for row in grid])
    end = max(1.0, float(np.abs(z).max(initial=0.0)))
    rows, columns = ([shortened(x, LONGEST_LABEL) for x in names] for names in (areas, levels))
    left = int(max(text_width(x, FONT_SIZE) for x in rows)) + 12
    angle = -45 if len(columns) <= NUMBERS_UP_TO else -90
    top = int((0.75 if angle == -45 else 1.0) * max(text_width(x, FONT_SIZE) for x in columns)) + 22
    figure = Drawing(Frame(width, top + ROW * len(rows) + 10, left, 36, top, 10))
    figure.add_heatmap(
        z=z.astype(np.float32), zmin=-end, zmax=end, colorscale=colour_scale(colours.difference), showscale=False,
        xgap=1.5, ygap=1.5, hovertext=[[_hover(c) for c in row] for row in grid], hoverinfo="text",
    )  # fmt: skip
    inks = [[text_on(colour_at(colours.difference, 0.5 + c.difference / end / 2)) for c in row] for row in grid]
    _add_numbers(figure, grid, inks)
    _add_marks(figure, grid, inks)
    plain = {"showgrid": False}
    figure.update_xaxes(
        axis(
            **plain,
            side="top",
            range=(-0.5, len(columns) - 0.5),
            tickvals=list(range(len(columns))),
            ticktext=[escaped(x) for x in columns],
            tickangle=angle,
        )
    )
    figure.update_yaxes(
        axis(
            **plain,
            range=(len(rows) - 0.5, -0.5),
            tickvals=list(range(len(rows))),
            ticktext=[escaped(x) for x in rows],
        )
    )
    return figure.finished()


def _add_numbers(figure: Drawing, grid: list[list[TableCell]], inks: list[list[str]]) -> None:
    if len(grid[0]) > NUMBERS_UP_TO:
        return
    places = [(i, j) for i in range(len(grid)) for j in range(len(grid[0]))]
    figure.add_scatter(
        x=[j for _, j in places],
        y=[i for i, _ in places],
        mode="text",
        text=[f"{grid[i][j].difference:+,.0f}" if abs(grid[i][j].difference) >= 0.5 else "0" for i, j in places],
        textfont={"size": 11, "color": [inks[i][j] for i, j in places]},
        hoverinfo="skip",
    )


def _add_marks(figure: Drawing, grid: list[list[TableCell]], inks: list[list[str]]) -> None:
    """Dot the cells of few records in their upper right corner."""
    small = [(i, j) for i, row in enumerate(grid) for j, cell in enumerate(row) if cell.small]
    figure.add_scatter(
        x=[j + 0.4 for _, j in small],
        y=[i - 0.28 for i, _ in small],
        mode="markers",
        marker={"symbol": "circle", "size": 5, "color": [inks[i][j] for i, j in small]},
        hoverinfo="skip",
    )


def _hover(cell: TableCell) -> str:
    lines = [
        f"<b>{escaped(cell.area)} · {escaped(cell.level)}</b>",
        f"Original {cell.original:,}, masked {cell.masked:,.6g} ({cell.difference:+,.6g})",
    ]
    return "<br>".join([*lines, "few records: internal"] if cell.small else lines)
