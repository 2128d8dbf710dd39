"""The thresholds as a file: save the policy of an office, or take one that was saved."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.decision import Purpose, policy_from, write_policy
from core.errors import IntakeError, PlanError
from core.intake import open_toml
from pages.components.decision_trail import noted
from pages.components.toml_file import toml_file, uploads_key
from pages.components.workspace import change, current

UPLOADS = uploads_key("policy")


def policy_files(purpose: Purpose) -> None:
    """Offer the thresholds for download and take others in their place."""
    with st.expander("The thresholds as a file: policy.toml"):
        toml_file("policy", "Download policy.toml", lambda: write_policy(purpose), "Use a saved policy", take)


def take(name: str, content: bytes) -> str:
    """Judge by a saved policy from now on; return what is wrong with it, or ""."""
    try:
        purpose = policy_from(open_toml(content))
    except (PlanError, IntakeError) as error:
        return f"The policy cannot be used: {error}."
    change(record=noted(f"policy taken from {name}", replace(current().record, purpose=purpose)))
    return ""
