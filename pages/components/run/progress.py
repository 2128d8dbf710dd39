"""A run in the workspace's own process: started once, watched from any page, cancelled with what is finished kept."""

from __future__ import annotations

import time

import streamlit as st

from core.assessment import Plan, collect, estimated_seconds, measure_by_id, run
from core.execution import JobState, usable_cores
from core.wording import _
from pages.components import layout
from pages.components.escaping import md
from pages.components.server import sessions
from pages.components.workspace import Workspace, change, current

WORTH_WORKERS = 15
"""Seconds from which a run is worth the start of worker processes; their number changes no figure."""


def start(plan: Plan) -> None:
    """Start the run unless one is going on already: a double click starts one."""
    workspace = current()
    original = workspace.original_data
    if workspace.running or original is None:
        return
    inputs = original, workspace.scenarios(), workspace.effective_codebook, plan
    jobs = usable_cores() if estimated_seconds(*inputs, 1) > WORTH_WORKERS else 1
    change(plan=plan, job=sessions.RUNS.start(run, *inputs, jobs=jobs, population=workspace.population), steps=())


def cancel() -> None:
    """End the run and keep what is finished."""
    receive()
    job = current().job
    if job is not None:
        job.cancel()
    _finish(current())


def receive() -> Workspace:
    """Take over what the run has yielded till now; at its end make the comparison.

    All of it each time, not what is new: after a reload another session may have looked before.
    """
    workspace = current()
    job = workspace.job
    if job is None or (not workspace.running and len(workspace.steps) == len(job.received)):
        return workspace
    job.messages()
    workspace = change(steps=tuple(job.received))
    return workspace if workspace.running else _finish(workspace)


def _finish(workspace: Workspace) -> Workspace:
    if not any(step.measures for step in workspace.steps) or workspace.plan is None:
        return workspace
    return change(comparison=collect(workspace.plan, workspace.steps), stale=False)


@st.fragment(run_every=0.5)
def watch() -> None:
    """Show how far the run is, twice a second; at its end rerun the page once."""
    workspace = receive()
    if not workspace.running:
        st.rerun()
    _show(workspace)
    st.button(_("Cancel, keep what is finished"), icon=":material/stop_circle:", on_click=cancel, key="cancel_run")
    st.caption(_("You can leave this page; the run goes on."))


def _show(workspace: Workspace) -> None:
    job, steps = workspace.job, workspace.steps
    seconds = time.monotonic() - job.started if job else 0.0
    ahead = sessions.RUNS.ahead(job) if job else 0
    if ahead:
        before = (
            _("one run of another user comes")
            if ahead == 1
            else _("{ahead} runs of other users come").format(ahead=ahead)
        )
        st.progress(
            0.0,
            _("Waiting · {before} first, then yours starts by itself · {seconds:.0f} s").format(
                before=before, seconds=seconds
            ),
        )
        return
    if not steps:
        st.progress(0.0, _("Starting · {seconds:.0f} s").format(seconds=seconds))
        return
    last = max(steps, key=lambda step: step.done)
    share = last.done / max(last.total, 1)
    st.progress(
        min(share, 1.0),
        _("{done} of {total} pieces of work · {seconds:.0f} s").format(
            done=last.done, total=last.total, seconds=seconds
        ),
    )
    for name in dict.fromkeys(step.scenario for step in steps):
        finished = [m for step in steps if step.scenario == name for m in step.measures]
        icon = ":material/check:" if finished else ":material/hourglass_top:"
        st.markdown(f"{icon} **{md(name or _('Original'))}** {_measures(finished)}")


def _measures(ids: list[str]) -> str:
    if not ids:
        return _("is being measured")
    return ", ".join(dict.fromkeys(measure_by_id(m).name for m in ids))


def outcome(workspace: Workspace) -> None:
    """Say how the last run ended and lead to the map."""
    job = workspace.job
    if job is None or workspace.running:
        return
    if job.state is JobState.FAILED:
        st.error(
            _("The run ended early: {error}. What was finished before is kept.").format(error=md(job.error, 400)),
            icon=":material/error:",
        )
    elif job.state is JobState.CANCELLED:
        st.info(_("The run was cancelled. What was finished before is kept."), icon=":material/stop_circle:")
    else:
        st.success(_("The run is finished."), icon=":material/check_circle:")
    if workspace.comparison and workspace.comparison.scenarios:
        layout.next_step(_("See which scenario keeps the most for the risk you accept."), _("Open the map"), layout.MAP)
