"""Figures drawn in this process, by matplotlib: points, lines, bars and cells of a plotly figure, pixel for pixel.

Size, margins, ranges, ticks and colours are those of the figure, so that labels stand where the chart placed them.
What only a screen does (hover, clicks) is left out.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import PercentFormatter

from core.reports.figure_data import matrix, numbers, values
from core.reports.formats.drawn_notes import INK, POINTS, bare, colour, draw_notes, draw_shapes, font_size, is_bold
from core.reports.report_model import Figure

WIDTH, DOTS, SHARPNESS = 760, 96, 2
"""Pixels of a page's width, pixels to an inch, and how many times finer a PNG is."""

STROKE = (2, 2, -45)
MARKERS: dict[str, Any] = {
    "circle": "o",
    "diamond": "D",
    "square": "s",
    "triangle-up": "^",
    "triangle-down": "v",
    "x": "X",
    "x-thin": "x",
    "cross": "P",
    "cross-thin": "+",
    "star": "*",
    "line-ns": "|",
    "line-ne": STROKE,
    "pentagon": "p",
    "hexagram": (6, 1, 0),
    "bowtie": ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    "star-diamond": (4, 1, 0),
    "hourglass": ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    "hexagon2": "H",
    "diamond-wide": "d",
    "star-triangle-up": (3, 1, 0),
    "star-square": (4, 1, 45),
}
MARGIN = {"l": 80, "r": 20, "t": 30, "b": 60}


def draw(figure: Figure, form: str) -> bytes:
    """Draw a figure.

    Parameters
    ----------
    figure : Figure
    form : {"svg", "png"}

    Returns
    -------
    bytes
        The same figure gives the same bytes.
    """
    layout = figure.spec.get("layout", {})
    width, height, margin = layout.get("width") or WIDTH, figure.height, {**MARGIN, **(layout.get("margin") or {})}
    with mpl.rc_context({"svg.hashsalt": figure.name, "font.size": font_size({}), "text.color": INK}):
        canvas = Canvas(figsize=(width / DOTS, height / DOTS), dpi=DOTS, facecolor="white")
        across, upwards = width - margin["l"] - margin["r"], height - margin["t"] - margin["b"]
        axes = canvas.add_axes((margin["l"] / width, margin["b"] / height, across / width, upwards / height))
        draw_shapes(axes, layout.get("shapes") or [])
        for trace in figure.spec.get("data", []):
            DRAWERS.get(trace.get("type", "scatter"), _points)(axes, trace)
        for name, axis in (("xaxis", axes.xaxis), ("yaxis", axes.yaxis)):
            _axis(axes, axis, layout.get(name) or {}, across=name == "xaxis")
        draw_notes(axes, layout.get("annotations") or [])
        buffer = io.BytesIO()
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        canvas.savefig(buffer, format=form, dpi=DOTS if form == "svg" else SHARPNESS * DOTS, metadata=metadata)
    return buffer.getvalue()


def _points(axes: Axes, trace: dict[str, Any]) -> None:
    x, y = numbers(trace.get("x")), numbers(trace.get("y"))
    marker, line = trace.get("marker") or {}, trace.get("line") or {}
    if x is None or y is None or not len(x) or _unseen(trace, marker):
        return
    mode = trace.get("mode", "markers")
    if trace.get("fill") in {"toself", "tozeroy", "tonexty"} and trace.get("fillcolor"):
        axes.fill(x, y, color=colour(trace["fillcolor"]), linewidth=0, zorder=1)
    if "lines" in mode:
        steps = {"hv": "steps-post", "vh": "steps-pre", "hvh": "steps-mid"}.get(str(line.get("shape")), "default")
        dash = {"dot": ":", "dash": "--", "dashdot": "-."}.get(str(line.get("dash")), "-")
        ink, wide = colour(line.get("color") or marker.get("color")), line.get("width", 2) * POINTS
        axes.plot(x, y, color=ink, linewidth=wide, linestyle=dash, drawstyle=steps, zorder=2)
    if "markers" in mode:
        _bars_of_error(axes, trace, x, y)
        _markers(axes, marker, x, y)
    if "text" in mode:
        for place in zip(x, y, values(trace.get("text")), strict=False):
            axes.annotate(bare(place[2]), place[:2], **_written(trace))


def _written(trace: dict[str, Any]) -> dict[str, Any]:
    """Return how the texts of points are written: in the middle of the marker, or beside it."""
    font = trace.get("textfont") or {}
    if trace.get("textposition") != "middle center":
        return {"fontsize": font_size(font)}
    centred = {"ha": "center", "va": "center", "zorder": 5}
    return {**centred, "fontsize": font_size(font), "color": colour(font.get("color")), "weight": "bold"}


def _markers(axes: Axes, marker: dict[str, Any], x: Any, y: Any) -> None:
    symbol = str(marker.get("symbol", "circle"))
    shape = MARKERS.get(symbol.removesuffix("-open"), "o")
    line = marker.get("line") or {}
    sizes = numbers(marker["size"]) if isinstance(marker.get("size"), list | dict) else marker.get("size", 6)
    area = (np.asarray(sizes, dtype=np.float64) * POINTS) ** 2
    fill, edge = _colours(marker.get("color")), _colours(line.get("color"))
    if symbol.endswith("-open"):
        fill, edge = "none", fill if line.get("color") is None else edge
    if shape in {"x", "+", "|", STROKE}:
        fill, edge = (edge if line.get("color") is not None else fill), None
    wide = line.get("width", 0) if isinstance(line.get("width", 0), int | float) else 1
    axes.scatter(
        x,
        y,
        s=area,
        c=fill,
        edgecolors=edge,
        linewidths=wide * POINTS,
        marker=shape,
        alpha=_opacity(marker),
        zorder=4,
        clip_on=False,
    )


def _colours(wanted: Any) -> Any:
    return [colour(c) for c in wanted] if isinstance(wanted, list) else colour(wanted)


def _unseen(trace: dict[str, Any], marker: dict[str, Any]) -> bool:
    return trace.get("opacity") == 0 or marker.get("opacity") == 0 or trace.get("visible") is False


def _bars_of_error(axes: Axes, trace: dict[str, Any], x: Any, y: Any) -> None:
    for name in ("error_x", "error_y"):
        bar = trace.get(name) or {}
        above = numbers(bar.get("array"))
        if bar.get("visible") is False or above is None or len(above) != len(x):
            continue
        below = numbers(bar.get("arrayminus"))
        ends = np.abs(np.vstack([above if below is None else below, above]))
        xerr, yerr = (ends, None) if name == "error_x" else (None, ends)
        ink, wide = colour(bar.get("color")), bar.get("thickness", 2) * POINTS
        axes.errorbar(x, y, xerr=xerr, yerr=yerr, fmt="none", ecolor=ink, elinewidth=wide, zorder=3)


def _bars(axes: Axes, trace: dict[str, Any]) -> None:
    across = trace.get("orientation") == "h"
    sizes, places = (numbers(trace.get(k)) for k in (("x", "y") if across else ("y", "x")))
    if sizes is None or places is None:
        return
    base, thick, marker = trace.get("base") or 0, trace.get("width") or 0.8, trace.get("marker") or {}
    start: Any = base if isinstance(base, int | float) else numbers(base)
    if not isinstance(thick, int | float):
        thick = numbers(thick)
    draw_bars: Any = axes.barh if across else axes.bar
    drawn = draw_bars(
        places, sizes, thick, 0 if start is None else start, color=_colours(marker.get("color")), alpha=_opacity(marker)
    )
    for bar, size in zip(drawn, sizes, strict=True):
        if not size:  # a PDF would show its edge
            bar.remove()


def _cells(axes: Axes, trace: dict[str, Any]) -> None:
    cells = matrix(trace.get("z"))
    if not cells.size or not np.isfinite(cells).any():
        return
    scale = [(float(at), colour(c)) for at, c in trace.get("colorscale") or [(0, "#042F3D"), (1, "#FFF")]]
    edges = [np.arange(k + 1) - 0.5 for k in cells.shape[::-1]]
    image = axes.pcolormesh(
        *edges,
        np.ma.masked_invalid(cells),
        cmap=LinearSegmentedColormap.from_list("figure", scale),
        vmin=trace.get("zmin"),
        vmax=trace.get("zmax"),
        edgecolors="white",
        linewidth=trace.get("xgap", 0) * POINTS,
        zorder=1,
    )
    if trace.get("showscale") is not False:
        _colour_bar(axes, image, trace.get("colorbar") or {})


def _colour_bar(axes: Axes, image: Any, bar: dict[str, Any]) -> None:
    """Draw the scale of colours where the figure has it: at the right edge, or right of it."""
    box = axes.get_position()
    width, height = (axes.figure.bbox.width, axes.figure.bbox.height)
    outside = bar.get("xanchor") == "left"
    left = box.x1 + (12 if outside else -46) / width
    long = box.height * bar.get("len", 1)
    scale = axes.figure.add_axes((left, box.y1 - long + (-18 if not outside else 0) / height, 11 / width, long * 0.9))
    drawn = axes.figure.colorbar(image, cax=scale)
    drawn.outline.set_visible(False)
    ticks, texts = numbers(bar.get("tickvals")), values(bar.get("ticktext"))
    if ticks is not None and len(ticks) == len(texts):
        drawn.set_ticks(ticks.tolist(), labels=[bare(t) for t in texts])
    scale.tick_params(length=0, labelsize=font_size(bar.get("tickfont") or {}), labelcolor=INK)
    scale.set_title(bare((bar.get("title") or {}).get("text") or ""), fontsize=font_size({"size": 11}), loc="center")


DRAWERS = {"scatter": _points, "scattergl": _points, "bar": _bars, "heatmap": _cells}


def _axis(axes: Axes, axis: Axis, wanted: dict[str, Any], *, across: bool) -> None:
    """Give an axis its title, ticks, range, line and grid."""
    title = wanted.get("title") or {}
    if title.get("text"):
        axis.set_label_text(bare(title["text"]), fontsize=font_size(title.get("font") or {}), color=INK)
    _scale(axes, wanted, across=across)
    side: Any = wanted.get("side") or ("bottom" if across else "left")
    if across:
        axes.xaxis.set_ticks_position(side)
    else:
        axes.yaxis.set_ticks_position(side)
    axes.tick_params(axis="x" if across else "y", length=0, labelcolor=INK, pad=4)
    _ticks(axis, wanted, side, across=across)
    for name in ("bottom", "top") if across else ("left", "right"):
        shown = name == side and bool(wanted.get("showline"))
        axes.spines[name].set_visible(shown)
        axes.spines[name].set_color(colour(wanted.get("linecolor")))
    if wanted.get("showgrid"):
        axis.grid(visible=True, color=colour(wanted.get("gridcolor")), linewidth=POINTS, zorder=0)
        axes.set_axisbelow(True)


def _scale(axes: Axes, wanted: dict[str, Any], *, across: bool) -> None:
    limits = numbers(wanted.get("range"))
    log = wanted.get("type") == "log"
    if log:
        (axes.set_xscale if across else axes.set_yscale)("log")
    if limits is not None and len(limits) == 2:
        ends = 10.0**limits if log else limits
        (axes.set_xlim if across else axes.set_ylim)(*ends)


def _ticks(axis: Axis, wanted: dict[str, Any], side: str, *, across: bool) -> None:
    ticks, texts = numbers(wanted.get("tickvals")), values(wanted.get("ticktext"))
    if ticks is not None and len(ticks) == len(texts):
        axis.set_ticks(ticks, [bare(t) for t in texts])
    elif ticks is not None:
        axis.set_ticks(ticks)
    if "%" in str(wanted.get("tickformat")):
        axis.set_major_formatter(PercentFormatter(1, 0))
    angle = wanted.get("tickangle")
    turned = -angle if isinstance(angle, int | float) else 0
    for place, label in enumerate(axis.get_ticklabels()):
        label.set_fontsize(font_size(wanted.get("tickfont") or {}))
        if place < len(texts) and is_bold(texts[place]):
            label.set_fontweight("bold")
        if turned and across:
            label.set(rotation=turned, rotation_mode="anchor", va="center", ha="left" if side == "top" else "right")


def _opacity(marker: dict[str, Any]) -> float | None:
    """Return the opacity of a whole trace; None where its colours say it."""
    opacity = marker.get("opacity")
    return float(opacity) if isinstance(opacity, int | float) and opacity != 1 else None
