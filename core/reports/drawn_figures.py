"""Figures drawn without a browser: points, bars and cells of a plotly figure, by matplotlib.

A plain stand-in: labels, axes and colours are those of the figure; what only a browser does (hover,
shapes with rounded ends) is left out.
"""

from __future__ import annotations

import io
import re
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure as Canvas

from core.reports.figure_data import matrix, numbers, values
from core.reports.report_model import Figure

WIDTH, DOTS = 760, 96
INK = "#10242D"
LINE_BREAK = re.compile(r"<br\s*/?>")
MARKUP = re.compile(r"</?(b|i|sub|sup|span|em|strong)\b[^<>]*>")
RGB = re.compile(r"rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)")
MARKERS = {"circle": "o", "diamond": "D", "square": "s", "triangle-up": "^", "x": "X", "cross": "P", "star": "*"}


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
    with mpl.rc_context({"svg.hashsalt": figure.name, "font.size": 9, "font.family": "sans-serif"}):
        canvas = Canvas(figsize=(WIDTH / DOTS, figure.height / DOTS), dpi=DOTS)
        axes = canvas.add_subplot()
        for trace in figure.spec.get("data", []):
            DRAWERS.get(trace.get("type", "scatter"), _points)(axes, trace)
        _axes(axes, figure.spec.get("layout", {}))
        buffer = io.BytesIO()
        canvas.savefig(
            buffer, format=form, bbox_inches="tight", metadata={"Date": None} if form == "svg" else {"Software": None}
        )
    return buffer.getvalue()


def _points(axes: Axes, trace: dict[str, Any]) -> None:
    x, y = numbers(trace.get("x")), numbers(trace.get("y"))
    marker = trace.get("marker") or {}
    if x is None or y is None or not len(x) or _unseen(trace, marker):
        return
    mode = trace.get("mode", "markers")
    colour = _colour(marker.get("color") or (trace.get("line") or {}).get("color"))
    if "lines" in mode:
        axes.plot(x, y, color=colour, linewidth=1.2)
    if "markers" in mode:
        shape = MARKERS.get(str(marker.get("symbol", "circle")).removesuffix("-open"), "o")
        axes.scatter(x, y, s=45, color=colour, marker=shape, zorder=3)
        _bars_of_error(axes, trace, x, y, colour)
    if "text" in mode:
        for place in zip(x, y, values(trace.get("text")), strict=False):
            axes.annotate(_bare(place[2]), place[:2])


def _unseen(trace: dict[str, Any], marker: dict[str, Any]) -> bool:
    return trace.get("opacity") == 0 or marker.get("opacity") == 0 or trace.get("visible") is False


def _bars_of_error(axes: Axes, trace: dict[str, Any], x: Any, y: Any, colour: str) -> None:
    for name in ("error_x", "error_y"):
        bar = trace.get(name) or {}
        above = numbers(bar.get("array"))
        if bar.get("visible") is False or above is None or len(above) != len(x):
            continue
        below = numbers(bar.get("arrayminus"))
        ends = np.abs(np.vstack([above if below is None else below, above]))
        across = name == "error_x"
        xerr, yerr = (ends if across else None), (None if across else ends)
        axes.errorbar(x, y, xerr=xerr, yerr=yerr, fmt="none", ecolor=colour, elinewidth=0.8)


def _bars(axes: Axes, trace: dict[str, Any]) -> None:
    across = trace.get("orientation") == "h"
    sizes, places = (numbers(trace.get(k)) for k in (("x", "y") if across else ("y", "x")))
    if sizes is None or places is None:
        return
    base = trace.get("base") or 0
    start = base if isinstance(base, int | float) else numbers(base)
    colour = _colour((trace.get("marker") or {}).get("color"))
    (axes.barh if across else axes.bar)(
        places, sizes, 0.62, start if start is not None else 0, color=colour, alpha=_opacity(trace)
    )


def _cells(axes: Axes, trace: dict[str, Any]) -> None:
    cells = matrix(trace.get("z"))
    if cells.size and np.isfinite(cells).any() and trace.get("showscale") is not False:
        scale = [
            (float(at), _colour(colour)) for at, colour in trace.get("colorscale") or [(0, "#042F3D"), (1, "#FFF")]
        ]
        colours = LinearSegmentedColormap.from_list("figure", scale)
        image = axes.imshow(cells, cmap=colours, vmin=trace.get("zmin"), vmax=trace.get("zmax"), aspect="auto")
        axes.figure.colorbar(image, ax=axes, shrink=0.6)


DRAWERS = {"scatter": _points, "scattergl": _points, "bar": _bars, "heatmap": _cells}


def _axes(axes: Axes, layout: dict[str, Any]) -> None:
    for name, each in (("xaxis", axes.xaxis), ("yaxis", axes.yaxis)):
        wanted = layout.get(name) or {}
        title = (wanted.get("title") or {}).get("text")
        if title:
            each.set_label_text(_bare(title))
        ticks, texts = numbers(wanted.get("tickvals")), values(wanted.get("ticktext"))
        if ticks is not None and len(ticks) and len(ticks) == len(texts):
            each.set_ticks(ticks, [_bare(t) for t in texts], rotation=45 if name == "xaxis" else 0)
        limits = numbers(wanted.get("range"))
        if limits is not None and len(limits) == 2 and wanted.get("type") != "log":
            (axes.set_xlim if name == "xaxis" else axes.set_ylim)(*limits)
        elif wanted.get("type") == "log":
            (axes.set_xscale if name == "xaxis" else axes.set_yscale)("log")
    for note in layout.get("annotations") or []:
        _annotate(axes, note)
    axes.tick_params(length=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _annotate(axes: Axes, note: dict[str, Any]) -> None:
    """Write a label of a point; what is placed by the page is left out."""
    if note.get("xref") == "paper" or note.get("yref") == "paper" or not note.get("text"):
        return
    if not isinstance(note.get("x"), int | float) or not isinstance(note.get("y"), int | float):
        return
    shift = (note.get("xshift") or note.get("ax") or 0, (note.get("yshift") or -(note.get("ay") or 0)))
    axes.annotate(
        _bare(note["text"]),
        (note["x"], note["y"]),
        xytext=shift,
        textcoords="offset pixels",
        fontsize=8,
        ha={"left": "left", "right": "right"}.get(str(note.get("xanchor")), "center"),
        va="center",
        color=INK,
    )


def _bare(text: object) -> str:
    """Return the words of a label without plotly's markup; a dollar sign starts no formula."""
    plain = LINE_BREAK.sub("\n", str(text))
    plain = MARKUP.sub("", plain)
    plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return plain.replace("$", r"\$")


def _opacity(trace: dict[str, Any]) -> float | None:
    """Return the opacity of a whole trace; None where its colours say it."""
    found = (trace.get("marker") or {}).get("opacity")
    return None if found in (None, 1) else float(found)


def _colour(colour: object) -> Any:
    """Return a plotly colour as matplotlib reads it."""
    if not isinstance(colour, str):
        return INK
    found = RGB.fullmatch(colour)
    if found is None:
        return colour
    red, green, blue = (float(part) / 255 for part in found.groups()[:3])
    return red, green, blue, float(found[4] or 1)
