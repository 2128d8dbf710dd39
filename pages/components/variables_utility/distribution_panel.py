"""The distribution of the chosen variable in one scenario, and in every one on the same axes."""

from __future__ import annotations

import streamlit as st

from core.assessment import Assessment, Comparison
from core.errors import RUMapError
from pages.components.cached_pairs import pair_of
from pages.components.compare.map_chart import NO_TOOLS
from pages.components.escaping import md
from pages.components.paging import page_of
from pages.components.pins import MOST
from pages.components.table_beneath import table_beneath
from pages.components.variables_utility.distribution_choice import WAYS, chosen_way, way_select
from pages.components.variables_utility.distribution_drawn import Drawn, drawn
from pages.components.variables_utility.variable_panel import pair_or_none
from pages.components.workspace import Workspace

READABLE = 12
"""Scenarios that are drawn beside each other."""
IN_COLUMNS = ("histogram", "bars")
"""Ways in which several files are drawn in columns, as many as on the Compare page."""


def distributions(workspace: Workspace, assessment: Assessment, name: str) -> None:
    """Show the variable in both files in the way that the reader chooses, with the same as a table."""
    way = way_select(_is_number(assessment, name))
    try:
        pair = pair_of(workspace, assessment.file)
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    shown = drawn([(assessment.name, pair)], name, way)
    alt = "{ways} of the variable in the original and in the masked file; the table holds the same"
    _show(
        shown,
        "variable_distribution",
        alt.format(ways=WAYS[way]),
        "variable_distribution",
        "The variable in both files",
    )


def every_scenario(workspace: Workspace, comparison: Comparison, name: str) -> None:
    """Show the variable in every scenario on the same axes; each file is paired first."""
    files = []
    way = chosen_way(_is_number(comparison.scenarios[0], name))
    most = MOST if way in IN_COLUMNS else READABLE
    part = page_of(len(comparison.scenarios), most, "Scenarios shown", f"variable_multiples_page_{most}")
    shown_files = comparison.scenarios[part]
    with st.spinner("Pairing the files …"):
        for assessment in shown_files:
            pair = pair_or_none(workspace, assessment)
            if pair is not None:
                files.append((assessment.name, pair))
    if not files:
        st.info("The files behind these results are not open; bring them in again on the Files page.")
        return
    shown = drawn(files, name, way, part.start + 1)
    alt = "{ways} of the variable in every scenario beside the original's; the table holds the same"
    _show(
        shown,
        "variable_multiples",
        alt.format(ways=WAYS[way]),
        "variable_in_every_scenario",
        "The variable in every scenario",
    )


def _show(shown: Drawn, key: str, alt: str, table_key: str, heading: str) -> None:
    """Show how to read a figure, the figure, and its table beneath."""
    st.caption(shown.aid)
    st.plotly_chart(shown.figure, key=key, config=NO_TOOLS, alt=alt)
    table_beneath(shown.table, table_key, heading)


def _is_number(assessment: Assessment, name: str) -> bool:
    return any(v.name == name and v.level == "continuous" for v in assessment.variables)
