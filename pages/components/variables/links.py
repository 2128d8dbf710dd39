"""How the records of each masked file are linked to the original: proposed where the files show it, else asked."""

from dataclasses import replace
from functools import partial
from itertools import combinations

import streamlit as st

from core.data import Codebook, FileKind, Role, Scenario, ScenarioDeclaration, link_by, names_of_link
from pages.components.escaping import plain
from pages.components.variables.declarations import ask_kind, ask_marks, ask_masking, ask_privacy, ask_sets
from pages.components.workspace import Workspace, change_codebook

ROW = "row"
NONE = "none"
FILLED_IN = "links_filled_in"
WHY = (
    "Where records are linked, recodes are found from the data and every measure that compares a person with "
    "the same person can be computed. A wrong link makes such figures wrong without any sign of it."
)


def link_form(workspace: Workspace, scenario: Scenario, *, asked: bool) -> None:
    """Ask how the records of a masked file are linked and what was done to it; store the answers in the codebook.

    What is not ``asked`` now is folded away.
    """
    original, codebook = workspace.original_data, workspace.effective_codebook
    if original is None:
        return
    with st.container() if asked else st.expander("Its name, its link, how it was masked"):
        changed = declared(codebook, _ask(scenario, codebook, original.n_records))
    files = [s.microdata.name for s in workspace.scenarios() if s.declaration.linked is None]
    if len(files) > 1:
        st.button(
            f"All {len(files)} without an answer: not linked, or I do not know",
            key="all_none",
            on_click=declare,
            args=(workspace, files, NONE),
        )
    if changed != codebook:
        change_codebook(changed)
        st.rerun()


def declare(workspace: Workspace, files: list[str], linked: str) -> None:
    """Say of some files how their records are linked, as if it had been chosen."""
    codebook = workspace.effective_codebook
    for file in files:
        codebook = declared(codebook, replace(codebook.declaration(file), linked=linked))
        _fill_in(f"linked_{file}", linked)
    change_codebook(codebook)


def declare_kind(workspace: Workspace, file: str, kind: FileKind) -> None:
    """Say of a file what it is, as if it had been chosen."""
    codebook = workspace.effective_codebook
    _fill_in(f"kind_{file}", kind)
    change_codebook(declared(codebook, replace(codebook.declaration(file), kind=kind)))


def _fill_in(key: str, value: object) -> None:
    """Let a select show an answer when it is drawn next; this may be asked for after it was drawn."""
    st.session_state.setdefault(FILLED_IN, {})[key] = value


def _show_filled_in(*keys: str) -> None:
    answers = st.session_state.get(FILLED_IN, {})
    for key in keys:
        value = answers.pop(key, None)
        if value is not None and key in st.session_state:
            st.session_state[key] = value


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
    _show_filled_in(key, f"kind_{file}")
    if st.session_state.get(key) not in (None, *options):
        del st.session_state[key]  # a file of another length has come in its place
    left, right = st.columns(2, vertical_alignment="bottom")
    name = left.text_input("Name of the scenario", scenario.name, max_chars=60, key=f"scenario_name_{file}").strip()
    chosen = right.selectbox(
        "How are its records linked to the original?",
        options,
        options.index(declaration.linked) if declaration.linked in options else None,
        format_func=partial(_option, identifiers),
        placeholder="Please choose" if same else "Please choose (the files differ in length)",
        help=WHY if same else "The files have different numbers of records, so they cannot be in the same order.",
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
