"""What is about to be measured, how thoroughly, and how long it will take."""

from __future__ import annotations

import streamlit as st

from core.assessment import Plan, chosen_measures, estimated_seconds, make_plan
from core.decision import Purpose
from core.execution import compiles_first, usable_cores
from core.wording import one_or_many
from pages.components import layout
from pages.components.escaping import md
from pages.components.run.risk_run_settings import risk_settings
from pages.components.run.utility_run_settings import utility_settings
from pages.components.run.weight_switch import weight_switch
from pages.components.task import roughly
from pages.components.workspace import Workspace, current

PRESETS = {"quick": "Quick", "full": "Full"}
ABOUT = {
    "quick": "Every measure, with intervals from 20 groups of records.",
    "full": "Every measure, with intervals from 50 groups of records: steadier intervals, more time.",
}


def run_settings(purpose: Purpose) -> Plan:
    """Ask for thoroughness and seed; return the plan."""
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    preset = layout.one_of("How thorough?", PRESETS, "preset", place=left)
    seed = right.number_input(
        "Seed",
        0,
        2**31 - 1,
        1,
        key="seed",
        persist_state="session",
        help="Same files, settings and seed: same figures.",
    )
    st.caption(ABOUT[str(preset)])
    workspace = current()
    settings = [*weight_switch(workspace), *utility_settings(workspace, purpose), *risk_settings(workspace)]
    return make_plan(str(preset), settings, seed=int(seed))


def what_is_measured(workspace: Workspace, plan: Plan) -> None:
    """Show in a few figures what the run will pass over, and the estimate."""
    original, scenarios, codebook = workspace.original_data, workspace.scenarios(), workspace.effective_codebook
    assert original is not None
    common = {sum(v.name in s.columns for v in codebook.compared()) for s in scenarios} or {len(codebook.compared())}
    with st.grid(5, min_column_width=130):
        st.metric("Original records", f"{original.n_records:,}", border=True)
        st.metric("Masked files", len(scenarios), border=True)
        st.metric("Variables compared", _least_to_most(common), border=True)
        st.metric("Pairs of variables", _least_to_most({k * (k - 1) // 2 for k in common}), border=True)
        st.metric("Estimated time", _duration(workspace, plan), border=True)
    if compiles_first():
        st.info(
            "First run on this machine: what computes the measures is compiled first, which takes about a minute.",
            icon=":material/hourglass_top:",
        )
    sets = codebook.effective_keysets()
    if sets:
        named = "; ".join(f"**{md(s.name)}**: " + ", ".join(md(v) for v in s.variables) for s in sets)
        st.markdown(
            one_or_many(
                "Risk is measured for the key set {named}.", "Risk is measured for the key sets {named}.", len(sets)
            ).format(named=named)
        )
    else:
        st.warning(
            "No variable has the role key: utility is measured, risk is not, and no map can be drawn. "
            "Choose key variables on the Variables page.",
            icon=":material/key_off:",
        )
    unsaid = [s for s in scenarios if s.declaration.linked is None]
    if unsaid:
        st.info(
            f"For {len(unsaid)} of {len(scenarios)} masked files nothing is said about links; they count as not "
            "linked.",
            icon=":material/link_off:",
        )
    with st.expander(f"The {len(chosen_measures(plan))} measures of this run"):
        for measure in chosen_measures(plan):
            st.markdown(f"**{measure.name}** {measure.summary}")


def _least_to_most(counts: set[int]) -> str:
    """Return a number that is the same for all files, or the least and the largest."""
    return " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))


def _duration(workspace: Workspace, plan: Plan) -> str:
    assert workspace.original_data is not None
    seconds = estimated_seconds(
        workspace.original_data, workspace.scenarios(), workspace.effective_codebook, plan, usable_cores()
    )
    return roughly(seconds)
