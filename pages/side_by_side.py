"""Side by side: two or three files, the verdict on them first, then the measures in which they differ."""

from functools import partial

import streamlit as st

from core.decision import compared_in_words, two_to_compare
from core.views import measure_rows, units_dealt
from pages.components import layout
from pages.components.cached import cached
from pages.components.escaping import md
from pages.components.pins import pins_select
from pages.components.purpose.editor import judged_by
from pages.components.selection import scenario
from pages.components.side_by_side.parts import differences, shared_scales, worst_of_each
from pages.components.side_by_side.table import family_tables, headline_rows, measures_table
from pages.components.verdict.sentence_card import decision_of
from pages.components.workspace import current

workspace = current()
layout.heading("Which of these files is better?")
comparison = layout.measured(workspace)
if len(comparison.scenarios) < 2:
    layout.empty_state(
        "side_by_side",
        "view_column",
        "There is only one masked file; a comparison needs two.",
        "Go to Files",
        layout.FILES,
    )
    st.stop()

judged_by(workspace)
workspace = current()
decision = decision_of(workspace, comparison)
answer = st.container()
every = [s.name for s in comparison.scenarios]
names = pins_select(every, two_to_compare(decision, scenario(every)))
if len(names) < 2:
    st.info("Choose two or three files.", icon=":material/view_column:")
    st.stop()

rows = cached(measure_rows, comparison, names=tuple(names))
with answer:
    layout.answer(md(compared_in_words(decision, names, rows), 1000))
with layout.card(
    "side_distribution", "One variable in each of them", "Grey: original. Line: masked. One scale of shares."
):
    shared_scales(workspace, comparison, names)
with layout.card(
    "side_headline",
    "In what do they differ?",
    "Beneath a value: its 95% interval and the difference from A. “Better” is said where 95% of random draws from "
    "the intervals agree. Without intervals it is not judged whether a difference may be chance.",
):
    measures_table(headline_rows(rows), names, "headline")
    if dealt := units_dealt(comparison):
        st.caption(md(dealt, 400))
layout.details(
    "Which variables and pairs lost most in each?",
    "side_worst",
    partial(worst_of_each, workspace, comparison, names),
)
layout.details("Which of two keeps an association better?", "side_difference", partial(differences, comparison, names))
layout.details("All measures, by family", "side_all", partial(family_tables, rows, names))
layout.next_step("The choice is yours to defend: write the report.", "Go to Report", layout.REPORT)
