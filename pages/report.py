"""Report: what the release is for, the decision, and what is written down for whom."""

import streamlit as st

from core.reports import Kind, ShareOptions
from pages.components import layout
from pages.components.decision_trail import note_results, trail
from pages.components.purpose.editor import purpose_editor
from pages.components.purpose.who_meets import judged_keyset, who_meets
from pages.components.report.decision_checks import consistency
from pages.components.report.decision_form import decision_form, sign_off
from pages.components.report.decision_notes import scenario_notes
from pages.components.report.project_save import project_of, save_project
from pages.components.report.register_card import register_card
from pages.components.report.report_export import exports
from pages.components.report.report_preview import (
    audience,
    made,
    preview,
    release_checklist,
    report_maker,
    share_options,
)
from pages.components.verdict.sentence_card import decision_of, verdict_card
from pages.components.workspace import current

layout.heading("Report", "Decide which file is released, sign it, and write down why: for the office and for users.")
workspace = current()
comparison = layout.measured(workspace)
workspace = note_results(workspace)
decision_place = st.container()
with layout.card("purpose", "What is the release for?", fill=False):
    purpose = purpose_editor(workspace)
    with st.expander("Which files meet these thresholds?"):
        if keyset := judged_keyset(comparison):
            who_meets(comparison, purpose, keyset, decision_of(current(), comparison))
decision = decision_of(current(), comparison)
with decision_place:
    verdict_card(decision, "report", here=layout.REPORT)
with st.expander("What was done to each file, and what was it made from?"):
    scenario_notes(current(), comparison)
with st.expander("Are the masked files still consistent?"):
    st.caption("Relations, domains, nesting, releases side by side.")
    consistency(current(), comparison)
with layout.card("decision", "Which file is released, and why?", fill=False):
    decision_form(current(), decision)
    sign_off(current())

project = project_of(current())
with layout.card("register", "What else has gone out of this original?", fill=False):
    register_card(project)
with layout.card("report", "Who will read the report?", fill=False):
    kind = audience()
    options = share_options(project) if kind is Kind.SHAREABLE else ShareOptions()
    shared = kind is Kind.SHAREABLE
    if options is not None:
        make = report_maker(project, kind, options, comparison)
        looked_at = st.toggle("Preview", value=shared, key=f"show_preview_{kind}")
        report = made(make) if shared or looked_at else None
        if report is not None and looked_at:
            preview(report)
        if report is not None and shared:
            exports(project, kind, options, comparison, ready=release_checklist(report, project, options))
        elif not shared:
            exports(project, kind, options, comparison, ready=True)
left, right = st.columns(2)
with left, layout.card("project", "How can the work be taken up again?"):
    save_project()
with right, layout.card("trail", "What has been done so far?", "Confidential; part of the internal report."):
    trail(current().record)
layout.next_step("Every figure has its formula and its source.", "Read the methods", layout.METHODS)
