"""The editable table of variables: level, role, label, missing codes, weight; its distribution in each version."""

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
RETURNED = "variable_table_returned"
EPOCH = "variable_table_epoch"
ROW, READABLE = 34, 14
ROLES = (
    "**key**: known from elsewhere · **sensitive**: must not be learnt · **analysis**: what users need · **weight**, "
    "**replicate weight**, **household**, **cluster**, **stratum**: how the records were drawn, not compared · "
    "**identifier**, **excluded**: not compared"
)
COLUMNS: Mapping[str, Any] = {
    "chosen": st.column_config.CheckboxColumn("✓", width=40, help="For “Set for all selected”"),
    "name": st.column_config.TextColumn("Variable", disabled=True, pinned=True, width=140),
    "level": st.column_config.SelectboxColumn("Level", options=list(Level), required=True, width=95),
    "role": st.column_config.SelectboxColumn("Role", options=list(Role), required=True, width=95, help=ROLES),
    "label": st.column_config.TextColumn("Meaning", max_chars=120, width=200),
    "codes": st.column_config.TextColumn("Codes", disabled=True, width=260, help="What the file says its codes mean"),
    "missing": st.column_config.TextColumn(
        "Missing codes", width=110, help="Codes that stand for no answer, such as -9; 99"
    ),
    "weight": st.column_config.NumberColumn(
        "Weight", min_value=0.0, step=0.5, width=80, help="The variable's weight in GDU"
    ),
    "reason": st.column_config.TextColumn("Why proposed, or look twice", disabled=True, width=320),
}
MOST_CODES = 6
"""Codes of a variable that are shown with their meaning."""


def variable_table(
    codebook: Codebook, pictures: Mapping[str, Mapping[str, str]], cautions: Mapping[str, str]
) -> Codebook:
    """Show the variables for correction; return the codebook as it is in the table.

    The table is built once from a codebook and keeps its own edits, so that a correction does not
    rebuild it under the officer's hands; ``restart`` builds it anew.

    Parameters
    ----------
    codebook : Codebook
    pictures : mapping
        By title of a column, in order: by variable the address of its picture.
    cautions : mapping of str to str
        By variable what deserves a second look.
    """
    base = _base(codebook, tuple(pictures))
    original = current().original_data
    frame = _frame(base.variables, original.value_labels if original else {}, cautions)
    for title, of_variables in pictures.items():
        frame[title] = [of_variables.get(v.name) for v in base.variables]
    last = [
        c for c in ("reason", "label", "codes", "missing", "weight") if c not in ("reason", "codes") or any(frame[c])
    ]
    edited = st.data_editor(
        frame,
        key=_key(),
        hide_index=True,
        row_height=ROW,
        placeholder="–",
        height=ROW * (min(len(frame), READABLE) + 1) + 4,
        column_config={**COLUMNS, **{t: st.column_config.ImageColumn(t, width=116) for t in pictures}},
        column_order=["chosen", "name", "level", "role", *pictures, *last],
        alt="The variables with their proposed level and role, and their distribution in each version",
    )
    rows = edited.to_dict("records")
    st.session_state["variable_table_chosen"] = tuple(
        v.name for v, row in zip(base.variables, rows, strict=True) if row["chosen"]
    )
    variables = tuple(_corrected(v, row) for v, row in zip(base.variables, rows, strict=True))
    st.session_state[RETURNED] = variables
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


def _base(codebook: Codebook, columns: tuple[str, ...]) -> Codebook:
    """Return the codebook that the table was built from; built anew where it was changed elsewhere since."""
    former: tuple[Codebook, tuple[str, ...]] | None = st.session_state.get(BASE)
    known = former is not None and codebook.variables in (former[0].variables, st.session_state.get(RETURNED))
    if former is None or former[1] != columns or not known:
        restart()
        st.session_state[BASE] = former = codebook, columns
    return former[0]


def _frame(
    variables: Sequence[Variable], value_labels: Mapping[str, Mapping[str, str]], cautions: Mapping[str, str]
) -> pd.DataFrame:
    return pd.DataFrame({
        "chosen": [False] * len(variables),
        "name": [plain(v.name) for v in variables],
        "level": [str(v.level) for v in variables],
        "role": [str(v.role) for v in variables],
        "label": [v.label for v in variables],
        "codes": [_meanings(value_labels.get(v.name, {})) for v in variables],
        "missing": ["; ".join(v.missing) for v in variables],
        "weight": [v.weight for v in variables],
        "reason": [plain(cautions.get(v.name) or v.reason, 400) for v in variables],
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
