"""The worked examples: public survey data that come with a dependency, masked by published methods."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.reports import read_results
from pages.components.escaping import md
from pages.components.layout import ASSETS, COMPARE, card
from pages.components.workspace import Workspace, change, worked_example

OWN_FILES = "use_own_files"


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


def example_is_open(workspace: Workspace) -> None:
    """Say which example is open, tell its story, and lead to its map or to the user's own files."""
    example = worked_example(workspace.example)
    with card("example", f"The worked example is open: {example.title}"):
        st.markdown(md(example.story, 2000))
        with st.container(horizontal=True):
            if st.button("Go to its map", type="primary", icon=":material/scatter_plot:", key="to_map"):
                st.switch_page(COMPARE)
            st.button("Close it and use my files", icon=":material/upload_file:", on_click=close_example, key="close")
    with card("example_files", "Its masked files"):
        for scenario in example.scenarios:
            st.markdown(f"**{md(scenario.name)}** {md(example.notes.get(scenario.name, ''), 400)}")


def close_example() -> None:
    """Close the worked example and go on with the user's own files."""
    st.session_state.clear()
    st.session_state[OWN_FILES] = True
