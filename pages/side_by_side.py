"""Side by side: two or three pinned scenarios, every measure aligned, and what the intervals say."""

import streamlit as st

from core.views import measure_rows
from core.wording import _
from pages.components import layout
from pages.components.escaping import md
from pages.components.pins import pins_select
from pages.components.side_by_side.parts import differences, shared_scales, worst_of
from pages.components.side_by_side.table import (
    cautions,
    families,
    headline_rows,
    lettered,
    measures_table,
    side_by_side_download,
)
from pages.components.workspace import current

workspace = current()
layout.heading(
    _("Side by side"), _("Two or three scenarios, the original as reference. Pin them on any screen, or choose here.")
)
comparison = layout.measured(workspace)
if len(comparison.scenarios) < 2:
    layout.empty_state(
        "side_by_side",
        "view_column",
        _("There is only one masked file; a comparison needs two."),
        _("Go to Files"),
        layout.FILES,
    )
    st.stop()

names = pins_select([s.name for s in comparison.scenarios])
if len(names) < 2:
    st.info(_("Choose two or three scenarios."), icon=":material/view_column:")
    st.stop()

rows = measure_rows(comparison, names)
with layout.card(
    "side_headline",
    _("Which is better, and is the difference more than chance?"),
    _("Bold: value; beneath it the 95 % interval and the difference to A. A verdict needs 95 % of the draws."),
):
    measures_table(headline_rows(rows), names, "headline")
    cautions(headline_rows(rows))
with layout.card("side_all", _("Every measure")):
    for name, group in families(rows).items():
        with st.expander(f"{name} ({len(group)})"):
            measures_table(group, names, name)
            cautions(group)
    side_by_side_download(rows, names)
for column, (name, letter) in zip(st.columns(len(names)), lettered(names).items(), strict=True):
    with column, layout.card(f"side_{letter}", f"{letter} · {md(name)}"):
        worst_of(workspace, comparison.scenario(name), letter)
with layout.card(
    "side_distribution", _("One variable in each of them"), _("Grey: original. Line: masked. The same scales.")
):
    shared_scales(workspace, comparison, names)
with layout.card("side_difference", _("Which of two keeps an association better?")):
    differences(comparison, names)
layout.next_step(_("The choice is yours to defend: write the report."), _("Go to Report"), layout.REPORT)
