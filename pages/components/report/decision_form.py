"""The decision: which version is released, by which rules, why, what speaks against it, and who signs."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.assessment import measure_by_id
from core.charts import palette_colour
from core.decision import (
    OF_UTILITY,
    RELEASE_NAMES,
    SMALLEST_GROUP,
    FileVerdict,
    Judgement,
    ReleaseRecord,
    SignOff,
    Standing,
    Verdict,
    decided_on,
    drafted_reason,
    refusal,
    was_confirmed,
    worst_judgements,
)
from core.errors import ProjectError
from pages.components import layout
from pages.components.bar import Opened
from pages.components.charts import is_dark
from pages.components.decision_trail import noted
from pages.components.downloads import of_rows
from pages.components.escaping import md, plain
from pages.components.figures_in_words import interval, value
from pages.components.files.project_open import EPOCH
from pages.components.purpose.editor import confirm_rules
from pages.components.purpose.words import head
from pages.components.selection import choose_scenario
from pages.components.verdict.sentence_card import SIGNS, STANDING_COLOURS, badge
from pages.components.workspace import change, current

LONGEST = 600
STANDINGS = {Verdict.MET: Standing.GO, Verdict.NOT_MET: Standing.NO}
"""What a verdict on a rule makes of the file; any other leaves it open."""
USE = "Better than shuffled columns"


def releasing(opened: Opened) -> None:
    """Say which version goes out, as it was chosen on any page, and what is on record."""
    record, file = opened.workspace.record, opened.verdict
    recorded = next((f for f in opened.decision.files if f.file == record.decision), None)
    name = f"**{md(opened.numbered(file.scenario))}**"
    said = "Recorded for release" if recorded is file else "You are releasing"
    sentence = f"{said}: {name}. {badge(file.standing)} {file.met} of {file.rules} rules met."
    if recorded is not None and recorded is not file:
        sentence += f" On record till now: {md(opened.numbered(recorded.scenario))}."
    signed = [f"{md(s.name)} ({s.date})" for s in (record.first, record.second) if s]
    if recorded is file:
        sentence += f" Signed by {' and '.join(signed)}." if signed else " Nobody has signed yet."
    layout.answer(sentence)


def decision_form(opened: Opened, signing: DeltaGenerator) -> None:
    """Ask for the version, the rules and the reason, and for both officers in a place of their own; one button records.

    Parameters
    ----------
    opened : Opened
    signing : DeltaGenerator
        Where the officers sign.
    """
    record, file, epoch = opened.workspace.record, opened.verdict, st.session_state.get(EPOCH, 0)
    place = f"{epoch}_{file.file}"
    _version(opened, f"decision_version_{epoch}")
    _rules(file)
    _confirmed(opened, f"decision_rules_{epoch}")
    seen = _speaks_against(file, record, f"decision_seen_{place}")
    known = record.reason if file.file == record.decision else ""
    reason = st.text_area(
        "Why? Drafted from the figures: edit it.",
        known or drafted_reason(file, opened.decision),
        key=f"decision_reason_{place}",
        height=200,
    ).strip()
    on_record = was_confirmed(record, file) and record.reason == reason
    with signing:
        people = [_officer(i, record, f"{place}_{on_record}", known=on_record) for i in (0, 1)]
        again = _look_again(record, f"decision_again_{epoch}")
        if st.button("Record", type="primary", disabled=refusal(file) is not None, key="decision_submit"):
            _record(file, reason, again, people, seen=seen, on_record=on_record)


def _version(opened: Opened, key: str) -> None:
    names = [f.scenario for f in opened.decision.files]
    st.session_state[key] = opened.looked_at
    st.selectbox(
        "Version to be released",
        names,
        format_func=lambda name: f"{opened.numbered(name)} · {opened.decision.of(name).standing.heading}",
        key=key,
        on_change=lambda: choose_scenario(st.session_state[key]),
    )


def _rules(file: FileVerdict) -> None:
    """Show every rule that applies to the file with what was found, in the key set where it is worst."""
    rows = [
        (
            head(r),
            keyset if len(file.judgements) > 1 else "",
            _found(j, hidden=r.threshold == SMALLEST_GROUP.id),
            j.verdict,
        )
        for r, j, keyset in worst_judgements(file.judgements)
    ]
    against = next((g for g in file.guards if g.kind in OF_UTILITY), None)
    use = Verdict.MET if against is None else Verdict.NOT_MET if against.standing is Standing.NO else None
    rows.append((USE, "", file.utility_text, use or Verdict.CANNOT_TELL))
    standings = [STANDINGS.get(verdict, Standing.NOT_KNOWN) for *_rest, verdict in rows]
    words = [f"{SIGNS[standing]} {row[3].value}" for row, standing in zip(rows, standings, strict=True)]
    table = pd.DataFrame({
        "Rule": [row[0] for row in rows], "Key set": [plain(row[1], 40) for row in rows],
        "Found": [row[2] for row in rows], "Verdict": words,
    })  # fmt: skip
    if len({row[1] for row in rows if row[1]}) < 2:
        table = table.drop(columns="Key set")
    colours = [f"color:{palette_colour(STANDING_COLOURS[s], dark=is_dark())};font-weight:600" for s in standings]
    style = table.style.apply(lambda _column: colours, subset=["Verdict"])
    st.dataframe(
        style, alt="Rules and what was found", **of_rows(len(rows)),
        column_config={"Found": st.column_config.Column(width=160), "Verdict": st.column_config.Column(width=90)},
    )  # fmt: skip


def _found(judgement: Judgement, *, hidden: bool) -> str:
    """Return the figure with its interval; why there is none."""
    if judgement.value is None:
        return plain("; ".join(judgement.reasons), 160)
    measure = measure_by_id(judgement.measure)
    ends = f" ({interval(measure, judgement.interval)}{measure.interval_mark})" if judgement.interval else ""
    return value(measure, judgement.value) + (" among fewer" if hidden else "") + ends


def _confirmed(opened: Opened, key: str) -> None:
    """Ask for the rules to be confirmed, which every decision needs."""
    known = opened.workspace.record.purpose is not None
    st.session_state[key] = known
    release = RELEASE_NAMES[opened.purpose.release].lower()
    st.checkbox(
        f"It is a {release}, and these are our rules", disabled=known, key=key, on_change=confirm_rules,
        args=[opened.purpose],
    )  # fmt: skip


def _speaks_against(file: FileVerdict, record: ReleaseRecord, key: str) -> bool:
    """Name what the file fails, with the figures; return whether the officer has confirmed it, now or when deciding."""
    if (guard := refusal(file)) is not None:
        st.error(f"**{md(file.scenario)}** cannot be released: {md(guard.clause, LONGEST)}.", icon=":material/block:")
        return False
    if not file.guards:
        st.success("No rule speaks against it.", icon=":material/check_circle:")
        return True
    failed = "\n".join(f"- {md(guard.clause, LONGEST)}" for guard in file.distinct_guards)
    st.warning(f"What speaks against it:\n{failed}", icon=":material/rule:")
    return st.checkbox(
        "I know this; the reason says why it goes out all the same", was_confirmed(record, file), key=key
    )


def _officer(i: int, record: ReleaseRecord, key: str, *, known: bool) -> tuple[str, date]:
    """Ask for one officer's name and date; a decision that is not on record has not been signed."""
    signed = (record.first, record.second)[i] if known else None
    left, right = st.columns([2, 1], wrap=False)
    name = left.text_input(f"Officer {i + 1}", signed.name if signed else "", key=f"officer_{i + 1}_{key}")
    day = date.fromisoformat(signed.date) if signed else datetime.now(UTC).date()
    return name.strip(), right.date_input("Date", day, key=f"signed_{i + 1}_{key}", format="YYYY-MM-DD")


def _look_again(record: ReleaseRecord, key: str) -> str:
    chosen = st.date_input(
        "Look at it again from",
        date.fromisoformat(record.look_again) if record.look_again else None,
        help="Other data, other releases and other methods of attack come; the report's first page names the day.",
        key=key,
        format="YYYY-MM-DD",
    )
    return chosen.isoformat() if isinstance(chosen, date) else ""


def _record(
    file: FileVerdict, reason: str, again: str, people: list[tuple[str, date]], *, seen: bool, on_record: bool
) -> None:
    """Write the decision and who signs it into the record; a decision on record is only signed."""
    record = current().record
    try:
        kept = record if on_record else decided_on(record, file, reason, seen=seen)
        first, second = (SignOff(name, day.isoformat()) if name else None for name, day in people)
        decided = replace(kept, look_again=again, first=first, second=second)
    except ProjectError as error:
        st.error(f"{md(str(error), LONGEST)}.", icon=":material/error:")
        return
    if not on_record or record.look_again != again:
        against = f"; against it: {'; '.join(decided.against)}" if decided.against else ""
        day = f"; to be looked at again from {again} on" if again else ""
        decided = noted(f"decision: {file.file}; {decided.reason}{against}{day}", decided)
    if (first, second) != (record.first, record.second):
        names = " and ".join(f"{s.name} ({s.date})" for s in (first, second) if s) or "nobody"
        decided = noted(f"signed by {names}", decided)
    change(record=decided)
    st.rerun()
