"""Shares of categories in both files as bars, and beside them how many points each one changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from core.charts.drawing import Drawing
from core.charts.legend import add_legend, original_and_masked
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.wording import percent

Counts = NDArray[np.int64] | NDArray[np.float64]

LONGEST_LABEL, LONGEST_ON_A_PHONE = 26, 120
ROW, LINE = 32, 8
CROSS, MOST_LINES = " × ", 3
"""Categories of crossed variables stand beneath each other, of at most so many."""

SPLIT = (0.60, 0.68)
"""Where the bars end and the differences begin, as shares of the width."""


def share_differences_figure(
    labels: Sequence[str], original: Counts, masked: Counts, *, width: int = 560, dark: bool = False
) -> go.Figure:
    """Draw the share of records by category in both files, and the difference in points beside them.

    Parameters
    ----------
    labels : sequence of str, (c,)
    original, masked : arrays (c,)
        Records, not negative.

    Returns
    -------
    plotly Figure
        Original grey, masked in colour; differences blue where the masked file has more, orange where less.
    """
    colours = palette(dark)
    shares = [np.asarray(c, dtype=np.float64) / max(1.0, float(np.sum(c))) for c in (original, masked)]
    change = 100 * (shares[1] - shares[0])
    names = [[shortened(part, LONGEST_LABEL) for part in label.split(CROSS)[:MOST_LINES]] for label in labels]
    left = min(LONGEST_ON_A_PHONE, int(max(text_width(line, 12) for name in names for line in name)) + 24)
    most = int((left - 12) / (0.6 * 12)) if left == LONGEST_ON_A_PHONE else LONGEST_LABEL
    row = ROW + LINE * (max(map(len, names)) - 1)
    frame = Frame(width, max(150, row * len(labels) + 26 + 44), left, 10, 26, 44)
    figure = Drawing(frame)
    rows = np.arange(len(labels))
    hover = _hover(labels, shares, (original, masked), change)
    for k, (share, colour) in enumerate(zip(shares, (colours.reference, colours.masked), strict=True)):
        figure.add_bar(
            x=share,
            y=rows,
            orientation="h",
            offset=(k / 2 - 0.5) * 0.72,
            width=0.36,
            marker={"color": transparent(colour, 0.55) if k == 0 else colour},
            hovertext=hover,
            hoverinfo="text",
        )
    _add_changes(figure, rows, change, hover, colours)
    _add_axes(figure, [f"<br>{CROSS}".join(escaped(shortened(line, most)) for line in name) for name in names], change)
    _add_heads(figure, colours)
    return figure.finished()


def _add_changes(
    figure: Drawing, rows: NDArray[np.int64], change: NDArray[np.float64], hover: list[str], colours: Palette
) -> None:
    figure.add_bar(
        x=change,
        y=rows,
        orientation="h",
        width=0.5,
        marker={"color": [colours.difference[5] if x > 0 else colours.difference[1] for x in change]},
        hovertext=hover,
        hoverinfo="text",
        xaxis="x2",
        yaxis="y2",
    )
    figure.add_scatter(
        x=change,
        y=rows,
        mode="text",
        text=[f"{x:+.1f}" if abs(x) >= 0.05 else "0" for x in change],
        textposition=["middle right" if x >= 0 else "middle left" for x in change],
        textfont={"size": 11},
        hoverinfo="skip",
        cliponaxis=False,
        xaxis="x2",
        yaxis="y2",
    )


def _add_axes(figure: Drawing, names: Sequence[str], change: NDArray[np.float64]) -> None:
    upward = {"range": (len(names) - 0.5, -0.5), "showgrid": False}
    # numbers stand outside the bars: leave room for them on both sides
    reach = 1.9 * max(0.5, float(np.abs(change).max(initial=0.0)))
    figure.update_layout(
        xaxis=axis(
            domain=(0.0, SPLIT[0]),
            anchor="y",
            tickformat=".0%",
            nticks=4,
            tickangle=0,
            rangemode="tozero",
            title={"text": "Share of records", "standoff": 6},
        ),
        yaxis=axis(**upward, anchor="x", tickvals=list(range(len(names))), ticktext=list(names)),
        xaxis2=axis(
            domain=(SPLIT[1], 1.0),
            anchor="y2",
            range=(-reach, reach),
            showticklabels=False,
            showgrid=False,
            zeroline=True,
            zerolinecolor="rgba(128, 142, 152, 0.75)",
            title={"text": "Points", "standoff": 6},
        ),
        yaxis2=axis(**upward, anchor="x2", showticklabels=False),
    )


def _add_heads(figure: Drawing, colours: Palette) -> None:
    add_legend(figure, original_and_masked(colours), 4)
    add_legend(figure, "<b>Difference</b>", 4, x=SPLIT[1])


def _hover(
    labels: Sequence[str],
    shares: Sequence[NDArray[np.float64]],
    counts: tuple[Counts, Counts],
    change: NDArray[np.float64],
) -> list[str]:
    return [
        (
            f"<b>{escaped(label)}</b><br>Original: {percent(shares[0][i])} ({counts[0][i]:,.6g})<br>"
            f"Masked: {percent(shares[1][i])} ({counts[1][i]:,.6g})<br>{change[i]:+.2f} points"
        )
        for i, label in enumerate(labels)
    ]
