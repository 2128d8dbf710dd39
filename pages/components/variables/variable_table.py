"""The editable table of variables: level, role, label, missing codes, weight."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pandas as pd
import streamlit as st

from core.data import Codebook, Level, Role, Variable, category_text
from core.wording import and_more
from pages.components.escaping import plain
from pages.components.workspace import current

BASE = "variable_table_base"
EPOCH = "variable_table_epoch"
COLUMNS = {
    "chosen": st.column_config.CheckboxColumn("Select", width="small", help="For “Set for all selected” below"),
    "name": st.column_config.TextColumn("Variable", disabled=True, pinned=True, width=150),
    "level": st.column_config.SelectboxColumn("Level", options=list(Level), required=True),
    "role": st.column_config.SelectboxColumn("Role", options=list(Role), required=True),
    "label": st.column_config.TextColumn("Meaning", max_chars=120, width=280),
    "codes": st.column_config.TextColumn("Codes", disabled=True, width=260, help="What the file says its codes mean"),
    "missing": st.column_config.TextColumn(
        "Missing codes", width=110, help="Codes that stand for no answer, such as -9; 99"
    ),
    "weight": st.column_config.NumberColumn(
        "Weight", min_value=0.0, step=0.5, width=80, help="The variable's weight in GDU"
    ),
    "reason": st.column_config.TextColumn("Why proposed", disabled=True, width=260),
}
WITHOUT_LABELS = {
    "label": st.column_config.TextColumn("Meaning", max_chars=120, width=120),
    "reason": st.column_config.TextColumn("Why proposed", disabled=True, width=420),
}
"""Widths where no variable has a label: the reasons get the room."""
MOST_CODES = 6
"""Codes of a variable that are shown with their meaning."""
ORDER = ("chosen", "name", "level", "role", "reason", "label", "codes", "missing", "weight")


def variable_table(codebook: Codebook) -> Codebook:
    """Show the variables for correction; return the codebook as it stands in the table.

    The table is built once from a codebook and keeps its own edits, so that a correction does not
    rebuild it under the officer's hands; ``restart`` builds it anew.
    """
    base = _base(codebook)
    original = current().original_data
    frame = _frame(base.variables, original.value_labels if original else {})
    edited = st.data_editor(
        frame,
        key=_key(),
        hide_index=True,
        column_config=COLUMNS if frame["label"].any() else COLUMNS | WITHOUT_LABELS,
        column_order=[c for c in ORDER if c not in ("reason", "codes") or frame[c].any()],
        height="content" if len(base.variables) <= 16 else 600,
        alt="The variables with their proposed level and role",
    )
    rows = edited.to_dict("records")
    st.session_state["variable_table_chosen"] = tuple(
        v.name for v, row in zip(base.variables, rows, strict=True) if row["chosen"]
    )
    variables = tuple(_corrected(v, row) for v, row in zip(base.variables, rows, strict=True))
    return codebook if variables == codebook.variables else replace(codebook, variables=variables)


def chosen_variables() -> tuple[str, ...]:
    """Return the names of the variables that are ticked in the table."""
    return tuple(st.session_state.get("variable_table_chosen", ()))


def restart() -> None:
    """Build the table anew from the codebook at its next showing."""
    st.session_state.pop(BASE, None)
    st.session_state[EPOCH] = st.session_state.get(EPOCH, 0) + 1


def set_for(codebook: Codebook, names: Sequence[str], *, level: Level | None, role: Role | None) -> Codebook:
    """Return the codebook with this level and role, where given, for all these variables."""
    return replace(
        codebook,
        variables=tuple(
            replace(v, level=level or v.level, role=role or v.role, reason="") if v.name in names else v
            for v in codebook.variables
        ),
    )


def _key() -> str:
    return f"variable_table_{st.session_state.get(EPOCH, 0)}"


def _base(codebook: Codebook) -> Codebook:
    base: Codebook | None = st.session_state.get(BASE)
    if base is None or [v.name for v in base.variables] != [v.name for v in codebook.variables]:
        restart()
        st.session_state[BASE] = base = codebook
    return base


def _frame(variables: Sequence[Variable], value_labels: Mapping[str, Mapping[str, str]]) -> pd.DataFrame:
    return pd.DataFrame({
        "chosen": [False] * len(variables),
        "name": [plain(v.name) for v in variables],
        "level": [str(v.level) for v in variables],
        "role": [str(v.role) for v in variables],
        "label": [v.label for v in variables],
        "codes": [_meanings(value_labels.get(v.name, {})) for v in variables],
        "missing": ["; ".join(v.missing) for v in variables],
        "weight": [v.weight for v in variables],
        "reason": [plain(v.reason) for v in variables],
    })  # fmt: skip


def _meanings(labels: Mapping[str, str]) -> str:
    """Return the first codes of a variable with what they mean."""
    first = [plain(category_text(code, labels), 40) for code in islice(labels, MOST_CODES)]
    return ", ".join(first) + and_more(len(labels) - len(first))


def _corrected(variable: Variable, row: Mapping[Hashable, Any]) -> Variable:
    """Return the variable as its row says; a changed level or role is no proposal any more."""
    level, role = Level(row["level"]), Role(row["role"])
    proposed = level is variable.level and role is variable.role
    weight = row["weight"]
    return replace(
        variable,
        level=level,
        role=role,
        label=str(row["label"] or ""),
        missing=tuple(dict.fromkeys(part.strip() for part in str(row["missing"] or "").split(";") if part.strip())),
        weight=1.0 if weight is None or pd.isna(weight) else float(weight),
        reason=variable.reason if proposed else "",
    )
