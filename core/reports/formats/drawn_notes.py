"""Texts, arrows and shapes of a drawn figure, and plotly's colours and markup as matplotlib reads them."""

from __future__ import annotations

import html
import re
from typing import Any

from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea
from matplotlib.patches import Rectangle
from matplotlib.transforms import Transform, blended_transform_factory

INK = "#10242D"
POINTS = 0.75
"""Points to a pixel."""

NARROWER = 0.88
"""matplotlib's own font is wider than the pages': at this size a text takes the room that the chart left for it."""

LINE_BREAK = re.compile(r"<br\s*/?>")
MARKUP = re.compile(r"</?(b|i|sub|sup|span|em|strong)\b[^<>]*>")
RGB = re.compile(r"rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)")
SQUARE = re.compile(r"<span style='color:([^']+)'>([^<]*)</span>(.*)", re.DOTALL)


def draw_shapes(axes: Axes, shapes: list[dict[str, Any]]) -> None:
    """Draw the rectangles and lines of a layout."""
    for shape in shapes:
        place = _transform(axes, shape)
        x0, x1, y0, y1 = (shape.get(k, 0) for k in ("x0", "x1", "y0", "y1"))
        line = shape.get("line") or {}
        ink, wide = colour(line.get("color")), line.get("width", 2) * POINTS
        dash = {"dot": ":", "dash": "--", "dashdot": "-."}.get(str(line.get("dash")), "-")
        order = 0.5 if shape.get("layer") == "below" else 3
        if shape.get("type") == "line":
            axes.plot([x0, x1], [y0, y1], color=ink, linewidth=wide, linestyle=dash, transform=place, zorder=order)
        elif shape.get("type") == "rect":
            fill = shape.get("fillcolor")
            rectangle = Rectangle((x0, y0), x1 - x0, y1 - y0, transform=place, zorder=order)
            rectangle.set(facecolor=colour(fill) if fill else "none", edgecolor=ink if wide else "none", linewidth=wide)
            axes.add_patch(rectangle)


def draw_notes(axes: Axes, notes: list[dict[str, Any]]) -> None:
    """Write the annotations of a layout, with their arrows."""
    for note in notes:
        if note.get("visible") is False:
            continue
        if note.get("showarrow", True):
            _arrow(axes, note)
        if note.get("text"):
            _write(axes, note)


def _write(axes: Axes, note: dict[str, Any]) -> None:
    font = note.get("font") or {}
    ink, size = colour(font.get("color")) if font.get("color") else INK, font_size(font)
    shift = (note.get("xshift") or 0) * POINTS, (note.get("yshift") or 0) * POINTS
    if note.get("showarrow", True) and note.get("axref", "pixel") == "pixel":
        shift = shift[0] + (note.get("ax") or 0) * POINTS, shift[1] - (note.get("ay") or 0) * POINTS
    across, upwards = _anchor(note, "x"), _anchor(note, "y")
    place: Any = _transform(axes, note)
    square = SQUARE.match(str(note["text"]))
    if square is None:
        weight = "bold" if is_bold(note["text"]) else "normal"
        style: dict[str, Any] = {"fontsize": size, "color": ink, "fontweight": weight, "ha": across, "va": upwards}
        point = note["x"], note["y"]
        axes.annotate(
            bare(note["text"]),
            point,
            shift,
            xycoords=place,
            textcoords="offset points",
            annotation_clip=False,
            zorder=5,
            **style,
        )
        return
    texts = [(square[2], colour(square[1])), (bare(square[3]), ink)]
    parts: list[Any] = [TextArea(text, textprops={"color": c, "fontsize": size}) for text, c in texts]
    boxed = HPacker(children=parts, pad=0, sep=0, align="baseline")
    corner = {"left": 0.0, "center": 0.5, "right": 1.0}[across], {"bottom": 0.0, "center": 0.5, "top": 1.0}[upwards]
    axes.add_artist(
        AnnotationBbox(
            boxed,
            (note["x"], note["y"]),
            xybox=shift,
            xycoords=place,
            boxcoords="offset points",
            box_alignment=corner,
            frameon=False,
            pad=0,
            annotation_clip=False,
        )
    )


def _anchor(note: dict[str, Any], side: str) -> str:
    """Return where a text stands by its point; plotly's own choice where the figure says none."""
    named = note.get(f"{side}anchor", "auto")
    ends = ("left", "center", "right") if side == "x" else ("bottom", "center", "top")
    if named in {"auto", None}:
        place = note.get(side)
        if note.get(f"{side}ref") != "paper" or not isinstance(place, int | float):
            return ends[1]
        return ends[0] if place < 1 / 3 else ends[2] if place > 2 / 3 else ends[1]
    return "center" if named == "middle" else str(named)


def _arrow(axes: Axes, note: dict[str, Any]) -> None:
    """Draw an arrow from its tail, given in data or in pixels, to its point."""
    by_data = note.get("axref", "pixel") != "pixel"
    tail = (note.get("ax") or 0, note.get("ay") or 0)
    start = tail if by_data else (tail[0] * POINTS, -tail[1] * POINTS)
    style = "-|>" if note.get("arrowhead", 1) else "-"
    wide = note.get("arrowwidth", 1) * POINTS
    axes.annotate(
        "",
        (note["x"], note["y"]),
        start,
        xycoords=_transform(axes, note),
        textcoords="data" if by_data else "offset points",
        annotation_clip=False,
        arrowprops={
            "arrowstyle": style,
            "color": colour(note.get("arrowcolor")),
            "linewidth": wide,
            "shrinkA": (note.get("startstandoff") or 0) * POINTS,
            "shrinkB": (note.get("standoff") or 0) * POINTS,
        },
    )


def _transform(axes: Axes, about: dict[str, Any]) -> Transform:
    """Return where coordinates are: in the data, or in shares of the plot."""
    sides = [axes.transData if not _by_page(about.get(f"{side}ref")) else axes.transAxes for side in ("x", "y")]
    return blended_transform_factory(*sides)


def _by_page(reference: object) -> bool:
    return str(reference) == "paper" or str(reference).endswith("domain")


def bare(text: object) -> str:
    """Return the words of a label without plotly's markup; a dollar sign starts no formula."""
    plain = LINE_BREAK.sub("\n", str(text))
    plain = MARKUP.sub("", plain)
    plain = html.unescape(plain)
    return plain.replace("$", r"\$")


def is_bold(text: object) -> bool:
    """Whether a label is set in bold."""
    return str(text).startswith("<b>")


def font_size(font: dict[str, Any]) -> float:
    """Return a size in points for plotly's in pixels."""
    return float(font.get("size", 12)) * POINTS * NARROWER


def colour(wanted: object) -> Any:
    """Return a plotly colour as matplotlib reads it."""
    if not isinstance(wanted, str):
        return INK
    match = RGB.fullmatch(wanted)
    if match is None:
        return wanted
    red, green, blue = (float(part) / 255 for part in match.groups()[:3])
    return red, green, blue, float(1 if match[4] is None else match[4])
