"""Who answers for the rules, until when they hold, for which key sets, and where their limits are from."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st

from core.decision import Purpose, ReleaseType
from pages.components.escaping import md, plain
from pages.components.workspace import Workspace

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 12, 31)
KeySets = tuple[tuple[str, tuple[str, ...]], ...]


def about_rules(workspace: Workspace, purpose: Purpose, key: str) -> Purpose:
    """Ask for what a policy holds beside its limits; return the purpose as it is answered."""
    with st.expander("Who answers for these rules, until when, and for which key sets?"):
        with st.grid(2, min_column_width=200, gap="medium") as grid:
            with grid.cell():
                signed = st.text_input(
                    "Signed by", purpose.signed_by, max_chars=200, key=f"rules_signed_{key}", persist_state="session"
                )
            with grid.cell():
                until = _last_day(purpose.valid_until, f"rules_until_{key}")
        keysets = _keysets(workspace, purpose.keysets, f"rules_keysets_{key}")
        st.caption(
            "The name stands for the rules as they are now. After the last day, and without a key set that is "
            "named here, `ru-map gate` judges no file by them."
        )
    return replace(purpose, signed_by=signed.strip(), valid_until=until, keysets=keysets)


def _last_day(written: str, key: str) -> str:
    """Ask for the last day on which the rules hold; "" where there is none."""
    known = date.fromisoformat(written) if written else None
    chosen = st.date_input(
        "Valid until",
        known,
        min_value=min(known or FIRST_DAY, FIRST_DAY),
        max_value=max(known or LAST_DAY, LAST_DAY),
        format="YYYY-MM-DD",
        help="The last day on which the rules hold; empty: until they are changed.",
        key=key,
        persist_state="session",
    )
    return str(chosen) if chosen else ""


def _keysets(workspace: Workspace, known: KeySets, key: str) -> KeySets:
    """Ask by which key sets files must be judged: those of the rules, of the codebook and of the results."""
    offered = {name: (name, variables) for name, variables in known}
    measured = () if workspace.comparison is None else workspace.comparison.keysets
    for keyset in (*workspace.effective_codebook.effective_keysets(), *measured):
        offered.setdefault(keyset.name, (keyset.name, tuple(keyset.variables)))
    chosen = st.multiselect(
        "Key sets that files must be judged by",
        list(offered),
        [name for name, _variables in known],
        format_func=lambda name: plain(f"{name}: {', '.join(offered[name][1])}"),
        placeholder="Those that were measured",
        key=key,
        persist_state="session",
    )
    return tuple(offered[name] for name in chosen)


def sources(purpose: Purpose, key: str) -> Purpose:
    """Say where every limit is from; of own rules it is written here, and never left empty."""
    with st.expander("Where do these thresholds come from?"):
        if purpose.release is not ReleaseType.OWN:
            for r in purpose.requirements:
                st.markdown(f"**{r.name}** {r.limit_text(r.proposed)} · {md(r.source, 400)}.")
            return purpose
        written = [
            st.text_input(
                f"{r.name} {r.limit_text(r.limit)}",
                r.source,
                max_chars=400,
                help="The rule or paper that this limit is from",
                key=f"source_{key}_{r.threshold}",
                persist_state="session",
            )
            for r in purpose.requirements
        ]
    pairs = zip(purpose.requirements, written, strict=True)
    return replace(purpose, requirements=tuple(replace(r, source=text.strip() or r.source) for r, text in pairs))
