"""The map in four figures: the best scenario within the limit, what it keeps, what it risks, the frontier."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.measures import Better
from core.statistics.reproducible import above, sort_value
from core.views import MapPoint, RiskUtilityMap
from core.wording import _
from pages.components.escaping import md, plain
from pages.components.figures_in_words import interval, value
from pages.components.risk_utility_map.map_settings import MapSettings


def best_within(points: tuple[MapPoint, ...], settings: MapSettings) -> MapPoint | None:
    """Return the scenario with the most utility among those whose risk figure holds and is acceptable."""
    sign = 1 if settings.utility.measure.better is Better.HIGHER else -1
    allowed = [p for p in points if not above(p.risk, settings.limit) and not p.validity]
    return max(allowed, key=lambda p: (sort_value(sign * p.utility), -sort_value(p.risk)), default=None)


def map_summary(ru_map: RiskUtilityMap, settings: MapSettings) -> MapPoint | None:
    """Show the figures; return the best scenario within the limit."""
    points = ru_map.scenario_points()
    best = best_within(points, settings)
    utility, risk = ru_map.utility.measure, ru_map.risk.measure
    grid = st.grid(5, min_column_width=150)
    with grid.cell(column_span=2), st.container(key="card_best", height="stretch"):
        st.metric(
            _("Best within the risk limit"),
            md(best.name) if best else _("None"),
            _("most utility at or below the limit") if best else _("every scenario is above the limit"),
            delta_color="off",
            delta_arrow="off",
        )
    _figure(grid, "utility", utility.name, value(utility, best.utility) if best else "–", _spread(best, True, ru_map))
    _figure(grid, "risk", _("Risk"), value(risk, best.risk) if best else "–", _spread(best, False, ru_map))
    optimal, hollow = sum(p.pareto for p in points), sum(bool(p.validity) for p in points)
    note = _("{n_points} dominated").format(n_points=len(points) - optimal - hollow) + (
        f", {hollow} †" if hollow else ""
    )
    _figure(
        grid,
        "frontier",
        _("On the frontier"),
        _("{optimal} of {n_points}").format(optimal=optimal, n_points=len(points)),
        note,
    )
    return best


def _figure(grid: object, name: str, label: str, shown: str, note: str) -> None:
    with grid.cell(), st.container(key=f"card_figure_{name}", height="stretch"):  # type: ignore[attr-defined]
        st.metric(label, shown, note or None, delta_color="off", delta_arrow="off")


def _spread(point: MapPoint | None, of_utility: bool, ru_map: RiskUtilityMap) -> str:
    if point is None:
        return ""
    ends = point.utility_interval if of_utility else point.risk_interval
    measure = ru_map.utility.measure if of_utility else ru_map.risk.measure
    return interval(measure, ends)


def _frontier(point: MapPoint) -> str:
    if point.kind != "scenario":
        return "–"
    return "yes" if point.pareto else _("not judged") if point.validity else "no"


def map_table(ru_map: RiskUtilityMap) -> pd.DataFrame:
    """Return the points as a table, best utility first; numbers on the measures' own scales."""
    sign = 1 if ru_map.utility.measure.better is Better.HIGHER else -1
    points = sorted(ru_map.points, key=lambda p: (p.kind != "scenario", -sign * p.utility))
    return pd.DataFrame({
        _("Scenario"): [plain(p.name) for p in points],
        _("Utility"): [p.utility for p in points],
        "from": [p.utility_interval[0] if p.utility_interval else None for p in points],
        "to": [p.utility_interval[1] if p.utility_interval else None for p in points],
        _("Risk"): [p.risk for p in points],
        _("risk from"): [p.risk_interval[0] if p.risk_interval else None for p in points],
        _("risk to"): [p.risk_interval[1] if p.risk_interval else None for p in points],
        _("Risk is the"): [p.rate or plain(ru_map.risk.measure.name) for p in points],
        _("Frontier"): [_frontier(p) for p in points],
        _("On it in draws"): [p.pareto_share for p in points],
        _("Cannot be told apart from"): [plain(", ".join(p.equals)) for p in points],
        _("Risk does not hold or compare because"): [plain(" ".join(p.validity)) for p in points],
    })  # fmt: skip
