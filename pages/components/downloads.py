"""Tables as files: every chart has its table, every table can be taken along."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.reports import harmless


def table_download(table: pd.DataFrame | Callable[[], pd.DataFrame], name: str) -> None:
    """Offer a table, or what makes it once it is wanted, as CSV that no spreadsheet runs as a formula."""
    st.download_button(
        "Download table (CSV)",
        data=lambda: as_csv(table() if callable(table) else table),
        file_name=f"{name}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
        key=f"download_{name}",
    )


def as_csv(table: pd.DataFrame) -> str:
    """Return a table as CSV text: everything in quotes, and nothing that a spreadsheet would take for a formula."""
    guarded = table.map(_harmless).rename(columns=_harmless)
    return str(guarded.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_ALL))


def _harmless(cell: object) -> object:
    return harmless(cell) if isinstance(cell, str) else cell
