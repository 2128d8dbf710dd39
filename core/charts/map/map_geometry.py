"""Where everything lies on the map: axes, points, intervals, frontier; as coordinates and as pixels."""

import math
from dataclasses import dataclass, replace

from core.charts.map.map_scale import AxisScale, best_value, make_scale
from core.charts.theme import Frame
from core.measures import Better
from core.views import MapPoint, RiskUtilityMap

Spot = tuple[float, float]

WORST = 3.5
"""How far the axis of utility reaches, in what shuffled columns lose."""


@dataclass(frozen=True)
class MapGeometry:
    """The two axes and which of them runs to the right.

    Parameters
    ----------
    utility, risk : AxisScale
    swapped : bool
        False: utility to the right, risk upwards; True: the other way round.
    """

    utility: AxisScale
    risk: AxisScale
    swapped: bool

    @property
    def across(self) -> AxisScale:
        """The axis that runs to the right."""
        return self.risk if self.swapped else self.utility

    @property
    def up(self) -> AxisScale:
        """The axis that runs upwards."""
        return self.utility if self.swapped else self.risk

    def turned(self, utility: float, risk: float) -> Spot:
        """Return a (utility, risk) pair of anything as (x, y)."""
        return (risk, utility) if self.swapped else (utility, risk)

    def spot(self, point: MapPoint) -> Spot:
        """Return the coordinates (x, y) at which a point is drawn."""
        return self.turned(self.utility.shown(point.utility), self.risk.shown(point.risk))

    def beyond(self, point: MapPoint) -> tuple[int, int]:
        """Return in which direction (x, y; -1, 0, 1 in coordinates) a point lies beyond the axes."""
        x, y = self.turned(self.utility.beyond(point.utility), self.risk.beyond(point.risk))
        return int(x), int(y)

    def intervals(self, point: MapPoint) -> tuple[Spot | None, Spot | None]:
        """Return the ends of the intervals along x and y, as coordinates within the axes."""
        ends = [
            None if interval is None else (scale.clipped(interval[0]), scale.clipped(interval[1]))
            for scale, interval in ((self.utility, point.utility_interval), (self.risk, point.risk_interval))
        ]
        return (ends[1], ends[0]) if self.swapped else (ends[0], ends[1])

    def frontier(self, points: tuple[MapPoint, ...]) -> list[Spot]:
        """Return the corners of the step line through the Pareto-optimal scenarios.

        Between two of them the better utility costs the higher risk at once: the step goes along the
        risk axis first.
        """
        spots = sorted({(self.utility.shown(p.utility), self.risk.shown(p.risk)) for p in points if p.pareto})
        corners: list[Spot] = []
        for utility, risk in spots:
            if corners:
                corners.append((corners[-1][0], risk))
            corners.append((utility, risk))
        return [self.turned(*corner) for corner in corners]

    def pixel(self, frame: Frame, spot: Spot) -> Spot:
        """Return a coordinate (x, y) in pixels from the chart's top left corner."""
        x = frame.left + self.across.fraction(spot[0]) * frame.plot_width
        y = frame.top + (1 - self.up.fraction(spot[1])) * frame.plot_height
        return x, y

    def interval_lines(self, point: MapPoint) -> list[list[Spot]]:
        """Return the interval bars of a point as lines."""
        x, y = self.spot(point)
        across, up = self.intervals(point)
        lines: list[list[Spot]] = []
        if across:
            lines.append([(across[0], y), (across[1], y)])
        if up:
            lines.append([(x, up[0]), (x, up[1])])
        return lines


def make_geometry(
    content: RiskUtilityMap,
    *,
    risk_limit: float | None = None,
    log_risk: bool = False,
    swapped: bool = False,
    risk_end: float | None = None,
) -> MapGeometry:
    """Span both axes over the scenarios; references that lie far off do not squeeze them.

    With ``risk_end`` the risk axis ends there, whatever the scenarios' risks.
    """
    points = content.scenario_points()
    references = sorted((p for p in content.points if p.kind != "scenario"), key=lambda p: p.kind == "no release")
    utilities = [v for p in (*points, *content.of_nobody) for v in (p.utility, *(p.utility_interval or ()))]
    risks = [v for p in points for v in (p.risk, *(p.risk_interval or ()))]
    limits = [] if risk_limit is None else [risk_limit]
    known = content.resolution
    bands = [] if known is None else [end for band in (known.fresh, known.shuffled) for end in (band.low, band.high)]
    first, last = ([p.utility for p in part] for part in (references[:1], references[1:]))
    utility = make_scale(
        _with_information(utilities, content),
        [*first, *bands, *last],
        content.utility.measure,
        reverse=content.utility.measure.better is Better.LOWER,
    )
    risk = make_scale(
        risks,
        [*limits, *(p.risk for p in references)],
        content.risk.measure,
        reverse=content.risk.measure.better is Better.HIGHER,
        log=log_risk,
    )
    if risk_end is not None:
        low = content.risk.measure.bounds[0]
        risk = replace(risk, low=low if math.isfinite(low) else 0.0, high=risk_end)
    return MapGeometry(utility, risk, swapped)


def _with_information(utilities: list[float], content: RiskUtilityMap) -> list[float]:
    """Leave out utilities far worse than shuffled columns: those files are drawn at the edge, with their value.

    One file that keeps nothing would otherwise press all others into a corner.
    """
    best = best_value(content.utility.measure)
    if content.resolution is None or not math.isfinite(best):
        return utilities
    shuffled = content.resolution.shuffled
    lost = max(abs(end - best) for end in (shuffled.low, shuffled.high))
    return [u for u in utilities if abs(u - best) <= WORST * lost] or utilities
