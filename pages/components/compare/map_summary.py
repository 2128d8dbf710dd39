"""The points of the map as a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from core.measures import Better, Measure
from core.views import MapPoint, RiskUtilityMap
from pages.components.escaping import plain

REPETITIONS = "No other better: % of random repetitions"


def map_table(ru_map: RiskUtilityMap) -> pd.DataFrame:
    """Return the points as a table, best utility first; shares in percent, other numbers on the measure's own scale."""
    utility, risk = ru_map.utility.measure, ru_map.risk.measure
    sign = 1 if utility.better is Better.HIGHER else -1
    points = sorted((*ru_map.points, *ru_map.of_nobody), key=lambda p: (p.kind != "scenario", -sign * p.utility))
    return pd.DataFrame({
        "Scenario": [plain(p.name) for p in points],
        **_columns(utility, [(p.utility, p.utility_interval) for p in points]),
        **_columns(risk, [(p.risk, p.risk_interval) for p in points]),
        "Risk is the": [p.rate or plain(risk.name) for p in points],
        "Another is better on both axes": [_dominated(p, ru_map) for p in points],
        REPETITIONS: [None if p.pareto_share is None else 100 * p.pareto_share for p in points],
        "Cannot be told apart from": [plain(", ".join(p.equals)) for p in points],
        "Risk does not hold or compare because": [plain(" ".join(p.validity)) for p in points],
    })  # fmt: skip


def _columns(
    measure: Measure, values: Sequence[tuple[float, tuple[float, float] | None]]
) -> dict[str, list[float | None]]:
    """Return a measure's values and the ends of their intervals under its name, its unit and its direction."""
    factor, unit = (100, ", %") if measure.is_share else (1, "")
    name = plain(measure.name)
    direction = "higher is better" if measure.better is Better.HIGHER else "lower is better"
    return {
        f"{name}{unit} ({direction})": [factor * x for x, _ends in values],
        f"{name} from": [factor * ends[0] if ends else None for _x, ends in values],
        f"{name} to": [factor * ends[1] if ends else None for _x, ends in values],
    }


def _dominated(point: MapPoint, ru_map: RiskUtilityMap) -> str:
    if point in ru_map.of_nobody:
        return "not compared"
    if point.kind != "scenario":
        return "–"
    return "no" if point.pareto else "not compared" if point.validity else "yes"
