"""What the intruder of a key set knows, and which population counts were used for it."""

import streamlit as st

from core.assessment import Assessment, Comparison
from core.measures import Requires, Result, Scope, Skipped, detail_of
from core.risk import MEASURES, GlobalRiskDetail, KeysDetail, KeySetDetail, UsedCounts
from core.views import risk_parameters
from core.wording import counted, one_or_many
from pages.components.escaping import md
from pages.components.figures_in_words import names

ANCHORS = tuple(m.id for m in MEASURES if m.scope is Scope.FILE and Requires.KEYS in m.requires)
"""Measures by which a key set is recognised, the default one first."""

MISSING_RULES = {
    "wildcard": "A missing key value agrees with every value.",
    "category": "A missing key value is a value of its own.",
    "drop": "Records that lack a key value are left out.",
}


def why_no_keyset(comparison: Comparison) -> str:
    """Return why there is no key set to speak about; escaped."""
    for measure in ANCHORS:
        for outcome in comparison.original.of(measure):
            if isinstance(outcome, Skipped):
                return f"No disclosure risk was measured: {md(outcome.reason, 400)}."
    return "No disclosure risk was measured: the run had no measure of risk for a key set."


def intruder_in_words(comparison: Comparison, keyset: str) -> str:
    """Return what the intruder knows, and what the individual risks rest on; escaped."""
    keys = _keys(comparison.original, keyset)
    sentences = [f"The intruder knows {names(keys, 12)}."] if keys else []
    rate = comparison.original.outcome("global_risk", (keyset,))
    if isinstance(rate, Result):
        basis = detail_of(rate, GlobalRiskDetail)["basis"]
        sentences.append(f"Individual risk: {md(basis, 200)}.")
    sentences.append(MISSING_RULES[risk_parameters(comparison).missing])
    return " ".join(sentences)


def population_in_words(comparison: Comparison, file: Assessment, keyset: str) -> None:
    """Say which population counts were used for a key set, and what in them does not fit the original or a file."""
    for assessment, name in ((comparison.original, "the original"), (file, file.name)):
        outcome = assessment.outcome("population_uniques_known", (keyset,))
        described = detail_of(outcome, KeySetDetail)
        counts = described.get("population_counts") if described else None
        if counts is None:
            continue
        source = f"Population counts of **{md(counts['file'])}** for {md(name, 60)}"
        if "problem" in counts:
            st.warning(f"{source} could not be used: {md(counts['problem'], 400)}.", icon=":material/groups:")
            continue
        known = (
            f"{source}: {counted(int(counts['people']), 'person', 'people')} by {names(list(counts['variables']), 12)}."
        )
        if not counts["combinations_counted_below_the_file"]:
            st.caption(known)
            continue
        st.warning(f"{known} {_misfit(counts)}", icon=":material/groups:")


def _misfit(counts: UsedCounts) -> str:
    """Return in words which combinations the counts do not hold, or count below the file; escaped."""
    low = counts["combinations_counted_below_the_file"]
    sentence = one_or_many(
        "{low:,} combination of the file ({records}) has fewer people than records",
        "{low:,} combinations of the file ({records}) have fewer people than records",
        low,
    ).format(low=low, records=counted(counts["records_in_them"], "record", "records"))
    sentence += (
        f", {counts['combinations_absent']:,} of them none; the number of records was used for them. "
        "Check that both speak of the same population in the same categories."
    )
    strange = counts["categories_that_nobody_has"].items()
    lone = "; ".join(f"**{md(name)}** {', '.join(md(label, 40) for label in labels)}" for name, labels in strange)
    return sentence + (f" Nobody in it has {lone}." if lone else "")


def _keys(assessment: Assessment, keyset: str) -> list[str]:
    for measure in ANCHORS:
        known = detail_of(assessment.outcome(measure, (keyset,)), KeysDetail)
        if known is not None and known["keys"]:
            return known["keys"]
    return []
