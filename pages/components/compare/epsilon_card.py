"""Beside the map: utility and risk over the epsilon that files are declared to have."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.charts import epsilon_figure
from core.views import Axis, against_epsilon, axes, epsilon_lines
from pages.components import layout
from pages.components.cached import cached
from pages.components.charts import chart, is_dark, picture_buttons
from pages.components.compare.map_settings import MapSettings
from pages.components.downloads import of_rows
from pages.components.escaping import md, plain
from pages.components.risk.exports import confidential_download
from pages.components.selection import choose_scenario

SCALES = {True: "ε, equal ratios", False: "ε, equal steps"}
MOST_SAID = 4


def epsilon_card(comparison: Comparison, settings: MapSettings) -> None:
    """Draw both measures over epsilon, and warn where more of it looks safer or less useful."""
    st.caption(
        "ε, δ and the unit of privacy are declared by whoever made the files and are not verified here. A larger ε "
        "promises less: the file should become more useful, and may become riskier."
    )
    logarithmic = layout.one_of("Horizontal axis", SCALES, "epsilon_scale")
    chosen = []
    for place, kept, label, name in zip(
        st.columns(2), (settings.utility, settings.risk), ("Utility or loss", "Risk"), ("utility", "risk"),
        strict=True,
    ):  # fmt: skip
        with place:
            chosen.append(_axis(label, axes(comparison, risk=name == "risk"), kept, name))
            _chart(comparison, chosen[-1], logarithmic, name)
    _warn(comparison, chosen[0], chosen[1])
    table = _table(comparison, chosen)
    with st.expander("The same as a table"):
        st.dataframe(table, alt="Files by declared epsilon", **of_rows(len(table)))
        confidential_download(table, "epsilon")


def _axis(label: str, offered: Sequence[Axis], kept: Axis, name: str) -> Axis:
    """Ask for a measure, that of the map until another is chosen."""
    place = next((i for i, axis in enumerate(offered) if axis == kept), 0)
    # a key of its own for each measure of the map: a choice made on the map counts here too
    key = f"epsilon_{name}_{kept.measure.id}_{'_'.join(kept.target)}"
    chosen = st.selectbox(label, range(len(offered)), place, format_func=lambda i: plain(offered[i].name), key=key)
    return offered[chosen]


def _chart(comparison: Comparison, axis: Axis, logarithmic: bool, name: str) -> None:
    lines = cached(epsilon_lines, comparison, axis=axis)
    points = [p for line in lines for p in line.points]
    if all(p.value is None for p in points):
        st.info("None of the files with an ε has this figure.", icon=":material/visibility_off:")
    else:
        key = f"epsilon_chart_{name}"
        figure = cached(epsilon_figure, lines, axis.measure, logarithmic=logarithmic, dark=is_dark())
        alt = f"{plain(axis.measure.name)} over epsilon; the table below holds the same"
        chart(figure, key, alt, click=lambda point: choose_scenario(point[0]), wide=False)
        picture_buttons(key)
    for reason in dict.fromkeys(p.reason for p in points if p.reason):
        names = ", ".join(md(p.name, 40) for p in points if p.reason == reason)
        st.caption(f"{names}: {md(reason, 400)}")


def _warn(comparison: Comparison, utility: Axis, risk: Axis) -> None:
    """Say where the figures go against what is declared; the first few of many."""
    contradictions = against_epsilon(comparison, utility, risk)
    if contradictions:
        lines = [f"- {md(sentence, 600)}" for sentence in contradictions[:MOST_SAID]]
        st.warning("\n".join(lines), icon=":material/warning:")
        more = f"{len(contradictions):,} such comparisons." if len(contradictions) > MOST_SAID else ""
        advice = (
            "One file a setting shows its own chance too, which the intervals do not hold: look at more files of the "
            "same ε, and at what is declared, before anything is concluded."
        )
        st.caption(f"{more} {advice}".strip())


def _table(comparison: Comparison, chosen: Sequence[Axis]) -> pd.DataFrame:
    first, *others = [[p for line in epsilon_lines(comparison, axis) for p in line.points] for axis in chosen]
    table: dict[str, list[object]] = {
        "Scenario": [plain(p.name) for p in first],
        "ε, declared": [p.privacy.epsilon for p in first],
        "δ, declared": [p.privacy.delta for p in first],
        "Unit of privacy": [plain(p.privacy.unit) for p in first],
    }
    for axis, points in zip(chosen, (first, *others), strict=True):
        name = plain(axis.name)
        table |= {
            name: [p.value for p in points],
            f"{name} from": [p.interval[0] if p.interval else None for p in points],
            f"{name} to": [p.interval[1] if p.interval else None for p in points],
            f"{name}: n": [p.n for p in points],
        }
    return pd.DataFrame(table)
