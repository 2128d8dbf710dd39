"""What is chosen, in the address of every page: numbers of versions, variables and key sets, never their names."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.assessment import Comparison
from pages.components.selection import MOST, MOST_VARIABLES
from pages.components.workspace import change, current

WRITTEN = "address_written"
SHOWN, LOOKED_AT, REFERENCE, VARIABLES, VARIABLE, KEYS, WAY = (
    "show", "version", "reference", "variables", "variable", "keys", "way",
)  # fmt: skip


def adopt_address(comparison: Comparison, keysets: Sequence[str]) -> None:
    """Take over what an address says that no page has written itself: a link, a reload, back and forward."""
    said = st.query_params.to_dict()
    if not said or said == st.session_state.get(WRITTEN):
        return
    versions, variables = [s.name for s in comparison.scenarios], variable_names(comparison)
    several = tuple(_named(said.get(VARIABLES, ""), variables)[:MOST_VARIABLES])
    choice = current().choice
    change(
        choice=replace(
            choice,
            pinned=tuple(_named(said.get(SHOWN, ""), versions)[:MOST]) or choice.pinned,
            scenario=_one(said, LOOKED_AT, versions) or choice.scenario,
            reference=_one(said, REFERENCE, versions),
            variables=several or choice.variables,
            pair=several[:2] if len(several) > 1 else choice.pair,
            variable=_one(said, VARIABLE, variables) or choice.variable,
            keyset=_one(said, KEYS, keysets) or choice.keyset,
            difference=said.get(WAY) == "difference",
        )
    )


def write_address(comparison: Comparison, keysets: Sequence[str], shown: Sequence[str], looked_at: str) -> None:
    """Write what is chosen into the address."""
    versions, variables, choice = [s.name for s in comparison.scenarios], variable_names(comparison), current().choice
    codes = {
        SHOWN: _numbers(shown, versions),
        LOOKED_AT: _numbers([looked_at], versions),
        REFERENCE: _numbers([choice.reference], versions),
        VARIABLES: _numbers(choice.variables, variables),
        VARIABLE: _numbers([choice.variable], variables),
        KEYS: _numbers([choice.keyset], keysets),
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


def _one(said: dict[str, str], code: str, every: Sequence[str]) -> str:
    return next(iter(_named(said.get(code, ""), every)), "")


def _named(codes: str, every: Sequence[str]) -> list[str]:
    """Return what numbers mean; those of nothing here are left out."""
    places = [int(code) for code in codes.split(".") if code.isascii() and code.isdigit() and len(code) < 6]
    return list(dict.fromkeys(every[place - 1] for place in places if 1 <= place <= len(every)))
