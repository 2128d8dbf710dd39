"""The riskiest records of a file: for the officer's eyes, hidden until asked for, never in a report."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd
import streamlit as st

from core.assessment import Assessment, Comparison
from core.errors import RUMapError
from core.views import RiskiestRecords, risk_parameters, riskiest_records
from core.wording import counted
from pages.components.escaping import md, plain
from pages.components.risk.record_risks import release_of
from pages.components.workspace import Workspace

SHOWN = "riskiest_shown"
CONFIDENTIAL = "Confidential: these are records of people. They are never part of the shareable report."


def riskiest(workspace: Workspace, comparison: Comparison, file: Assessment, keyset: str) -> None:
    """Show the riskiest records of a file once they are asked for; another file hides them again."""
    asked = (file.file, keyset)
    st.caption(f":material/lock: {CONFIDENTIAL}")
    if st.session_state.get(SHOWN) != asked:
        st.button(
            "Show the riskiest records of this file",
            icon=":material/visibility:",
            on_click=_show,
            args=asked,
            key="riskiest_show",
        )
        return
    st.button("Hide them", icon=":material/visibility_off:", on_click=_hide, key="riskiest_hide")
    try:
        with st.spinner("Looking for the riskiest records …"):
            records = riskiest_records(release_of(workspace, comparison, file), risk_parameters(comparison), keyset)
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    if records.problem:
        st.info(f"Not defined because {md(records.problem, 400)}.", icon=":material/info:")
        return
    _table(records)


def _show(file: str, keyset: str) -> None:
    st.session_state[SHOWN] = (file, keyset)


def _hide() -> None:
    st.session_state[SHOWN] = None


def _table(records: RiskiestRecords) -> None:
    st.dataframe(
        records_table(records),
        hide_index=True,
        height="content",
        placeholder="–",
        column_config={
            "Row": st.column_config.NumberColumn(format="%d", help="Row in the masked file; the first is 1"),
            "Individual risk": st.column_config.NumberColumn(format="percent"),
            "SUDA score": st.column_config.NumberColumn(format="%.4g"),
        },
        alt="The riskiest records: key values as released, frequency, individual risk, SUDA score",
    )
    more = records.as_risky - len(records.records)
    if more > 0:
        st.caption(f"As risky as the last one shown: {counted(more, 'further record', 'further records')}.")


def records_table(records: RiskiestRecords) -> pd.DataFrame:
    """Return the records as a table; no two columns of the same name, whatever the key variables are called."""
    own = {
        "Row": [r.row for r in records.records],
        "Alike in the file": [r.frequency for r in records.records],
        "Individual risk": [r.risk for r in records.records],
        "SUDA score": [r.score for r in records.records],
    }
    values = {_name(key, own): [plain(r.values[j], 60) for r in records.records] for j, key in enumerate(records.keys)}
    return pd.DataFrame({"Row": own.pop("Row"), **values, **own})


def _name(key: str, taken: Collection[str]) -> str:
    shown = plain(key, 60)
    return f"{shown} (key)" if shown in taken else shown
