"""Numbers as the screens write them: shares in percent, scores with three digits, intervals as plus or minus."""

from core.measures import Measure
from core.views import MapPoint
from core.wording import first_of
from pages.components.escaping import md

Interval = tuple[float, float] | None
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def value(measure: Measure, x: float) -> str:
    """Return a value as the measure is written."""
    return measure.value_text(x) if measure.is_share else powers_of_ten(measure.value_text(x))


def powers_of_ten(number: str) -> str:
    """Return a number in which an exponent, if it has one, is written as people write it: 9.6 × 10⁻⁷."""
    digits, letter, exponent = number.partition("e")
    return f"{digits} × 10{str(int(exponent)).translate(RAISED)}" if letter else number


def interval(measure: Measure, ends: Interval) -> str:
    """Return a 95% interval."""
    if ends is None:
        return "no interval"
    return f"{value(measure, ends[0])} to {value(measure, ends[1])}"


def probability(p: float | None) -> str:
    """Return a p-value."""
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def p_value(p: float | None) -> str:
    """Return a p-value as it is beneath a figure: "p = 0.034", "p < 0.001"."""
    shown = probability(p)
    return f"p {shown}" if shown.startswith("<") or p is None else f"p = {shown}"


def coefficient(x: float | None) -> str:
    """Return a coefficient."""
    return "–" if x is None else f"{x:.3f}"


def names(items: list[str], most: int = 6) -> str:
    """Return names, escaped, as one phrase."""
    return first_of([f"**{md(name)}**" for name in items], most)


def equal_points(point: MapPoint) -> str:
    """Return in words which scenarios a point cannot be distinguished from; escaped."""
    return f"Cannot be distinguished from {names(list(point.equals))}."
