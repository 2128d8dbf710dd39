"""One axis of the map: which values it spans, where a value lies, and its ticks.

Logarithms are taken here, not by the drawing library, so that a risk of 0 keeps a place of its own.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.charts.text import number
from core.measures import Better, Measure
from core.wording import percent, trimmed_percent

PADDING = 0.07
"""Share of the span left free at either end; at the lower one no farther than the measure's bound."""

EDGE = 0.05
"""Where, as a share of the axis, a point is drawn that lies beyond it."""

ROOM_AT_EDGE = 0.1
"""Share of the span kept free for such a point."""

LEAST_SHARE = 0.04
"""An axis of shares spans at least this, or as much as its largest value where that is less: a risk of 0.4%."""

ROOM_FOR_SCENARIOS = 0.6
"""Smallest share of the axis that the scenarios keep when it is stretched to show a reference."""


@dataclass(frozen=True)
class AxisScale:
    """An axis of the map.

    Parameters
    ----------
    low, high : float
        Its ends, as coordinates: values, or their logarithms.
    share : bool
        Whether values are shares, shown in percent.
    reverse : bool
        Whether the smaller value lies to the right (above).
    zero : float or None
        On a logarithmic axis the coordinate at which 0 is drawn; None: the axis is linear.
    bounds : (float, float)
        Of the measure: no tick lies beyond.
    """

    low: float
    high: float
    share: bool
    reverse: bool
    zero: float | None
    bounds: tuple[float, float]

    @property
    def log(self) -> bool:
        """Whether the axis is logarithmic."""
        return self.zero is not None

    def coordinate(self, value: float) -> float:
        """Return where a value is drawn; on a logarithmic axis 0 (and below) has its own place."""
        if self.zero is None:
            return value
        return math.log10(value) if value > 0 else self.zero

    def beyond(self, value: float) -> int:
        """Return -1 or 1 where a value lies below or above the axis, else 0."""
        place = self.coordinate(value)
        return -1 if place < self.low else 1 if place > self.high else 0

    def shown(self, value: float) -> float:
        """Return the coordinate at which a point is drawn: just inside the end where it lies beyond."""
        span = self.high - self.low
        return {-1: self.low + EDGE * span, 0: self.coordinate(value), 1: self.high - EDGE * span}[self.beyond(value)]

    def clipped(self, value: float) -> float:
        """Return the coordinate of a value, or of the end that it lies beyond."""
        return min(max(self.coordinate(value), self.low), self.high)

    def fraction(self, coordinate: float) -> float:
        """Return how far along the axis a coordinate lies, from left or bottom, 0..1."""
        along = (coordinate - self.low) / (self.high - self.low)
        return 1 - along if self.reverse else along

    def range(self) -> tuple[float, float]:
        """Return the coordinates at the left (bottom) and right (top) end."""
        return (self.high, self.low) if self.reverse else (self.low, self.high)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Return coordinates and texts of the ticks."""
        values = self._decades() if self.log else self._steps()
        texts = [trimmed_percent(v) if self.share else f"{v:,.6g}" for v in values]
        places = [self.coordinate(v) for v in values]
        if self.zero is not None and self.low <= self.zero <= self.high:
            places, texts = [self.zero, *places], ["0", *texts]
        return places, texts

    def words(self, value: float) -> str:
        """Return a value as it is written in hover texts."""
        return percent(value, 2 if 0 < abs(value) < 0.01 else 1) if self.share else number(value)

    def short_words(self, value: float) -> str:
        """Return a value as it is written in labels: no more digits than it has."""
        return trimmed_percent(value) if self.share else number(value)

    def _steps(self) -> list[float]:
        step = _round_up((self.high - self.low) / 5)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        values = [round(i * step, 12) for i in range(first, last + 1)]
        return [v for v in values if self.bounds[0] <= v <= self.bounds[1]]

    def _decades(self) -> list[float]:
        assert self.zero is not None
        lowest = self.low if self.zero < self.low else (self.zero + PADDING * (self.high - self.low))
        decades_shown = self.high - lowest
        factors = (1, 2, 5) if decades_shown < 1.3 else (1, 3) if decades_shown < 2.2 else (1,)
        decades = range(math.floor(lowest), math.ceil(self.high) + 1)
        values = [f * 10.0**d for d in decades for f in factors]
        return [v for v in values if lowest <= math.log10(v) <= self.high and v <= self.bounds[1]]


def make_scale(
    values: Sequence[float], references: Sequence[float], measure: Measure, *, reverse: bool = False, log: bool = False
) -> AxisScale:
    """Span the scenarios and the measure's best value, and the references as far as the scenarios keep room.

    So the corner of low risk and high utility is always in sight, and no axis goes beyond what the measure can be.

    Parameters
    ----------
    values : sequence of float
        Values of the scenarios, and the ends of their intervals; of the references where there is no scenario.
    references : sequence of float
        Original, no release, risk limit: the most important first.
    measure : Measure
        Its bounds are those of the axis, and its values are written as they are.
    reverse : bool
        Whether smaller values are to lie to the right (above).
    log : bool
        Draw logarithms; where no value is positive the axis stays linear.
    """
    bounds, shares = measure.bounds, measure.is_share
    everything = [*values, *references]
    positive = [v for v in everything if v > 0]
    if not log or not positive:
        largest = max(values or references, default=0.0)
        least = min(LEAST_SHARE, largest if largest > 0 else LEAST_SHARE) if shares else 0.0
        low, high = _spanned(values, references, least)
        low, high = _padded(low, high, references)
        low, high = _with_the_best(max(low, bounds[0]), min(high, bounds[1]), measure)
        return AxisScale(low, high, shares, reverse, None, bounds)
    chosen = [math.log10(v) for v in values if v > 0] or [math.log10(positive[0])]
    logarithms = [math.log10(v) for v in references if v > 0]
    low, high = _padded(*_spanned(chosen, logarithms, 0.3), logarithms)
    zero = low - PADDING * (high - low)
    if min(everything) <= 0:
        low = zero - PADDING * (high - low)
    return AxisScale(low, high, shares, reverse, zero, bounds)


def best_value(measure: Measure) -> float:
    """Return the best value that the measure can have; infinite where it has no bound."""
    return measure.bounds[0 if measure.better is Better.LOWER else 1]


def _with_the_best(low: float, high: float, measure: Measure) -> tuple[float, float]:
    """Return the ends of an axis that reaches to the best value that the measure can have, where there is one."""
    best = best_value(measure)
    return (min(low, best), max(high, best)) if math.isfinite(best) else (low, high)


def _spanned(values: Sequence[float], references: Sequence[float], least: float) -> tuple[float, float]:
    known = values or references[:1] or [0.0]
    low, high = min(known), max(known)
    least = max(least, 0.02 * max(abs(low), abs(high)), 1e-9)
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    span = high - low
    for reference in references:
        wider = min(low, reference), max(high, reference)
        if span >= ROOM_FOR_SCENARIOS * (wider[1] - wider[0]):
            low, high = wider
    return low, high


def _padded(low: float, high: float, references: Sequence[float]) -> tuple[float, float]:
    """Leave room at both ends, and more where a reference lies beyond."""
    span = high - low
    below, above = any(r < low for r in references), any(r > high for r in references)
    return low - (PADDING + ROOM_AT_EDGE * below) * span, high + (PADDING + ROOM_AT_EDGE * above) * span


def _round_up(width: float) -> float:
    power = 10.0 ** math.floor(math.log10(width))
    return next(f * power for f in (1, 2, 2.5, 5, 10) if f * power >= width * (1 - 1e-9))
