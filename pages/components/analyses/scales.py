"""Cronbach's alpha of the chosen scales by scenario, with what it would be without each item."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.assessment import Comparison
from core.views import AlphaRow, alpha_rows
from core.wording import percent
from pages.components.downloads import table_download
from pages.components.escaping import md, plain


def alpha_table(comparison: Comparison, scale: str, place: int) -> None:
    """Show alpha of one scale in the original and in every scenario."""
    items, rows = alpha_rows(comparison, scale)
    st.markdown(f"**{md(scale)}**: {', '.join(md(item) for item in items)}")
    heads = [f"without {md(item, 30)}" for item in items]
    table = [[md(row.name, 60), *_cells(row, len(items))] for row in rows]
    with st.container(key=f"risk_table_analyses_alpha_{place}"):
        frame = pd.DataFrame(table, columns=["File", "n", "Alpha", *heads, "Local utility"])
        st.table(frame.set_index("File"), border="horizontal", alt="Cronbach's alpha by file")
    for row in rows:
        if row.reason:
            st.caption(f"**{md(row.name, 60)}**: not defined because {md(row.reason, 400)}.")
    table_download(_long(items, rows), f"alpha_{place}")


def _cells(row: AlphaRow, items: int) -> list[str]:
    if row.alpha is None or row.n is None:
        return ["–"] * (items + 3)
    deleted = ["–" if x is None else f"{x:.3f}" for x in row.if_deleted]
    utility = "" if row.utility is None else percent(row.utility)
    return [f"{row.n:,}", f"**{row.alpha:.3f}**", *deleted, utility]


def _long(items: tuple[str, ...], rows: tuple[AlphaRow, ...]) -> pd.DataFrame:
    return pd.DataFrame([
        {
            "file": plain(row.name),
            "n": row.n,
            "alpha": row.alpha,
            **{f"without {plain(item)}": x for item, x in zip(items, row.if_deleted, strict=False)},
            "local utility": row.utility,
            "not defined because": plain(row.reason, 1000),
        }
        for row in rows
    ])  # fmt: skip
