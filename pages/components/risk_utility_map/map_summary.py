"""The points of the map as a table."""

from __future__ import annotations

import pandas as pd

from core.measures import Better
from core.views import MapPoint, RiskUtilityMap
from core.wording import _
from pages.components.escaping import plain


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
