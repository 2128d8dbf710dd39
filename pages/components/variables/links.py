"""How the records of each masked file are linked to the original: proposed where the files show it, else asked."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import streamlit as st

from core.data import Codebook, FileKind, Role, Scenario, ScenarioDeclaration, link_by, names_of_link
from pages.components.escaping import md, plain
from pages.components.variables.declared_marks import ask_marks
from pages.components.variables.declared_masking import ask_masking
from pages.components.variables.declared_privacy import ask_privacy
from pages.components.variables.declared_sets import ask_sets
from pages.components.variables.file_kinds import ask_kind
from pages.components.workspace import Workspace, change_codebook

ROW = "row"
NONE = "none"
WHY = (
    "Where records are linked, recodes are found from the data and every measure that compares a person with "
    "the same person can be computed. A link is filled in where the files show it; a wrong one makes such figures "
    "wrong without any sign of it, so change it where you know better."
)


def link_selects(workspace: Workspace) -> None:
    """Ask for every masked file how its records are linked; store the answers in the codebook."""
    original = workspace.original_data
    if original is None:
        return
    st.caption(WHY)
    if len(workspace.scenarios()) > 2:
        _none_for_the_rest(workspace)
    codebook = workspace.effective_codebook
    for scenario in workspace.scenarios():
        codebook = declared(codebook, _ask(scenario, codebook, original.n_records))
    if codebook.scenarios != workspace.effective_codebook.scenarios:
        change_codebook(codebook)
        st.rerun()


def unanswered(workspace: Workspace) -> int:
    """Return for how many masked files nothing is said about links."""
    nobody = (FileKind.SYNTHETIC, FileKind.OTHER_PEOPLE)  # in such a file nobody's record is to be found
    return sum(s.declaration.linked is None and s.declaration.kind not in nobody for s in workspace.scenarios())


def same_name(workspace: Workspace) -> str:
    """Return a name that two scenarios share, or ""."""
    names = [s.name for s in workspace.scenarios()]
    return next((name for name in names if names.count(name) > 1), "")


def _none_for_the_rest(workspace: Workspace) -> None:
    """Offer one answer for all files that none is given for; the officer still says it."""
    files = [s.microdata.name for s in workspace.scenarios() if s.declaration.linked is None]
    st.button(
        "All others: not linked, or I do not know",
        key="all_none",
        on_click=declare,
        args=(workspace, files, NONE),
        disabled=not files,
    )


def declare(workspace: Workspace, files: list[str], linked: str) -> None:
    """Say of some files how their records are linked, as if it had been chosen."""
    codebook = workspace.effective_codebook
    for file in files:
        codebook = declared(codebook, replace(codebook.declaration(file), linked=linked))
        if f"linked_{file}" in st.session_state:
            st.session_state[f"linked_{file}"] = linked
    change_codebook(codebook)


def declare_kind(workspace: Workspace, file: str, kind: FileKind) -> None:
    """Say of a file what it is, as if it had been chosen."""
    codebook = workspace.effective_codebook
    if f"kind_{file}" in st.session_state:
        st.session_state[f"kind_{file}"] = kind
    change_codebook(declared(codebook, replace(codebook.declaration(file), kind=kind)))


def declared(codebook: Codebook, declaration: ScenarioDeclaration) -> Codebook:
    """Return the codebook with this declaration in the place of the file's former one."""
    others = [d for d in codebook.scenarios if d.file != declaration.file]
    if codebook.declaration(declaration.file) == declaration:
        return codebook
    return replace(codebook, scenarios=(*others, declaration))


def _ask(scenario: Scenario, codebook: Codebook, n_original: int) -> ScenarioDeclaration:
    file, declaration = scenario.microdata.name, scenario.declaration
    identifiers = [v.name for v in codebook.with_role(Role.IDENTIFIER) if v.name in scenario.microdata.columns]
    same = scenario.microdata.n_records == n_original
    together = [link_by(names) for names in combinations(identifiers, 2) if not any("," in name for name in names)]
    options = [*([ROW] if same else []), *identifiers, *together, NONE]
    if declaration.linked and "," in declaration.linked:  # declared in the codebook, of whatever roles
        options = list(dict.fromkeys([*options, declaration.linked]))
    key = f"linked_{file}"
    if st.session_state.get(key) not in (None, *options):
        del st.session_state[key]  # a file of another length has come in its place
    left, right = st.columns(2, vertical_alignment="bottom")
    name = left.text_input(
        f"Name of the scenario in {md(file)}",
        scenario.name,
        max_chars=60,
        key=f"scenario_name_{file}",
    ).strip()
    chosen = right.selectbox(
        "How are its records linked to the original?",
        options,
        options.index(declaration.linked) if declaration.linked in options else None,
        format_func=partial(_option, identifiers),
        placeholder="Please choose" if same else "Please choose (the files differ in length)",
        help=None if same else "The files have different numbers of records, so they cannot be in the same order.",
        key=key,
    )
    named = replace(declaration, name=name if name != scenario.name or declaration.name else "", linked=chosen)
    named = ask_sets(scenario, ask_kind(scenario, named))
    with st.container(horizontal=True):
        return ask_marks(scenario, ask_privacy(scenario, ask_masking(scenario, named, codebook)))


def _option(identifiers: list[str], option: str) -> str:
    fixed = {ROW: "In the same order, record by record", NONE: "Not linked, or I do not know"}
    together = plain(" and ".join(names_of_link(option, identifiers)))
    return fixed.get(option, f"By {together} together" if "," in option else f"By the identifier {together}")
