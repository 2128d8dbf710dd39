"""What the release is for and which thresholds follow from it: the one place where they are set."""

import math
from dataclasses import replace

import streamlit as st

from core.assessment import measure_by_id, planned_parameters
from core.decision import (
    DEFAULT_RELEASE,
    RELEASE_NAMES,
    RELEASE_WORDS,
    SMALLEST_GROUP,
    UNIVARIATE_SHARES,
    Purpose,
    ReleaseRecord,
    ReleaseType,
    Requirement,
    proposed_purpose,
)
from core.errors import PlanError
from core.risk import K_CHOICES
from core.utility import GduParameters
from pages.components.decision_trail import noted
from pages.components.escaping import md
from pages.components.files.project_open import EPOCH
from pages.components.purpose.about_rules import UPLOADS, about_rules, policy_files, rules_in_force, sources
from pages.components.purpose.words import about_in_words, label
from pages.components.workspace import Workspace, change, current

POPOVER = "purpose_popover"
SAME = 1e-9
"""A limit of a policy file may have more digits than an input shows."""


def judged_by(workspace: Workspace) -> Purpose:
    """Say for which release the files of a page are judged, and let its rules be changed there; return them."""
    known = workspace.purpose
    said = "confirmed" if workspace.record.purpose else "default"
    place = st.popover(f"{RELEASE_NAMES[known.release]} · {said}", key=POPOVER, on_change="rerun")
    if not place.open:
        return known
    with place:
        purpose = purpose_editor(workspace)
    if current().record.purpose != workspace.record.purpose:
        st.rerun()  # the label names the new release: the popover closes, and shows what came of it
    return purpose


def open_rules() -> None:
    """Open the rules of this page for editing, before it is drawn again."""
    st.session_state[POPOVER] = True


def purpose_editor(workspace: Workspace) -> Purpose:
    """Ask for the release type and its thresholds; keep and return them."""
    known = workspace.purpose
    key = f"{st.session_state.get(EPOCH, 0)}_{st.session_state.get(UPLOADS, 0)}"
    chosen: ReleaseType = st.segmented_control(
        "What is the file for?",
        list(ReleaseType),
        format_func=_release_name,
        default=known.release,
        required=True,
        label_visibility="collapsed",
        key=f"purpose_release_{key}",
        persist_state="session",
    )
    start = known if known.release is chosen else replace(proposed_purpose(chosen), keysets=known.keysets)
    if chosen is ReleaseType.OWN:
        start = rules_in_force(start, key)
    st.caption(f"{RELEASE_WORDS[chosen]}. Proposed values were met in practice; they are no rules.")
    if current().record.purpose is None:
        _ask_to_confirm(known, key)
    if _weighed_otherwise(workspace, chosen):
        st.info(
            "The utility of this run was weighed for another kind of release: run again to weigh it for this one.",
            icon=":material/balance:",
        )
    purpose = _thresholds(start, f"{key}_{chosen}")
    purpose = about_rules(workspace, sources(purpose, f"{key}_{chosen}"), f"{key}_{chosen}")
    if purpose != known:
        change(record=_recorded(workspace, purpose))
    policy_files(purpose)
    return purpose


def _ask_to_confirm(default: Purpose, key: str) -> None:
    """Say that nobody has chosen; a click on what is chosen already would change nothing."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Nobody has said yet what the file is for: every page judges by the default.", width="content")
        st.button(
            "It is for this",
            icon=":material/check:",
            key=f"purpose_confirm_{key}",
            on_click=confirm_rules,
            args=[default],
        )


def confirm_rules(purpose: Purpose) -> None:
    """Let the rules in force be those that somebody has confirmed."""
    change(record=_recorded(current(), purpose))


def _weighed_otherwise(workspace: Workspace, release: ReleaseType) -> bool:
    """Whether the run weighed variables and pairs in GDU as another release type asks."""
    if workspace.comparison is None:
        return False
    measured = planned_parameters(workspace.comparison.plan, GduParameters).univariate_share
    return measured != UNIVARIATE_SHARES[release]


def _release_name(release: ReleaseType) -> str:
    name = RELEASE_NAMES[release]
    return f"{name} (default)" if release is DEFAULT_RELEASE else name


def _recorded(workspace: Workspace, purpose: Purpose) -> ReleaseRecord:
    limits = [f"{r.threshold} {r.limit:g}" + (f" ({r.reason})" if r.reason else "") for r in purpose.requirements]
    action = f"purpose: {'; '.join((purpose.release, ', '.join(limits), *about_in_words(purpose)))}"
    return noted(action, replace(workspace.record, purpose=purpose))


def _thresholds(start: Purpose, key: str) -> Purpose:
    """Show every threshold for editing; a changed one counts once its reason is given."""
    purpose = start
    with st.grid(5, min_column_width=150, gap="medium") as grid:
        limits = {}
        for requirement in start.requirements:
            with grid.cell():
                limits[requirement.threshold] = _limit(requirement, f"limit_{key}_{requirement.threshold}")
    for requirement in start.requirements:
        limit, reason = limits[requirement.threshold], ""
        if limit != requirement.proposed:
            reason = _reason(requirement, limit, f"reason_{key}_{requirement.threshold}")
        try:
            purpose = purpose.changed(requirement.threshold, limit, reason)
        except PlanError as error:
            st.warning(f"{md(str(error), 300)}. Till then the former value holds.", icon=":material/edit_note:")
    return purpose


def _reason(requirement: Requirement, limit: float, key: str) -> str:
    question = "Why {name} {limit} instead of {proposed}?"
    return st.text_input(
        question.format(
            name=label(requirement).removesuffix(", %"),
            limit=requirement.limit_text(limit),
            proposed=requirement.limit_text(requirement.proposed),
        ),
        requirement.reason,
        key=key,
        persist_state="session",
    )


def _limit(requirement: Requirement, key: str) -> float:
    if requirement.threshold == SMALLEST_GROUP.id:
        place = K_CHOICES.index(int(requirement.limit))
        return float(
            st.selectbox(
                label(requirement), K_CHOICES, place, help=requirement.name, key=key, persist_state="session"
            )
        )  # fmt: skip
    # what is a share is asked in percent; other measures have bounds of their own, if any
    scale = 100 if requirement.is_share else 1
    bounds = (0.0, 1.0) if requirement.is_share else measure_by_id(requirement.measure).bounds
    least, most = (scale * b if math.isfinite(b) else None for b in bounds)
    asked = st.number_input(
        label(requirement),
        least,
        most,
        scale * requirement.limit,
        1.0 if requirement.is_share else None,
        format="%.2f" if requirement.is_share else "%.4g",
        help=requirement.name,
        key=key,
        persist_state="session",
    )
    limit = round(float(asked) / scale, 10)
    return requirement.limit if abs(limit - requirement.limit) < SAME else limit
