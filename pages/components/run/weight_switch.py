"""Whether utility counts records or their sampling weights: a switch where a weight is tagged."""

from __future__ import annotations

import streamlit as st

from core.assessment import in_one_setting
from core.views import OfferedWeight, offered_weights, records_in_words
from pages.components.escaping import md, plain
from pages.components.workspace import Workspace

HELP = (
    "On: distributions, tables, moments, Up, Uc, Um and Us compare sums of weights: what users of weighted figures "
    "see. Off: every record counts alike. GDU and comparisons record by record do not change. A masked file "
    "without the weight takes it along its links; without links these measures are skipped for it."
)


def weight_switch(workspace: Workspace) -> list[str]:
    """Ask whether utility is weighted, and by which weight; return it as settings of the plan."""
    assert workspace.original_data is not None
    offered = offered_weights(workspace.original_data, workspace.effective_codebook)
    if not offered:
        return []
    with st.container(key="utility_weights"):
        on = st.toggle(
            "Count sampling weights in measures of utility",
            len(offered) == 1,
            key="utility_weighted",
            persist_state="session",
            help=HELP,
        )
        chosen = _choice(offered) if on and len(offered) > 1 else offered[0]
        _said(chosen, several=len(offered) > 1, on=on)
    if not on or chosen.problem:
        return ["utility.weighted=false"]
    return ["utility.weighted=true", f"utility.weight={in_one_setting([chosen.variable])}"]


def _choice(offered: tuple[OfferedWeight, ...]) -> OfferedWeight:
    name = st.selectbox(
        "Which weight?",
        [w.variable for w in offered],
        format_func=plain,
        key="utility_weight",
        persist_state="session",
    )
    return next((w for w in offered if w.variable == name), offered[0])


def _said(chosen: OfferedWeight, *, several: bool, on: bool) -> None:
    """Say what the weight adds up to and is worth, or why it cannot be used."""
    if chosen.records is None:
        st.warning(
            f"The weight **{md(chosen.variable)}** cannot be used: {md(chosen.problem, 300)}. Utility counts "
            "every record alike.",
            icon=":material/balance:",
        )
    elif on:
        words = md(records_in_words(chosen.records), 300)
        st.caption(f":material/balance: **{md(chosen.variable)}**: {words}.")
    elif several:
        st.caption("Several weights are tagged: switch on to choose one. Till then every record counts alike.")
    else:
        st.caption(f"Every record counts alike, although **{md(chosen.variable)}** is tagged as a sampling weight.")
