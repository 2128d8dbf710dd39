"""Laboratory: build a masking, see what it touches, run it as a scenario, sweep its parameters."""

import streamlit as st

from pages.components import layout
from pages.components.laboratory.bench import Bench
from pages.components.laboratory.feedback import ask_for_feedback, feedback, step_feedback
from pages.components.laboratory.made import best_so_far, made_files, run_form
from pages.components.laboratory.proposals import proposals, try_form
from pages.components.laboratory.steps import add_step, edited_recipe, open_recipe, starting_recipe
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

with layout.card("lab_run", "How does it compare with the other maskings?", fill=False):
    run_form(workspace, bench, edited, ready=ready)
    if bench.task:
        watch_task()
    notice(workspace)
    tried = bench.sweep is not None or bool(bench.tried)
    with st.expander("Which setting is best? Try some, or search the smallest masking", expanded=tried):
        try_form(bench, edited, codebook, ready=ready)
        proposals(bench)
    made_files(workspace)
layout.next_step("Made a better one? Compare it with the others.", "Go to Compare", layout.COMPARE)
