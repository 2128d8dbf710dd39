"""What matters for utility, asked before a run: variables that the propensity model can do without."""

from __future__ import annotations

import streamlit as st

from core.assessment import in_one_setting
from core.data import COMPARED_ROLES
from core.wording import _
from pages.components.escaping import plain
from pages.components.workspace import Workspace


def utility_settings(workspace: Workspace) -> list[str]:
    """Ask which variables the propensity model leaves out; return it as settings of the plan."""
    names = [v.name for v in workspace.effective_codebook.variables if v.role in COMPARED_ROLES]
    with st.expander(_("Which variables matter little? The model behind the propensity measure")):
        left_out = st.multiselect(
            _("Left out of the propensity measure (Up) alone"),
            names,
            format_func=plain,
            key="propensity_leave_out",
            persist_state="session",
            help=_(
                "With many variables the model cannot hold every term. Variables that matter little for the analyses "
                "the file is for can be left out, so that those that matter get more terms (Woo et al. 2009, section "
                "4). All other measures still compare them."
            ),
        )
    return [f"propensity.leave_out={in_one_setting(left_out)}"] if left_out else []
