"""Heatmaps of all pairs of variables, one a file: one colour scale, one order, one pointer."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.compare.columns import HEAD, WIDTH, ColumnHead, add_heads, domains
from core.charts.drawing import Drawing, Properties
from core.charts.text import escaped, shortened
from core.charts.theme import Frame, Palette, axis, colour_scale, palette
from core.views import PairPanels

ROW, LEAST, MOST = 16, 150, 420
"""Pixels of a row, and of the least and the most that all take."""

NAMED_UP_TO, LONGEST = 40, 18
KEY_ROOM = 46


def pair_columns_figure(
    panels: PairPanels, heads: Sequence[ColumnHead], *, chosen: tuple[str, str] | None = None, dark: bool = False
) -> go.Figure:
    """Draw the lower triangle of each file's matrix of pairs.

    Parameters
    ----------
    panels : PairPanels
        Of at least two variables.
    heads : sequence of ColumnHead
        One a file.
    chosen : (str, str) or None
        The pair that is ringed in every file.

    Returns
    -------
    plotly Figure
        Pointing at a cell lists the same cell of every file; a click gives ``customdata == [a, b]``.
    """
    colours, rows = palette(dark), len(panels.names) - 1
    height = min(max(ROW * rows, LEAST), MOST)
    figure = Drawing(Frame(WIDTH, HEAD + height + KEY_ROOM, 0, 0, HEAD, KEY_ROOM))
    triangle = np.tri(len(panels.names), k=-1, dtype=bool)
    for place, (head, domain) in enumerate(zip(heads, domains(len(heads)), strict=True)):
        values = np.where(triangle, panels.values[place], np.nan)[1:, :-1]
        suffix = "" if place == 0 else str(place + 1)
        figure.add_heatmap(
            z=values.astype(np.float32), xaxis=f"x{suffix}", yaxis="y", coloraxis="coloraxis",
            xgap=1 if rows < NAMED_UP_TO else 0, ygap=1 if rows < NAMED_UP_TO else 0, hoverinfo="skip",
        )  # fmt: skip
        _add_without_value(figure, np.isnan(values) & triangle[1:, :-1], suffix, colours)
        figure.add_trace(_pointer(panels, place, head, suffix, 0.8 * height / rows))
        across = axis(domain=domain, anchor="y", showgrid=False, range=(-0.5, rows - 0.5), **_names(panels, len(heads)))
        figure.update_layout({f"xaxis{suffix}": across})
    _add_rows(figure, panels, chosen)
    _add_rings(figure, panels, len(heads), chosen, colours)
    clear = {"bgcolor": "rgba(0,0,0,0)"}
    figure.update_layout(coloraxis=_scale(panels, colours), hovermode="y unified", hoversubplots="axis", modebar=clear)
    add_heads(figure, heads, colours)
    return figure.finished()


def _names(panels: PairPanels, files: int) -> Properties:
    """Return the names of the columns, which one file alone has room for."""
    count = len(panels.names) - 1
    if files > 1 or count > NAMED_UP_TO:
        return {"showticklabels": False}
    texts = [escaped(shortened(name, LONGEST)) for name in panels.names[:-1]]
    return {"side": "top", "tickvals": list(range(count)), "ticktext": texts, "tickangle": -45}


def _add_without_value(figure: Drawing, cells: np.ndarray, suffix: str, colours: Palette) -> None:
    """Set cells without a value apart from cells without a loss."""
    if cells.any():
        rows, columns = np.nonzero(cells)
        figure.add_scatter(
            x=columns, y=rows, xaxis=f"x{suffix}", yaxis="y", mode="markers", hoverinfo="skip",
            marker={"symbol": "x-thin", "size": 5, "line": {"color": colours.hatch, "width": 1}},
        )  # fmt: skip


def _pointer(panels: PairPanels, place: int, head: ColumnHead, suffix: str, size: float) -> Properties:
    """Return invisible markers that take hover and click: a heatmap's own clicks are not passed on.

    By WebGL: markers drawn as shapes answer a pointer shared by rows with another cell of the row than that below it.
    """
    rows, columns = np.nonzero(np.tri(len(panels.names), k=-1, dtype=bool))
    names = np.array(panels.names, dtype=object)
    said = [
        f"<b>{head.title}</b>: {escaped(names[j])} × {escaped(names[i])}: {escaped(str(panels.words[place, i, j]))}"
        for i, j in zip(rows, columns, strict=True)
    ]
    hidden = {"marker": {"opacity": 0}}
    return Properties(
        type="scattergl", xaxis=f"x{suffix}", yaxis="y",
        x=columns, y=rows - 1, mode="markers", marker={"symbol": "square", "opacity": 0, "size": max(4.0, size)},
        selected=hidden, unselected=hidden, customdata=np.column_stack([names[columns], names[rows]]),
        hovertext=np.array(said, dtype=object), hoverinfo="text", name=head.title,
    )  # fmt: skip


def _add_rows(figure: Drawing, panels: PairPanels, chosen: tuple[str, str] | None) -> None:
    rows = len(panels.names) - 1
    named = [i for i in range(rows) if rows <= NAMED_UP_TO or panels.names[i + 1] in (chosen or ())]
    texts = [escaped(shortened(panels.names[i + 1], LONGEST)) for i in named]
    bold = [f"<b>{t}</b>" if panels.names[i + 1] in (chosen or ()) else t for i, t in zip(named, texts, strict=True)]
    spikes = {"showspikes": True, "spikemode": "across", "spikethickness": 1, "spikedash": "solid"}
    figure.update_yaxes(
        axis(
            showgrid=False, range=(rows - 0.5, -0.5), tickvals=named, ticktext=bold, tickfont={"size": 11},
            unifiedhovertitle={"text": " "}, **spikes,
        )
    )  # fmt: skip


def _add_rings(
    figure: Drawing, panels: PairPanels, count: int, chosen: tuple[str, str] | None, colours: Palette
) -> None:
    if chosen is None or not set(chosen) <= set(panels.names) or chosen[0] == chosen[1]:
        return
    j, i = sorted(panels.names.index(name) for name in chosen)
    for place in range(count):
        figure.add_shape(
            type="rect", xref=f"x{place + 1 if place else ''}", yref="y", x0=j - 0.5, x1=j + 0.5, y0=i - 1.5,
            y1=i - 0.5, line={"color": colours.chosen, "width": 2.5}, name="ring",
        )  # fmt: skip


def _scale(panels: PairPanels, colours: Palette) -> Properties:
    """Return the one scale of all columns, its key beneath the names of the rows."""
    if panels.difference:
        known = np.abs(panels.values[~np.isnan(panels.values)])
        end = max(0.1, float(np.ceil(10 * known.max(initial=0.0) - 1e-9)) / 10)
        ends, texts, scale = (-end, end), [f"weaker −{end:g}", f"+{end:g} stronger"], colours.difference
    else:
        ends, texts, scale = (0.0, 1.0), ["0% kept", "100%"], colours.loss[::-1]
    return Properties(
        cmin=ends[0], cmax=ends[1], colorscale=colour_scale(scale),
        colorbar={
            "orientation": "h", "x": domains(len(panels.values))[0][0], "xanchor": "left", "len": 0.2, "y": 0,
            "yanchor": "top", "ypad": 10, "xpad": 0, "thickness": 8, "tickvals": list(ends), "ticktext": texts,
            "tickfont": {"size": 11}, "outlinewidth": 0, "ticklabelposition": "outside", "tickangle": 0,
        },
    )  # fmt: skip
