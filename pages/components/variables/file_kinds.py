"""What each file is that is neither linked nor declared: asked, with what follows from the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from core.data import FileKind, Scenario, ScenarioDeclaration
from pages.components.escaping import md

PROPOSED = "proposed_kinds"
"""By file: the kind that the files show, and the evidence; a person's own answer is never replaced."""
OPTIONS: Mapping[FileKind, str] = {
    FileKind.MASKED: "Masked: the original's records, some values changed, coarser or missing",
    FileKind.SAMPLED: "A sample: some of the original's records, values true",
    FileKind.SYNTHETIC: "Synthetic: records made up from a model",
    FileKind.OTHER_PEOPLE: "Other people of the same population: a control",
}
FOLLOWS: Mapping[FileKind | None, str] = {
    None: (
        "Until you say so, risk figures that count key values are taken as valid only where the original has nearly "
        "all of the file's key values."
    ),
    FileKind.MASKED: (
        "Say under “How variables were masked” what was done to each, or how records are linked: till then risk "
        "figures that count key values are taken as valid only where the original has nearly all of them."
    ),
    FileKind.SAMPLED: "Its values count as true, and this is tested: the original must have nearly all of them.",
    FileKind.SYNTHETIC: (
        "Nobody is to be found in it: its risk is what it tells about people's sensitive values, or how many unique "
        "people it repeats. Counts of key values do not hold."
    ),
    FileKind.OTHER_PEOPLE: (
        "It cannot go out as a version of the original. It shows what can be known about people whom masking never "
        "saw: use it as the control file."
    ),
}


def ask_kind(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask what a file without links is, say what follows, and return the declaration with the answer."""
    if declaration.linked not in (None, "none"):
        return declaration
    file, options = scenario.microdata.name, list(OPTIONS)
    kind = st.selectbox(
        "What is it?",
        options,
        options.index(declaration.kind) if declaration.kind in options else None,
        format_func=OPTIONS.__getitem__,
        placeholder="Not said: treatment unknown",
        key=f"kind_{file}",
    )
    st.caption(_shown(file, kind) + FOLLOWS[kind])
    return replace(declaration, kind=kind)


def _shown(file: str, kind: FileKind | None) -> str:
    """Return what shows the kind, where it was filled in from the files."""
    proposed, evidence = st.session_state.get(PROPOSED, {}).get(file, (None, ""))
    if kind is None or kind is not proposed:
        return ""
    return f"Filled in from the files: {md(evidence, 600)}. "
