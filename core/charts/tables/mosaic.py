"""Mosaic plots: areas are shares of the records, shaded by their change against the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.message import message_figure
from core.charts.panels import TICK_SIZE, PanelGrid
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, Palette, axis, colour_at, palette, text_on, transparent
from core.views import MosaicView
from core.wording import percent

HEIGHTS = {1: 260, 2: 250, 3: 270}
"""Height of a panel, in pixels, by the number of variables."""

LEAST_SCALE = 0.05
"""The strongest colour stands for a change of this share of the records at least."""

CODE_END = " · "
"""What stands between a category's code and what it means."""

LEAST_LETTERS = 4
"""A label that is cut shorter says nothing."""

LETTER = 6.2
"""Width of a letter within a tile, in pixels."""


@dataclass(frozen=True)
class Tile:
    """One rectangle of a mosaic, in shares of the panel, and the cell it stands for."""

    cell: tuple[int, ...]
    x: float
    y: float
    width: float
    height: float


def mosaic_figure(
    panels: Sequence[tuple[str, MosaicView]], *, columns: int = 2, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw one to three variables of several files next to one another.

    Parameters
    ----------
    panels : sequence of (str, MosaicView)
        Title and cross-classification; the original among them, without a change.

    Returns
    -------
    plotly Figure
        The first variable is split across, the second upwards, the third across again; of a single one all
        is split upwards. Blue tiles have more records than in the original, orange ones fewer.
    """
    if not any(view.labels for _, view in panels):
        return message_figure(panels[0][1].reason if panels else "nothing to draw")
    colours = palette(dark)
    variables = len(panels[0][1].variables)
    columns = min(columns, len(panels))
    title, below = 50 if columns > 2 else 36, 34 if variables > 1 else 10
    grid = PanelGrid(len(panels), columns, HEIGHTS[variables], title, below)
    figure = Drawing(Frame(width, grid.total_height + 8, 8, 8, 4, 4))
    figure.update_layout(bargap=0)
    scale = strongest_change(panels)
    for place, (name, view) in enumerate(panels):
        _add_axes(figure, grid, place, view)
        grid.add_title(figure, place, name)
        if view.labels and view.n:
            _add_tiles(figure, grid, place, view, scale, colours)
        else:
            grid.add_reason(figure, place, view.reason or "no records")
    return figure.finished()


def strongest_change(panels: Sequence[tuple[str, MosaicView]]) -> float:
    """Return the change in the share of records that the strongest colour stands for, in 0..1."""
    return max(LEAST_SCALE, *(float(np.abs(view.change()).max(initial=0.0)) for _, view in panels))


def tiles(view: MosaicView) -> Iterator[Tile]:
    """Yield the rectangles of a mosaic; those without records are left out."""
    yield from _split(view, (), (0.0, 0.0, 1.0, 1.0), across=len(view.variables) > 1)


def _split(
    view: MosaicView, cell: tuple[int, ...], box: tuple[float, float, float, float], *, across: bool
) -> Iterator[Tile]:
    if len(cell) == len(view.variables):
        yield Tile(cell, *box)
        return
    inner = view.counts[cell]
    sizes = inner.reshape(inner.shape[0], -1).sum(axis=1) / inner.sum()
    x, y, width, height = box
    for i, size in enumerate(sizes):
        if size > 0:
            part = (x, y, width * size, height) if across else (x, y, width, height * size)
            yield from _split(view, (*cell, i), part, across=not across)
        x, y = (x + width * size, y) if across else (x, y + height * size)


def _add_tiles(figure: Drawing, grid: PanelGrid, place: int, view: MosaicView, scale: float, colours: Palette) -> None:
    suffix = "" if place == 0 else str(place + 1)
    drawn, change = list(tiles(view)), view.change()
    shades = [_shade(view, tile, float(change[tile.cell]), scale, colours) for tile in drawn]
    figure.add_bar(
        x=[t.x + t.width / 2 for t in drawn],
        width=[t.width for t in drawn],
        base=[t.y for t in drawn],
        y=[t.height for t in drawn],
        marker={
            "color": [shade for shade, _ in shades],
            "line": {"color": transparent(colours.reference, 0.45), "width": 1},
        },
        hovertext=[_hover(view, t, float(change[t.cell])) for t in drawn],
        hoverinfo="text",
        xaxis=f"x{suffix}",
        yaxis=f"y{suffix}",
    )
    written = [(t, ink, text) for t, (_, ink) in zip(drawn, shades, strict=True) if (text := _text(view, t, grid))]
    figure.add_scatter(
        x=[t.x + t.width / 2 for t, _, _ in written],
        y=[t.y + t.height / 2 for t, _, _ in written],
        mode="text",
        text=[text for _, _, text in written],
        textfont={"size": TICK_SIZE, "color": [ink for _, ink, _ in written]},
        hoverinfo="skip",
        xaxis=f"x{suffix}",
        yaxis=f"y{suffix}",
    )


def _shade(view: MosaicView, tile: Tile, change: float, scale: float, colours: Palette) -> tuple[str, str]:
    """Return the colour of a tile and of the text on it."""
    if view.expected is None:
        strength = (0.16, 0.30)[sum(tile.cell) % 2]
        return transparent(colours.reference, strength), colours.ink
    colour = colour_at(colours.difference, 0.5 + change / scale / 2)
    red, green, blue = (round(c) for c in colour)
    return f"rgb({red}, {green}, {blue})", text_on(colour)


def _text(view: MosaicView, tile: Tile, grid: PanelGrid) -> str:
    """Return the category within a tile and its share, as far as there is room; nothing where there is none."""
    wide, high = tile.width * grid.panel_width, tile.height * grid.height
    label = view.labels[-1][tile.cell[-1]]
    if high < 1.3 * TICK_SIZE:
        return ""
    letters = int(wide / LETTER)
    share = percent(float(view.counts[tile.cell]) / view.n, 0)
    whole = f"{label} {share}"
    if len(whole) <= letters:
        return escaped(whole)
    return escaped(fitting(label, letters))


def fitting(label: str, letters: int) -> str:
    """Return a category as far as there is room: in full, its code alone, its beginning, or nothing."""
    code = label.partition(CODE_END)[0]
    for text in (label, code):
        if len(text) <= letters:
            return text
    return shortened(label, letters) if letters >= LEAST_LETTERS else ""


def _hover(view: MosaicView, tile: Tile, change: float) -> str:
    lines = [
        f"{escaped(name)}: <b>{escaped(view.labels[i][tile.cell[i]])}</b>" for i, name in enumerate(view.variables)
    ]
    count = int(view.counts[tile.cell])
    lines.append(f"{percent(count / view.n, 2)} of the records ({count:,})")
    if view.expected is not None:
        lines.append(f"{100 * change:+.2f} points against the original")
    return "<br>".join(lines)


def _add_axes(figure: Drawing, grid: PanelGrid, place: int, view: MosaicView) -> None:
    suffix = "" if place == 0 else str(place + 1)
    across, upward = grid.domains(place)
    ticks, texts = _columns(view, grid.panel_width)
    horizontal = axis(
        domain=across,
        anchor=f"y{suffix}",
        range=(0, 1),
        showgrid=False,
        tickvals=ticks,
        ticktext=texts,
        tickangle=0,
        tickfont={"size": TICK_SIZE},
    )
    if len(view.variables) > 1:
        horizontal["title"] = {"text": f"<b>{escaped(shortened(view.variables[0], 24))}</b>", "standoff": 2}
    vertical = axis(domain=upward, anchor=f"x{suffix}", range=(0, 1), showgrid=False, showticklabels=False)
    figure.update_layout({f"xaxis{suffix}": horizontal, f"yaxis{suffix}": vertical})


def _columns(view: MosaicView, width: float) -> tuple[list[float], list[str]]:
    """Return the middles of the first variable's columns that have room for a label, and the labels."""
    if len(view.variables) < 2 or not view.labels or not view.n:
        return [], []
    shares = view.counts.reshape(view.counts.shape[0], -1).sum(axis=1) / view.n
    middles = np.cumsum(shares) - shares / 2
    ticks, texts = [], []
    for label, share, middle in zip(view.labels[0], shares, middles, strict=True):
        letters = int(share * width / LETTER)
        shown = fitting(label, letters)
        if shown and text_width(shown, TICK_SIZE) <= share * width + LETTER:
            ticks.append(float(middle))
            texts.append(escaped(shown))
    return ticks, texts
