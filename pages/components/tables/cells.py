"""The table itself: original, masked and difference by area; cells of few records are marked as internal."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from core.assessment import Assessment, Plan, UtilityParameters
from core.charts import drawn_part, share_differences_figure, table_difference_figure
from core.data import PublishedTable
from core.errors import RUMapError
from core.utility import TableParameters
from core.views import TableCells, table_cells
from core.wording import counted
from pages.components.cached_pairs import pair_of
from pages.components.compare.map_chart import NO_TOOLS, is_dark
from pages.components.escaping import md, plain
from pages.components.table_beneath import table_beneath
from pages.components.workspace import Workspace

MOST_BARS = 40


def cells(workspace: Workspace, file: Assessment, table: PublishedTable, plan: Plan) -> None:
    """Draw a table's differences, and hold all its cells in a table beneath."""
    limit = plan.of(TableParameters).small
    try:
        counted_cells = table_cells(pair_of(workspace, file.file), table, plan.of(TableParameters))
    except RUMapError as error:
        st.info(md(error, 400), icon=":material/folder_off:")
        return
    if counted_cells.reason:
        st.info(f"Not defined because {md(counted_cells.reason, 500)}.", icon=":material/info:")
        return
    if len(counted_cells.areas) == 1:
        _one_area(counted_cells)
    else:
        _by_area(counted_cells)
    small = sum(c.small for c in counted_cells.cells)
    if small:
        st.caption(
            f":orange-badge[internal] {counted(small, 'cell', 'cells')} of {len(counted_cells.cells):,} with 1 to "
            f"{limit - 1} records in a file: for this screen only, never for what leaves the room."
        )
    weight = plan.of(UtilityParameters).decided
    if weight:
        st.caption(f"Cells hold numbers of records; the metrics of the table count the weight **{md(weight)}**.")
    table_beneath(cells_table(counted_cells), "table_cells", "All cells of the table")


def _one_area(counted_cells: TableCells) -> None:
    order = sorted(range(len(counted_cells.cells)), key=lambda i: -abs(counted_cells.cells[i].difference))[:MOST_BARS]
    shown = [counted_cells.cells[i] for i in sorted(order)]
    if len(shown) < len(counted_cells.cells):
        st.caption(f"Drawn are the {MOST_BARS} cells that changed most; shares are of these.")
    figure = share_differences_figure(
        [c.level + (" •" if c.small else "") for c in shown],
        np.array([c.original for c in shown]),
        np.array([c.masked for c in shown]),
        dark=is_dark(),
    )
    st.plotly_chart(
        figure,
        key="tables_cells",
        config=NO_TOOLS,
        alt="Shares of the table's cells in both files with their differences; the table below holds the same",
    )


def _by_area(counted_cells: TableCells) -> None:
    areas, levels = drawn_part(counted_cells)
    dot = " A dot marks a cell of few records." if any(c.small for c in counted_cells.cells) else ""
    st.caption(f"Masked less original, in records. Blue: more, orange: fewer.{dot}")
    if len(areas) < len(counted_cells.areas) or len(levels) < len(counted_cells.levels):
        st.caption(
            f"Drawn are the {len(areas)} areas and {len(levels)} levels that changed most, of "
            f"{len(counted_cells.areas)} and "
            f"{len(counted_cells.levels)}; the table below holds all."
        )
    st.plotly_chart(
        table_difference_figure(counted_cells, dark=is_dark()),
        key="tables_cells",
        config=NO_TOOLS,
        alt="Difference of every cell of the table by area; the table below holds the same",
    )


def cells_table(counted_cells: TableCells) -> pd.DataFrame:
    """Return all cells of a table."""
    return pd.DataFrame({
        "area": [plain(c.area) for c in counted_cells.cells],
        "level": [plain(c.level) for c in counted_cells.cells],
        "original": [c.original for c in counted_cells.cells],
        "masked": [c.masked for c in counted_cells.cells],
        "difference": [c.difference for c in counted_cells.cells],
        "mark": ["internal" if c.small else "" for c in counted_cells.cells],
    })  # fmt: skip
