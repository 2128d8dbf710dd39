"""How far apart two distributions lie, distance by distance: of a variable, and of a pair of variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.assessment import Assessment, measure_by_id
from core.measures import Result
from core.views import PAIR_DISTANCES, VARIABLE_DISTANCES, DistanceRow, pair_distances, variable_distances
from core.wording import _
from pages.components.downloads import table_download
from pages.components.escaping import md, plain


def distances_of_variable(assessment: Assessment, name: str) -> None:
    """Show the distances of one variable, what each says, and why one is not defined."""
    row = next((r for r in variable_distances(assessment) if r.variables == (name,)), None)
    if row is not None:
        _shown(row, VARIABLE_DISTANCES, _("Distances between the two distributions"), "variable_distances")


def distances_of_pair(assessment: Assessment, a: str, b: str) -> None:
    """Show the distances between the two cross-tables of a pair, and how much weaker or stronger it became."""
    row = next((r for r in pair_distances(assessment) if set(r.variables) == {a, b}), None)
    if row is None:
        return
    _shown(row, PAIR_DISTANCES, _("Distances between the two cross-tables"), "pair_distances")
    change = next((o for o in assessment.results("rcv") if set(o.target) == {a, b}), None)
    if change is not None:
        st.caption(_rcv_words(change))


def _rcv_words(change: Result) -> str:
    values = _("{detail:.3f} before, {detail2:.3f} after").format(
        detail=change.detail["original"], detail2=change.detail["masked"]
    )
    if abs(change.value) < 0.05:
        return _("Cramér's V is as strong as before ({values}).").format(values=values)
    sentence = (
        _("Cramér's V became {value:.1f} % stronger ({values}).")
        if change.value > 0
        else _("Cramér's V became {value:.1f} % weaker ({values}).")
    )
    return sentence.format(value=abs(change.value), values=values)


def _shown(row: DistanceRow, measures: Sequence[str], title: str, key: str) -> None:
    first = row.values.get(measures[0])
    head = "" if first is None else _(": total variation {value}").format(value=_value(first))
    with st.expander(f"{title}{head}", icon=":material/straighten:"):
        for measure in measures:
            if measure in row.values:
                st.markdown(distance_in_words(measure, row.values[measure], row.details.get(measure, {})))
        for reason, missing in _reasons(row, measures).items():
            st.caption(
                _("{name}: not defined because {reason}.").format(
                    name=", ".join(measure_by_id(m).column_name for m in missing), reason=md(reason, 300)
                )
            )
        cost = next((d["recode_cost"] for d in row.details.values() if d.get("recode_cost")), 0.0)
        if cost:
            st.caption(
                _(
                    "Compared at released detail: the original was recoded like the masked file first. "
                    "The recode alone cost **{cost:.1f} %** of the variable, which no distance shows."
                ).format(cost=100 * cost)
            )
        table_download(_table(row, measures), key)


def distance_in_words(measure: str, value: float, detail: Mapping[str, Any]) -> str:
    """Return a distance with what it says and its n, escaped."""
    kind = measure.removesuffix("_pair")
    n = min(detail.get("n_original", 0), detail.get("n_masked", 0))
    words = _words(kind, value, detail)
    name = measure_by_id(measure).column_name
    return f"**{name} {_value(value)}**{f': {words}' if words else ''}. :small[:gray[n = {n:,}]]"


def _words(kind: str, value: float, detail: Mapping[str, Any]) -> str:
    if kind == "total_variation":
        return _("{value:.3g} in 100 records would have to change category").format(value=100 * value)
    if kind == "jensen_shannon":
        fresh = detail.get("null_fresh_sample")
        chance = (
            "" if fresh is None else _("; a fresh sample of this size would show {value}").format(value=_value(fresh))
        )
        return _("0 is the same, 1 nothing in common{chance}").format(chance=chance)
    if kind == "hellinger":
        return _("as above, but small categories count for more")
    if kind == "table_pmse_ratio":
        return md(detail.get("sentence") or _("1 as drawn from the original's shares, 2 as a fresh sample"), 300)
    if kind == "kolmogorov_smirnov":
        return _("the largest difference of the shares at or below any value")
    if kind != "wasserstein":
        return md(measure_by_id(kind).summary.removesuffix("."))
    deviations = detail.get("standardised")
    unit = "categories" if detail.get("unit") == "category" else _("in the variable's own unit")
    also = "" if deviations is None else _(", {deviations:.3g} standard deviations").format(deviations=deviations)
    return _("values moved at least so far on average, {unit}{also}").format(unit=unit, also=also)


def _value(x: float) -> str:
    return "0" if x == 0 else f"{x:,.3g}"


def _reasons(row: DistanceRow, measures: Sequence[str]) -> dict[str, list[str]]:
    by_reason: dict[str, list[str]] = {}
    for measure in measures:
        if measure in row.reasons:
            by_reason.setdefault(row.reasons[measure], []).append(measure)
    return by_reason


def _table(row: DistanceRow, measures: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "variables": plain(" × ".join(row.variables), 300),
            "distance": measure_by_id(m).name,
            "value": row.values.get(m),
            _("n original"): row.details.get(m, {}).get("n_original"),
            _("n masked"): row.details.get(m, {}).get("n_masked"),
            _("in standard deviations"): row.details.get(m, {}).get("standardised"),
            _("recode cost"): row.details.get(m, {}).get("recode_cost"),
            _("in words"): plain(row.details.get(m, {}).get("sentence", ""), 300),
            _("not defined because"): plain(row.reasons.get(m, ""), 300),
        }
        for m in measures
        if m in row.values or m in row.reasons
    ])  # fmt: skip
