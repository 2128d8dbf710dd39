"""What the file will be used for, chosen before results are looked at: a list to add to and take from."""

from dataclasses import replace

import streamlit as st

from core.data import Codebook, Indicator, Microdata, PublishedTable, Regression, Scale, Uses
from core.errors import CodebookError
from core.wording import counted
from pages.components.escaping import md
from pages.components.variables.uses_forms import (
    describe_indicator,
    describe_regression,
    new_indicator,
    new_regression,
    new_scale,
    new_table,
)
from pages.components.workspace import Workspace, change_codebook

EPOCH = "uses_editor_epoch"
KINDS = {"indicators": "Indicator", "regressions": "Regression", "tables": "Table", "scales": "Scale"}
ABOUT = {
    "indicators": "A figure that is published from the file: a mean, a share, a Gini coefficient …",
    "regressions": "A model that users will run.",
    "tables": "A table that is published, for the whole file or by area.",
    "scales": "Items that are added up to one score; its Cronbach's alpha is compared.",
}
Use = Indicator | Regression | PublishedTable | Scale


def uses_in_words(uses: Uses) -> str:
    """Return how many uses of each kind were chosen."""
    counts = {word: len(getattr(uses, kind)) for kind, word in KINDS.items()}
    said = [counted(n, word.lower(), f"{word.lower()}s") for word, n in counts.items() if n]
    return ", ".join(said) or "nothing chosen yet"


def uses_editor(workspace: Workspace, original: Microdata) -> None:
    """Show the chosen uses in a fold; what is added or removed goes into the codebook at once."""
    with st.expander(f"What will the file be used for? {uses_in_words(workspace.effective_codebook.uses)}"):
        _uses_list(workspace, original)


def _uses_list(workspace: Workspace, original: Microdata) -> None:
    """Show the chosen uses, each with a button that takes it out, and how one is added."""
    codebook = workspace.effective_codebook
    st.caption(
        "Choose what users will compute **before** you look at results; each is compared before and after "
        "masking. The choice is kept in the codebook."
    )
    if workspace.comparison is not None and not workspace.example:
        st.caption("Results are there already: where you report what you add now, say that it was chosen afterwards.")
    for kind in KINDS:
        for place, use in enumerate(getattr(codebook.uses, kind)):
            _listed(codebook, kind, place, use)
    _add(codebook, original)


def _listed(codebook: Codebook, kind: str, place: int, use: Use) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"use_row_{kind}_{place}"):
        st.markdown(f"{KINDS[kind]} **{md(use.name)}** :small[:gray[{_described(use)}]]", width="stretch")
        st.button(
            "Remove",
            icon=":material/delete:",
            type="tertiary",
            key=f"use_remove_{kind}_{place}",
            on_click=_remove,
            args=(codebook, kind, use),
        )


def _described(use: Use) -> str:
    if isinstance(use, Indicator):
        return describe_indicator(use)
    if isinstance(use, Regression):
        return describe_regression(use)
    if isinstance(use, PublishedTable):
        areas = f" by {md(use.geography)}" if use.geography else ""
        return " × ".join(md(v) for v in use.variables) + areas
    return ", ".join(md(item) for item in use.items)


def _remove(codebook: Codebook, kind: str, use: Use) -> None:
    left = tuple(u for u in getattr(codebook.uses, kind) if u.name != use.name)
    change_codebook(replace(codebook, uses=replace(codebook.uses, **{kind: left})))


def _add(codebook: Codebook, original: Microdata) -> None:
    """Show the fields of a new use; they are empty again once it is added."""
    with st.container(border=True, key="use_new"):
        kind = st.segmented_control(
            "Add", list(KINDS), format_func=KINDS.__getitem__, default="indicators", required=True, key="use_kind"
        )
        st.caption(ABOUT[str(kind)])
        key = f"use_{kind}_{st.session_state.get(EPOCH, 0)}"
        name = st.text_input("Name (optional)", max_chars=60, key=f"{key}_name").strip()
        try:
            use = _new(str(kind), codebook, original, name, key)
        except CodebookError as error:
            st.error(md(str(error), 600), icon=":material/error:")
            use = None
        if st.button("Add", type="primary", icon=":material/add:", disabled=use is None, key="use_add") and use:
            _added(codebook, str(kind), use)


def _new(kind: str, codebook: Codebook, original: Microdata, name: str, key: str) -> Use | None:
    if kind == "indicators":
        return new_indicator(codebook, original, name, key)
    if kind == "regressions":
        return new_regression(codebook, name, key)
    return new_table(codebook, name, key) if kind == "tables" else new_scale(codebook, name, key)


def _added(codebook: Codebook, kind: str, use: Use) -> None:
    try:
        uses = replace(codebook.uses, **{kind: (*getattr(codebook.uses, kind), use)})
        changed = replace(codebook, uses=uses)
    except CodebookError as error:
        st.error(md(str(error), 600), icon=":material/error:")
        return
    change_codebook(changed)
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1
    st.rerun()
