"""Every version against every limit: a row a file, a column a rule, dots with intervals, hollow where none holds."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from core.assessment import measure_by_id
from core.charts.compare.columns import NARROWEST, WIDTH, ColumnHead
from core.charts.drawing import Drawing
from core.charts.text import escaped, shortened, wrapped
from core.charts.theme import Frame, Palette, axis, palette, row_axis
from core.decision import Judgement, Requirement, Verdict

ROW, TOP, BOTTOM, LEFT, GAP = 26, 52, 26, 226, 0.025
LONGEST_NAME, LONGEST_REASON = 26, 220
LOOKS = {Verdict.MET: ("circle", "go"), Verdict.NOT_MET: ("square", "stopped")}
"""Shape and colour of a dot; of any other verdict it is a diamond, as on the map."""


@dataclass(frozen=True)
class LimitRow:
    """One file against every limit.

    Parameters
    ----------
    head : ColumnHead or None
        None: the original.
    judgements : tuple of Judgement
        In the order of the rules.
    hollow : tuple of str
        Why each figure does not hold or compare; "" where it does.
    """

    head: ColumnHead | None
    judgements: tuple[Judgement, ...]
    hollow: tuple[str, ...]

    @property
    def name(self) -> str:
        """The number, as on the map, with the name; escaped."""
        if self.head is None:
            return "Original"
        name = f"{self.head.number} {escaped(shortened(self.head.name, LONGEST_NAME))}"
        return f"<b>{name}</b>" if self.head.chosen else name


def limit_rows_figure(
    rows: Sequence[LimitRow], rules: Sequence[Requirement], titles: Sequence[str], *, dark: bool = False
) -> go.Figure:
    """Draw each file against each rule.

    Parameters
    ----------
    rows : sequence of LimitRow
    rules : sequence of Requirement
    titles : sequence of str
        A rule with its limit, in words.

    Returns
    -------
    plotly Figure
        Circle: met; square: not met; diamond: not known. Beyond the dotted limit it is shaded.
    """
    colours, wide = palette(dark), (1 - GAP * (len(rules) - 1)) / len(rules)
    figure = Drawing(Frame(WIDTH, TOP + ROW * len(rows) + BOTTOM, LEFT, 12, TOP, BOTTOM))
    for place, (rule, title) in enumerate(zip(rules, titles, strict=True)):
        domain = (place * (wide + GAP), place * (wide + GAP) + wide)
        suffix = str(place + 1) if place else ""
        _add_limit(figure, rule, suffix, colours)
        figure.layout[f"xaxis{suffix}"] = _value_axis(rows, rule, place, domain)
        _add_dots(figure, rows, place, suffix, colours)
        lines = "<br>".join(escaped(line) for line in wrapped(title, (NARROWEST - LEFT) * wide, 11)[:3])
        figure.add_annotation(
            xref="paper", yref="paper", x=domain[0], y=1, yshift=4, xanchor="left", yanchor="bottom", align="left",
            showarrow=False, text=lines, font={"size": 11},
        )  # fmt: skip
    figure.update_yaxes(row_axis([row.name for row in rows], ticklabelstandoff=6))
    for place, row in enumerate(rows):
        if row.head is not None and row.head.chosen:
            figure.add_shape(
                type="rect", xref="paper", yref="y", x0=0, x1=1, y0=place - 0.5, y1=place + 0.5, layer="below",
                line={"width": 1, "color": colours.chosen},
            )  # fmt: skip
    return figure.finished()


def _value_axis(
    rows: Sequence[LimitRow], rule: Requirement, place: int, domain: tuple[float, float]
) -> dict[str, object]:
    figures = [row.judgements[place] for row in rows]
    ends = [x for j in figures if j.value is not None for x in (j.value, *(j.interval or ()))]
    span = max([*ends, rule.highest]) - min([*ends, rule.highest, 0.0]) or 1.0
    low, high = min([*ends, rule.highest, 0.0]), max([*ends, rule.highest])
    written = ".0%" if all(measure_by_id(j.measure).is_share for j in figures) else "~g"
    return axis(
        domain=list(domain), anchor="y", range=[low - 0.04 * span, high + 0.06 * span], tickformat=written, nticks=4,
        tickangle=0,
    )  # fmt: skip


def _add_limit(figure: Drawing, rule: Requirement, suffix: str, colours: Palette) -> None:
    ends = {"xref": f"x{suffix}", "yref": "paper", "y0": 0, "y1": 1, "layer": "below"}
    line = {"color": colours.limit, "width": 1.5, "dash": "dot"}
    figure.add_shape(type="line", x0=rule.highest, x1=rule.highest, line=line, **ends)
    far = -1e9 if rule.at_least else 1e9
    figure.add_shape(type="rect", x0=rule.highest, x1=far, fillcolor=colours.limit_area, line={"width": 0}, **ends)


def _add_dots(figure: Drawing, rows: Sequence[LimitRow], place: int, suffix: str, colours: Palette) -> None:
    drawn = [(i, row, row.judgements[place]) for i, row in enumerate(rows)]
    valued = [(i, row, j, j.value) for i, row, j in drawn if j.value is not None]
    looks = [_look(j, row.hollow[place]) for _i, row, j, _x in valued]
    inks = [getattr(colours, colour) for _shape, colour in looks]
    figure.add_scatter(
        x=[x for *_rest, x in valued], y=[i for i, *_rest in valued], xaxis=f"x{suffix}", mode="markers",
        marker={
            "symbol": [shape for shape, _c in looks], "size": 10, "color": inks, "line": {"width": 1.6, "color": inks},
        },
        error_x={
            "type": "data", "symmetric": False, "thickness": 1.4, "width": 0, "color": colours.muted,
            "array": [max(0.0, j.interval[1] - x) if j.interval else 0.0 for _i, _r, j, x in valued],
            "arrayminus": [max(0.0, x - j.interval[0]) if j.interval else 0.0 for _i, _r, j, x in valued],
        },
        customdata=[[row.head.name if row.head else ""] for _i, row, *_rest in valued],
        hovertext=[_hover(row, j, row.hollow[place]) for _i, row, j, _x in valued],
        hoverinfo="text", cliponaxis=False,
    )  # fmt: skip
    for i, row, judgement in drawn:
        if judgement.value is None:
            figure.add_annotation(
                xref=f"x{suffix} domain", yref="y", x=0, y=i, xanchor="left", showarrow=False,
                text=judgement.verdict.value, font={"size": 10, "color": colours.muted},
                hovertext=_hover(row, judgement, ""),
            )  # fmt: skip


def _look(judgement: Judgement, hollow: str) -> tuple[str, str]:
    shape, colour = LOOKS.get(judgement.verdict, ("diamond", "cannot_tell"))
    return f"{shape}-open" if hollow else shape, colour


def _hover(row: LimitRow, judgement: Judgement, hollow: str) -> str:
    measure = measure_by_id(judgement.measure)
    said = judgement.verdict.value if judgement.value is None else measure.value_text(judgement.value)
    lines = [row.name, f"{escaped(measure.name)}: {said}"]
    if judgement.interval is not None:
        lines.append("95% interval " + " to ".join(map(measure.value_text, judgement.interval)))
    why = hollow or "; ".join(judgement.reasons)
    return "<br>".join([*lines, *map(escaped, wrapped(shortened(why, LONGEST_REASON), 320, 11) if why else ())])
