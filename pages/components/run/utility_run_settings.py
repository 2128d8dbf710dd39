"""What matters for utility, asked before a run: what the file is for, and which variables matter little."""

from __future__ import annotations

import streamlit as st

from core.assessment import in_one_setting
from core.data import Level
from core.decision import RELEASE_NAMES, UNIVARIATE_SHARES, Purpose, ReleaseType
from core.utility import PropensityParameters
from core.wording import sentence_case, trimmed_percent
from pages.components.escaping import plain
from pages.components.lost.whole_file import MODELS
from pages.components.workspace import Workspace

DEALS = 50
"""As many as synthpop takes."""

RECODES = {"recode_pairs": "by the categories left", "recode_allocation": "by records nearer to another band"}


def utility_settings(workspace: Workspace, purpose: Purpose) -> list[str]:
    """Ask what the figures of utility should weigh; return it as settings of the plan."""
    st.markdown("**How much does each variable count in the utility figures?**")
    return [*_univariate_share(purpose), *_recode_measures(workspace), *_propensity(), *_left_out(workspace)]


def _univariate_share(purpose: Purpose) -> list[str]:
    share = UNIVARIATE_SHARES[purpose.release]
    st.caption(
        f"Variables count {trimmed_percent(share)} and pairs {trimmed_percent(1 - share)} of GDU: "
        f"{RELEASE_NAMES[purpose.release].lower()}. A public-use file serves mostly descriptive "
        "statistics, so variables count 75% there, a proposal of this program; else both count 50%, as Kocar's "
        "(2018) equation has it."
    )
    return [f"gdu.univariate_share={share}"] if share != UNIVARIATE_SHARES[ReleaseType.SCIENTIFIC] else []


def _recode_measures(workspace: Workspace) -> list[str]:
    names = [v.name for v in workspace.effective_codebook.compared() if v.level is Level.CONTINUOUS]
    chosen: dict[str, list[str]] = {}
    for name, words in RECODES.items():
        free = [n for n in names if n not in {taken for other in chosen.values() for taken in other}]
        chosen[name] = st.multiselect(
            f"Numbers whose recode loss is measured {words}",
            free,
            format_func=plain,
            key=f"gdu_{name}",
            persist_state="session",
            help="All others: by how far values lie from the mean of their band (Kocar 2018, section 3.3).",
        )
    return [f"gdu.{name}={in_one_setting(named)}" for name, named in chosen.items() if named]


def _propensity() -> list[str]:
    """Ask for the model of the propensity measure, and what chance is taken to be."""
    model = st.selectbox(
        "Model of the propensity measure (Up)",
        list(MODELS),
        list(MODELS).index(PropensityParameters().model),
        format_func=lambda name: sentence_case(MODELS[name]),
        key="propensity_model",
        persist_state="session",
        help="Users of synthpop know the classification tree, every variable on its own, and all products of two.",
    )
    dealt = st.checkbox(
        "Judge it by 50 deals of the records of both files at random",
        key="propensity_dealt",
        persist_state="session",
        help="The null of synthpop. A tree has no other; regressions have a formula and samples of the original.",
    )
    settings = [f"propensity.model={model}"] if model != PropensityParameters().model else []
    return [*settings, "propensity.null=permutation", f"propensity.replicates={DEALS}"] if dealt else settings


def _left_out(workspace: Workspace) -> list[str]:
    left_out = st.multiselect(
        "Left out of the propensity measure (Up) alone",
        [v.name for v in workspace.effective_codebook.compared()],
        format_func=plain,
        key="propensity_leave_out",
        persist_state="session",
        help="With many variables the model cannot hold every term. Variables that matter little for the analyses "
        "the file is for can be left out, so that those that matter get more terms (Woo et al. 2009, section "
        "4). All other measures still compare them.",
    )
    return [f"propensity.leave_out={in_one_setting(left_out)}"] if left_out else []
