"""What is declared of a differentially private file: epsilon, delta and the unit of privacy."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.data import DifferentialPrivacy, Scenario, ScenarioDeclaration
from core.errors import CodebookError


def ask_privacy(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask for the guarantee that the file's maker claims; return the declaration with it, once it is whole."""
    file, known = scenario.microdata.name, declaration.privacy
    with st.popover("Differential privacy", icon=":material/functions:", type="tertiary", key=f"privacy_{file}"):
        st.caption("Only where the file was made so. It is kept as declared: nothing in this program can verify it.")
        epsilon = st.number_input(
            "ε (empty: not declared)",
            0.0,
            None,
            known.epsilon if known else None,
            format="%g",
            key=f"epsilon_{file}",
        )
        delta = st.number_input(
            "δ (0: pure)", 0.0, 1.0, known.delta if known else 0.0, format="%g", key=f"delta_{file}"
        )
        unit = st.text_input(
            "Unit of privacy",
            known.unit if known else "",
            max_chars=60,
            placeholder="such as person, household, record",
            key=f"privacy_unit_{file}",
        )
        return replace(declaration, privacy=_declared(epsilon, delta, unit))


def _declared(epsilon: float | None, delta: float, unit: str) -> DifferentialPrivacy | None:
    """Return the guarantee; None, with the reason on the screen, while something is missing or out of range."""
    if epsilon is None:
        return None
    try:
        return DifferentialPrivacy(epsilon, unit.strip(), delta)
    except CodebookError as error:
        st.info(str(error), icon=":material/info:")
        return None
