"""Which rules are in force under own rules, and for which files: thresholds may be left out, other measures added."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.decision import COUNTED, Purpose, Requirement, RuledFiles, may_be_ruled, with_rules


def rules_in_force(purpose: Purpose, key: str) -> Purpose:
    """Ask which measures of risk have a rule; a new one starts with a limit of 5%, to be changed with its reason.

    Rules of utility come with a policy file, and may be left out here.
    """
    offered = {t.id: t.name for t in may_be_ruled()}
    for requirement in purpose.requirements:
        offered.setdefault(requirement.threshold, requirement.name)
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
    return _for_which_files(with_rules(purpose, chosen), offered, key)


def _for_which_files(purpose: Purpose, names: Mapping[str, str], key: str) -> Purpose:
    """Ask which rules are for synthetic files alone; counts of key values stay as they are."""
    others = [r for r in purpose.requirements if r.threshold not in COUNTED]
    if not others:
        return purpose
    alone = st.multiselect(
        "Of these, for synthetic files alone",
        [r.threshold for r in others],
        [r.threshold for r in others if r.files is RuledFiles.SYNTHETIC],
        format_func=lambda id_: names[id_].removesuffix(", at most"),
        help="All other rules are for every file. With an attack among them, synthetic files are not held to counts of "
        "key values.",
        key=f"rules_synthetic_{key}",
        persist_state="session",
    )
    return purpose.for_synthetic({*alone, *(r.threshold for r in purpose.requirements if _kept(r))})


def _kept(requirement: Requirement) -> bool:
    """Whether a count is for synthetic files alone, as a policy file may say: it stays so."""
    return requirement.threshold in COUNTED and requirement.files is RuledFiles.SYNTHETIC
