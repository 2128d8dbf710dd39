"""One scenario beside the map: what was done to it, what it keeps and risks, which pairs lost most."""

import streamlit as st

from core.assessment import Assessment
from core.decision import FileVerdict
from core.masking import example_notes
from core.views import MapPoint, RiskUtilityMap, masking_in_words
from core.wording import sentence_case
from pages.components.escaping import md
from pages.components.figures_in_words import equal_points
from pages.components.verdict.sentence_card import badge
from pages.components.workspace import Workspace

MOST_REASONS, LONGEST_REASON = 3, 300
NOBODY = "Its records are nobody's, so that it has a strip of its own: nobody can be found in it."


def scenario_panel(
    workspace: Workspace, ru_map: RiskUtilityMap | None, assessment: Assessment, verdict: FileVerdict
) -> None:
    """Show the chosen scenario: its verdict with the reasons, what was done to it, how it lies among the others."""
    _verdict(verdict)
    st.caption(md(done_to(workspace, assessment), 400))
    points = () if ru_map is None else (*ru_map.scenario_points(), *ru_map.of_nobody)
    point = next((p for p in points if p.name == assessment.name), None)
    if ru_map is None or point is None:
        st.caption("It is not on this map: one of its two figures is missing.")
        return
    if point.rate:
        st.caption(md(f"Its risk: {point.rate}."))
    st.caption(NOBODY if point in ru_map.of_nobody else _against_the_others(point))


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
            "Not compared with the others, because its risk cannot be compared with the original's: {reasons}"
            if point.holds_alone
            else "Not compared with the others, because its risk figure does not hold: {reasons}"
        )
        said = words.format(reasons=md(" ".join(point.validity), 400))
    elif point.pareto:
        said = "No other scenario is better on both axes."
    else:
        said = "Another scenario is better on both axes."
    return f"{said} {equal_points(point)}" if point.equals else said
