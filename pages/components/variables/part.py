"""The variables, a line each: level and role to correct, the distribution in the original and in each version shown."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.charts import distribution_picture, highest_share
from core.data import Codebook, Level, Role, Scenario
from core.errors import CodebookError
from core.views import OwnDetail
from core.wording import sentence_case
from pages.components import layout
from pages.components.cached import cached
from pages.components.charts import is_dark
from pages.components.escaping import md, plain
from pages.components.selection import AT_FIRST
from pages.components.setup.checks import cautions_of, facts_of
from pages.components.variables.variable_table import chosen_variables, restart, set_for, variable_table
from pages.components.workspace import Workspace, change_codebook


def variables_part(workspace: Workspace, looked_at: str) -> Codebook:
    """Show the variables for correction; return the codebook as it is in the table."""
    codebook = workspace.effective_codebook
    if not codebook.variables:
        return codebook
    with layout.card("variables", "What may an intruder know, and what must stay secret?"):
        try:
            codebook = variable_table(codebook, _pictures(workspace, looked_at), _cautions(workspace))
        except CodebookError as error:
            st.error(md(str(error), 400))
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.caption("Grey: the original, over its own bins; hatched: a band.", width="content")
            with st.popover("Set for all selected", type="tertiary", icon=":material/done_all:", key="set_several"):
                _set_for_all(codebook)
    return codebook


def _set_for_all(codebook: Codebook) -> None:
    level = st.selectbox("Level", [None, *Level], format_func=lambda x: x or "leave as it is", key="set_level")
    role = st.selectbox("Role", [None, *Role], format_func=lambda x: x or "leave as it is", key="set_role")
    if st.button("Set", disabled=not chosen_variables(), key="set_all"):
        change_codebook(set_for(codebook, chosen_variables(), level=level, role=role))
        restart()
        st.rerun()


def _cautions(workspace: Workspace) -> dict[str, str]:
    said = sorted(cautions_of(workspace) or (), key=lambda c: c.is_question)
    return {c.variable: f"{'?' if c.is_question else '!'} {sentence_case(c.message)}" for c in said}


def _pictures(workspace: Workspace, looked_at: str) -> Mapping[str, Mapping[str, str]]:
    """Return by column the pictures of all variables: the original, and the versions that are shown."""
    shown = {f"{number} {plain(s.name, 24)}": s for number, s in _shown(workspace, looked_at)}
    known = {title: facts.details for title, s in shown.items() if (facts := facts_of(workspace, s)) is not None}
    if not any(known.values()):
        return {}
    drawn: Mapping[str, Mapping[str, str]] = cached(_drawn, *known.values(), titles=tuple(known), dark=is_dark())
    return drawn


def _shown(workspace: Workspace, looked_at: str) -> list[tuple[int, Scenario]]:
    """Return the versions that are shown on all pages with their numbers; the one looked at is among them."""
    every = list(enumerate(workspace.scenarios(), 1))
    pinned = [one for one in every if one[1].name in workspace.choice.pinned] or every[:AT_FIRST]
    return pinned + [one for one in every if one[1].microdata.name == looked_at and one not in pinned]


def _drawn(*versions: Mapping[str, OwnDetail], titles: Sequence[str], dark: bool) -> Mapping[str, Mapping[str, str]]:
    drawn: dict[str, dict[str, str]] = {"Original": {}, **{title: {} for title in titles}}
    for name in dict.fromkeys(name for details in versions for name in details):
        known = {title: of[name] for title, of in zip(titles, versions, strict=True) if name in of}
        own = next(iter(known.values()))
        size, files = len(own.labels), {title: detail.versions[0] for title, detail in known.items()}
        top = highest_share([own.original, *files.values()])
        drawn["Original"][name] = distribution_picture(size, own.original, None, top, dark=dark)
        for title, file in files.items():
            drawn[title][name] = distribution_picture(size, file, own.original, top, dark=dark)
    return drawn
