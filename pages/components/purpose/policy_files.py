"""The thresholds as a file: save the policy of an office, or take one that was saved."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.decision import Purpose, policy_from, write_policy
from core.errors import IntakeError, PlanError
from core.intake import open_toml
from core.wording import _
from pages.components.decision_trail import noted
from pages.components.escaping import md
from pages.components.workspace import change, current

UPLOADS = "policy_uploads"


def policy_files(purpose: Purpose) -> None:
    """Offer the thresholds for download and take others in their place."""
    with st.expander(_("The thresholds as a file: policy.toml")):
        st.download_button(
            _("Download policy.toml"),
            data=lambda: write_policy(purpose),
            file_name="policy.toml",
            mime="application/toml",
            icon=":material/download:",
            on_click="ignore",
            key="policy_download",
        )
        upload = st.file_uploader(
            _("Use a saved policy"), type="toml", key=f"policy_upload_{st.session_state.get(UPLOADS, 0)}"
        )
    if upload is None:
        return
    problem = take(upload.name, upload.getvalue())
    if problem:
        st.error(md(problem, 600), icon=":material/error:")
        return
    st.session_state[UPLOADS] = st.session_state.get(UPLOADS, 0) + 1
    st.rerun()


def take(name: str, content: bytes) -> str:
    """Judge by a saved policy from now on; return what is wrong with it, or ""."""
    try:
        purpose = policy_from(open_toml(content))
    except (PlanError, IntakeError) as error:
        return _("The policy cannot be used: {error}.").format(error=error)
    change(record=noted(_("policy taken from {name}").format(name=name), replace(current().record, purpose=purpose)))
    return ""
