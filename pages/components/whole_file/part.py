"""Whether a masked file as a whole can be told from the original, by more than chance."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.assessment import Assessment, Comparison
from core.views import OF_FEW, has_whole_file_measures, whole_file_answer, whole_file_measures
from pages.components import layout
from pages.components.escaping import md
from pages.components.selection import scenario, scenario_select
from pages.components.whole_file.few_variables import few_variables
from pages.components.whole_file.joint_differences import cluster_curve, largest_difference
from pages.components.whole_file.null_strips import null_strips
from pages.components.whole_file.propensity_panel import drivers, score_distributions
from pages.components.whole_file.propensity_statistics import statistics_table
from pages.components.whole_file.reading import reading
from pages.components.whole_file.table import in_words, whole_file_table
from pages.components.workspace import Workspace


def whole_file_part(_workspace: Workspace, comparison: Comparison) -> None:
    """Answer for all files, draw one of them among samples of the original; the rest is opened on request."""
    if not has_whole_file_measures(comparison):
        layout.empty_state(
            "whole_file", "join_inner", "No whole-file measure was chosen for this run.", "Go to Set up", layout.SETUP
        )
        return
    st.markdown(md(whole_file_answer(comparison), 800))
    names = [s.name for s in comparison.scenarios]
    file = comparison.scenario(scenario(names))
    scenario_select(names, file.name, "whole_file_scenario")
    measures = whole_file_measures(comparison)
    _among_samples(file, measures)
    layout.details("All files in one table", "whole_file_table", lambda: whole_file_table(comparison, file.name))
    layout.details(
        "Can a model tell its records from original ones, and by which variables?",
        "propensity",
        lambda: _by_model(comparison, file),
    )
    layout.details(
        "In which groups and where do the joint distributions differ?",
        "joint_differences",
        lambda: _joint(file),
    )
    if set(OF_FEW).intersection(measures):
        layout.details(
            "Which two or three variables, taken together, changed most?",
            "few_variables",
            lambda: few_variables(file),
        )
    layout.details("How to read these measures, and when they mislead", "whole_file_reading", reading)


def _among_samples(file: Assessment, measures: Sequence[str]) -> None:
    left, right = st.columns([8, 6])
    with (
        left,
        layout.card(
            "nulls",
            f"How does {md(file.name, 60)} compare with samples of the original?",
            "Each row has its own scale. Further left is better; inside the band is what chance alone shows.",
        ),
    ):
        null_strips(file, measures)
    with right, layout.card("whole_file_words", "In words"):
        in_words(file, measures)


def _by_model(comparison: Comparison, file: Assessment) -> None:
    left, right = st.columns([8, 6])
    with left, st.container(key="scores"):
        st.caption("Score: how likely a record is a masked one, by the model. The more the two overlap, the better.")
        score_distributions(file)
    with right, st.container(key="drivers"):
        st.caption("What each variable tells apart on its own: the longer the bar, the more.")
        drivers(file)
        statistics_table(comparison, file)


def _joint(file: Assessment) -> None:
    left, right = st.columns([8, 6])
    with left, st.container(key="cluster_curve_part"):
        st.markdown("**Do groups of like records hold both files evenly?**")
        st.caption("Band: what samples drawn from the original show.")
        cluster_curve(file)
    with right, st.container(key="largest_part"):
        st.markdown("**Where do the joint distributions differ most?**")
        largest_difference(file)
