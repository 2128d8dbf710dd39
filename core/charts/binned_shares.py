"""Shares of records by bin as a stepped area, which answers wherever a bin is pointed at."""

from collections.abc import Sequence

import numpy as np

from core.charts.drawing import Properties
from core.charts.theme import transparent
from core.statistics.arrays import Floats, Integers


def shares_of(counts: Integers) -> Floats:
    """Return counts (n,) as shares of their sum, all 0 where that is 0."""
    return np.asarray(counts / max(1, int(counts.sum())))


def steps(ends: Floats, shares: Floats, colour: str, *, filled: bool) -> Properties:
    """Return the area under shares (n,) in bins between ``ends`` (n + 1,); ``filled`` is the one that lies behind."""
    return Properties(
        type="scatter", x=np.repeat(ends, 2), y=np.concatenate([[0.0], np.repeat(shares, 2), [0.0]]), mode="lines",
        line={"color": colour, "width": 1.5 if filled else 2.2}, fill="tozeroy",
        fillcolor=transparent(colour, 0.25 if filled else 0.12), hoverinfo="skip",
    )  # fmt: skip


def hover_bars(ends: Floats, top: float, texts: Sequence[str]) -> Properties:
    """Return invisible bars over whole bins, up to ``top``, each with its text."""
    return Properties(
        type="bar", x=(ends[:-1] + ends[1:]) / 2, y=np.full(len(ends) - 1, top), width=np.diff(ends),
        marker={"color": "rgba(0,0,0,0)"}, hovertext=list(texts), hoverinfo="text",
    )  # fmt: skip
