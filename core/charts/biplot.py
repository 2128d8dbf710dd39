"""Scenarios as points and measures as arrows in one plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from core.charts.drawing import Drawing
from core.charts.map.label_placement import Surroundings, place_labels
from core.charts.map.label_places import Label
from core.charts.text import escaped, shortened, text_width
from core.charts.theme import SHAPES, Frame, Palette, axis, palette
from core.statistics.arrays import Floats
from core.views import Biplot, Overview
from core.wording import percent

LONGEST = 26
PHONE = 330
MOST_ARROWS = 8
"""Arrows with a label; the longest ones."""


def biplot_figure(
    overview: Overview, plane: Biplot, *, chosen: str | None = None, width: int = 760, dark: bool = False
) -> go.Figure:
    """Draw near what is alike: an arrow points to where its measure is better.

    Parameters
    ----------
    overview : Overview
    plane : Biplot
    chosen : str or None
        The scenario to emphasise.

    Returns
    -------
    plotly Figure
        A click on a point gives ``customdata == scenario``.
    """
    colours = palette(dark)
    frame = Frame(width, 460, 50, 20, 14, 46)
    figure = Drawing(frame)
    reach = 1.15 * float(np.abs(plane.points).max()) or 1.0
    tips = 0.9 * reach / float(np.hypot(*plane.arrows.T).max()) * plane.arrows
    named = np.argsort(-np.hypot(*tips.T), kind="stable")[:MOST_ARROWS]
    for k, j in enumerate(plane.used):
        figure.add_annotation(_arrow(tips[k], overview.columns[j].measure.is_risk, colours, faded=k not in named))
    figure.add_scatter(
        x=plane.points[:, 0],
        y=plane.points[:, 1],
        mode="markers",
        marker={
            "size": [14 if name == chosen else 11 for name in overview.scenarios],
            "symbol": [SHAPES[i % len(SHAPES)] for i in range(len(overview.scenarios))],
            "color": [colours.scenarios[i % len(colours.scenarios)] for i in range(len(overview.scenarios))],
        },
        customdata=list(overview.scenarios),
        hovertext=[f"<b>{escaped(name)}</b>" for name in overview.scenarios],
        hoverinfo="text",
    )
    texts: list[tuple[str, Floats, int, str | None]] = [
        (name, plane.points[i], 12 if name == chosen else 11, None) for i, name in enumerate(overview.scenarios)
    ]
    texts += [
        (overview.columns[plane.used[int(k)]].name, tips[k], 10, _colour(overview, plane, int(k), colours))
        for k in named
    ]
    _add_names(figure, texts, plane.points, frame, reach, colours)
    titles = [f"Component {k + 1} ({percent(share, 0)} of the differences)" for k, share in enumerate(plane.explained)]
    figure.update_xaxes(axis(range=(-reach, reach), title={"text": titles[0], "standoff": 6}, zeroline=True))
    figure.update_yaxes(axis(range=(-reach, reach), title={"text": titles[1], "standoff": 6}, zeroline=True))
    return figure.finished()


def _arrow(tip: Floats, is_risk: bool, colours: Palette, *, faded: bool) -> dict[str, object]:
    plain = {"ax": 0, "ay": 0, "xref": "x", "yref": "y", "axref": "x", "ayref": "y", "showarrow": True, "text": ""}
    look = {"arrowhead": 2, "arrowwidth": 1.2, "arrowcolor": colours.limit if is_risk else colours.frontier}
    return {**plain, **look, "x": float(tip[0]), "y": float(tip[1]), "opacity": 0.25 if faded else 0.8}


def _colour(overview: Overview, plane: Biplot, k: int, colours: Palette) -> str:
    return colours.limit if overview.columns[plane.used[k]].measure.is_risk else colours.frontier


def _add_names(
    figure: Drawing,
    texts: Sequence[tuple[str, Floats, int, str | None]],
    points: Floats,
    frame: Frame,
    reach: float,
    colours: Palette,
) -> None:
    """Write the names where they cover no point and no other name, at this width and on a phone."""
    frames = (frame, replace(frame, width=PHONE))
    shown = [shortened(name, LONGEST) for name, *_ in texts]
    labels = [
        Label(
            ((text_width(text, size), 1.35 * size),),
            tuple(_pixel(f, spot, reach) for f in frames),
            7.0,
            1.0 if colour is None else 0.5,
        )
        for text, (_, spot, size, colour) in zip(shown, texts, strict=True)
    ]
    around = [
        Surroundings(
            (f.left + 2.0, f.top + 2.0, f.width - f.right - 2.0, f.height - f.bottom - 2.0),
            np.array([[x - 7, y - 7, x + 7, y + 7] for x, y in (_pixel(f, p, reach) for p in points)]),
            np.zeros((0, 4)),
        )
        for f in frames
    ]
    for text, (_name, spot, size, colour), place in zip(shown, texts, place_labels(labels, around), strict=True):
        if place is not None:
            figure.add_annotation(
                x=float(spot[0]),
                y=float(spot[1]),
                showarrow=False,
                text=escaped(text) if colour != colours.limit else f"<i>{escaped(text)}</i>",
                xshift=place.dx,
                yshift=-place.dy,
                xanchor={-1: "right", 0: "center", 1: "left"}[place.across],
                yanchor={-1: "bottom", 0: "middle", 1: "top"}[place.down],
                font={"size": size} if colour is None else {"size": size, "color": colour},
            )


def _pixel(frame: Frame, spot: Floats, reach: float) -> tuple[float, float]:
    x, y = (float(spot[0]) / reach + 1) / 2, (1 - float(spot[1]) / reach) / 2
    return frame.left + x * frame.plot_width, frame.top + y * frame.plot_height
