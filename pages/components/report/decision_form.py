"""The decision: which scenario is released and why, and the two officers who sign it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.decision import (
    RELEASE_NAMES,
    Decision,
    FileVerdict,
    ReleaseRecord,
    SignOff,
    decided_on,
    drafted_reason,
    refusal,
    was_confirmed,
)
from core.errors import ProjectError
from pages.components.decision_trail import noted
from pages.components.escaping import md, plain
from pages.components.files.project_open import EPOCH
from pages.components.workspace import Workspace, change

NOBODY = ""
LONGEST = 600


def decision_form(workspace: Workspace, decision: Decision) -> None:
    """Ask for the file with the reason; what speaks against it is named first, and a new decision is not signed."""
    record, epoch = workspace.record, st.session_state.get(EPOCH, 0)
    files = {f.file: f for f in decision.files}
    chosen = st.selectbox(
        "File to be released",
        list(files),
        list(files).index(record.decision) if record.decision in files else None,
        format_func=lambda name: f"{plain(files[name].scenario)} · {files[name].standing.heading}",
        placeholder="Not decided yet",
        key=f"decision_file_{epoch}",
    )
    file = files.get(chosen or "")
    seen = _speaks_against(file, record, epoch) if file else False
    known = record.reason if file and file.file == record.decision else ""
    reason = st.text_area(
        "Why this one? Drafted from the figures: edit it.",
        known or (drafted_reason(file, decision) if file else ""),
        key=f"decision_reason_{epoch}_{chosen}",
        height=110,
    )
    again = st.date_input(
        "Look at it again from",
        date.fromisoformat(record.look_again) if record.look_again else None,
        help="Other data, other releases and other methods of attack come; the report's first page names the day.",
        key=f"decision_again_{epoch}",
        format="YYYY-MM-DD",
    )
    agreed = workspace.record.purpose is not None or _rules_confirmed(workspace, epoch)
    barred = file is not None and refusal(file) is not None
    if st.button("Record the decision", type="primary", disabled=barred, key="decision_submit"):
        _record(workspace, file, reason, again.isoformat() if isinstance(again, date) else "", seen=seen, agreed=agreed)
    if record.decision in files:
        words = "Recorded: **{name}** is to be released. Recording another decision replaces this one."
        st.caption(words.format(name=md(files[record.decision].scenario)))


def _speaks_against(file: FileVerdict, record: ReleaseRecord, epoch: int) -> bool:
    """Name what the file fails, with the figures; return whether the officer has confirmed it, now or when deciding."""
    if (guard := refusal(file)) is not None:
        words = "**{name}** cannot be released: {reason}."
        st.error(words.format(name=md(file.scenario), reason=md(guard.clause, LONGEST)), icon=":material/block:")
        return False
    if not file.guards:
        st.success(f"All {file.rules} rules are met.", icon=":material/check_circle:")
        return True
    failed = "\n".join(f"- {md(guard.clause, LONGEST)}" for guard in file.distinct_guards)
    st.warning(
        f"**{md(file.scenario)}** meets {file.met} of {file.rules} rules. What speaks against it:" + f"\n{failed}",
        icon=":material/rule:",
    )
    return st.checkbox(
        "I know this, and the reason below says why it is released all the same",
        was_confirmed(record, file),
        key=f"decision_seen_{epoch}_{file.file}",
    )


def _rules_confirmed(workspace: Workspace, epoch: int) -> bool:
    """Ask for the rules to be confirmed that nobody has chosen."""
    release = RELEASE_NAMES[workspace.purpose.release].lower()
    words = f"The rules proposed for a {release} are ours: every file here is judged by them"
    return st.checkbox(words, key=f"decision_rules_{epoch}")


def _record(
    workspace: Workspace, file: FileVerdict | None, reason: str, look_again: str, *, seen: bool, agreed: bool
) -> None:
    if file is None:
        st.error("Choose the file to be released first.", icon=":material/error:")
        return
    confirmed = agreed and workspace.record.purpose is None
    record = replace(workspace.record, purpose=workspace.purpose) if confirmed else workspace.record
    try:
        decided = replace(decided_on(record, file, reason, seen=seen), look_again=look_again)
    except ProjectError as error:
        st.error(f"{md(str(error), LONGEST)}.", icon=":material/error:")
        return
    against = (f"; against it: {'; '.join(decided.against)}") if decided.against else ""
    rules = f"; rules proposed for a {RELEASE_NAMES[record.rules.release].lower()} confirmed" if confirmed else ""
    day = f"; to be looked at again from {look_again} on" if look_again else ""
    change(record=noted(f"decision: {file.file}; {decided.reason}{against}{rules}{day}", decided))
    st.rerun()


def sign_off(workspace: Workspace) -> None:
    """Ask for both officers' names with the date they give; say who has signed."""
    record, epoch = workspace.record, st.session_state.get(EPOCH, 0)
    if not record.decision:
        st.caption("Two officers sign once a decision is recorded.")
        return
    with st.form(f"sign_form_{epoch}", border=False):
        places = st.columns(2)
        people = [
            _officer(place, label, known, f"{epoch}_{label[0]}")
            for place, label, known in zip(places, ("First", "Second"), (record.first, record.second), strict=True)
        ]
        if st.form_submit_button("Sign", key="sign_submit"):
            _sign(workspace, people)
    signed = [f"**{md(s.name)}** on {s.date}" for s in (record.first, record.second) if s]
    st.caption((f"Signed by {' and '.join(signed)}.") if signed else "Nobody has signed yet.")


def _officer(place: DeltaGenerator, label: str, known: SignOff | None, key: str) -> tuple[str, date | None]:
    with place:
        name = st.text_input(f"{label} officer", known.name if known else NOBODY, key=f"officer_{key}")
        day = date.fromisoformat(known.date) if known else None
        return name.strip(), st.date_input("Date", day, key=f"signed_{key}", format="YYYY-MM-DD")


def _sign(workspace: Workspace, people: list[tuple[str, date | None]]) -> None:
    try:
        signed = [_signature(name, day) for name, day in people]
        record: ReleaseRecord = replace(workspace.record, first=signed[0], second=signed[1])
    except ProjectError as error:
        st.error(f"{md(str(error), 300)}.", icon=":material/error:")
        return
    names = " and ".join(f"{s.name} ({s.date})" for s in signed if s) or "nobody"
    change(record=noted(f"signed by {names}", record))
    st.rerun()


def _signature(name: str, day: date | None) -> SignOff | None:
    if not name and day is None:
        return None
    if day is None:
        raise ProjectError(f"{name}: give the date of the signature")
    return SignOff(name, day.isoformat())
