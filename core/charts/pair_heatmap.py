"""The heatmap of pairwise utility: a triangle of cells, clickable, with what cannot be tested set apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing, Properties
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, Palette, axis, colour_scale, palette
from core.wording import percent, trimmed_percent

LABELS_UP_TO = 60
"""With more variables only the chosen pair's names stand at the axes."""

HATCHED_UP_TO = 60
LONGEST_NAME = 16
GAP = 1.5
SMALL_CELL, LARGE_CELL = 5.0, 34.0
COLOUR_BAR_ROOM = 64


def pair_heatmap_figure(
    names: Sequence[str],
    values: NDArray[np.float64],
    *,
    steps: NDArray[np.str_] | None = None,
    marked: NDArray[np.bool_] | None = None,
    chosen: tuple[str, str] | None = None,
    title: str = "Utility",
    difference: bool = False,
    width: int = 640,
    dark: bool = False,
) -> go.Figure:
    """Draw a symmetric matrix of pairs as a triangle.

    Parameters
    ----------
    names : sequence of str, (k,)
    values : float array (k, k)
        Utility in 0..1, or the difference of two utilities in -1..1; the lower triangle is drawn. NaN: the
        pair cannot be tested, or a variable was removed; drawn grey and hatched, apart from "no loss".
    steps : str array (k, k) or None
        What decided each pair, in words, for the hover text.
    marked : bool array (k, k) or None
        Cells with a dot: a change that a fresh survey may show as well.
    chosen : (str, str) or None
        The pair to frame, in either order.
    title : str
        Of the colour bar.
    difference : bool
        Blue where the first scenario is better, orange where worse, on a symmetric scale.
    width : int
        Pixels that the chart is expected to get; cells stretch with the page.

    Returns
    -------
    plotly Figure
        A click on a cell gives ``customdata == [a, b]``, b the variable that comes first.

    Raises
    ------
    ValueError
        Fewer than two variables, or a matrix of another size.
    """
    size = len(names)
    if size < 2 or np.shape(values) != (size, size):
        raise ValueError(f"{size} variables need a {size} x {size} matrix of at least two")
    colours = palette(dark)
    frame, cell = _frame(names, width)
    triangle = np.where(np.tri(size, k=-1, dtype=bool), values, np.nan)[1:, :-1]
    figure = Drawing(frame)
    untestable = np.isnan(triangle) & np.tri(size - 1, dtype=bool)
    _add_untestable(figure, untestable, colours, hatched=size <= HATCHED_UP_TO, gap=_gap(cell))
    figure.add_trace(_cells(triangle, title, colours, difference=difference, gap=_gap(cell)))
    if marked is not None and size <= LABELS_UP_TO:
        rows, columns = np.nonzero(np.tri(size, k=-1, dtype=bool) & marked & ~np.isnan(values))
        dot = {"symbol": "circle", "size": max(2.0, cell / 6), "color": colours.hatch}
        figure.add_scatter(x=columns, y=rows - 1, mode="markers", marker=dot, hoverinfo="skip")
    figure.add_trace(_click_layer(names, np.asarray(values), steps, cell, difference=difference))
    _add_axes(figure, names, chosen)
    if chosen is not None:
        _frame_cell(figure, names, chosen, colours)
    if untestable.any():
        _add_key(figure, colours, frame)
    return figure.finished()


def _frame(names: Sequence[str], width: int) -> tuple[Frame, float]:
    """Return the chart's size, and the cells' side in pixels."""
    shown = [shortened(n, LONGEST_NAME) for n in names] if len(names) <= LABELS_UP_TO else ["n" * 9]
    longest = max(text_width(n, 11) for n in shown)
    left, bottom = int(longest) + 14, int(0.82 * longest) + 22
    right = COLOUR_BAR_ROOM if len(names) < 4 else 8
    rows = len(names) - 1
    cell = min(max((width - left - right) / rows, SMALL_CELL), LARGE_CELL)
    height = max(cell * rows, 150)
    return Frame(width, int(height) + bottom + 10, left, right, 10, bottom), cell


def _gap(cell: float) -> float:
    return GAP if cell >= 12 else 0.5


def _cells(triangle: NDArray[np.float64], title: str, colours: Palette, *, difference: bool, gap: float) -> Properties:
    if difference:
        known = np.abs(triangle[~np.isnan(triangle)])
        end = max(0.1, float(np.ceil(10 * known.max(initial=0.0) - 1e-9)) / 10)
        low, high, scale = -end, end, colour_scale(colours.difference)
    else:
        low, high, scale = 0.0, 1.0, colour_scale(colours.loss[::-1])
    outside = len(triangle) < 3
    return Properties(
        type="heatmap",
        z=triangle.astype(np.float32),
        zmin=low,
        zmax=high,
        colorscale=scale,
        xgap=gap,
        ygap=gap,
        hoverinfo="skip",
        hoverongaps=False,
        colorbar={
            "title": {"text": escaped(title), "side": "top", "font": {"size": 11}},
            "tickvals": [low, (low + high) / 2, high],
            "ticktext": [
                f"{100 * v:+.3g}" if difference and v else trimmed_percent(v, 3) for v in (low, (low + high) / 2, high)
            ],
            "tickfont": {"size": 11},
            "thickness": 11,
            "lenmode": "fraction",
            "len": 0.9 if outside else 0.42,
            "x": 1.02 if outside else 1.0,
            "xanchor": "left" if outside else "right",
            "y": 1.0,
            "yanchor": "top",
            "xpad": 2,
            "ypad": 0,
            "outlinewidth": 0,
        },
    )


def _add_untestable(
    figure: Drawing, untestable: NDArray[np.bool_], colours: Palette, *, hatched: bool, gap: float
) -> None:
    if not untestable.any():
        return
    fill = [(0.0, colours.untestable), (1.0, colours.untestable)]
    z = np.where(untestable, np.float32(0), np.float32(np.nan))
    figure.add_heatmap(z=z, colorscale=fill, showscale=False, hoverinfo="skip", xgap=gap, ygap=gap)
    if hatched:
        x, y = _strokes(untestable)
        line = {"color": colours.hatch, "width": 1}
        figure.add_scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip")


def _strokes(cells: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the path of three rising strokes in every marked cell; NaN lifts the pen."""
    rows, columns = np.nonzero(cells)
    ends = np.array([[-0.42, -0.05], [-0.42, 0.42], [0.05, 0.42]])
    x = columns[:, None, None] + np.hstack([ends, np.full((3, 1), np.nan)])
    y = rows[:, None, None] + np.hstack([-ends[::-1], np.full((3, 1), np.nan)])
    return x.astype(np.float32).ravel(), y.astype(np.float32).ravel()


def _click_layer(
    names: Sequence[str],
    values: NDArray[np.float64],
    steps: NDArray[np.str_] | None,
    cell: float,
    *,
    difference: bool,
) -> Properties:
    """Return the invisible markers that take hover and click: a heatmap's own clicks are not passed on."""
    rows, columns = np.nonzero(np.tri(len(names), k=-1, dtype=bool))
    safe = [escaped(n) for n in names]
    texts = []
    for i, j in zip(rows, columns, strict=True):
        value = "no value" if np.isnan(values[i, j]) else _written(values[i, j], difference=difference)
        step = "" if steps is None else str(steps[i, j])
        texts.append(f"{safe[i]} × {safe[j]}<br>{value}{f' · {escaped(step)}' if step else ''}")
    hidden = {"marker": {"opacity": 0}}
    return Properties(
        type="scattergl",
        x=columns.astype(np.int16),
        y=(rows - 1).astype(np.int16),
        mode="markers",
        marker={"symbol": "square", "opacity": 0, "size": max(4.0, cell / 1.2)},
        selected=hidden,
        unselected=hidden,
        # as arrays: plotly looks at every entry of a list, several times
        customdata=np.column_stack([np.array(names, dtype=object)[place] for place in (rows, columns)]),
        hovertext=np.array(texts, dtype=object),
        hoverinfo="text",
    )


def _written(value: float, *, difference: bool) -> str:
    """Return a utility in percent, a difference of two in points."""
    return (f"{100 * value:+.1f} points") if difference else percent(value)


def _add_axes(figure: Drawing, names: Sequence[str], chosen: tuple[str, str] | None) -> None:
    rows = len(names) - 1
    everything = len(names) <= LABELS_UP_TO
    texts = [escaped(shortened(n, LONGEST_NAME)) for n in names]
    plain = {"showgrid": False, "tickfont": {"size": 11}}
    across, down = list(range(rows)), list(range(rows))
    if not everything:  # the chosen cell's column and row alone: more names would cover each other
        places = sorted(names.index(n) for n in set(chosen or ()) & set(names))
        across, down = [j for j in places[:1] if j < rows], [i - 1 for i in places[1:]]
    figure.update_xaxes(
        axis(**plain, range=(-0.5, rows - 0.5), tickvals=across, ticktext=[texts[j] for j in across], tickangle=-55)
    )
    figure.update_yaxes(axis(**plain, range=(rows - 0.5, -0.5), tickvals=down, ticktext=[texts[i + 1] for i in down]))


def _frame_cell(figure: Drawing, names: Sequence[str], chosen: tuple[str, str], colours: Palette) -> None:
    if chosen[0] not in names or chosen[1] not in names or chosen[0] == chosen[1]:
        return
    j, i = sorted(list(names).index(name) for name in chosen)
    line = {"color": colours.chosen, "width": 2.5}
    figure.add_shape(type="rect", x0=j - 0.5, x1=j + 0.5, y0=i - 1.5, y1=i - 0.5, line=line)


def _add_key(figure: Drawing, colours: Palette, frame: Frame) -> None:
    """Say below the colour bar what grey cells are."""
    below = 0.52 if frame.right < COLOUR_BAR_ROOM else 0.0
    figure.add_annotation(
        xref="paper",
        yref="paper",
        x=1.0,
        y=1 - below,
        xanchor="right",
        yanchor="top",
        showarrow=False,
        text=f"<span style='color:{colours.hatch}'>■</span> no value",
        font={"size": 11},
    )
