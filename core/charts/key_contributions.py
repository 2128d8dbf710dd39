"""How much each key variable contributes to SUDA scores, original against masked, as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.legend import add_legend, original_and_masked
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, Palette, axis, palette, row_axis
from core.wording import percent

ROW_HEIGHT = 44
LONGEST_NAME = 20
NOT_RELEASED = "not in the masked file"


def key_contributions_figure(
    keys: Sequence[str],
    original: Mapping[str, float],
    masked: Mapping[str, float],
    *,
    width: int = 460,
    dark: bool = False,
) -> go.Figure:
    """Draw each key variable's share of the total SUDA score in both files.

    Parameters
    ----------
    keys : sequence of str
        In the order in which they stand.
    original, masked : mapping of str to float
        Share, 0..1, of the score from minimal uniques that hold the variable; without an entry: not in the file.
    """
    colours = palette(dark)
    left = int(max(text_width(shortened(k, LONGEST_NAME), 12) for k in keys)) + 20
    figure = Drawing(Frame(width, 34 + ROW_HEIGHT * len(keys) + 32, left, 48, 34, 32))
    rows = np.arange(len(keys))
    for name, shares, colour, shift in (
        ("Original", original, colours.reference, -0.18),
        ("Masked", masked, colours.masked, 0.18),
    ):
        figure.add_bar(
            x=[shares.get(k, 0.0) for k in keys],
            y=rows + shift,
            width=0.3,
            orientation="h",
            marker={"color": colour, "opacity": 0.55 if name == "Original" else 1.0},
            text=[percent(shares[k], 0) if k in shares else NOT_RELEASED for k in keys],
            textposition="outside",
            textfont={"size": 11},
            cliponaxis=False,
            hovertext=[_hover(name, k, shares) for k in keys],
            hoverinfo="text",
        )
    figure.update_layout(barmode="overlay")
    _add_axes(figure, keys)
    _add_key(figure, colours)
    return figure.finished()


def _hover(name: str, key: str, shares: Mapping[str, float]) -> str:
    words = f"{percent(shares[key])} of the score" if key in shares else NOT_RELEASED
    return f"<b>{escaped(key)}</b><br>{name}: {words}"


def _add_axes(figure: Drawing, keys: Sequence[str]) -> None:
    figure.update_xaxes(axis(range=(0, 1), tickformat=".0%", nticks=5, tickangle=0))
    figure.update_yaxes(row_axis([escaped(shortened(k, LONGEST_NAME)) for k in keys], ticklabelstandoff=6))


def _add_key(figure: Drawing, colours: Palette) -> None:
    add_legend(figure, original_and_masked(colours), 8)
