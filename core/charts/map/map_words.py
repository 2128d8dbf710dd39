"""What the map says of its axes and points."""

from core.charts.map.map_geometry import MapGeometry
from core.charts.map.map_scale import AxisScale
from core.charts.map.map_style import MapStyle
from core.charts.text import escaped, wrapped
from core.measures import Better
from core.views import Axis, MapPoint, RiskUtilityMap
from core.wording import percent, sentence_case

WIDEST_HOVER = 380
"""Pixels of a line of what a point says."""


def axis_words(axis: Axis, scale: AxisScale, *, risk: bool, basis: str = "") -> tuple[str, str]:
    """Return what an axis shows: the measure (and key set), and what it is about with its direction in words."""
    name = axis.measure.name + (f" ({', '.join(axis.target)})" if axis.target else "")
    higher = axis.measure.better is Better.HIGHER
    if risk:
        words = "higher is safer" if higher else "lower is safer"
    else:
        words = "higher keeps more information" if higher else "lower keeps more information"
    words = f"{basis}; {words}" if basis else words
    words += ", axis reversed" if scale.reverse else ""
    return name, words + (", log scale" if scale.log else "")


def hover_lines(content: RiskUtilityMap, geometry: MapGeometry, point: MapPoint) -> list[str]:
    """Return a point's name and its value on either axis, with the interval where it has one."""
    lines = [f"<b>{escaped(point.name)}</b>"]
    for each, scale, value, interval in (
        (content.utility, geometry.utility, point.utility, point.utility_interval),
        (content.risk, geometry.risk, point.risk, point.risk_interval),
    ):
        ends = (
            f" ({scale.words(interval[0])} to {scale.words(interval[1])})" + each.measure.interval_mark
            if interval
            else ""
        )
        lines.append(f"{escaped(each.measure.name)}: {scale.words(value)}{ends}")
    return lines


def hover_of(content: RiskUtilityMap, point: MapPoint, geometry: MapGeometry, style: MapStyle) -> str:
    """Return what a point of the map says: its figures, how it stands among the others, and why it may not go out."""
    lines = hover_lines(content, geometry, point)
    if point.kind == "sets":
        lines.append(f"Mean of {len(point.sets)} sets")
    if point.rate and point not in content.of_nobody:
        lines[-1] += f", {'' if point.at_most else 'the '}{point.rate}"
    if point in content.of_nobody:
        lines[-1] = f"{escaped(sentence_case(point.rate))}: {geometry.risk.words(point.risk)}"
    elif point.kind == "scenario":
        lines.append(_frontier_words(point))
    said = list(style.reasons(point))
    if point.equals:
        said.append("Cannot be distinguished from " + ", ".join(point.equals))
    return "<br>".join([*lines, *(escaped(line) for sentence in said for line in wrapped(sentence, WIDEST_HOVER, 12))])


def _frontier_words(point: MapPoint) -> str:
    """Say whether another scenario dominates (no worse on both axes, better on one), and how sure that is."""
    if point.validity and point.holds_alone:
        return "Not compared with the others: its risk cannot be compared with the original's"
    if point.validity:
        return "Not compared with the others: its risk figure does not hold"
    words = "No scenario dominates it" if point.pareto else "Another scenario dominates it: no worse on both axes"
    if point.pareto_share is None:
        return words
    return (
        f"{words} (so in {percent(point.pareto_share if point.pareto else 1 - point.pareto_share, 0)} of "
        "random repetitions)"
    )
