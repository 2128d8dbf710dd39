"""What the release is for, which thresholds follow from it, and which scenarios meet them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from core.assessment import Comparison, measure_by_id
from core.decision import (
    K_CHOICES,
    RELEASE_NAMES,
    RELEASE_WORDS,
    SMALLEST_GROUP,
    Judgement,
    Purpose,
    ReleaseRecord,
    ReleaseType,
    Requirement,
    ScenarioVerdict,
    Verdict,
    proposed_purpose,
    verdicts,
)
from core.errors import PlanError
from core.wording import _, trimmed_percent
from pages.components.decision_trail import noted
from pages.components.escaping import md
from pages.components.figures_in_words import names, value
from pages.components.files.project_open import EPOCH
from pages.components.risk.limits import BADGES
from pages.components.workspace import Workspace, change

SHORT = {
    "smallest_group": _("Smallest group, k"),
    "sample_uniques": _("Sample uniques, %"),
    "individual_risk": _("Individual risk, %"),
    "file_risk": _("Re-identification rate, %"),
    "dis_suda": _("DIS-SUDA, %"),
}
HEADS = {
    "smallest_group": _("Groups of {} or more"),
    "sample_uniques": _("Alone: at most {}"),
    "individual_risk": _("Records above {}: none"),
    "file_risk": _("Rate: at most {}"),
    "dis_suda": _("DIS-SUDA: at most {}"),
}


def purpose_choice(workspace: Workspace) -> Purpose | None:
    """Ask for the release type and its thresholds; keep and return them. None: not chosen yet."""
    known = workspace.record.purpose
    epoch = st.session_state.get(EPOCH, 0)
    chosen = st.segmented_control(
        _("Release type"),
        list(ReleaseType),
        format_func=lambda r: RELEASE_NAMES[r],
        default=known.release if known else None,
        key=f"purpose_release_{epoch}",
        persist_state="session",
    )
    if chosen is None:
        st.caption(_("It proposes thresholds of risk; each can be changed with a reason."))
        return known
    start = known if known and known.release is chosen else proposed_purpose(chosen)
    st.caption(
        _("{release_words}. Proposed values were met in practice; they are no rules.").format(
            release_words=RELEASE_WORDS[chosen]
        )
    )
    purpose = _thresholds(start, f"{epoch}_{chosen}")
    if purpose != known:
        change(record=_recorded(workspace, purpose))
    return purpose


def _recorded(workspace: Workspace, purpose: Purpose) -> ReleaseRecord:
    return noted(f"purpose: {_in_words(purpose)}", replace(workspace.record, purpose=purpose))


def _in_words(purpose: Purpose) -> str:
    limits = [f"{r.threshold} {r.limit:g}" + (f" ({r.reason})" if r.reason else "") for r in purpose.requirements]
    return f"{purpose.release}; {', '.join(limits)}"


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
            reason = st.text_input(
                _("Why {short} {shown} instead of {shown2}?").format(
                    short=SHORT[requirement.threshold],
                    shown=_shown(requirement, limit),
                    shown2=_shown(requirement, requirement.proposed),
                ),
                requirement.reason,
                key=f"reason_{key}_{requirement.threshold}",
                persist_state="session",
            )
        try:
            purpose = purpose.changed(requirement.threshold, limit, reason)
        except PlanError as error:
            st.warning(
                _("{error}. Till then the former value holds.").format(error=md(str(error), 300)),
                icon=":material/edit_note:",
            )
    with st.expander(_("Where do these thresholds come from?")):
        for r in start.requirements:
            st.markdown(f"**{r.name}** {_shown(r, r.proposed)} · {md(r.source, 400)}.")
    return purpose


def _limit(requirement: Requirement, key: str) -> float:
    label = SHORT[requirement.threshold]
    if requirement.threshold == SMALLEST_GROUP.id:
        place = K_CHOICES.index(int(requirement.limit))
        return float(st.selectbox(label, K_CHOICES, place, help=requirement.name, key=key, persist_state="session"))
    shown = st.number_input(
        label,
        0.0,
        100.0,
        100 * requirement.limit,
        1.0,
        format="%.2f",
        help=requirement.name,
        key=key,
        persist_state="session",
    )
    return round(float(shown) / 100, 10)


def _shown(requirement: Requirement, limit: float) -> str:
    return f"{limit:g}" if requirement.threshold == SMALLEST_GROUP.id else trimmed_percent(limit, 6)


def who_meets(comparison: Comparison, purpose: Purpose) -> None:
    """Show for every scenario and threshold whether it is met, one key set at a time."""
    judged = verdicts(comparison, purpose)
    if not judged:
        st.markdown(_("Risk was not measured: give the role key to what an intruder may know, on the Variables page."))
        return
    keysets = list(dict.fromkeys(v.keyset for v in judged))
    keyset = keysets[0]
    if len(keysets) > 1:
        keyset = st.segmented_control(
            _("Key set"), keysets, format_func=md, default=keyset, required=True, key="purpose_keyset"
        )
    rows = {
        md(v.scenario, 60): [BADGES[v.verdict], *(_chip(j) for _first, j in v.judgements)]
        for v in judged
        if v.keyset == keyset
    }
    heads = [_("Altogether"), *(HEADS[r.threshold].format(_shown(r, r.limit)) for r in purpose.requirements)]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=heads)
    table.index.name = _("Scenario")
    with st.container(key="risk_table_purpose"):
        st.table(table, border="horizontal", alt=_("Which scenarios meet which thresholds"))
    passed = [s.name for s in comparison.scenarios if _meets_all(judged, s.name)]
    sentence = (
        _("Every key set is met by {passed}.").format(passed=names(passed))
        if passed
        else _("No scenario meets every threshold of every key set.")
    )
    st.markdown(sentence)
    st.caption(_("† Masking wrote false values into key variables, which counts of key values do not see."))
    unknown = [j for v in judged if v.keyset == keyset for _first, j in v.judgements if j.verdict is Verdict.NO_VALUE]
    for reason in sorted({reason for j in unknown for reason in j.reasons}):
        st.caption(_("No value: {reason}.").format(reason=md(reason, 300)))


def _meets_all(judged: tuple[ScenarioVerdict, ...], scenario: str) -> bool:
    return all(v.verdict is Verdict.MET for v in judged if v.scenario == scenario)


def _chip(judgement: Judgement) -> str:
    if judgement.value is None:
        known = judgement.verdict is not Verdict.NO_VALUE
        return BADGES[judgement.verdict] + (f" :small[{md('; '.join(judgement.reasons), 90)}]" if known else "")
    shown = value(measure_by_id(judgement.measure), judgement.value)
    return f"{BADGES[judgement.verdict]} :small[{shown}]"
