"""What was done to one version, what speaks against it, and why it has its Global Data Utility."""

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.decision import Decision, FileVerdict
from core.masking import example_notes
from core.measures import Result, detail_of
from core.utility import GduDetail
from core.views import (
    MapPoint,
    RiskUtilityMap,
    cause_lines,
    masking_in_words,
    reading_lines,
    reason_of,
    run_weight,
    step_lines,
)
from core.wording import counted, percent, sentence_case
from pages.components import layout
from pages.components.downloads import numbers, show_table
from pages.components.escaping import md
from pages.components.figures_in_words import equal_points
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_scenario, scenario
from pages.components.verdict.sentence_card import badge
from pages.components.workspace import Workspace

SHARES = {"Value": "percent", "Columns shuffled": "percent", "Way to the original": "percent"}


def gdu_card(workspace: Workspace, comparison: Comparison, assessment: Assessment) -> None:
    """Show why the scenario scored what it scored."""
    gdu = assessment.outcome("gdu")
    if not isinstance(gdu, Result):
        reason = md(reason_of(gdu), 500)
        st.info(f"{md(assessment.name)} has no Global Data Utility: {reason}", icon=":material/info:")
        return
    detail = detail_of(gdu, GduDetail)
    st.markdown(headline(assessment.name, gdu.value, detail))
    lost = cause_lines(assessment, {v.name: v.weight for v in workspace.effective_codebook.variables})
    if lost:
        table = pd.DataFrame(lost)
        show_table(table, "gdu_losses", "What cost how many points", column_config=numbers(table))
    elif gdu.value < 1:
        st.caption("The losses cannot be separated: the variables' weights have changed since the run.")
    readings, steps = pd.DataFrame(reading_lines(assessment)), pd.DataFrame(step_lines(assessment))
    show_table(readings, "gdu_readings", "The score, its halves and its other forms, next to a fresh survey and "
               "shuffled columns", column_config=numbers(readings, **SHARES))  # fmt: skip
    if len(steps):
        show_table(steps, "gdu_steps", "Pairs by the step that decided them", column_config=numbers(steps))
    weight = run_weight(comparison)
    st.caption(
        f"{counted(detail['n_original'], 'record', 'records')} in the original, {detail['n_masked']:,} in the masked "
        "file. p values are used here as scores of agreement; they are not probabilities that the files differ."
        + (f" Not weighted: {md(weight)} does not enter." if weight else "")
    )
    for notice in gdu.notices or ():
        st.caption(f":material/info: {md(sentence_case(notice), 300)}.")
    with st.container(horizontal=True):
        if st.button("What is lost", icon=":material/grid_on:", key="gdu_lost"):
            choose_scenario(assessment.name)
            st.switch_page(layout.LOST)
        method_links(["gdu"], "gdu")


def headline(name: str, value: float, detail: GduDetail) -> str:
    """Say how much is missing to 100, and in which half."""
    said = f"**{md(name)}** scores **{percent(value)}** of Global Data Utility."
    if value > 1 - 5e-4:
        return f"{said} Nothing is missing: the file answers as the original does."
    share, halves = detail["univariate_share"], (detail["aldu_univariate"], detail["aldu_bivariate"])
    single, pairs = (0.0 if half is None else 100 * (1 - half) for half in halves)
    return (
        f"{said} Of the **{100 * (1 - value):.1f} points** missing to 100, **{share * single:.1f}** were lost in "
        f"single variables and **{(1 - share) * pairs:.1f}** in pairs of variables."
    )


def about_version(
    workspace: Workspace, comparison: Comparison, decision: Decision, ru_map: RiskUtilityMap | None
) -> None:
    """Show the version that is spoken of."""
    assessment = comparison.scenario(scenario([s.name for s in comparison.scenarios]))
    st.markdown(f"**{md(assessment.name)}** {badge(decision.of(assessment.name).standing)}")
    scenario_panel(workspace, ru_map, assessment, decision.of(assessment.name))
    if assessment.outcome("gdu") is not None:
        st.markdown("#### Why does it keep so much, and no more?", anchors=False)
        gdu_card(workspace, comparison, assessment)


MOST_REASONS, LONGEST_REASON = 3, 300
NO_PERSON_OF_THE_ORIGINAL = (
    "No person of the original is in this file (synthetic, or other people). The map shows it in a separate strip."
)


def scenario_panel(
    workspace: Workspace, ru_map: RiskUtilityMap | None, assessment: Assessment, verdict: FileVerdict
) -> None:
    """Show the chosen scenario: its verdict with the reasons, its masking, and whether another one dominates it."""
    _verdict(verdict)
    st.caption(md(done_to(workspace, assessment), 400))
    points = () if ru_map is None else (*ru_map.scenario_points(), *ru_map.of_nobody)
    point = next((p for p in points if p.name == assessment.name), None)
    if ru_map is None or point is None:
        st.caption("It is not on this map: one of its two figures is missing.")
        return
    if point.rate:
        st.caption(md(f"Its risk: {point.rate}."))
    st.caption(NO_PERSON_OF_THE_ORIGINAL if point in ru_map.of_nobody else _dominance_sentence(point))


def done_to(workspace: Workspace, assessment: Assessment, *, remedy: bool = True) -> str:
    """Return how a scenario was masked, unescaped: the note of a worked example, else what its variables show.

    ``remedy`` adds where the masking can be declared, if part of it is undeclared.
    """
    notes = example_notes(workspace.example) if workspace.example else {}
    return notes.get(assessment.name) or masking_in_words(assessment, remedy=remedy)


def _verdict(verdict: FileVerdict) -> None:
    """Show the weightiest reasons why the file cannot go out."""
    shown = verdict.distinct_guards[:MOST_REASONS]
    more = len(verdict.distinct_guards) - len(shown)
    lines = [f"- {md(sentence_case(guard.sentence), LONGEST_REASON)}" for guard in shown]
    lines += [f"- {more} more in the table of versions"] if more else []
    if lines:
        st.markdown("\n".join(lines))


def _dominance_sentence(point: MapPoint) -> str:
    """Return whether another scenario dominates it on the risk-utility map; escaped."""
    if point.validity:
        words = (
            "Not compared with other scenarios: its risk and the original's are not comparable: {reasons}"
            if point.holds_alone
            else "Not compared with other scenarios: its risk figure is not valid under this masking: {reasons}"
        )
        said = words.format(reasons=md(" ".join(point.validity), 400))
    elif point.pareto:
        said = "No other scenario is at least as good on both axes and better on one."
    else:
        said = "Another scenario is at least as good on both axes and better on one."
    return f"{said} {equal_points(point)}" if point.equals else said
