"""Tables as they are shown, and as files."""

import csv
from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from core.reports import harmless
from pages.components.escaping import plain

ROW, SEEN = 34, 16
"""Pixels of a row, and rows that are seen at once."""
LONGEST = 600
"""Characters of a cell."""


def show_table(table: pd.DataFrame, name: str, alt: str, **options: Any) -> None:
    """Show a table with a line for each row, and offer it as a file; names and values in it are those of the data."""
    written = table.rename(columns=_written).map(_written)
    st.dataframe(written, alt=alt, **{**of_rows(len(table)), **options})
    table_download(written, name)


def of_rows(rows: int, seen: int = SEEN) -> dict[str, Any]:
    """Return how tables of one line a row are shown."""
    return {"hide_index": True, "row_height": ROW, "placeholder": "–", "height": ROW * (min(rows, seen) + 1) + 4}


def numbers(table: pd.DataFrame, **formats: str) -> dict[str, Any]:
    """Return the columns of numbers with four digits, or in the format that is given by name."""
    names = table.select_dtypes("number").columns
    return {name: st.column_config.NumberColumn(format=formats.get(name, "%.4g")) for name in names}


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


def _written(cell: object) -> object:
    return plain(cell, LONGEST) if isinstance(cell, str) else cell


def table_beneath(table: pd.DataFrame, name: str, alt: str, title: str = "The same as a table") -> None:
    """Offer what a chart shows as a table and as a file."""
    with st.expander(title):
        show_table(table, name, alt)
