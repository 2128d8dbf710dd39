"""What is compared, in the address of the page: numbers of versions and variables, never their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.assessment import Comparison
from pages.components.pins import MOST
from pages.components.selection import MOST_VARIABLES
from pages.components.workspace import change, current

WRITTEN = "compare_address"
SHOWN, LOOKED_AT, REFERENCE, VARIABLES, WAY = "show", "version", "reference", "variables", "way"


def adopt_address(comparison: Comparison) -> None:
    """Take over what an address says that the page has not written itself: a link, a reload, back and forward."""
    said = st.query_params.to_dict()
    if not said or said == st.session_state.get(WRITTEN):
        return
    versions, variables = [s.name for s in comparison.scenarios], variable_names(comparison)
    looked_at, reference = (_named(said.get(code, ""), versions)[:1] for code in (LOOKED_AT, REFERENCE))
    choice = current().choice
    change(
        choice=replace(
            choice,
            pinned=tuple(_named(said.get(SHOWN, ""), versions)[:MOST]) or choice.pinned,
            scenario=looked_at[0] if looked_at else choice.scenario,
            reference=reference[0] if reference else "",
            variables=tuple(_named(said.get(VARIABLES, ""), variables)[:MOST_VARIABLES]) or choice.variables,
            difference=said.get(WAY) == "difference",
        )
    )


def write_address(comparison: Comparison, shown: Sequence[str], looked_at: str, variables: Sequence[str]) -> None:
    """Write what is shown into the address."""
    versions, choice = [s.name for s in comparison.scenarios], current().choice
    codes = {
        SHOWN: _numbers(shown, versions),
        LOOKED_AT: _numbers([looked_at], versions),
        REFERENCE: _numbers([choice.reference], versions),
        VARIABLES: _numbers(variables, variable_names(comparison)),
        WAY: "difference" if choice.difference else "",
    }
    said = {code: value for code, value in codes.items() if value}
    st.session_state[WRITTEN] = said
    if st.query_params.to_dict() != said:
        st.query_params.from_dict(said)


def variable_names(comparison: Comparison) -> list[str]:
    """Return the variables of the original, whose places are their numbers."""
    return [v.name for v in comparison.scenarios[0].variables]


def _numbers(names: Sequence[str], every: Sequence[str]) -> str:
    return ".".join(str(every.index(name) + 1) for name in names if name in every)


def _named(codes: str, every: Sequence[str]) -> list[str]:
    """Return what numbers mean; those of nothing here are left out."""
    places = [int(code) for code in codes.split(".") if code.isascii() and code.isdigit() and len(code) < 6]
    return list(dict.fromkeys(every[place - 1] for place in places if 1 <= place <= len(every)))
