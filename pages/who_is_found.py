"""Who is found: how many people an intruder could find in each version, against every limit, and who they are."""

from functools import partial

import streamlit as st

from core.decision import accepted_limit
from core.views import FILE_RISK_MEASURE, risk_answer
from pages.components import layout
from pages.components.bar import open_page
from pages.components.compare.measures_table import measures_table
from pages.components.escaping import md
from pages.components.risk.attacks import attacks
from pages.components.risk.inferable_values import inferable_values
from pages.components.risk.keysets import population_in_words, why_no_keyset
from pages.components.risk.limits import limits
from pages.components.risk.records import lone_keys, risk_panels, riskiest

opened = open_page("Who is found")
comparison, keyset, file = opened.comparison, opened.keyset, opened.file
if not keyset:
    layout.empty_state("risk", "key_off", why_no_keyset(comparison), "Go to Set up", layout.SETUP)
    st.stop()
names = tuple(dict.fromkeys((opened.looked_at, *opened.shown)))
limit = accepted_limit(comparison, opened.purpose, FILE_RISK_MEASURE)
layout.answer(md(risk_answer(comparison, names, keyset, limit), 900))
with layout.card("limits", "Which version keeps which limit?", fill=False):
    limits(opened)
population_in_words(comparison, file, keyset)
with layout.card("distribution", "How easily is each record found?", fill=False):
    risk_panels(opened)
with layout.card("contributions", "Which keys single people out?", fill=False):
    lone_keys(opened)
layout.details("What do attacks find, beyond chance?", "attacks", partial(attacks, comparison, file))
layout.details("Can hidden values be read off?", "inferable_values", partial(inferable_values, comparison, file))
layout.details("The riskiest records", "riskiest", partial(riskiest, opened))
figures = partial(measures_table, comparison, opened.decision, opened.shown, keyset)
layout.details("All figures of risk as a table", "risk_measures", figures)
