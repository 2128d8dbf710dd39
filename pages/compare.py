"""Compare: every version on the map and in the table, and up to six side by side with the original."""

from functools import partial

import streamlit as st

from core.views import has_epsilons, jackknife_units, risk_utility_map, why_no_map
from pages.components import layout
from pages.components.bar import open_page
from pages.components.cached import cached
from pages.components.compare.chosen_version import about_version
from pages.components.compare.epsilon_card import epsilon_card
from pages.components.compare.map_chart import choose_on_map, map_chart, map_table_part
from pages.components.compare.map_settings import map_settings
from pages.components.compare.measures_table import measures_table
from pages.components.compare.sets_card import sets_card
from pages.components.compare.side_by_side import side_by_side, variables_shown
from pages.components.compare.versions_table import versions_table
from pages.components.escaping import md
from pages.components.verdict.sentence_card import verdict_card

opened = open_page("Compare")
workspace, comparison, decision = opened.workspace, opened.comparison, opened.decision
shown, looked_at = opened.shown, opened.looked_at
variables = variables_shown(comparison, shown)
verdict_card(decision, "map", here=layout.COMPARE)

reason = why_no_map(comparison)
left, right = st.columns([8, 14], gap="small")
with left, layout.card("map"):
    if reason:
        st.info(f"There is no map: {md(reason, 400)}.", icon=":material/scatter_plot:")
        ru_map = None
    else:
        settings = map_settings(comparison, opened.purpose, "Which version keeps most?")
        ru_map = cached(risk_utility_map, comparison, utility=settings.utility, risk=settings.risk)
        map_chart(comparison, ru_map, settings, decision, looked_at, choose_on_map(shown))
with right, layout.card("versions"):
    versions_table(workspace, comparison, decision, shown, looked_at)
with layout.card("side_by_side", "Side by side: one scale, one order of variables"):
    side_by_side(opened, variables)
about = partial(about_version, workspace, comparison, decision, ru_map)
layout.details("What was done to one version, and what speaks against it", "version", about)
layout.details("All measures as a table", "measures", partial(measures_table, comparison, decision, shown))
if ru_map is not None:
    layout.details("The frontier: what no other version beats", "map_table", partial(map_table_part, ru_map))
if comparison.synthetic_sets():
    layout.details(
        "What several synthetic files of one scenario score together", "sets", partial(sets_card, comparison)
    )
if has_epsilons(comparison) and not reason:
    layout.details("Utility and risk over declared ε", "epsilon", partial(epsilon_card, comparison, settings))
if units := jackknife_units(comparison):
    st.caption(md(units, 400))
layout.next_step("Is there a better masking?", "Try another masking", layout.LABORATORY)
