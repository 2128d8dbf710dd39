"""How thoroughly is measured, with what settings, and how long it will take."""

from __future__ import annotations

import streamlit as st

from core.assessment import Plan, chosen_measures, estimated_seconds, make_plan
from core.decision import Purpose
from core.execution import compiles_first, usable_cores
from core.wording import counted
from pages.components import layout
from pages.components.run.risk_run_settings import risk_settings
from pages.components.run.utility_run_settings import utility_settings
from pages.components.task import roughly
from pages.components.workspace import Workspace

PRESETS = {"quick": "Quick", "full": "Full"}
ABOUT = {
    "quick": "Every measure, with intervals from 20 groups of records.",
    "full": "Every measure, with intervals from 50 groups of records: steadier intervals, more time.",
}


def run_settings(workspace: Workspace, purpose: Purpose, settings: list[str]) -> Plan:
    """Ask what is measured, and how thoroughly; return the plan with these settings too."""
    with st.expander("Which measures, and how thorough?"):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        preset = str(layout.one_of("How thorough?", PRESETS, "preset", place=left))
        seed = right.number_input(
            "Seed",
            0,
            2**31 - 1,
            1,
            key="seed",
            persist_state="session",
            help="Same files, settings and seed: same figures.",
        )
        st.caption(ABOUT[preset])
        measures = chosen_measures(make_plan(preset, settings, seed=int(seed)))
        with st.popover(f"The {counted(len(measures), 'measure', 'measures')} of this run", type="tertiary"):
            for measure in measures:
                st.markdown(f"**{measure.name}** {measure.summary}")
        settings = [*settings, *utility_settings(workspace, purpose), *risk_settings(workspace)]
    return make_plan(preset, settings, seed=int(seed))


def duration(workspace: Workspace, plan: Plan) -> str:
    """Return how long a run takes, roughly."""
    assert workspace.original_data is not None
    files = workspace.original_data, workspace.scenarios(), workspace.effective_codebook
    seconds = estimated_seconds(*files, plan, usable_cores(), workspace.control_data)
    return roughly(seconds) + (", and a minute to compile it first" if compiles_first() else "")
