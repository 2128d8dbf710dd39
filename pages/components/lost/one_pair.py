"""Pairs of variables in the versions shown, and the chosen pair's cross-tables; its test and the list on request."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import Panel, pair_tables_figure
from core.data import Level, Pair
from core.measures import Failed, Outcome, Result, Skipped, detail_of
from core.utility import LduBivariateDetail
from core.views import PairRow, distance_lines, pair_view, worst_pairs
from core.wording import percent
from pages.components import layout
from pages.components.asked_in_worker import pair_or_none
from pages.components.bar import Opened
from pages.components.cached import cached
from pages.components.charts import beneath, chart, is_dark
from pages.components.compare.side_by_side import pair_columns
from pages.components.downloads import numbers, of_rows, show_table
from pages.components.escaping import md, plain
from pages.components.figures_in_words import coefficient, probability
from pages.components.flags_in_words import show_flags
from pages.components.methods.drawer import method_links
from pages.components.selection import choose_pair, on_row, pair

TABLES, LIST = "pair_tables", "worst_pairs"
TESTS = {
    "chi_squared": "chi-squared, Cramér's V²",
    "kruskal_wallis": "Kruskal-Wallis, ε²",
    "anova": "analysis of variance, η²",
    "spearman": "Spearman's ρ²",
    "pearson": "Pearson's r²",
}
DECIDED = {
    "none": "neither file shows an association, so nothing was lost",
    "one": "only one of the files shows an association: the masking made it appear or vanish",
    "direction": "both files show an association, but its direction differs",
    "strength": "both files show an association in the same direction; its strength was compared",
}
STRENGTHENED = (
    "; the published rule also takes an association that became much stronger, or noisier, for a changed direction: "
    "the cosine is positive, so it is not reversed"
)


def pairs_card(opened: Opened, names: Sequence[str]) -> None:
    """Draw all pairs in the versions shown, and the chosen one as tables."""
    assessment, looked_at = opened.file, opened.looked_at
    rows = cached(worst_pairs, assessment, n=len(assessment.outcomes))
    a, b = pair(names, (rows[0].a, rows[0].b) if rows else (names[0], names[1]))
    pair_columns(opened, (a, b))
    outcome = outcome_of(assessment, a, b)
    st.markdown(f"**{md(a)} × {md(b)}** in **{md(looked_at, 60)}**: {in_words(outcome)}.")
    both = pair_or_none(opened.workspace, assessment)
    if both is not None and a != b:
        _tables(both, a, b, looked_at)
    if isinstance(outcome, Result):
        layout.details("Test, p and distances of this pair", "lost_pair", lambda: _figures(assessment, outcome))
    layout.details("All pairs of this version, worst first", "lost_pairs", lambda: _list(rows))


def outcome_of(assessment: Assessment, a: str, b: str) -> Outcome | None:
    """Return the outcome of a pair, whichever of its variables comes first in the file."""
    return assessment.outcome("ldu_bivariate", (a, b)) or assessment.outcome("ldu_bivariate", (b, a))


def in_words(outcome: Outcome | None) -> str:
    """Say what is kept of a pair and which step decided, or why there is no value; escaped."""
    if isinstance(outcome, Result):
        detail = detail_of(outcome, LduBivariateDetail)
        turned = detail["step"] == "direction" and (detail["cosine"] or 0.0) > 0
        return f"{percent(outcome.value)} kept; {DECIDED.get(detail['step'], '')}{STRENGTHENED if turned else ''}"
    if isinstance(outcome, Skipped):
        return f"no value, because {md(outcome.reason, 500)}"
    return "not measured because of a fault of the program" if isinstance(outcome, Failed) else "not measured"


def _tables(both: Pair, a: str, b: str, version: str) -> None:
    """Draw the pair at the original's own detail, and in both files coded alike; numbers as a scatter in bins."""
    by_row = not all(v.recoded.level is Level.CONTINUOUS for v in both.variables if v.name in (a, b))
    figure = cached(_drawn, both, a=a, b=b, version=version, by_row=by_row, dark=is_dark())
    chart(figure, TABLES, "The pair as a table in the original and in the version")
    of = "row, in percent; a dot: moved by more than 2 points" if by_row else "file's records; stronger is more"
    note = f"Rows {md(a)}, columns {md(b)}: shares of each {of}."
    beneath(TABLES, note, lambda: cells_table(both, a, b), "pair_tables")


def _drawn(both: Pair, *, a: str, b: str, version: str, by_row: bool, dark: bool) -> object:
    alike = pair_view(both, a, b, cut="quantile" if by_row else "equal")
    recoded = any(v.recode is not None for v in both.variables if v.name in (a, b))
    own = pair_view(both, a, b, "original").of_original()
    panels: list[Panel] = [("Original, own detail", own, "original")] if recoded else []
    panels += [("Original, coded alike" if recoded else "Original", alike, "original"), (version, alike, "masked")]
    return pair_tables_figure(panels, by_row=by_row, dark=dark)


def cells_table(both: Pair, a: str, b: str) -> pd.DataFrame:
    """Return the cells of both files coded alike, one a line."""
    view = pair_view(both, a, b)
    return pd.DataFrame([
        {
            plain(a): plain(row),
            plain(b): plain(column),
            "original": int(view.original[i, j]),
            "masked": None if view.masked is None else int(view.masked[i, j]),
        }
        for i, row in enumerate(view.row_labels)
        for j, column in enumerate(view.column_labels)
    ])  # fmt: skip


def _figures(assessment: Assessment, outcome: Result) -> None:
    detail = detail_of(outcome, LduBivariateDetail)
    first, second = detail["coefficient_original"], detail["coefficient_masked"]
    corrected = detail["bias_corrected_original"], detail["bias_corrected_masked"]
    table = pd.DataFrame({
        "File": ["Original", "Masked file"],
        TESTS.get(detail["test"], "Coefficient"): [coefficient(first), coefficient(second)],
        "p": [probability(detail["p_original"]), probability(detail["p_masked"])],
        "Records": [detail["n_original"], detail["n_masked"]],
        "Before the recode": [coefficient(detail["coefficient_unrecoded"]), None],
        "Bias-corrected V²": [coefficient(x) for x in corrected],
        "Cosine of the directions": [None, coefficient(detail["cosine"])],
    })  # fmt: skip
    st.dataframe(table, alt="The test of the pair in both files", **of_rows(2))
    method_links(["ldu_bivariate"], "pair")
    show_flags(outcome.flags or ())
    table = pd.DataFrame(distance_lines(assessment, *outcome.target))
    show_table(table, "pair_distances", "Distances of the two distributions")


def _list(rows: Sequence[PairRow]) -> None:
    """Show all pairs; a chosen row chooses the pair."""
    table = table_of(rows)
    show_table(table, "pairs", "Pairs, those whose association changed most first", key=LIST,
               on_select=on_row(LIST, lambda place: choose_pair(rows[place].a, rows[place].b)),
               selection_mode="single-row",
               column_config=numbers(table, Kept="percent", Association="%+.3f"))  # fmt: skip


def table_of(rows: Sequence[PairRow]) -> pd.DataFrame:
    """Return pairs as a table."""
    return pd.DataFrame({
        "A": [r.a for r in rows],
        "B": [r.b for r in rows],
        "Association": [None if r.change is None else r.change.value for r in rows],
        "As in a fresh survey": ["" if r.change is None else "yes" if r.change.by_chance else "no" for r in rows],
        "Kept": [r.utility for r in rows],
        "What decided": [DECIDED.get(r.step, r.step) for r in rows],
        "Test": [TESTS.get(r.test, r.test) for r in rows],
        "n": [r.n for r in rows],
    })  # fmt: skip
