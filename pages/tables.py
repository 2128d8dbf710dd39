"""Tables: whether published tables changed, in which areas, and what the whole file lost."""

import streamlit as st

from core.wording import _
from pages.components import layout
from pages.components.analyses.uses_editor import uses_editor
from pages.components.escaping import md
from pages.components.selection import scenario, scenario_select
from pages.components.tables.areas import correlations, no_areas, ranking
from pages.components.tables.cells import cells
from pages.components.tables.choice import by_scenario, declared_table, no_tables, plan_of, rows_of, table_select
from pages.components.tables.levels import levels
from pages.components.tables.loss import all_tables, information_loss
from pages.components.tables.metrics import metrics_in_words, metrics_table
from pages.components.tables.words import described
from pages.components.workspace import current

workspace = current()
layout.heading(_("Tables"), _("Would a published table change, and in which areas?"))
comparison = layout.measured(workspace)
rows = rows_of(comparison)
if not rows:
    no_tables(workspace)
    st.stop()

names = [s.name for s in comparison.scenarios]
file, plan = comparison.scenario(scenario(names)), plan_of(comparison)
shown = md(file.name, 60)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    name = table_select(rows)
    scenario_select(names, file.name, "tables_scenario")
table, row = declared_table(rows[name]), rows[name].get(file.name)

with layout.card("tables_metrics", _("How much did the table change in each scenario?")):
    if table is not None:
        st.caption(f"{described(next(r for r in rows[name].values() if r.variables))}.")
    metrics_table(by_scenario(comparison, rows[name]), file.name)

left, right = st.columns([6, 8])
with left, layout.card("tables_words", _("What do they say of {shown}?").format(shown=shown)):
    metrics_in_words(row)
with right, layout.card("tables_ranking", _("Which areas changed most?")):
    if row is None or not row.values:
        st.info(
            _("The table could not be made in {shown}: there are no areas to rank.").format(shown=shown),
            icon=":material/info:",
        )
    elif row.areas < 2:
        no_areas(table is not None and bool(table.geography))
    else:
        ranking(file, name)
with layout.card("tables_cells", _("The table itself in {shown}").format(shown=shown)):
    if table is None:
        st.info(_("No scenario could make this table; the reasons stand above."), icon=":material/info:")
    else:
        cells(workspace, file, table, plan)
if row is not None and row.areas > 1:
    with layout.card("tables_correlations", _("Do the metrics rank the areas alike?"), _("Spearman's correlations.")):
        correlations(file, name)
with layout.card("tables_loss", _("What did all tables of the file lose?")):
    all_tables(comparison)
with layout.card("tables_information", _("What did the file lose, measured on its values?")):
    information_loss(comparison)
with layout.card("tables_levels", _("Is a subgroup hit harder than the others?")):
    levels(workspace, comparison, table, plan)
with layout.card("tables_uses"):
    uses_editor(workspace)
layout.next_step(_("Losses of the whole file can be the utility axis of the map."), _("Go to the R-U map"), layout.MAP)
