"""Key sets: what different intruders may know."""

from dataclasses import replace

import streamlit as st

from core.data import Codebook, KeySet, Role
from pages.components.escaping import md, plain

DRAFTS = "keyset_drafts"


def keyset_editor(codebook: Codebook) -> Codebook:
    """Show the key sets for correction; return the codebook with those that name a variable.

    Where none is declared, the one set of all key variables counts, and the screen says so.
    """
    if not codebook.keysets:
        _say_default(codebook)
    edited = [_edited(i, keyset, codebook) for i, keyset in enumerate(codebook.keysets)]
    kept = [keyset for keyset in edited if keyset is not None]
    st.button("Add a key set", icon=":material/add:", key="keyset_add", on_click=_ask_for_new)
    if st.session_state.get(DRAFTS):
        new = _new(codebook)
        kept += [new] if new else []
    return codebook if tuple(kept) == codebook.keysets else replace(codebook, keysets=tuple(kept))


def _say_default(codebook: Codebook) -> None:
    keys = codebook.with_role(Role.KEY)
    if keys:
        names = ", ".join(md(v.name) for v in keys)
        st.markdown(f"One key set counts now, of all variables with the role key: {names}.")
    else:
        st.warning(
            "No variable has the role key, so no disclosure risk can be measured and no map be drawn. "
            "Give the role **key** to what an intruder may know about a person: age, sex, region, occupation …",
            icon=":material/key_off:",
        )


def _ask_for_new() -> None:
    st.session_state[DRAFTS] = True


def _options(codebook: Codebook) -> list[str]:
    return [v.name for v in codebook.compared()]


def _weights(codebook: Codebook) -> list[str | None]:
    return [None, *(v.name for v in codebook.with_role(Role.WEIGHT))]


def _edited(i: int, keyset: KeySet, codebook: Codebook) -> KeySet | None:
    """Show one key set; None where it was emptied or removed."""
    weights = _weights(codebook)
    options = list(dict.fromkeys([*_options(codebook), *keyset.variables]))
    with st.container(border=True):
        st.markdown(f"**{md(keyset.name)}**")
        names = st.multiselect(
            "Variables that the intruder knows", options, keyset.variables, format_func=plain, key=f"keyset_{i}_vars"
        )
        weight = st.selectbox(
            "Sampling weight that goes with it",
            weights,
            weights.index(keyset.weight) if keyset.weight in weights else 0,
            format_func=lambda name: "the file's only weight, or none" if name is None else plain(name),
            key=f"keyset_{i}_weight",
        )
        if st.button("Remove", icon=":material/delete:", type="tertiary", key=f"keyset_{i}_remove"):
            return None
    return KeySet(keyset.name, tuple(names), weight) if names else None


def _new(codebook: Codebook) -> KeySet | None:
    taken = {k.name for k in codebook.keysets}
    with st.form("keyset_new", border=True):
        name = st.text_input("Name", placeholder="neighbour", max_chars=40, key="keyset_new_name").strip()
        names = st.multiselect(
            "Variables that the intruder knows", _options(codebook), format_func=plain, key="keyset_new_vars"
        )
        if not st.form_submit_button("Add", type="primary"):
            return None
    if not name or name in taken or not names:
        st.error("A key set needs a name of its own and at least one variable.")
        return None
    st.session_state[DRAFTS] = False
    return KeySet(name, tuple(names))
