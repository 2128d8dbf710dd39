"""How evenly clusters of like records are shared, and where the joint distributions differ most, in one scenario."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Assessment
from core.charts import cluster_curve_figure
from core.measures import Result, detail_of
from core.utility import ClusterDetail, EcdfMaximumDetail, LargestEcdfDifference
from core.views import cluster_values, whole_file_value
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import md, plain
from pages.components.table_beneath import table_beneath

LINKAGES = {
    "average": "average linkage",
    "average_plain": "average linkage",
    "kmeans": "k-means",
    "minibatch": "mini-batch k-means",
}
SCALINGS = {"zscore": "numbers as z-scores", "range": "numbers by their range", "none": "numbers unscaled"}
COMPARED = {"<=": "at most", "=": "equal to"}


def cluster_curve(file: Assessment) -> None:
    """Draw Uc against the number of groups, with what samples of the original show."""
    values = cluster_values(file)
    outcome = file.outcome("cluster")
    if not values or not isinstance(outcome, Result):
        st.info(
            f"Not defined because {md(whole_file_value(file, 'cluster').reason, 500)}.",
            icon=":material/info:",
        )
        return
    st.plotly_chart(
        cluster_curve_figure(values, dark=is_dark()),
        key="cluster_curve",
        config=NO_TOOLS,
        alt="Uc by number of groups with the band of samples; the table below holds the same figures",
    )
    detail = detail_of(outcome, ClusterDetail)
    reason = values[0].chance.reason
    st.caption(
        (
            f"Clusters: {LINKAGES[detail['linkage']]} of {detail['distance']} Euclidean distances, "
            f"{SCALINGS[detail['scaling']]}."
        )
        + (f" No band: {md(reason, 300)}." if reason else "")
    )
    table = pd.DataFrame({
        "groups": [v.groups for v in values],
        "Uc": [v.value for v in values],
        "G × Uc": [v.scaled for v in values],
        "samples 5%": [v.chance.low for v in values],
        "samples 50%": [v.chance.middle for v in values],
        "samples 95%": [v.chance.high for v in values],
        "share below": [v.chance.above for v in values],
    })  # fmt: skip
    table_beneath(table, "cluster_by_groups", "Uc by number of groups")


def largest_difference(file: Assessment) -> None:
    """Say at which record the joint distribution functions differ most; it quotes that record's values."""
    st.markdown(":orange-badge[:material/lock: Internal: quotes values of one record]")
    outcome = file.outcome("ecdf_maximum")
    if not isinstance(outcome, Result):
        reason = whole_file_value(file, "ecdf_maximum").reason
        st.info(f"Not defined because {md(reason, 500)}.", icon=":material/info:")
        return
    if outcome.value == 0:
        st.info("Nowhere: at every record both files have the same share at or below it.", icon=":material/info:")
        return
    largest = detail_of(outcome, EcdfMaximumDetail)["largest"]
    before, after = largest["share_original"], largest["share_masked"]
    sentence = (
        (
            "**{before:.1f}%** of the original's records lie at or below this record, **{after:.1f}%** of the "
            "masked file's: {value:.2g} points fewer."
        )
        if after < before
        else (
            "**{before:.1f}%** of the original's records lie at or below this record, **{after:.1f}%** of the "
            "masked file's: {value:.2g} points more."
        )
    )
    st.markdown(sentence.format(before=100 * before, after=100 * after, value=100 * outcome.value))
    table = point_table(largest)
    st.dataframe(table, hide_index=True, height="content", alt="The record where the distributions differ most")


def point_table(largest: LargestEcdfDifference) -> pd.DataFrame:
    """Return the record as a table, one variable a row."""
    point = largest["point"]
    return pd.DataFrame({
        "Variable": [plain(name) for name in point],
        "is": [COMPARED[largest["compared_by"][name]] for name in point],
        "Value": [_value(v) for v in point.values()],
    })  # fmt: skip


def _value(value: object) -> str:
    if value is None:
        return "missing"
    return plain(f"{value:g}" if isinstance(value, float) else value)
