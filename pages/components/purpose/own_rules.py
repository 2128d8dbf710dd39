"""Which rules are in force under own rules: thresholds may be left out, and other measures of risk be held to one."""

from __future__ import annotations

import streamlit as st

from core.decision import Purpose, may_be_ruled, with_rules


def rules_in_force(purpose: Purpose, key: str) -> Purpose:
    """Ask which measures of risk have a rule; a new one starts with a limit of 5%, to be changed with its reason."""
    offered = {t.id: t.name for t in may_be_ruled()}
    chosen = st.multiselect(
        "Rules in force",
        list(offered),
        [r.threshold for r in purpose.requirements],
        format_func=lambda id_: offered[id_].removesuffix(", at most"),
        key=f"rules_{key}",
        persist_state="session",
    )
    if not chosen:
        st.warning("At least one rule must be in force; the former ones hold till then.", icon=":material/rule:")
        return purpose
    return with_rules(purpose, chosen)
