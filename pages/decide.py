"""Decide: which version goes out, why, and who signs; and what is written down for whom."""

from functools import partial

import streamlit as st

from core.views import why_no_map
from pages.components import layout
from pages.components.bar import open_page
from pages.components.compare.map_chart import map_of_decision
from pages.components.decision_trail import note_results, trail
from pages.components.report.decision_checks import consistency, scenario_notes
from pages.components.report.decision_form import decision_form, releasing
from pages.components.report.project_save import project_of, save_project
from pages.components.report.register_card import register_card
from pages.components.report.report_preview import report_card
from pages.components.workspace import current

note_results(current())
opened = open_page("Decide")
comparison = opened.comparison
releasing(opened)
left, right = st.columns([10, 9], gap="small")
with right:
    if not why_no_map(comparison):
        with layout.card("pictures", "Where is it on the map?", fill=False):
            map_of_decision(comparison, opened.purpose, opened.decision, opened.looked_at)
    signing = layout.card("signing", "Who signs?")
with left, layout.card("decision", "Which goes out, and why?"):
    decision_form(opened, signing)
project = project_of(current())
with layout.card("report", "Who will read the report?", fill=False):
    report_card(project, comparison)
layout.details("What else has gone out of this original? The register", "register", partial(register_card, project))
layout.details("Are the versions still consistent?", "checks", partial(consistency, current(), comparison))
layout.details("What was done to each version?", "notes", partial(scenario_notes, current(), comparison))
layout.details("What has been done so far? The trail", "trail", partial(trail, current().record))
layout.details("How is the work taken up again? The project file", "project", save_project)
