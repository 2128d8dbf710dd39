"""One variable in one scenario: what was done to it, the test, the largest gap, the distances."""

from __future__ import annotations

import streamlit as st

from core.assessment import Assessment
from core.data import Pair
from core.errors import RUMapError
from core.views import LargestDifference, VariableRow, largest_difference
from core.wording import counted, percent
from pages.components.cached_pairs import pair_of
from pages.components.escaping import md
from pages.components.figures_in_words import p_value
from pages.components.flags_in_words import show_flags
from pages.components.methods.drawer import method_links
from pages.components.variables.matching import recode_in_words
from pages.components.variables_utility.distribution_distances import distances_of_variable
from pages.components.workspace import Workspace

TESTS = {"kolmogorov_smirnov": ("Kolmogorov-Smirnov test", "D"), "chi_squared": ("Chi-squared test", "χ²")}
EFFECTS = {"kolmogorov_smirnov": "Largest gap, D", "chi_squared": "Total variation"}


def verdict(workspace: Workspace, assessment: Assessment, row: VariableRow) -> None:
    """Show what was done to the variable, its utility and its two parts, the test, and why there is no value."""
    pair = pair_or_none(workspace, assessment)
    st.markdown(_what_was_done(pair, row))
    if row.reason:
        st.info(f"No value: {md(row.reason, 500)}", icon=":material/info:")
    if row.test == "removed":
        st.info("The masked file says nothing of this variable: its utility is 0.", icon=":material/info:")
    elif row.utility is not None:
        _figures(row)
        st.markdown(_test_words(row))
        method_links(["ldu_univariate"], "variable")
        largest = largest_difference(pair, row.name) if pair is not None else None
        if largest is not None:
            st.markdown(gap_words(largest, recoded=row.record.status == "recoded"))
    st.caption(_n_words(row))
    show_flags(row.flags)
    distances_of_variable(assessment, row.name)


def pair_or_none(workspace: Workspace, assessment: Assessment) -> Pair | None:
    """Return original and masked file side by side; None where they are not open or cannot be compared."""
    try:
        return pair_of(workspace, assessment.file)
    except RUMapError:
        return None


def _what_was_done(pair: Pair | None, row: VariableRow) -> str:
    record = row.record
    parts = [f"Level **{md(record.level)}**, role **{md(record.role)}**."]
    if record.status == "recoded":
        paired = next((v for v in pair.variables if v.name == row.name), None) if pair else None
        parts.append(f"Recoded: {recode_in_words(paired)}." if paired else "Recoded.")
        if row.detail_lost is not None:
            parts.append(f"Detail lost: **{percent(row.detail_lost)}**.")
    elif record.status != "not comparable":
        parts.append({"kept": "Not recoded.", "removed": "Removed."}.get(record.status, md(record.status)))
    if record.masking:
        parts.append(f"Declared masking: {md(record.masking)}.")
    return " ".join(parts)


def _figures(row: VariableRow) -> None:
    with st.grid(3, min_column_width=105):
        st.metric("Utility, LDUuni", percent(row.utility or 0.0))
        st.metric(
            EFFECTS.get(row.test, "Effect"),
            "–" if row.effect is None else percent(row.effect),
            p_value(row.p),
            delta_color="off",
            delta_arrow="off",
        )
        if row.w is not None:
            st.metric("Cohen's w", f"{row.w:.3f}")


def _test_words(row: VariableRow) -> str:
    recode, distribution = row.recode or 0.0, row.distribution or 0.0
    product = f"**{percent(recode)}** left by the recode × **{percent(distribution)}** left of the distribution"
    test, symbol = TESTS.get(row.test, ("No test was needed", ""))
    statistic = f"{test}: {symbol} = {row.statistic:,.4g}." if symbol and row.statistic is not None else f"{test}."
    extra = "" if abs(recode * distribution - (row.utility or 0.0)) < 1e-9 else " × the share still observed"
    return f"{product}{extra} = **{percent(row.utility or 0.0)}**. {statistic}"


def gap_words(largest: LargestDifference, *, recoded: bool) -> str:
    """Say in one sentence where the two distributions differ most; escaped."""
    shares = f"{percent(largest.original)} of the original, {percent(largest.masked)} of the masked file"
    gap = 100 * abs(largest.original - largest.masked)
    if largest.total_variation < 5e-7:
        return (
            "Coded alike, nothing else of the distribution changed." if recoded else "Both distributions are the same."
        )
    if largest.kind == "cumulative":
        return (
            f"The largest gap between the two cumulative distributions is **{gap:.1f} points**, at about "
            f"{md(largest.place)}: {shares} lie at or below it."
        )
    return (
        f"**{100 * largest.total_variation:.1f} in 100 records** would have to change category. "
        f"**{md(largest.place, 60)}** changed most: {shares}."
    )


def _n_words(row: VariableRow) -> str:
    missing = [f"{percent(m)} missing" if m is not None else "" for m in (row.missing_original, row.missing_masked)]
    original = (f"{counted(row.n_original, 'value', 'values')} observed in the original") + (
        f" ({missing[0]})" if missing[0] else ""
    )
    masked = f"{row.n_masked:,} in the masked file" + (f" ({missing[1]})" if missing[1] else "")
    return f"{original}, {masked}."
