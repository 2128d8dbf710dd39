"""The decision: which scenario is released and why, and the two officers who sign it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st

from core.assessment import Comparison
from core.decision import Purpose, ReleaseRecord, SignOff, Verdict, verdicts
from core.errors import ProjectError
from core.wording import _
from pages.components.decision_trail import noted
from pages.components.escaping import md, plain
from pages.components.files.project_open import EPOCH
from pages.components.workspace import Workspace, change

NOBODY = ""


def decision_form(workspace: Workspace, comparison: Comparison, purpose: Purpose | None) -> None:
    """Ask for the decision with its reason; a new one takes the signatures off."""
    record, epoch = workspace.record, st.session_state.get(EPOCH, 0)
    files = [s.file for s in comparison.scenarios]
    names = {s.file: s.name for s in comparison.scenarios}
    with st.form(f"decision_form_{epoch}", border=False):
        file = st.selectbox(
            _("Scenario to be released"),
            files,
            files.index(record.decision) if record.decision in files else None,
            format_func=lambda f: plain(names[f]),
            placeholder=_("Not decided yet"),
            key=f"decision_file_{epoch}",
        )
        reason = st.text_area(_("Why this one?"), record.reason, key=f"decision_reason_{epoch}", height=90)
        if st.form_submit_button(_("Record the decision"), type="primary", key="decision_submit"):
            _decide(workspace, file or "", reason)
    if record.decision in names:
        _against(comparison, purpose, names[record.decision])


def _decide(workspace: Workspace, file: str, reason: str) -> None:
    if not file:
        st.error(_("Choose the scenario to be released first."), icon=":material/error:")
        return
    try:
        decided = replace(workspace.record, decision=file, reason=reason.strip(), first=None, second=None)
    except ProjectError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    change(record=noted(f"decision: {file}; {reason.strip()}", decided))
    st.rerun()


def _against(comparison: Comparison, purpose: Purpose | None, name: str) -> None:
    of_scenario = [v for v in verdicts(comparison, purpose) if v.scenario == name] if purpose else []
    for verdict in of_scenario:
        if verdict.verdict is Verdict.MET:
            st.success(
                _("It meets every threshold against {keyset}.").format(keyset=md(verdict.keyset)),
                icon=":material/check:",
            )
        else:
            open_points = [f"{md(r.name)}: {j.verdict}" for r, j in verdict.judgements if j.verdict is not Verdict.MET]
            st.warning(
                _("Against {keyset}: {open_points}.").format(
                    keyset=md(verdict.keyset), open_points="; ".join(open_points)
                ),
                icon=":material/rule:",
            )


def sign_off(workspace: Workspace) -> None:
    """Ask for both officers' names with the date they give; say who has signed."""
    record, epoch = workspace.record, st.session_state.get(EPOCH, 0)
    if not record.decision:
        st.caption(_("Two officers sign once a decision is recorded."))
        return
    with st.form(f"sign_form_{epoch}", border=False):
        places = st.columns(2)
        people = [
            _officer(place, label, known, f"{epoch}_{label[0]}")
            for place, label, known in zip(
                places, (_("First"), _("Second")), (record.first, record.second), strict=True
            )
        ]
        if st.form_submit_button(_("Sign"), key="sign_submit"):
            _sign(workspace, people)
    signed = [_("**{s}** on {date}").format(s=md(s.name), date=s.date) for s in (record.first, record.second) if s]
    st.caption(
        _("Signed by {signed}.").format(signed=_(" and ").join(signed)) if signed else _("Nobody has signed yet.")
    )


def _officer(place: object, label: str, known: SignOff | None, key: str) -> tuple[str, date | None]:
    with place:  # type: ignore[attr-defined]
        name = st.text_input(
            _("{label} officer").format(label=label), known.name if known else NOBODY, key=f"officer_{key}"
        )
        day = date.fromisoformat(known.date) if known else None
        return name.strip(), st.date_input(_("Date"), day, key=f"signed_{key}", format="YYYY-MM-DD")


def _sign(workspace: Workspace, people: list[tuple[str, date | None]]) -> None:
    try:
        signed = [_signature(name, day) for name, day in people]
        record: ReleaseRecord = replace(workspace.record, first=signed[0], second=signed[1])
    except ProjectError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    names = _(" and ").join(f"{s.name} ({s.date})" for s in signed if s) or _("nobody")
    change(record=noted(_("signed by {names}").format(names=names), record))
    st.rerun()


def _signature(name: str, day: date | None) -> SignOff | None:
    if not name and day is None:
        return None
    if day is None:
        raise ProjectError(_("{name}: give the date of the signature").format(name=name))
    return SignOff(name, day.isoformat())
