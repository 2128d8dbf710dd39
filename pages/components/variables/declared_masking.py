"""How the variables of one masked file were masked, kind by kind, as the officer declares it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import streamlit as st

from core.data import Codebook, Masking, Scenario, ScenarioDeclaration
from core.wording import counted
from pages.components.escaping import md, plain
from pages.components.same_words import lines_of

KINDS = {
    Masking.NOISE: "noise: random amounts added",
    Masking.SWAP: "swap: values exchanged between records",
    Masking.PRAM: "PRAM: categories redrawn with known probabilities",
    Masking.MICROAGGREGATE: "microaggregation: means of small groups",
    Masking.SYNTHETIC: "synthetic: values drawn from a model",
    Masking.RECODE: "recode: coarser categories, bands or caps",
    Masking.SUPPRESS: "suppression: some values left out",
    Masking.SAMPLE: "sample: some records left out, values true",
    Masking.REMOVE: "removed: no value kept",
}
"""How a person says each kind; first those that nothing in an unlinked file shows."""


def ask_masking(scenario: Scenario, declaration: ScenarioDeclaration, codebook: Codebook) -> ScenarioDeclaration:
    """Ask which variables were masked in which way; return the declaration with the answer."""
    file, said = scenario.microdata.name, declaration.masking
    label = "How variables were masked"
    if said:
        label += f" (said of {counted(len(said), 'variable', 'variables')})"
    with st.popover(label, icon=":material/tune:", type="tertiary", key=f"masking_{file}"):
        st.caption("One kind after the other. It stands in the codebook and decides which risk figures hold.")
        kind = st.selectbox("Kind of masking", list(KINDS), format_func=KINDS.__getitem__, key=f"masking_kind_{file}")
        chosen = st.multiselect(
            "Variables masked so",
            [v.name for v in codebook.variables],
            [name for name in said if said[name] is kind],
            format_func=plain,
            key=f"masking_{kind}_{file}",
        )
        for line in lines_of((f"**{md(name)}**", KINDS[other]) for name, other in said.items() if other is not kind):
            st.caption(line)
    return masked_so(declaration, kind, chosen)


def masked_so(declaration: ScenarioDeclaration, kind: Masking, variables: Collection[str]) -> ScenarioDeclaration:
    """Return the declaration in which these variables, and no others, were masked in this way."""
    others = {name: of for name, of in declaration.masking.items() if of is not kind and name not in variables}
    return replace(declaration, masking={**others, **dict.fromkeys(variables, kind)})
