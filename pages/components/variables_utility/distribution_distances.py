"""How far apart two distributions lie, distance by distance: of a variable, and of a pair of variables."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment, measure_by_id
from core.measures import Outcome, Result, detail_of
from core.utility import DistanceAlone, DistanceDetail, RcvDetail, Sizes, WassersteinDetail
from core.views import PAIR_DISTANCES, VARIABLE_DISTANCES, DistanceRow, n_in_words, pair_distances, variable_distances
from core.wording import percent
from pages.components.downloads import table_download
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value

OF_SHARES = ("total_variation", "jensen_shannon", "hellinger", "table_pmse_ratio")
"""Distances between two tables of shares: those that a recode costs something."""


def distances_of_variable(assessment: Assessment, name: str) -> None:
    """Show the distances of one variable, what each says, and why one is not defined."""
    row = next((r for r in variable_distances(assessment) if r.variables == (name,)), None)
    if row is not None:
        _shown(row, VARIABLE_DISTANCES, "Distances between the two distributions", "variable_distances")


def distances_of_pair(assessment: Assessment, a: str, b: str) -> None:
    """Show the distances between the two cross-tables of a pair, and how much weaker or stronger it became."""
    row = next((r for r in pair_distances(assessment) if set(r.variables) == {a, b}), None)
    if row is None:
        return
    _shown(row, PAIR_DISTANCES, "Distances between the two cross-tables", "pair_distances")
    change = next((o for o in assessment.results("rcv") if set(o.target) == {a, b}), None)
    if change is not None:
        st.caption(_rcv_words(change))


def _rcv_words(change: Result) -> str:
    detail = detail_of(change, RcvDetail)
    values = f"{detail['original']:.3f} before, {detail['masked']:.3f} after"
    if abs(change.value) < 0.05:
        return f"Cramér's V is as strong as before ({values})."
    sentence = (
        "Cramér's V became {value:.1f}% stronger ({values})."
        if change.value > 0
        else "Cramér's V became {value:.1f}% weaker ({values})."
    )
    return sentence.format(value=abs(change.value), values=values)


def _shown(row: DistanceRow, measures: Sequence[str], title: str, key: str) -> None:
    first = row.values.get(measures[0])
    head = "" if first is None else f": total variation {_value(measures[0], first)}"
    with st.expander(f"{title}{head}", icon=":material/straighten:"):
        for measure in measures:
            if isinstance(distance := row.outcomes.get(measure), Result):
                st.markdown(distance_in_words(distance))
        for reason, missing in _reasons(row, measures).items():
            st.caption(
                f"{', '.join(measure_by_id(m).column_name for m in missing)}: not defined because {md(reason, 300)}."
            )
        cost = next((cost for outcome in row.outcomes.values() if (cost := _recode_cost(outcome))), None)
        if cost:
            st.caption(
                "Compared at released detail: the original was recoded like the masked file first. "
                f"The recode alone cost **{percent(cost)}** of the variable, which no distance shows."
            )
        table_download(_table(row, measures), key)


def _kind(outcome: Outcome) -> str:
    """Return which distance it is, of a variable or of a pair."""
    return outcome.measure.removesuffix("_pair")


def _recode_cost(outcome: Outcome | None) -> float | None:
    detail = detail_of(outcome, DistanceDetail) if outcome and _kind(outcome) in OF_SHARES else None
    return detail["recode_cost"] if detail else None


def distance_in_words(distance: Result) -> str:
    """Return a distance with what it says and its n, escaped."""
    words = _words(distance)
    name = measure_by_id(distance.measure).column_name
    n = n_in_words(distance.n, distance.weighting)
    return f"**{name} {_value(distance.measure, distance.value)}**{f': {words}' if words else ''}. :small[:gray[{n}]]"


def _words(distance: Result) -> str:
    kind = _kind(distance)
    if kind == "total_variation":
        return f"{100 * distance.value:.3g} in 100 records would have to change category"
    if kind == "jensen_shannon":
        fresh = detail_of(distance, DistanceDetail).get("null_fresh_sample")
        chance = "" if fresh is None else f"; a fresh sample of this size would show {_value(distance.measure, fresh)}"
        return f"0% is the same, 100% nothing in common{chance}"
    if kind == "hellinger":
        return "as above, but small categories count for more"
    if kind == "table_pmse_ratio":
        sentence = detail_of(distance, DistanceDetail).get("sentence")
        return md(sentence or "1 as drawn from the original's shares, 2 as a fresh sample", 300)
    if kind == "kolmogorov_smirnov":
        return "the largest difference of the shares at or below any value"
    if kind != "wasserstein":
        return md(measure_by_id(kind).summary.removesuffix("."))
    detail = detail_of(distance, WassersteinDetail)
    deviations = detail["standardised"]
    unit = "categories" if detail["unit"] == "category" else "in the variable's own unit"
    also = "" if deviations is None else f", {deviations:.3g} standard deviations"
    return f"values moved at least so far on average, {unit}{also}"


def _value(measure: str, x: float) -> str:
    return value(measure_by_id(measure), x)


def _reasons(row: DistanceRow, measures: Sequence[str]) -> dict[str, list[str]]:
    by_reason: dict[str, list[str]] = {}
    for measure in measures:
        if measure in row.reasons:
            by_reason.setdefault(row.reasons[measure], []).append(measure)
    return by_reason


def _table(row: DistanceRow, measures: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame([_line(row, m) for m in measures if m in row.values or m in row.reasons])


def _line(row: DistanceRow, measure: str) -> dict[str, object]:
    outcome = row.outcomes.get(measure)
    sizes, sentence = detail_of(outcome, Sizes), detail_of(outcome, DistanceAlone)
    moved = detail_of(outcome, WassersteinDetail) if measure == "wasserstein" else None
    return {
        "variables": plain(" × ".join(row.variables), 300),
        "distance": measure_by_id(measure).name,
        "value": row.values.get(measure),
        "n original": sizes["n_original"] if sizes else None,
        "n masked": sizes["n_masked"] if sizes else None,
        "in standard deviations": moved["standardised"] if moved else None,
        "recode cost": _recode_cost(outcome),
        "in words": plain(sentence.get("sentence", "") if sentence else "", 300),
        "not defined because": plain(row.reasons.get(measure, ""), 300),
    }
