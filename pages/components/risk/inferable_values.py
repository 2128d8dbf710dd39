"""Undo check: masked values that another released variable gives away, in words."""

from collections.abc import Collection

import streamlit as st

from core.assessment import Assessment, Comparison
from core.measures import Result, Skipped, detail_of
from core.risk import InferableValuesDetail
from core.wording import counted
from pages.components.escaping import md
from pages.components.figures_in_words import names

MEASURE = "values_given_away"
NOTHING_HIDDEN = "No value of this file was suppressed or recoded, so there is nothing to read off."


def inferable_values(comparison: Comparison, file: Assessment) -> None:
    """List the variables whose suppressed or recoded values can be read off another one."""
    st.markdown(f"In **{md(file.name, 60)}**:")
    outcomes = file.of(MEASURE)
    if not outcomes:
        st.markdown(NOTHING_HIDDEN if MEASURE in _measured(comparison) else "This was not measured in this run.")
    for outcome in outcomes:
        if isinstance(outcome, Skipped):
            st.markdown(f"Not checked because {md(outcome.reason, 300)}.")
    results = [o for o in outcomes if isinstance(o, Result)]
    for result in results:
        for sentence in sentences_of(result):
            st.warning(sentence, icon=":material/key:")
    clean = [r.target[0] for r in results if not detail_of(r, InferableValuesDetail)["given_away_by"]]
    if clean:
        st.markdown(f":material/check: No other released variable gives away what was hidden in {names(clean, 12)}.")


def _measured(comparison: Comparison) -> Collection[str]:
    return comparison.plan.get("measures", ())


def sentences_of(result: Result) -> list[str]:
    """Return one sentence for every variable that gives away values of this one; escaped."""
    known = detail_of(result, InferableValuesDetail)
    hidden = {"suppressed": known["suppressed"], "recoded": known["recoded"]}
    return [
        "**{target}** can be read off **{by}**: {counts}.".format(
            target=md(result.target[0]),
            by=md(by),
            counts=_counts({"suppressed": counts["suppressed"], "recoded": counts["recoded"]}, hidden),
        )
        for by, counts in known["given_away_by"].items()
    ]


def _counts(counts: dict[str, int], hidden: dict[str, int]) -> str:
    parts = [f"{counts[kind]:,} of {_hidden(hidden[kind], kind)}" for kind in hidden if counts.get(kind)]
    return " and ".join(parts)


def _hidden(n: int, kind: str) -> str:
    if kind == "suppressed":
        return counted(n, "suppressed value", "suppressed values")
    return counted(n, "recoded value", "recoded values")
