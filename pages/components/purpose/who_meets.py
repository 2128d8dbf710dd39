"""Which files meet which thresholds of the purpose, with the figure beside each verdict."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Comparison, measure_by_id
from core.decision import (
    OF_UTILITY,
    SMALLEST_GROUP,
    Decision,
    FileVerdict,
    Judgement,
    Purpose,
    Requirement,
    ScenarioVerdict,
    Standing,
    Verdict,
    in_use,
    judged,
    keysets_of,
)
from core.views import FILE_RISK_MEASURE, riskiest_first
from pages.components.escaping import md
from pages.components.figures_in_words import interval, names, value
from pages.components.paging import page_of
from pages.components.purpose.words import head
from pages.components.verdict.sentence_card import COLOURS, ICONS

FITS = "The verdict counts all rules and key sets. A blank of a masked file fits every person. "
HOUSEHOLDS = "Households are not judged: no rule is about their risk."
READABLE = 12
"""Files whose rows fit a screen."""
LONGEST_REASON, SHORT_REASON = 600, 45
"""Characters of a reason below the table, and in one of its cells, which are on one line."""

BADGES = {
    Verdict.MET: ":green-badge[:material/check: met]",
    Verdict.NOT_MET: ":red-badge[:material/close: not met]",
    Verdict.NOT_VALID: ":orange-badge[:material/block: does not hold]",
    Verdict.CANNOT_TELL: ":orange-badge[:material/question_mark: cannot be told]",
    Verdict.NO_VALUE: ":gray-badge[:material/remove: not measured]",
    Verdict.NOT_FOR: ":gray-badge[:material/do_not_disturb_on: does not apply]",
}


WHY = {
    Verdict.NOT_VALID: "Figures of {files} do not hold: {reason}.",
    Verdict.NO_VALUE: "There are no figures of {files}: {reason}.",
    Verdict.NOT_FOR: "Rules that do not apply to {files}: {reason}.",
}


def who_meets(comparison: Comparison, purpose: Purpose, keyset: str, decision: Decision, chosen: str = "") -> None:
    """Show for the original and every file, against one key set, which threshold is met, and by which figure.

    The word for a file is that of all rules and key sets.
    """
    ranked = riskiest_first(comparison.scenarios, FILE_RISK_MEASURE, keyset)
    masked = ranked if len(ranked) > READABLE else comparison.scenarios
    part = page_of(len(masked), READABLE, "Files shown, the riskiest first", "purpose_files_page")
    files = (comparison.original, *masked[part])
    purpose = in_use(comparison, purpose)
    of_file = [ScenarioVerdict(f.name, keyset, judged(f, purpose, keyset)) for f in files]
    labels = [
        "**Original**",
        *(f"▸ **{md(s.name, 60)}**" if s.name == chosen else md(s.name, 60) for s in files[1:]),
    ]
    verdicts = [None, *(decision.of(s.name) for s in files[1:])]
    rows = [
        [*((word_of(file.standing), _of_use(file)) if file else ("", "")), *(_chip(r, j) for r, j in v.judgements)]
        for file, v in zip(verdicts, of_file, strict=True)
    ]
    heads = ["Verdict", "Utility", *(head(r) for r in purpose.requirements)]
    table = pd.DataFrame(rows, index=labels, columns=heads)
    table.index.name = "File"
    with st.container(key="risk_table_purpose"):
        st.table(table, border="horizontal", alt="Which files meet which thresholds")
    unjudged = any(not decision.of(s.name).households_judged for s in comparison.scenarios)
    st.caption(FITS + (HOUSEHOLDS if unjudged else ""))
    _why_not(of_file)


def word_of(standing: Standing) -> str:
    """Return the word for a file as a mark in its colour."""
    return f":{COLOURS[standing]}-badge[{ICONS[standing]} {standing.heading}]"


def judged_keyset(comparison: Comparison) -> str:
    """Ask for the key set that files are judged against, where there are several; "": risk was not measured."""
    keysets = list(dict.fromkeys(k for s in comparison.scenarios for k in keysets_of(s)))
    if not keysets:
        st.markdown("Risk was not measured: give the role key to what an intruder may know, on the Variables page.")
        return ""
    if len(keysets) == 1:
        return keysets[0]
    chosen: str = st.segmented_control(
        "Key set", keysets, format_func=md, default=keysets[0], required=True, key="purpose_keyset"
    )
    return chosen


def _of_use(file: FileVerdict) -> str:
    """Return the mark of the rule of utility, with what was found where it is not met."""
    against = next((guard for guard in file.guards if guard.kind in OF_UTILITY), None)
    if against is None:
        return BADGES[Verdict.MET]
    verdict = Verdict.NOT_MET if against.standing is Standing.NO else Verdict.CANNOT_TELL
    return f"{BADGES[verdict]}  \n:small[{md(against.sentence, SHORT_REASON)}]"


def _chip(requirement: Requirement, judgement: Judgement) -> str:
    badge = BADGES[judgement.verdict]
    if judgement.verdict in (Verdict.NOT_FOR, Verdict.NO_VALUE):
        return badge  # why stands beneath the table
    if judgement.value is None:
        return f"{badge}  \n:small[:gray[{md('; '.join(judgement.reasons), SHORT_REASON)}]]"
    measure = measure_by_id(judgement.measure)
    ends = (
        ""
        if judgement.interval is None
        else f" :gray[({interval(measure, judgement.interval)}{measure.interval_mark})]"
    )
    fewer = " among fewer" if requirement.threshold == SMALLEST_GROUP.id else ""
    return f"{badge}  \n:small[{value(measure, judgement.value)}{fewer}{ends}]"


def _why_not(of_file: list[ScenarioVerdict]) -> None:
    """Say once for each reason why figures do not hold, or why there are none, and of which files."""
    told: dict[tuple[Verdict, str], list[str]] = {}
    for v in of_file:
        for _r, judgement in v.judgements:
            if judgement.verdict in WHY:
                for reason in judgement.reasons:
                    told.setdefault((judgement.verdict, reason), []).append(v.scenario)
    for (verdict, reason), scenarios in told.items():
        st.caption(
            WHY[verdict].format(
                files=names(list(dict.fromkeys(scenarios))), reason=md(reason.rstrip("."), LONGEST_REASON)
            )
        )
