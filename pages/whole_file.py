"""Whole-file measures: whether a masked file as a whole can be told from the original, by more than chance."""

import streamlit as st

from core.views import has_whole_file_measures
from core.wording import _
from pages.components import layout
from pages.components.escaping import md
from pages.components.selection import scenario, scenario_select
from pages.components.whole_file.joint_differences import cluster_curve, largest_difference
from pages.components.whole_file.null_strips import null_strips
from pages.components.whole_file.propensity_panel import drivers, score_distributions
from pages.components.whole_file.reading import reading
from pages.components.whole_file.table import in_words, whole_file_table
from pages.components.workspace import current

workspace = current()
layout.heading(_("Whole-file measures"), _("Can a masked file as a whole be told from the original? Lower is better."))
comparison = layout.measured(workspace)
if not has_whole_file_measures(comparison):
    layout.empty_state(
        "whole_file", "join_inner", _("No whole-file measure was chosen for this run."), _("Go to Run"), layout.RUN
    )
    st.stop()

names = [s.name for s in comparison.scenarios]
file = comparison.scenario(scenario(names))
shown = md(file.name, 60)
with layout.card(
    "whole_file",
    _("How far is each file from the original, and is that more than chance?"),
    _(
        "Bold: the value, as the map draws it. Beneath: as the paper scales it. "
        "Badge: its place among samples drawn from the original."
    ),
):
    whole_file_table(comparison, file.name)

scenario_select(names, file.name, "whole_file_scenario")
left, right = st.columns([6, 8])
with left, layout.card("whole_file_words", _("What do they say of {shown}?").format(shown=shown)):
    in_words(file)
with right, layout.card("nulls", _("Is it more than chance?"), _("Each row has its own scale; to the left is good.")):
    null_strips(file)

left, right = st.columns([8, 6])
with (
    left,
    layout.card(
        "scores",
        _("Can a model tell masked records from original ones?"),
        _("Score: how likely a record is a masked one, by the model. Overlap is good."),
    ),
):
    score_distributions(file)
with (
    right,
    layout.card("drivers", _("Which variables tell the files apart?"), _("A longer bar finds more on its own.")),
):
    drivers(file)

left, right = st.columns([8, 6])
with (
    left,
    layout.card(
        "cluster_curve",
        _("Do groups of like records hold both files evenly?"),
        _("Band: what samples drawn from the original show."),
    ),
):
    cluster_curve(file)
with right, layout.card("largest", _("Where do the joint distributions differ most?")):
    largest_difference(file)

with layout.card("whole_file_reading", _("How to read these measures, and when they mislead")):
    reading()
layout.next_step(_("Each of them can be the utility axis of the map."), _("Go to the R-U map"), layout.MAP)
