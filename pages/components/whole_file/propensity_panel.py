"""What the propensity model found in one scenario: its scores, its drivers, and what it left out and why."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import driver_bars_figure, score_distributions_figure
from core.measures import Result, detail_of
from core.utility import PropensityDetail
from core.views import whole_file_value
from core.wording import sentence_case
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import md, plain
from pages.components.table_beneath import table_beneath

MODELS = {
    "main": "every variable on its own",
    "pairs": "every variable and all products of two",
    "quadratic": "all terms up to the second order (Model I)",
    "model2": "the terms of Model II",
    "cubic": "all terms up to the third order",
    "spline": "splines and their interactions",
    "penalised": "splines smoothed by a penalty",
    "cart": "a classification tree",
}
LONG_NOTICE = 130
"""A longer notice, a list of terms, is folded away."""


def score_distributions(file: Assessment) -> None:
    """Draw the scores of both files over each other, and say what the model was made of."""
    result = _measured(file)
    if result is None:
        return
    detail = detail_of(result, PropensityDetail)
    bins = detail["histogram"]
    st.plotly_chart(
        score_distributions_figure(
            bins["edges"], bins["original"], bins["masked"], share_masked=detail["share_masked"], dark=is_dark()
        ),
        key="score_distributions",
        config=NO_TOOLS,
        alt="Propensity scores of the original's and the masked file's records; the table below holds the same shares",
    )
    _say_model(detail, result.notices or ())
    table = pd.DataFrame({
        "score from": bins["edges"][:-1],
        "score to": bins["edges"][1:],
        "original, share": bins["original"],
        "masked, share": bins["masked"],
    })  # fmt: skip
    table_beneath(table, "propensity_scores", "Propensity scores by bin")


def _say_model(detail: PropensityDetail, notices: Sequence[str]) -> None:
    size = (f"{detail['estimable']} coefficients") if detail["estimable"] else (f"{detail['columns']} leaves")
    gap = detail["specks"]
    furthest = f" The cumulative shares differ by at most {100 * gap:.3g} points (SPECKS)." if gap is not None else ""
    st.caption(f"Model: {MODELS[detail['model']]}, {size}.{furthest}")
    long = [notice for notice in notices if len(notice) > LONG_NOTICE]
    for notice in notices:
        if notice not in long:
            st.caption(_sentence(notice))
    if long:
        with st.expander("What was left out or made simpler, and why"):
            for notice in long:
                st.caption(_sentence(notice))


def _sentence(notice: str) -> str:
    return f"{md(sentence_case(notice), 3000)}."


def drivers(file: Assessment) -> None:
    """Draw what each term of the model finds alone."""
    result = _measured(file)
    if result is None:
        return
    terms = detail_of(result, PropensityDetail)["drivers"]
    if not terms:
        st.info(_why_no_drivers(detail_of(result, PropensityDetail)), icon=":material/info:")
        return
    st.plotly_chart(
        driver_bars_figure([d["term"] for d in terms], [d["alone"] for d in terms], dark=is_dark()),
        key="driver_bars",
        config=NO_TOOLS,
        alt="Terms of the propensity model by what each finds alone; the table below holds the same figures",
    )
    st.caption("Terms overlap, so the bars do not add up to Up.")
    table = pd.DataFrame({
        "term": [plain(d["term"]) for d in terms],
        "Up alone": [d["alone"] for d in terms],
        "largest coefficient": [plain(d["column"]) for d in terms],
        "standardised": [d["standardised_coefficient"] for d in terms],
    })  # fmt: skip
    table_beneath(table, "propensity_drivers", "Terms of the propensity model")


def _why_no_drivers(detail: PropensityDetail) -> str:
    if detail["model"] == "cart":
        return "A tree has no terms: choose another propensity model to see which variables drive it."
    return "No term finds any difference: every record's score is the share of masked records."


def _measured(file: Assessment) -> Result | None:
    """Return Up; where it has no value, say why."""
    outcome = file.outcome("propensity")
    if isinstance(outcome, Result):
        return outcome
    reason = whole_file_value(file, "propensity").reason
    st.info(f"Not defined because {md(reason, 500)}.", icon=":material/info:")
    return None
