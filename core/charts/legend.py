"""What stands above a plot and tells its colours."""

from __future__ import annotations

from core.charts.drawing import Drawing


def add_legend(
    figure: Drawing, text: str, shift: float, *, x: float = 0.0, small: bool = False, from_edge: bool = False
) -> None:
    """Write a line above the plot, from ``x`` (0 to 1) or the chart's left edge on and ``shift`` pixels up."""
    left = -figure.layout["margin"]["l"] if from_edge else 0
    figure.add_annotation(
        xref="paper", yref="paper", x=x, y=1.0, xshift=left, yshift=shift, xanchor="left", yanchor="bottom",
        showarrow=False, align="left", text=text, **({"font": {"size": 11}} if small else {}),
    )  # fmt: skip
