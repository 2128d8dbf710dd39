"""The worked examples: public survey data that come with a dependency, masked by published methods."""

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.reports import read_results
from pages.components.layout import ASSETS
from pages.components.workspace import Workspace, change


@dataclass(frozen=True)
class Example:
    """How an example is offered before it is opened."""

    title: str
    about: str


EXAMPLES = {
    "voters": Example("Voters, 1996", "944 voters of the 1996 US election study, masked in twelve ways"),
    "women": Example("Women, 1974", "6,366 women asked in 1974: a larger file"),
    "synthetic": Example(
        "Women, synthetic", "4,244 women synthesised in three ways and copied once, with 2,122 others as control"
    ),
}


@st.cache_resource(show_spinner=False)
def results_of(name: str) -> Comparison:
    """Return the finished results of an example; public data, so all sessions share them."""
    return read_results((ASSETS / "example" / f"{name}.json").read_text(encoding="utf-8"))


def open_example(name: str) -> Workspace:
    """Open the finished results of an example; its files are made only when a page needs them."""
    return change(
        example=name,
        original=None,
        masked=(),
        codebook=None,
        job=None,
        steps=(),
        comparison=results_of(name),
        stale=False,
    )


def close_example() -> None:
    """Close the worked example and go on with the user's own files."""
    st.session_state.clear()
