"""Which form of GDU the map draws, and the form for large files."""

from __future__ import annotations

import streamlit as st

from core.assessment import Comparison
from core.views import RiskUtilityMap, axes
from pages.components.compare.map_settings import MapSettings
from pages.components.escaping import md

LARGE = 5_000
"""From more records than these on p values tell sizes of files more than changes."""

AT_REFERENCE = {
    "gdu": "gdu_reference",
    "aldu_univariate": "aldu_univariate_reference",
    "aldu_bivariate": "aldu_bivariate_reference",
}


def reference_form(comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings) -> None:
    """Say by which score chance is judged; offer GDU at a reference number of records for a large file."""
    drawn = settings.utility.measure
    if ru_map.chance_by is not None and ru_map.chance_by.measure.id != drawn.id:
        st.caption(
            f"{md(drawn.name)} has no interval: whether a difference may be chance is judged by "
            f"{md(ru_map.chance_by.measure.name)}, by which files may "
            "stand in another order."
        )
    if drawn.id in AT_REFERENCE.values():
        st.caption("Drawn as if both files had 1,000 records (or as many as were set), so files of any size compare.")
    wanted = AT_REFERENCE.get(drawn.id)
    offered = [axis.measure.id for axis in axes(comparison, risk=False)]
    if comparison.original.rows <= LARGE or wanted not in offered:
        return
    st.caption(
        "With many records p values call the slightest change a loss: the same masking scores less the larger the "
        "file is. At a reference number of records it scores alike at any size."
    )
    place = offered.index(wanted)
    st.button(
        "Draw it at a reference number of records",
        icon=":material/straighten:",
        key="map_reference",
        on_click=lambda: st.session_state.update(map_utility=place),
    )
