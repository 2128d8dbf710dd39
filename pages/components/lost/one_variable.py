"""One variable in the versions shown: at the original's own detail, and coded alike; its test on request."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.data import Pair
from core.pairing import recode_in_words
from core.statistics.reproducible import sort_value
from core.views import LargestDifference, VariableRow, distance_lines, largest_difference, worst_variables
from core.wording import percent
from pages.components import layout
from pages.components.asked_in_worker import pair_or_none
from pages.components.bar import Opened
from pages.components.compare.side_by_side import distribution_columns
from pages.components.downloads import of_rows, show_table
from pages.components.escaping import md, plain
from pages.components.figures_in_words import p_value
from pages.components.flags_in_words import show_flags
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_variable

TESTS = {
    "kolmogorov_smirnov": "Kolmogorov-Smirnov test, largest gap D",
    "chi_squared": "Chi-squared test, total variation",
}


def variable_card(opened: Opened, name: str) -> None:
    """Draw the variable in the versions shown; its figures in the version looked at open on request."""
    assessment, looked_at = opened.file, opened.looked_at
    variable_select([v.name for v in assessment.variables], name)
    row = next(row for row in worst_variables(assessment) if row.name == name)
    pair = pair_or_none(opened.workspace, assessment)
    st.markdown(f"**{md(looked_at, 60)}**: {what_was_done(row, pair)}")
    distribution_columns(opened, [name], alike=True)
    layout.details("Test, p and distances in this version", "lost_variable", lambda: _figures(assessment, row))


def worst_variable(assessment: Assessment) -> str:
    """Return the variable that lost most, of which the page's sentence speaks."""
    return max(worst_variables(assessment), key=lambda row: sort_value(row.largest)).name


def variable_select(names: Sequence[str], chosen: str) -> None:
    """Show the variables as a select, in the file's order, for the keyboard."""
    st.session_state["variable_select"] = chosen
    st.selectbox(
        "Variable",
        names,
        format_func=plain,
        key="variable_select",
        width=260,
        on_change=lambda: choose_variable(st.session_state["variable_select"]),
    )


def what_was_done(row: VariableRow, pair: Pair | None) -> str:
    """Say what was done to a variable, and where it differs most once it is coded alike; escaped."""
    if row.removed:
        return "removed."
    if row.reason:
        return f"no value, because {md(row.reason, 500)}."
    paired = next((v for v in pair.variables if v.name == row.name), None) if pair else None
    done = ["not recoded."]
    if row.record.status == "recoded":
        done = [f"recoded: {md(recode_in_words(paired), 600)}." if paired else "recoded."]
    if row.detail_lost:
        done.append(f"Detail lost: **{percent(row.detail_lost)}**.")
    if row.record.masking:
        done.append(f"Declared masking: {md(row.record.masking)}.")
    largest = largest_difference(pair, row.name) if pair else None
    return " ".join([*done, gap_words(largest) if largest else ""]).strip()


def gap_words(largest: LargestDifference) -> str:
    """Say in one sentence where the two distributions differ most, coded alike; escaped."""
    shares = f"{percent(largest.original)} of the original, {percent(largest.masked)} of the masked file"
    if largest.total_variation < 5e-7:
        return "Coded alike, its distribution is the same."
    if largest.kind == "cumulative":
        gap = 100 * abs(largest.original - largest.masked)
        return (
            f"Coded alike, the largest gap of the cumulative distributions is **{gap:.1f} points**, at about "
            f"{md(largest.place)}: {shares} lie at or below it."
        )
    return (
        f"Coded alike, **{100 * largest.total_variation:.1f} in 100 records** would have to change category; "
        f"**{md(largest.place, 60)}** changed most: {shares}."
    )


def _figures(assessment: Assessment, row: VariableRow) -> None:
    if row.utility is not None and not row.removed:
        st.markdown(_test_words(row))
        method_links(["ldu_univariate"], "variable")
    st.dataframe(files_table(row), alt="The variable in both files", **of_rows(2))
    show_flags(row.flags)
    distances = pd.DataFrame(distance_lines(assessment, row.name))
    show_table(distances, "variable_distances", "Distances of the two distributions")


def _test_words(row: VariableRow) -> str:
    test = TESTS.get(row.test, "No test was needed")
    effect = "" if row.effect is None else f" {percent(row.effect)}, {p_value(row.p)}"
    w = "" if row.w is None else f", Cohen's w {row.w:.3f}"
    moved = "" if row.standardised is None else f" Its mean moved by **{row.standardised:+.3f}** standard deviations."
    return (
        f"{test}{effect}{w}.{moved} Utility **{percent(row.utility or 0.0)}**: {percent(row.recode or 0.0)} left by "
        f"the recode × {percent(row.distribution or 0.0)} left of the distribution."
    )


def files_table(row: VariableRow) -> pd.DataFrame:
    """Return what is known of a variable in either file, a line each."""
    means = row.means
    return pd.DataFrame({
        "File": ["Original", "Masked file"],
        "Values": [row.n_original, row.n_masked],
        "Missing": [None if x is None else percent(x) for x in (row.missing_original, row.missing_masked)],
        "Different values": list(row.values or (None, None)),
        "Mean": [means["original"], means["masked"]] if means else [None, None],
    })  # fmt: skip
