"""The verdict as a sentence with its reasons and what to do next."""

import streamlit as st

from core.assessment import Comparison
from core.decision import Decision, NextStep, Standing, StepKind, decide
from pages.components import layout
from pages.components.cached import cached
from pages.components.escaping import md
from pages.components.purpose.editor import open_rules
from pages.components.selection import choose_scenario, pin, prefer_scenario
from pages.components.workspace import Workspace

LONGEST = 1500
SIGNS = {Standing.GO: "●", Standing.NOT_KNOWN: "◇", Standing.NO: "✕"}
"""What the shape of a verdict is, where its icon cannot be drawn: its colour never says it alone."""
STANDING_COLOURS = {Standing.GO: "go", Standing.NOT_KNOWN: "cannot_tell", Standing.NO: "stopped"}
COLOURS = {Standing.GO: "green", Standing.NOT_KNOWN: "orange", Standing.NO: "red"}
ICONS = {Standing.GO: ":material/check_circle:", Standing.NOT_KNOWN: ":material/help:", Standing.NO: ":material/block:"}
PAGES = {
    StepKind.LABORATORY: layout.LABORATORY,
    StepKind.SIDE_BY_SIDE: layout.COMPARE,
    StepKind.WHY: layout.WHO_IS_FOUND,
    StepKind.LOSSES: layout.LOST,
    StepKind.LIMITS: layout.DECIDE,
    StepKind.FILES: layout.SETUP,
    StepKind.VARIABLES: layout.SETUP,
    StepKind.MEASURE: layout.SETUP,
    StepKind.RECORD: layout.DECIDE,
}

STEP_ICONS = {
    StepKind.LABORATORY: ":material/science:",
    StepKind.SIDE_BY_SIDE: ":material/view_column:",
    StepKind.WHY: ":material/shield_person:",
    StepKind.LOSSES: ":material/grid_on:",
    StepKind.LIMITS: ":material/rule:",
    StepKind.FILES: ":material/upload_file:",
    StepKind.VARIABLES: ":material/label:",
    StepKind.MEASURE: ":material/play_circle:",
    StepKind.RECORD: ":material/description:",
}
"""As the menu has them for the page that a step leads to."""


def badge(standing: Standing) -> str:
    """Return the word for a file, or for all of them, as a mark in its colour."""
    return f":{COLOURS[standing]}-badge[{ICONS[standing]} {standing.heading}]"


def decision_of(workspace: Workspace, comparison: Comparison) -> Decision:
    """Return the verdict by the rules in force; pages speak of the file on record, else of the one that it names."""
    decision = cached(decide, comparison, agreed=workspace.record.purpose)
    on_record = next((f.scenario for f in decision.files if f.file == workspace.record.decision), None)
    prefer_scenario(on_record or decision.chosen or decision.closest)
    return decision


def verdict_card(decision: Decision, key: str, *, here: str) -> None:
    """Show the sentence, its reasons beneath it and a button for each thing to do next on another page than this."""
    standing = decision.standing
    with st.container(key=f"card_verdict_{standing.name.lower()}_{key}", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"{badge(standing)} **{md(decision.sentence, LONGEST)}**", width="stretch")
            with st.container(horizontal=True, gap="small", width="content"):
                for step in decision.steps:
                    if PAGES[step.kind] != here:
                        _button(step, key)
        if decision.reasons:
            st.caption(md(" ".join(decision.reasons), LONGEST))


def _button(step: NextStep, key: str) -> None:
    name, words, icon = f"verdict_{key}_{step.kind.name.lower()}", md(step.sentence), STEP_ICONS[step.kind]
    if step.kind is StepKind.LIMITS:  # edited on this page, under "Change"
        st.button(words, icon=icon, key=name, type="tertiary", on_click=open_rules)
    elif st.button(words, icon=icon, key=name, type="tertiary"):
        if step.scenarios:
            choose_scenario(step.scenarios[0])
        if step.kind is StepKind.SIDE_BY_SIDE:
            pin(step.scenarios)
        st.switch_page(PAGES[step.kind])
