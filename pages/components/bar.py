"""The bar on every page: type of release, versions shown, what differences are to, what the intruder knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.decision import Decision, FileVerdict, Purpose, keysets_of
from core.wording import counted
from pages.components import layout
from pages.components.address import adopt_address, write_address
from pages.components.cached import cached
from pages.components.escaping import md, plain
from pages.components.purpose.editor import judged_by
from pages.components.risk.keysets import intruder_in_words
from pages.components.selection import MOST, choose, choose_scenario, pin, scenario, shown_versions
from pages.components.verdict.sentence_card import decision_of
from pages.components.workspace import Workspace, current

ORIGINAL = "Original"


@dataclass(frozen=True)
class Opened:
    """What a page speaks about, as the bar says it.

    Parameters
    ----------
    workspace : Workspace
    comparison : Comparison
    purpose : Purpose
    decision : Decision
    shown : tuple of str
        Names of the versions side by side.
    looked_at : str
        Name of the one version that is spoken of.
    reference : str or None
        The version that differences are to; None: the original.
    keyset : str
        Name of the key set; "": no risk was measured.
    """

    workspace: Workspace
    comparison: Comparison
    purpose: Purpose
    decision: Decision
    shown: tuple[str, ...]
    looked_at: str
    reference: str | None
    keyset: str

    @property
    def file(self) -> Assessment:
        """The version that is spoken of."""
        return self.comparison.scenario(self.looked_at)

    @property
    def verdict(self) -> FileVerdict:
        """What is said of that version."""
        return self.decision.of(self.looked_at)

    def numbered(self, name: str) -> str:
        """Return a version's number, as on the map, with its name; in bare text."""
        return f"{self.number(name)} {plain(name)}"

    def table(self, lines: Sequence[Mapping[str, object]]) -> pd.DataFrame:
        """Return lines as a table, versions with their numbers."""
        names = {s.name: self.numbered(s.name) for s in self.comparison.scenarios}
        return pd.DataFrame(
            [{k: names.get(str(v), v) if k == "Version" else v for k, v in line.items()} for line in lines]
        )

    def number(self, name: str) -> int:
        """Return a version's number, as on the map."""
        return [s.name for s in self.comparison.scenarios].index(name) + 1


def open_page(title: str) -> Opened:
    """Show the title with the bar, and return what the page speaks about; without results it says so and ends."""
    workspace = current()
    comparison = workspace.comparison
    if comparison is None or not comparison.scenarios:
        layout.heading(title)
        layout.nothing_measured(workspace)
        st.stop()
    keysets = cached(_keysets, comparison)
    adopt_address(comparison, keysets)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="bar"):
        layout.heading(title)
        bar = st.container(
            horizontal=True, vertical_alignment="center", gap="small", width="content", key="bar_choices"
        )
    with bar:
        purpose = judged_by(workspace)
    decision = decision_of(current(), comparison)
    looked_at = scenario([s.name for s in comparison.scenarios])
    shown = shown_versions(decision, looked_at)
    choice = current().choice
    keyset = choice.keyset if choice.keyset in keysets else next(iter(keysets), "")
    reference = choice.reference if choice.reference in shown else None
    opened = Opened(current(), comparison, purpose, decision, shown, looked_at, reference, keyset)
    with bar:
        _versions(opened)
        _reference(opened)
        if keyset:
            _intruder(opened, keysets)
    layout.stale_banner(current())
    write_address(comparison, keysets, shown, looked_at)
    return opened


def _keysets(comparison: Comparison) -> tuple[str, ...]:
    """Return the names of the key sets that risk was measured for."""
    return tuple(dict.fromkeys(keyset for file in comparison.files for keyset in keysets_of(file)))


def _versions(opened: Opened) -> None:
    """Ask which versions are shown side by side, and which one is spoken of."""
    names = [s.name for s in opened.comparison.scenarios]
    with st.popover(f"{len(opened.shown)} of {counted(len(names), 'version', 'versions')}", key="bar_versions"):
        st.session_state.update(versions_shown=list(opened.shown), version_looked_at=opened.looked_at)
        st.multiselect(
            "Side by side", names, format_func=opened.numbered, max_selections=MOST, key="versions_shown",
            on_change=lambda: pin(st.session_state["versions_shown"]),
        )  # fmt: skip
        st.selectbox(
            "Spoken of", names, format_func=opened.numbered, key="version_looked_at",
            on_change=lambda: choose_scenario(st.session_state["version_looked_at"]),
        )  # fmt: skip


def _reference(opened: Opened) -> None:
    """Ask what differences are to."""
    label = ORIGINAL.lower() if opened.reference is None else md(opened.numbered(opened.reference), 40)
    with st.popover(f"Reference: {label}", key="bar_reference"):
        st.session_state["reference"] = opened.reference or ""
        st.selectbox(
            "Differences are to", ["", *opened.shown], key="reference",
            format_func=lambda name: opened.numbered(name) if name else ORIGINAL,
            on_change=lambda: choose(reference=st.session_state["reference"]),
        )  # fmt: skip


def _intruder(opened: Opened, keysets: tuple[str, ...]) -> None:
    """Ask for the key set where there are several, and say what an intruder knows."""
    label = f"Intruder: {md(opened.keyset, 24)}" if len(keysets) > 1 else "Intruder"
    with st.popover(label, key="bar_intruder", on_change="rerun") as place:
        st.session_state["bar_keyset"] = opened.keyset
        st.selectbox(
            "Key set: what the intruder knows", keysets, format_func=plain, key="bar_keyset",
            on_change=lambda: choose(keyset=st.session_state["bar_keyset"]),
        )  # fmt: skip
        if place.open:
            st.markdown(intruder_in_words(opened.comparison, opened.keyset))
