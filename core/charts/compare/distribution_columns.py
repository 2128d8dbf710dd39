"""Distributions of variables, a row each, over the original's own bins: the original first, then one column a file."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from core.charts.compare.columns import FIRST, WIDTH, ColumnHead, domains
from core.charts.drawing import Drawing, Properties
from core.charts.panels import TICK_SIZE, compact_number, fitting_labels
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import Frame, Palette, axis, palette, transparent
from core.views import FileShares, OwnDetail, ShareStep
from core.wording import percent

ROW, BELOW, ABOVE = 92, 22, 20
"""Pixels of a row's panels, beneath them for ticks, and above them for the variable's name."""

HEAD = 24
BLANK = 0.09
"""Width of the bar of blanks, and its distance from the bins, as shares of all bins."""

TICKS = 3
LONGEST_TICK = 9
BLANKS = "blank"
MEANS = " · "
"""Between a code and what it means: a tick has room for the code alone, what is pointed at says both."""


def distribution_columns_figure(
    details: Sequence[OwnDetail], heads: Sequence[ColumnHead], *, reference: int | None = None,
    difference: bool = False, alike: bool = False, dark: bool = False,
) -> go.Figure:  # fmt: skip
    """Draw each variable in the original and in every file.

    Parameters
    ----------
    details : sequence of OwnDetail
        A row each.
    heads : sequence of ColumnHead
        One a file.
    reference : int or None
        The place of the file that differences are to; None: the original.
    difference : bool
        Draw by how much each share is larger or smaller than the reference's.
    alike : bool
        Beneath a variable that is recoded, draw it once more with the original coded as each file is.

    Returns
    -------
    plotly Figure
        Rows share one axis to the right and one upwards; a band is a wide hatched step.
    """
    colours, block = palette(dark), ROW + BELOW + ABOVE
    rows = [row for detail in details for row in _rows(detail, alike=alike and not difference)]
    figure = Drawing(Frame(WIDTH, HEAD + block * len(rows), 0, 0, HEAD, 0))
    columns = [(0.0, FIRST - 0.015), *domains(len(heads))]
    for row, (detail, name, grounds) in enumerate(rows):
        base = detail.original if reference is None else detail.versions[reference]
        files = [detail.original, *detail.versions]
        shown = [detail.original, *(file.less(base) for file in detail.versions)] if difference else files
        top = _highest(shown[1:] if difference else [*shown, *grounds])
        bottom = 1 - (row + 1) / len(rows) + BELOW / (block * len(rows))
        upward = (bottom, bottom + ROW / (block * len(rows)))
        for column, (file, across) in enumerate(zip(shown, columns, strict=True)):
            panel = _suffix(row * len(columns) + column)
            ground = None if difference or column == 0 else grounds[column - 1]
            _add_panel(figure, panel, detail, file, ground, colours, original=column == 0)
            ends = (0.0, _highest([file]) * 1.08) if column == 0 and difference else (-top * difference, top * 1.08)
            _add_axes(figure, panel, detail, (across, upward), ends, named=column == 0)
            note = file.reason or _elsewhere(file)
            if note:
                _add_note(figure, panel, note, colours)
        _add_name(figure, name, upward[1])
    figure.update_layout(bargap=0, barmode="overlay")
    _add_titles(figure, ["Original, shares" if difference else "Original", *(h.title for h in heads)], colours)
    return figure.finished()


def _rows(detail: OwnDetail, *, alike: bool) -> list[tuple[OwnDetail, str, Sequence[FileShares]]]:
    """Return the rows of a variable: its name, and what lies behind each file."""
    own = [detail.original] * len(detail.versions)
    rows: list[tuple[OwnDetail, str, Sequence[FileShares]]] = [(detail, detail.name, own)]
    recoded = [ground for ground in detail.alike if not ground.reason and ground != detail.original]
    if alike and recoded:
        rows.append((detail, f"{detail.name}, grey: the original coded as each version is", detail.alike))
    return rows


def _suffix(place: int) -> str:
    return str(place + 1) if place else ""


def _highest(files: Sequence[FileShares]) -> float:
    heights = [abs(_height(s)) for f in files for s in f.steps] + [abs(f.blank) for f in files]
    return max(heights, default=0.0) or 0.01


def _height(step: ShareStep) -> float:
    """Return how high a step is: a share a bin, whatever its width."""
    return step.share / (step.right - step.left)


def _add_panel(
    figure: Drawing, panel: str, detail: OwnDetail, file: FileShares, ground: FileShares | None, colours: Palette, *,
    original: bool,
) -> None:  # fmt: skip
    size = len(detail.labels)
    if ground is not None:
        figure.add_trace(_bars(panel, ground, size, transparent(colours.reference, 0.32)))
    colour = colours.reference if original else colours.masked
    known = FileShares(tuple(s for s in file.steps if s.known), file.blank)
    bands = FileShares(tuple(s for s in file.steps if not s.known))
    fill = transparent(colours.reference, 0.45) if original else transparent(colour, 0.10)
    if not file.reason:
        figure.add_trace({**_bars(panel, known, size, fill, None if original else colour), **_said(detail, known)})
        if bands.steps:
            hatched = _bars(panel, bands, size, "rgba(0,0,0,0)", colour)
            pattern = {"shape": "/", "fillmode": "overlay", "fgcolor": colour, "size": 6, "solidity": 0.25}
            hatched["marker"]["pattern"] = pattern
            figure.add_trace({**hatched, **_said(detail, bands)})


def _bars(panel: str, file: FileShares, size: int, fill: str, line: str | None = None) -> Properties:
    places = [(s.left, s.right - s.left, _height(s)) for s in file.steps]
    if file.blank:
        places.append((-2 * BLANK * size, BLANK * size, file.blank))
    left, width, height = (list(each) for each in zip(*places, strict=True)) if places else ([], [], [])
    marker: Properties = {"color": fill, "line": {"width": 1.4 if line else 0, "color": line or fill}}
    return Properties(
        type="bar", x=left, y=height, width=width, offset=0, marker=marker, hoverinfo="skip", xaxis=f"x{panel}",
        yaxis=f"y{panel}",
    )  # fmt: skip


def _said(detail: OwnDetail, file: FileShares) -> Properties:
    """Return what each bar says."""
    texts = [f"{escaped(detail.between(s))}: {_written(s.share)}" for s in file.steps]
    texts += [f"{BLANKS}: {_written(file.blank)}"] if file.blank else []
    return {"hovertext": texts, "hoverinfo": "text"}


def _written(share: float) -> str:
    return percent(share) if share >= 0 else f"−{percent(-share)}"


def _add_axes(
    figure: Drawing, panel: str, detail: OwnDetail, domain: tuple[tuple[float, float], tuple[float, float]],
    ends: tuple[float, float], *, named: bool,
) -> None:  # fmt: skip
    size = len(detail.labels)
    ticks, texts = _ticks(detail)
    blank = any(f.blank for f in (detail.original, *detail.versions))
    if blank:
        ticks, texts = [-1.5 * BLANK * size, *ticks], ["∅", *texts]
    left = -2.3 * BLANK * size if blank else -0.02 * size
    across = axis(
        domain=domain[0], anchor=f"y{panel}", showgrid=False, showline=True, range=(left, size * 1.01), tickvals=ticks,
        ticktext=texts, tickangle=0, tickfont={"size": TICK_SIZE},
    )  # fmt: skip
    upward = axis(domain=domain[1], anchor=f"x{panel}", range=ends, showticklabels=False, nticks=3, showgrid=named)
    figure.update_layout({f"xaxis{panel}": across, f"yaxis{panel}": upward})


def _ticks(detail: OwnDetail) -> tuple[list[float], list[str]]:
    """Return a few ends of bins, or the middles of single values and categories that have room."""
    if not detail.edges:
        width = WIDTH * (FIRST - 0.015)
        coded = all(MEANS in label for label in detail.labels)
        labels = [label.partition(MEANS)[0] if coded else shortened(label, LONGEST_TICK) for label in detail.labels]
        places, texts = fitting_labels(labels, width * (1 - 2.3 * BLANK))
        return [place + 0.5 for place in places], texts
    finite = [i for i, edge in enumerate(detail.edges) if np.isfinite(edge)]
    step = max(1, -(-len(finite) // TICKS))
    return [float(i) for i in finite[::step]], [compact_number(detail.edges[i]) for i in finite[::step]]


def _elsewhere(file: FileShares) -> str:
    return f"{percent(file.elsewhere)} in other values" if file.elsewhere > 0 else ""


def _add_note(figure: Drawing, panel: str, note: str, colours: Palette) -> None:
    lines = wrapped(shortened(note, 60), WIDTH * (FIRST - 0.02), 11)
    figure.add_annotation(
        xref=f"x{panel} domain", yref=f"y{panel} domain", x=0.02, y=0.98, xanchor="left", yanchor="top", align="left",
        showarrow=False, text="<br>".join(map(escaped, lines)), font={"size": 11, "color": colours.muted},
        bgcolor=transparent(colours.background, 0.75),
    )  # fmt: skip


def _add_name(figure: Drawing, name: str, top: float) -> None:
    figure.add_annotation(
        xref="paper", yref="paper", x=0, y=top, xanchor="left", yanchor="bottom", yshift=2, showarrow=False,
        text=f"<b>{escaped(shortened(name, 60))}</b>", font={"size": 12},
    )  # fmt: skip


def _add_titles(figure: Drawing, titles: Sequence[str], colours: Palette) -> None:
    for title, (left, _right) in zip(titles, [(0.0, 0.0), *domains(len(titles) - 1)], strict=True):
        figure.add_annotation(
            xref="paper", yref="paper", x=left, y=1, xanchor="left", yanchor="bottom", yshift=4, showarrow=False,
            text=title, font={"size": 11, "color": colours.muted},
        )  # fmt: skip
