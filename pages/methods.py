"""Methods: a card per measure: its formula, its source, how to read it, when it misleads, what it needs."""

import streamlit as st

from core.assessment import LEFT_OUT
from core.intake import left_out_readers
from core.masking import left_out_methods
from core.measures import Measure
from core.views import GROUPS, measures_of
from pages.components import layout
from pages.components.escaping import md
from pages.components.methods.card import method_card, settings_table
from pages.components.methods.intervals import intervals_section
from pages.components.methods.search import MOST_CARDS, found_measures, measure_of_address, search_fields
from pages.components.methods_link import open_card


def one(measure: Measure) -> None:
    """Show one card by itself, with the settings of its family and the way to its neighbours."""
    group = measure.group
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.button("All measures", icon=":material/arrow_back:", key="methods_all", on_click=st.query_params.clear)
        with st.popover(f"Others in this group: {group.title}", type="tertiary", key="methods_neighbours"):
            for other in measures_of(group):
                st.button(
                    other.name, key=f"neighbour_{other.id}", type="tertiary", on_click=open_card, args=(other.id,)
                )
    method_card(measure, linked=False)
    with layout.card("method_settings", f"Settings of the family “{measure.family}”"):
        settings_table(measure.family)


def cards(measures: tuple[Measure, ...]) -> None:
    """Show cards beside each other."""
    with st.grid(2, min_column_width=330, gap="medium"):
        for measure in measures:
            method_card(measure)


def by_group() -> None:
    """Show all measures, folded away by group; the cards of a group are drawn once it is opened."""
    for title, risk in (("Data utility", False), ("Disclosure risk", True)):
        st.header(title, anchor=False)
        for group in GROUPS:
            if group.risk == risk:
                label = f"**{group.title}** ({len(measures_of(group))}) · {group.about}"
                with st.expander(label, key=f"methods_of_{group.title}", on_change="rerun") as fold:
                    if fold.open:
                        cards(measures_of(group))


layout.heading(
    "How is a figure calculated, and when does it mislead?",
    "Every measure has a card: formula, source, how to read it, when it misleads, what it needs.",
)
for left_out in (*LEFT_OUT, *left_out_methods(), *left_out_readers()):
    st.warning(md(str(left_out), 400), icon=":material/extension_off:")
chosen = measure_of_address()
if chosen is not None:
    one(chosen)
else:
    words, group = search_fields()
    measures = found_measures(words, group)
    if not measures:
        st.info("No measure's card holds all these words. Try fewer, or another group.", icon=":material/search_off:")
    elif words.strip() or group is not None:
        st.caption(f"{len(measures)} found" + (f", the first {MOST_CARDS} shown" if len(measures) > MOST_CARDS else ""))
        cards(measures[:MOST_CARDS])
    else:
        by_group()
        intervals_section()
layout.next_step("Every figure on the screens leads here, and back.", "Go to Compare", layout.COMPARE)
