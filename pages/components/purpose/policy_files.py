"""The thresholds as a file: save the policy of an office, or take one that was saved."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.decision import Purpose, policy_from, write_policy
from core.errors import IntakeError, PlanError
from core.intake import open_toml
from core.wording import _
from pages.components.decision_trail import noted
from pages.components.toml_file import toml_file, uploads_key
from pages.components.workspace import change, current

UPLOADS = uploads_key("policy")


def policy_files(purpose: Purpose) -> None:
    """Offer the thresholds for download and take others in their place."""
    with st.expander(_("The thresholds as a file: policy.toml")):
        toml_file("policy", _("Download policy.toml"), lambda: write_policy(purpose), _("Use a saved policy"), take)


def take(name: str, content: bytes) -> str:
    """Judge by a saved policy from now on; return what is wrong with it, or ""."""
    try:
        purpose = policy_from(open_toml(content))
    except (PlanError, IntakeError) as error:
        return _("The policy cannot be used: {error}.").format(error=error)
    change(record=noted(_("policy taken from {name}").format(name=name), replace(current().record, purpose=purpose)))
    return ""
