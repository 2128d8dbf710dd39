"""What every variable lost in every version: four small bars a cell, and the largest of them as a number."""

from collections.abc import Sequence

import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import GRID, Frame, Palette, axis, palette, row_axis
from core.views import LOSSES, LossMatrix, VariableRow
from core.wording import percent

WIDTH, NAMES, WIDEST = 1090, 150, 150
"""Pixels of the chart, of the variables' names, and of a version's column at most."""

ROW, HEAD, KEY = 30, 44, 26
LONGEST, NAMED_FROM = 22, 60
"""Characters of a variable's name; pixels from which on a column has room for its version's."""

BAR, TALL, FOOT = 0.1, 0.76, 0.4
"""Width of a bar and height of a full one, as shares of a cell; where bars begin below its middle."""

SMALLEST = 0.005
"""A share that is written as a number: a smaller one would be 0."""

INVISIBLE = "rgba(0,0,0,0)"


def loss_matrix_figure(
    matrix: LossMatrix, *, chosen: tuple[str, str] | None = None, width: int = WIDTH, dark: bool = False
) -> go.Figure:
    """Draw the matrix.

    Parameters
    ----------
    matrix : LossMatrix
        Of at least one variable and one version.
    chosen : (str, str) or None
        Version and variable of the cell that is framed.

    Returns
    -------
    plotly Figure
        A click on a cell gives ``customdata == [version, variable]``.
    """
    colours, count = palette(dark), len(matrix.versions)
    column = min(WIDEST, (width - NAMES) / count)
    figure = Drawing(Frame(width, KEY + HEAD + ROW * len(matrix.names), NAMES, 0, KEY + HEAD, 0))
    for kind, colour in enumerate(kind_colours(colours)):
        _add_bars(figure, matrix, kind, colour)
    _add_numbers(figure, matrix, colours)
    _add_cells(figure, matrix)
    figure.update_layout(bargap=0, barmode="overlay")
    figure.update_xaxes(axis(range=(0, (width - NAMES) / column), showgrid=False, showticklabels=False))
    names = [escaped(shortened(name, LONGEST)) for name in matrix.names]
    figure.update_yaxes(row_axis(names))
    for row in range(len(names)):
        figure.add_hline(row + 0.5, line={"color": GRID, "width": 1}, layer="below")
    _add_heads(figure, matrix.versions, column, chosen)
    _add_key(figure, colours)
    if chosen and chosen[0] in matrix.versions and chosen[1] in matrix.names:
        across, down = matrix.versions.index(chosen[0]), matrix.names.index(chosen[1])
        figure.add_shape(
            type="rect", xref="x", yref="y", x0=across, x1=across + 1, y0=down - 0.5, y1=down + 0.5,
            line={"color": colours.chosen, "width": 2.5}, name="ring",
        )  # fmt: skip
    return figure.finished()


def kind_colours(colours: Palette) -> tuple[str, ...]:
    """Return the colour of each of ``LOSSES``."""
    return colours.scenarios[5], colours.frontier, colours.scenarios[4], colours.scenarios[3]


def _add_bars(figure: Drawing, matrix: LossMatrix, kind: int, colour: str) -> None:
    bars = [
        (across + 0.06 + kind * 1.15 * BAR, down + FOOT, loss)
        for down, rows in enumerate(matrix.rows)
        for across, row in enumerate(rows)
        if (loss := row.losses[kind])
    ]
    figure.add_bar(
        x=[left for left, _foot, _loss in bars], offset=0, width=BAR, base=[foot for _left, foot, _loss in bars],
        y=[-TALL * max(loss, 0.03) for _left, _foot, loss in bars], marker={"color": colour}, hoverinfo="skip",
        selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
    )  # fmt: skip


def _add_numbers(figure: Drawing, matrix: LossMatrix, colours: Palette) -> None:
    """Write the largest loss of each cell in the colour of its kind."""
    by_kind = kind_colours(colours)
    cells = [(i, j, row) for i, rows in enumerate(matrix.rows) for j, row in enumerate(rows) if _number(row)]
    figure.add_scatter(
        x=[across + 0.96 for _down, across, _row in cells], y=[down for down, _across, _row in cells], mode="text",
        text=[_number(row) for _down, _across, row in cells], textposition="middle left", hoverinfo="skip",
        textfont={"size": 11, "color": [by_kind[_largest(row)] for _down, _across, row in cells]},
    )  # fmt: skip


def _largest(row: VariableRow) -> int:
    return max(range(len(LOSSES)), key=lambda kind: row.losses[kind] or 0.0)


def _number(row: VariableRow) -> str:
    if row.removed:
        return "gone"
    if row.reason and not row.largest:
        return "?"
    return percent(row.largest, 0) if row.largest >= SMALLEST else ""


def _add_cells(figure: Drawing, matrix: LossMatrix) -> None:
    """Add invisible bars that take hover and click, a cell each."""
    cells = [(i, j) for i in range(len(matrix.names)) for j in range(len(matrix.versions))]
    clear = {"marker": {"opacity": 0}}
    figure.add_bar(
        x=[j for _i, j in cells], offset=0, width=1, base=[i + 0.5 for i, _j in cells], y=[-1] * len(cells),
        marker={"color": INVISIBLE}, selected=clear, unselected=clear, hoverinfo="text",
        hovertext=[_said(matrix.versions[j], matrix.rows[i][j]) for i, j in cells],
        customdata=[[matrix.versions[j], matrix.names[i]] for i, j in cells],
    )  # fmt: skip


def _said(version: str, row: VariableRow) -> str:
    head = f"<b>{escaped(row.name)} in {escaped(version)}</b>"
    if row.removed:
        return f"{head}<br>removed"
    lines = [
        f"{kind}: {'not known' if loss is None else percent(loss)}"
        for kind, loss in zip(LOSSES, row.losses, strict=True)
    ]
    reasons = {row.reason, row.why_not_changed if row.losses[0] is None else ""} - {""}
    said = [line for reason in sorted(reasons) for line in wrapped(reason, 360, 12)]
    return "<br>".join([head, *lines, *map(escaped, said)])


def _add_heads(figure: Drawing, versions: Sequence[str], column: float, chosen: tuple[str, str] | None) -> None:
    for place, name in enumerate(versions):
        lines = wrapped(f"{place + 1} {shortened(name, 40)}", column - 8, 11) if column >= NAMED_FROM else []
        text = "<br>".join(escaped(shortened(line, int(column / 6.6))) for line in lines[:2]) or str(place + 1)
        figure.add_annotation(
            xref="x", yref="paper", x=place + 0.05, y=1, xanchor="left", yanchor="bottom", yshift=5, align="left",
            showarrow=False, text=f"<b><u>{text}</u></b>" if chosen and name == chosen[0] else text,
            font={"size": 11},
        )  # fmt: skip


def _add_key(figure: Drawing, colours: Palette) -> None:
    marks = [
        f"<span style='color:{colour}'>■</span> {kind}"
        for kind, colour in zip(LOSSES, kind_colours(colours), strict=True)
    ]
    figure.add_annotation(
        xref="paper", yref="paper", x=0, y=1, xanchor="left", yanchor="bottom", yshift=HEAD + 4, showarrow=False,
        text=" &nbsp; ".join(marks), font={"size": 11},
    )  # fmt: skip
