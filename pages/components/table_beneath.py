"""The table behind a chart, folded away beneath it, with its download."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pages.components.downloads import table_download


def table_beneath(table: pd.DataFrame, name: str, alt: str, title: str = "The same as a table") -> None:
    """Offer what a chart shows as a table and as a file; names in it must be plain already."""
    with st.expander(title):
        st.dataframe(table, hide_index=True, height="content", placeholder="–", alt=alt)
        table_download(table, name)
