"""One scenario beside the map: what was done to it, what it keeps and risks, which pairs lost most."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.decision import FileVerdict
from core.masking import example_notes
from core.measures import Result
from core.statistics.reproducible import below
from core.views import (
    MapPoint,
    PairRow,
    RiskUtilityMap,
    ignores_weight,
    masking_in_words,
    worst_pairs,
)
from core.wording import percent, sentence_case
from pages.components import layout
from pages.components.escaping import md, plain
from pages.components.figures_in_words import equal_points, interval, utility_word, value
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_pair, choose_scenario
from pages.components.verdict.sentence_card import badge
from pages.components.workspace import Workspace

WORST = 6
MOST_REASONS, LONGEST_REASON = 3, 300
NOBODY = "Its records are nobody's, so that it has a strip of its own: nobody can be found in it."
HALVES = {"aldu_univariate": "Variables kept", "aldu_bivariate": "Pairs kept"}


def scenario_panel(
    workspace: Workspace,
    ru_map: RiskUtilityMap | None,
    assessment: Assessment,
    verdict: FileVerdict | None = None,
    weight: str = "",
) -> None:
    """Show the chosen scenario: its verdict with the reasons, what was done to it, its figures, its largest losses.

    ``weight`` is that of the run: a figure of utility that does not count it says so.
    """
    points = () if ru_map is None else (*ru_map.scenario_points(), *ru_map.of_nobody)
    point = next((p for p in points if p.name == assessment.name), None)
    if verdict is not None:
        _verdict(verdict)
    st.caption(md(done_to(workspace, assessment), 400))
    if ru_map is not None and point is not None:
        _two_figures(ru_map, point, weight)
        if point.rate:
            st.caption(md(f"Its risk: {point.rate}."))
        st.caption(NOBODY if point in ru_map.of_nobody else _against_the_others(point))
    else:
        st.caption("It is not on this map: one of its two figures is missing.")
    _halves(assessment)
    axes = () if ru_map is None else (ru_map.risk.measure, ru_map.utility.measure)
    method_links([*axes, *HALVES], "scenario")
    _worst(assessment)


def done_to(workspace: Workspace, assessment: Assessment, *, remedy: bool = True) -> str:
    """Return what was done to a scenario, in bare text: of a worked example its note, else what its variables show.

    ``remedy`` adds where it is declared, if it is not.
    """
    notes = example_notes(workspace.example) if workspace.example else {}
    return notes.get(assessment.name) or masking_in_words(assessment, remedy=remedy)


def _verdict(verdict: FileVerdict) -> None:
    """Show whether the file can go out, and the weightiest reasons why not."""
    st.markdown(badge(verdict.standing))
    shown = verdict.distinct_guards[:MOST_REASONS]
    more = len(verdict.distinct_guards) - len(shown)
    lines = [f"- {md(sentence_case(guard.sentence), LONGEST_REASON)}" for guard in shown]
    lines += [f"- {more} more in the table of versions"] if more else []
    if lines:
        st.markdown("\n".join(lines))


def _against_the_others(point: MapPoint) -> str:
    """Say whether another scenario is better on both axes; escaped."""
    if point.validity:
        words = (
            "Not compared with the others, because its risk cannot be held against the original's: {reasons}"
            if point.holds_alone
            else "Not compared with the others, because its risk figure does not hold: {reasons}"
        )
        said = words.format(reasons=md(" ".join(point.validity), 400))
    elif point.pareto:
        said = "No other scenario is better on both axes."
    else:
        said = "Another scenario is better on both axes."
    return f"{said} {equal_points(point)}" if point.equals else said


def _two_figures(ru_map: RiskUtilityMap, point: MapPoint, weight: str) -> None:
    left, right = st.columns(2, wrap=False)
    ends = (point.risk_interval, point.utility_interval)
    for column, label, axis, x, interval_ends in zip(
        (left, right),
        ("Risk", utility_word(ru_map.utility.measure)),
        (ru_map.risk, ru_map.utility),
        (point.risk, point.utility),
        ends,
        strict=True,
    ):
        column.metric(
            label,
            value(axis.measure, x),
            interval(axis.measure, interval_ends),
            delta_color="off",
            delta_arrow="off",
            help=md(axis.name),
        )
    if ignores_weight(ru_map.utility.measure, weight):
        st.caption(f"Utility is not weighted: {md(weight)} does not enter.")


def _halves(assessment: Assessment) -> None:
    """Show the two halves of GDU: single variables and pairs."""
    halves = [(label, assessment.outcome(measure)) for measure, label in HALVES.items()]
    known = [f"{label} **{percent(outcome.value)}**" for label, outcome in halves if isinstance(outcome, Result)]
    if known:
        st.markdown(" · ".join(known))


def _worst(assessment: Assessment) -> None:
    rows = worst_pairs(assessment, WORST)
    if not rows:
        return
    lossy = tuple(row for row in rows if below(row.utility, 1.0))
    if lossy:
        st.markdown("**Largest losses in pairs of variables**")
        pairs_table(lossy, key="worst_in_panel")
    else:
        st.markdown("No pair of variables lost anything.")
    if st.button("Open its pairs", icon=":material/grid_on:", key="open_pairs"):
        choose_scenario(assessment.name)
        choose_pair(rows[0].a, rows[0].b)
        st.switch_page(layout.LOST)


def pairs_table(rows: tuple[PairRow, ...], key: str) -> None:
    """Show pairs with their loss as a small bar, and how much stronger or weaker the association became."""
    table = pd.DataFrame({
        "pair": [f"{plain(r.a, 40)} × {plain(r.b, 40)}" for r in rows],
        "loss": [1 - r.utility for r in rows],
        "change": [None if r.change is None else r.change.value for r in rows],
    })  # fmt: skip
    st.dataframe(
        table,
        key=key,
        hide_index=True,
        column_config={
            "pair": st.column_config.TextColumn("Pair", width=120),
            "loss": st.column_config.ProgressColumn(
                "Loss", min_value=0, max_value=1, format="percent", color="primary", width=95
            ),
            "change": st.column_config.NumberColumn(
                "Change", format="%+.2f", help="Masked file's coefficient less the original's", width=75
            ),
        },
        alt="Pairs of variables that lost most",
    )
