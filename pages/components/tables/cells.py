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
from core.wording import _, counted
from pages.components.cached_pairs import pair_of
from pages.components.escaping import md, plain
from pages.components.risk_utility_map.map_chart import NO_TOOLS, is_dark
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
        st.info(_("Not defined because {reason}.").format(reason=md(counted_cells.reason, 500)), icon=":material/info:")
        return
    if len(counted_cells.areas) == 1:
        _one_area(counted_cells)
    else:
        _by_area(counted_cells)
    small = sum(c.small for c in counted_cells.cells)
    if small:
        st.caption(
            _(
                ":orange-badge[internal] {cells} of {n_cells:,} with 1 to {limit} records in "
                "a file: for this screen only, never for what leaves the room."
            ).format(cells=counted(small, "cell", "cells"), n_cells=len(counted_cells.cells), limit=limit - 1)
        )
    weight = plan.of(UtilityParameters).decided
    if weight:
        st.caption(
            _("Cells hold numbers of records; the metrics of the table count the weight **{weight}**.").format(
                weight=md(weight)
            )
        )
    table_beneath(cells_table(counted_cells), "table_cells", _("All cells of the table"))


def _one_area(counted_cells: TableCells) -> None:
    order = sorted(range(len(counted_cells.cells)), key=lambda i: -abs(counted_cells.cells[i].difference))[:MOST_BARS]
    shown = [counted_cells.cells[i] for i in sorted(order)]
    if len(shown) < len(counted_cells.cells):
        st.caption(
            _("Drawn are the {most_bars} cells that changed most; shares are of these.").format(most_bars=MOST_BARS)
        )
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
        alt=_("Shares of the table's cells in both files with their differences; the table below holds the same"),
    )


def _by_area(counted_cells: TableCells) -> None:
    areas, levels = drawn_part(counted_cells)
    dot = _(" A dot marks a cell of few records.") if any(c.small for c in counted_cells.cells) else ""
    st.caption(_("Masked less original, in records. Blue: more, orange: fewer.{dot}").format(dot=dot))
    if len(areas) < len(counted_cells.areas) or len(levels) < len(counted_cells.levels):
        st.caption(
            _(
                "Drawn are the {n_areas} areas and {n_levels} levels that changed most, of {n_areas2} and "
                "{n_levels2}; the table below holds all."
            ).format(
                n_areas=len(areas),
                n_levels=len(levels),
                n_areas2=len(counted_cells.areas),
                n_levels2=len(counted_cells.levels),
            )
        )
    st.plotly_chart(
        table_difference_figure(counted_cells, dark=is_dark()),
        key="tables_cells",
        config=NO_TOOLS,
        alt=_("Difference of every cell of the table by area; the table below holds the same"),
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
