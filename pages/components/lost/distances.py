"""How far apart two distributions lie, distance by distance: of a variable, and of a pair of variables."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment import Assessment, measure_by_id
from core.measures import detail_of
from core.utility import DistanceAlone, Sizes
from core.views import PAIR_DISTANCES, VARIABLE_DISTANCES, DistanceRow, pair_distances, variable_distances
from pages.components.downloads import table_download
from pages.components.escaping import plain
from pages.components.figures_in_words import value


def distances(assessment: Assessment, *names: str) -> None:
    """Show the distances of one variable or of two, what each says, and why one is not defined."""
    rows = variable_distances(assessment) if len(names) == 1 else pair_distances(assessment)
    row = next((r for r in rows if set(r.variables) == {*names}), None)
    if row is None:
        return
    table = distances_table(row, VARIABLE_DISTANCES if len(names) == 1 else PAIR_DISTANCES)
    st.dataframe(table, hide_index=True, row_height=34, placeholder="–", alt="Distances of the two distributions")
    table_download(table, "variable_distances" if len(names) == 1 else "pair_distances")


def distances_table(row: DistanceRow, measures: Sequence[str]) -> pd.DataFrame:
    """Return the distances of a row, one a line."""
    return pd.DataFrame([_line(row, m) for m in measures if m in row.values or m in row.reasons])


def _line(row: DistanceRow, name: str) -> dict[str, object]:
    outcome, measure = row.outcomes.get(name), measure_by_id(name)
    sizes, alone = detail_of(outcome, Sizes), detail_of(outcome, DistanceAlone)
    said = (alone.get("sentence", "") if alone else "") or measure.summary
    return {
        "Distance, coded alike": measure.name,
        "Value": value(measure, row.values[name]) if name in row.values else None,
        "n original": sizes["n_original"] if sizes else None,
        "n masked": sizes["n_masked"] if sizes else None,
        "In words": plain(row.reasons.get(name, said), 300),
    }
