"""Which synthetic files are several sets of one scenario."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.data import Scenario, ScenarioDeclaration


def ask_sets(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask which scenario a synthetic file is one of several sets of; return the declaration with the answer."""
    if not (declaration.is_synthetic or declaration.set_of):
        return declaration
    name = st.text_input(
        "One of several sets of",
        declaration.set_of,
        max_chars=60,
        placeholder="empty: a scenario by itself",
        help="Files that one synthesizer made of one original: the same name here for each of them. What users compute "
        "is then combined over all sets, by the rule of how they were made.",
        key=f"set_of_{scenario.microdata.name}",
    )
    return replace(declaration, set_of=name.strip())
