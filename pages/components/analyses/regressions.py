"""Regressions on the screen: a coefficient by scenario, beside the risk, and all coefficients of one scenario."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison, measure_by_id
from core.charts import coefficient_intervals_figure
from core.utility import CoefficientDetail, ComparedCoefficient, FitDetail
from core.views import (
    IntervalRows,
    RegressionView,
    RiskPoint,
    any_coefficient,
    coefficient_rows,
    coefficients_of,
    keysets_of,
    names_of,
    regression_view,
    risk_points,
)
from core.wording import percent, sentence_case
from pages.components.analyses.intervals import intervals
from pages.components.analyses.words import MODELS, figure, in_errors, overlap, records_used
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import probability
from pages.components.table_beneath import table_beneath
from pages.components.workspace import current

RISK = "expected_reidentifications"


def choose_regression(comparison: Comparison) -> tuple[str, str]:
    """Ask for a regression and one of its coefficients; "" where the original gives none."""
    left, right = st.columns(2)
    names = names_of(comparison, "regression")
    name = left.selectbox("Regression", names, format_func=plain, key="analyses_regression", persist_state="session")
    offered = coefficients_of(comparison, name)
    if not offered:
        return name, ""
    coefficient = right.selectbox("Coefficient", offered, format_func=plain, key=f"analyses_coefficient_{name}")
    return name, coefficient


def coefficient_by_scenario(comparison: Comparison, regression: str, coefficient: str) -> IntervalRows:
    """Show one coefficient with its interval in every file; return what was shown."""
    detail = regression_view(comparison.scenarios[0], regression).detail
    model, formula = (MODELS.get(detail["model"], ""), detail["formula"]) if detail else ("", "")
    st.caption(f"{model}: {md(formula, 500)}")
    rows = coefficient_rows(comparison, regression, coefficient)
    intervals(rows, coefficient or regression, "analyses_coefficient")
    return rows


def coefficient_and_risk(comparison: Comparison, rows: IntervalRows, coefficient: str) -> None:
    """Draw the coefficient against the expected re-identifications, as the practice guide does."""
    keysets = keysets_of(comparison, RISK)
    if not keysets:
        st.info("No disclosure risk was measured: give some variables the role key.", icon=":material/info:")
        return
    keyset = next((k for k in keysets if k == current().choice.keyset), keysets[0])
    points, missing = risk_points(comparison, rows, RISK, keyset)
    if not points:
        st.info("No file has both the coefficient and the risk.", icon=":material/info:")
        return
    st.plotly_chart(
        coefficient_intervals_figure(points, title=coefficient, risk_title=measure_by_id(RISK).name, dark=is_dark()),
        key="analyses_risk_chart",
        config=NO_TOOLS,
        alt="The coefficient with its interval against expected re-identifications; the table below holds the same",
    )
    st.markdown(_key(points))
    for reason in dict.fromkeys(why for _name, why in missing):
        names = ", ".join(f"**{md(name, 60)}**" for name, why in missing if why == reason)
        st.caption(f"Not drawn: {names}: {md(reason, 400)}.")
    table_beneath(_risk_table(points), "coefficient_and_risk", "Coefficient and risk of every file")


def _key(points: Sequence[RiskPoint]) -> str:
    scenarios = [p for p in points if not p.is_original]
    numbered = " · ".join(f"**{i}** {md(p.name, 60)}" for i, p in enumerate(scenarios, start=1))
    return f":small[:red[▲] Original, with the band of its interval · {numbered}]"


def _risk_table(points: Sequence[RiskPoint]) -> pd.DataFrame:
    return pd.DataFrame({
        "file": [plain(p.name) for p in points],
        "coefficient": [p.figure.value for p in points],
        "from": [p.figure.low for p in points],
        "to": [p.figure.high for p in points],
        "n": [p.figure.n for p in points],
        "expected re-identifications": [p.risk for p in points],
    })  # fmt: skip


def all_coefficients(file: Assessment, regression: str) -> None:
    """Show every coefficient of one scenario beside the original's, the fit, and what was left out."""
    view = regression_view(file, regression)
    detail = view.detail
    if detail is None or detail["original"] is None or detail["masked"] is None:
        st.info(f"Not defined because {md(view.reason, 500)}.", icon=":material/info:")
        return
    st.markdown(_fit_in_words(view, detail["fit"], detail["original"], detail["masked"]))
    fitted = detail["coefficients"], detail["original"], detail["masked"]
    table = coefficient_table(*fitted)
    st.dataframe(table, hide_index=True, height="content", placeholder="–", alt="All coefficients of this scenario")
    table_download(pd.DataFrame(coefficient_lines(*fitted)), "analyses_coefficients")
    st.caption(
        "Local utility of a coefficient: 1 where it is significant in neither file, 0 where in one only or where "
        "its sign differs, else the smaller squared standardised coefficient over the larger."
    )
    for notice in view.notices:
        st.caption(f"{md(sentence_case(notice), 400)}.")
    if detail["lost"]:
        st.caption(f"Not in the masked file's model: {', '.join(md(name) for name in detail['lost'])}.")


def _fit_in_words(view: RegressionView, fit: str, before: FitDetail, after: FitDetail) -> str:
    parts = [
        (f"{fit} **{figure(before['r_squared'])}** before, **{figure(after['r_squared'])}** after"),
        f"n = {records_used(any_coefficient(before))} before, {records_used(any_coefficient(after))} after",
    ]
    if view.overlap is not None:
        parts.append(f"mean overlap **{overlap(view.overlap)}**")
    if view.utility is not None:
        parts.append(f"local utility **{percent(view.utility, 0)}**")
    return " · ".join(parts)


def coefficient_table(coefficients: Sequence[ComparedCoefficient], before: FitDetail, after: FitDetail) -> pd.DataFrame:
    """Return the coefficients of both files as they are read; names are plain."""
    rows = []
    for each in coefficients:
        first, first_ends, first_p = _in_words(before["coefficients"].get(each["name"]))
        second, second_ends, second_p = _in_words(after["coefficients"].get(each["name"]))
        rows.append({
            "Coefficient": plain(each["name"], 300),
            "Before": first,
            "95% before": first_ends,
            "After": second,
            "95% after": second_ends,
            "Inside": "–" if each["inside"] is None else "yes" if each["inside"] else "no",
            "Overlap": overlap(each["overlap"]),
            "Difference in SE": in_errors(each["difference_in_se"]),
            "Local utility": overlap(each["utility"]),
            "p before": first_p,
            "p after": second_p,
        })  # fmt: skip
    return pd.DataFrame(rows)


def _in_words(given: CoefficientDetail | None) -> tuple[str, str, str]:
    """Return a coefficient of one file, its 95% interval and its p; dashes where the file does not give it."""
    if given is None:
        return figure(None), "–", probability(None)
    ends = f"{figure(given['low'])} to {figure(given['high'])}"
    return figure(given["estimate"]), ends, probability(given["p"])


def coefficient_lines(
    coefficients: Sequence[ComparedCoefficient], before: FitDetail, after: FitDetail
) -> list[dict[str, object]]:
    """Return the coefficients of both files with full precision, one a line."""
    lines = []
    for each in coefficients:
        line: dict[str, object] = {"coefficient": plain(each["name"], 300)}
        for side, fit in (("before", before), ("after", after)):
            line |= _estimated(fit["coefficients"].get(each["name"]), side)
        line |= {"inside": each["inside"], "overlap": each["overlap"]}
        lines.append(line | {"difference in SE": each["difference_in_se"], "local utility": each["utility"]})
    return lines


def _estimated(given: CoefficientDetail | None, side: str) -> dict[str, float | None]:
    """Return a coefficient of one file under the headings of its columns; None where the file does not give it."""
    return {
        side: given["estimate"] if given else None,
        f"{side} from": given["low"] if given else None,
        f"{side} to": given["high"] if given else None,
        f"SE {side}": given["standard_error"] if given else None,
        f"p {side}": given["p"] if given else None,
        f"standardised {side}": given["standardised"] if given else None,
    }
