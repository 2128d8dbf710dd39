"""Laboratory: build a masking, see what it touches, run it as a scenario, sweep its parameters."""

import streamlit as st

from pages.components import layout
from pages.components.laboratory.bench import RUN, SEARCH, SWEEP, Bench
from pages.components.laboratory.feedback import ask_for_feedback, feedback, step_feedback
from pages.components.laboratory.limits import risk_and_limit
from pages.components.laboratory.made_scenarios import made_scenarios, run_form
from pages.components.laboratory.search import search_form, search_result
from pages.components.laboratory.standing import best_so_far, files_on_the_map
from pages.components.laboratory.steps import add_step, edited_recipe, open_recipe, starting_recipe
from pages.components.laboratory.sweep import sweep_form, sweep_result
from pages.components.laboratory.tasks import change_bench, notice, receive_task, watch_task
from pages.components.purpose.editor import judged_by
from pages.components.workspace import change, current

layout.heading("Is there a better masking?")
receive_task()
workspace = current()
original, codebook = workspace.original_data, workspace.effective_codebook
if original is None:
    layout.empty_state(
        "laboratory", "science", "The laboratory needs an original file to mask.", "Go to Set up", layout.SETUP
    )
    st.stop()
if workspace.laboratory.original != original.sha256:
    made = workspace.laboratory.made
    recipe = starting_recipe(codebook, original)
    change(laboratory=Bench(original.sha256, recipe, workspace.laboratory.edition + 1, made=made))
bench = current().laboratory
judged_by(current())
best_so_far(current())

with layout.card("lab_recipe", "What is done to the original?", "Steps are applied from top to bottom.", fill=False):
    edited, places = edited_recipe(bench, original)
    touched = feedback(original, codebook, edited, bench.seed)
    for i, place in enumerate(places):
        with place:
            step_feedback(touched, i)
    ask_for_feedback(touched)
    if not edited.steps:
        st.info("No step yet: choose a method.", icon=":material/science:")
    add_step()
    with st.expander("Use a recipe that was saved"):
        open_recipe()
if edited != bench.recipe:
    bench = change_bench(recipe=edited)
ready = bool(edited.steps) and touched.complete

kind = bench.task.kind if bench.task else ""
with layout.card("lab_run", "How does it compare with the other maskings?", fill=False):
    run_form(workspace, bench, edited, ready=ready)
    if kind == RUN:
        watch_task()
    notice(workspace)
    made_scenarios(workspace)
    files_on_the_map(current())
with layout.card("lab_more", "Which setting is best?", fill=False):
    risk, limit = risk_and_limit()
    with st.expander("What does more or less of it cost?", expanded=kind == SWEEP or bench.sweep is not None):
        sweep_form(bench, edited, risk, ready=ready)
        if kind == SWEEP:
            watch_task()
        if bench.sweep is not None:
            sweep_result(current(), bench.sweep, risk)
    searched = kind == SEARCH or bench.question is not None
    with st.expander("What is the smallest masking that meets the risk limit?", expanded=searched):
        search_form(bench, edited, codebook, risk, limit, ready=ready)
        if kind == SEARCH:
            watch_task()
        if bench.question is not None:
            search_result(bench.tried, bench.question, bench.answer)
layout.next_step("Made a better one? Compare it with the others.", "Go to Compare", layout.COMPARE)
