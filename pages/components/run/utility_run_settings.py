"""What matters for utility, asked before a run: what the file is for, and which variables matter little."""

from __future__ import annotations

import streamlit as st

from core.assessment import in_one_setting
from core.data import COMPARED_ROLES, Level, Variable
from core.decision import RELEASE_WORDS, UNIVARIATE_SHARES, ReleaseType
from core.wording import _
from pages.components.escaping import plain
from pages.components.workspace import Workspace

RECODES = {"recode_pairs": _("by the categories left"), "recode_allocation": _("by records nearer to another band")}


def utility_settings(workspace: Workspace) -> list[str]:
    """Ask what the figures of utility should weigh; return it as settings of the plan."""
    with st.expander(_("What is the file for? The weights behind the utility figures")):
        return [*_univariate_share(), *_recode_measures(workspace), *_left_out(workspace)]


def _univariate_share() -> list[str]:
    releases = list(UNIVARIATE_SHARES)
    release = st.selectbox(
        _("Who will analyse it?"),
        releases,
        releases.index(ReleaseType.SCIENTIFIC),
        format_func=RELEASE_WORDS.__getitem__,
        key="univariate_share_release",
        persist_state="session",
        help=_(
            "A public-use file serves mostly descriptive statistics: variables count 3/4 and pairs 1/4 of GDU. "
            "Otherwise both count 1/2, as Kocar's (2018) equation has it; 3/4 is a proposal of this program."
        ),
    )
    share = UNIVARIATE_SHARES[release]
    return [f"gdu.univariate_share={share}"] if share != UNIVARIATE_SHARES[ReleaseType.SCIENTIFIC] else []


def _recode_measures(workspace: Workspace) -> list[str]:
    names = [v.name for v in _compared(workspace) if v.level is Level.CONTINUOUS]
    chosen: dict[str, list[str]] = {}
    for name, words in RECODES.items():
        free = [n for n in names if n not in {taken for other in chosen.values() for taken in other}]
        chosen[name] = st.multiselect(
            _("Numbers whose recode loss is measured {words}").format(words=words),
            free,
            format_func=plain,
            key=f"gdu_{name}",
            persist_state="session",
            help=_("All others: by how far values lie from the mean of their band (Kocar 2018, section 3.3)."),
        )
    return [f"gdu.{name}={in_one_setting(named)}" for name, named in chosen.items() if named]


def _left_out(workspace: Workspace) -> list[str]:
    left_out = st.multiselect(
        _("Left out of the propensity measure (Up) alone"),
        [v.name for v in _compared(workspace)],
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


def _compared(workspace: Workspace) -> list[Variable]:
    return [v for v in workspace.effective_codebook.variables if v.role in COMPARED_ROLES]
