"""The map with what is chosen on it, and the same as a table."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.charts import MapPlaces, as_clicked, place_map_labels, risk_utility_map_figure
from core.decision import Decision, Purpose
from core.measures import Better, Measure
from core.statistics.reproducible import above
from core.views import MapPoint, RiskUtilityMap, axis_resolution, risk_utility_map, with_folded_sets
from core.wording import counted
from pages.components.cached import cached
from pages.components.charts import chart, is_dark, picture_buttons
from pages.components.compare.map_settings import MapSettings, about_utility, map_as_kept
from pages.components.downloads import numbers, of_rows
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value
from pages.components.methods.drawer import method_links
from pages.components.risk.exports import confidential_download
from pages.components.selection import MOST, choose_scenario, pin

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
        "Dominated (another is no worse on both axes)": [_dominated(p, ru_map) for p in points],
        REPETITIONS: [None if p.pareto_share is None else 100 * p.pareto_share for p in points],
        "Cannot be distinguished from": [plain(", ".join(p.equals)) for p in points],
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


CHART, OF_DECISION, FILTER = "map_chart", "map_of_decision", "versions_filter"
HEIGHT, LOW = 440, 330
"""Pixels: next to a table of twelve rows, and above what is asked on the same page, it fits a window of 1440 x 900."""


def map_chart(
    comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings, decision: Decision, chosen: str,
    choose: Callable[[Sequence[str]], None],
) -> None:  # fmt: skip
    """Draw the map; a click on a point or a stack, or a box, chooses its files."""
    _drawn(comparison, ru_map, settings, decision, chosen, CHART, choose, HEIGHT)
    st.caption(" ".join(_how_to_read(comparison, ru_map, settings)))
    about_utility(comparison, ru_map, settings)
    with st.container(horizontal=True):
        picture_buttons(CHART)
        method_links([settings.utility.measure, settings.risk.measure], "map")


def map_of_decision(comparison: Comparison, purpose: Purpose, decision: Decision, chosen: str) -> None:
    """Draw the map as it is kept, next to what is said of the chosen file; a click chooses another one."""
    settings = map_as_kept(comparison, purpose)
    ru_map = cached(risk_utility_map, comparison, utility=settings.utility, risk=settings.risk)
    _drawn(comparison, ru_map, settings, decision, chosen, OF_DECISION, lambda names: choose_scenario(names[0]), LOW)
    picture_buttons(OF_DECISION)


def _drawn(
    comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings, decision: Decision, chosen: str, key: str,
    choose: Callable[[Sequence[str]], None], height: int,
) -> None:  # fmt: skip
    shown = ru_map if settings.intervals else cached(_without_intervals, ru_map)
    shown = cached(with_folded_sets, shown) if settings.folded else shown
    figure = cached(
        risk_utility_map_figure,
        shown,
        decision,
        chosen=chosen,
        risk_limit=settings.limit,
        log_risk=settings.logarithmic,
        swapped=settings.swapped,
        zoom=settings.zoom,
        order=tuple(s.name for s in comparison.scenarios),
        height=height,
        dark=is_dark(),
        place=_cached_places,
        numbered=True,
    )

    def chosen_points() -> None:
        if names := _chosen_points(key):
            choose(names)

    chart(figure, key, "Risk-utility map; the table of versions holds the same figures", box=chosen_points, wide=False)


def _chosen_points(key: str) -> list[str]:
    """Return the files of the points that were clicked, or lie in the box."""
    points = st.session_state[key]["selection"]["points"]
    return list(dict.fromkeys(name for p in points for name in as_clicked(p.get("customdata") or [])))


def filter_versions(names: Sequence[str]) -> None:
    """List only these versions; all where there are none."""
    st.session_state[FILTER] = tuple(names)


def choose_on_map(shown: Sequence[str]) -> Callable[[Sequence[str]], None]:
    """Return what a choice on the map does: one file is looked at, several are listed and shown side by side."""

    def choose(names: Sequence[str]) -> None:
        if len(names) > 1:
            filter_versions(names)
            pin(names[:MOST])
        choose_scenario(names[0])
        if len(names) == 1 and names[0] not in shown:
            pin([*shown, names[0]])

    return choose


def _how_to_read(comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings) -> list[str]:
    """Return what the directions and the bars mean, and which files the zoom leaves out."""
    said = ["Right is more risky, high is more useful." if settings.swapped else "Right is more useful, low is safer."]
    if settings.intervals:
        said.append("Bars: 95% intervals.")
    if settings.zoom and settings.limit is not None:
        risks = [p.risk for p in ru_map.scenario_points()]
        within = [r for r in risks if not above(r, settings.limit)]
        nearest = value(settings.risk.measure, min(risks, default=0.0))
        said.append(
            (
                f"{counted(len(within), 'file', 'files')} of {len(risks)} within the acceptable risk; the others "
                "are left out."
            )
            if within
            else f"No file lies within the acceptable risk; the lowest is {nearest}."
        )
    if _other_bands(comparison, ru_map):
        said.append("Grey bands: of files with the original's size and detail.")
    return [*said, "Click points, or draw a box, to compare them."]


def _other_bands(comparison: Comparison, ru_map: RiskUtilityMap) -> bool:
    """Whether a file of another size or less detail is judged by bands of its own, not by those drawn."""
    drawn, measure = ru_map.resolution, ru_map.utility.measure.id
    return drawn is not None and any(
        (own := axis_resolution(s, measure)) and own != drawn for s in comparison.scenarios
    )


def _cached_places(
    points: object, geometry: Hashable, frames: Hashable, risk_limit: float | None, chosen: str | None, numbered: bool
) -> MapPlaces:
    """Return where the labels go; looked for once, whichever scenario is chosen."""
    known = {"geometry": geometry, "frames": frames, "risk_limit": risk_limit, "chosen": chosen}
    return cached(place_map_labels, points, **known, numbered=numbered)


def not_drawn(ru_map: RiskUtilityMap) -> None:
    """Say which scenarios cannot be drawn, and why."""
    for name, reason in ru_map.missing:
        st.info(f"**{md(name)}** cannot be drawn. {md(reason, 400)}", icon=":material/visibility_off:")


def map_table_part(ru_map: RiskUtilityMap) -> None:
    """Show the map as a table, and which scenarios cannot be drawn and why."""
    not_drawn(ru_map)
    table = map_table(ru_map)
    st.dataframe(table, alt="All points of the map, with intervals where a figure has one",
                 column_config=numbers(table, **{REPETITIONS: "%.0f"}), **of_rows(len(table)))  # fmt: skip
    confidential_download(table, "risk_utility_map")


def _without_intervals(ru_map: RiskUtilityMap) -> RiskUtilityMap:
    return replace(ru_map, points=tuple(replace(p, utility_interval=None, risk_interval=None) for p in ru_map.points))
