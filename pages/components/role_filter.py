"""Only variables of some roles, on the screens that show many."""

from __future__ import annotations

import streamlit as st

from core.assessment import Assessment


def role_filter(assessment: Assessment, key: str) -> tuple[str, ...] | None:
    """Show the roles that there are as pills; return those wanted, None where all are.

    With a single role there is nothing to choose, and nothing is shown.
    """
    roles = list(dict.fromkeys(v.role for v in assessment.variables))
    if len(roles) < 2:
        return None
    wanted = st.pills("Roles", roles, selection_mode="multi", key=key, persist_state="session")
    return tuple(wanted) or None
