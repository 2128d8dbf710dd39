"""A run in the workspace's own process: started once, watched from any page, cancelled with what is finished kept."""

from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from core.assessment import Plan, RunStep, collect, estimated_seconds, run
from core.execution import JobState, usable_cores
from core.wording import counted
from pages.components import layout, task
from pages.components.escaping import md
from pages.components.run.run_settings import duration
from pages.components.server.settings import settings
from pages.components.workspace import Workspace, change, current

WORTH_WORKERS = 15
"""Seconds from which a run is worth the start of worker processes; their number changes no figure."""

WATCHED = "watched_run"
RUN_PAGE = ""
"""The address of the page that a run is started from: the first one."""


def start(plan: Plan) -> None:
    """Start the run unless one is going on already: a double click starts one."""
    workspace = current()
    original = workspace.original_data
    if workspace.running or original is None:
        return
    inputs = original, workspace.scenarios(), workspace.effective_codebook, plan
    control = workspace.control_data
    jobs = usable_cores() if estimated_seconds(*inputs, 1, control) > WORTH_WORKERS else 1
    beside = {"population": workspace.population, "control": control}
    job = task.start(run, *inputs, jobs=jobs, cluster=settings().cluster, **beside)
    change(plan=plan, job=job, steps=(), estimate=estimated_seconds(*inputs, jobs, control))


def cancel() -> None:
    """End the run and keep what is finished."""
    receive()
    job = current().job
    if job is not None:
        task.cancel(job)
    _finish(current())


def receive() -> Workspace:
    """Take over what the run has yielded till now; at its end make the comparison."""
    workspace = current()
    job = workspace.job
    if job is None or (not workspace.running and len(workspace.steps) == len(job.received)):
        return workspace
    workspace = change(steps=task.receive(job))
    return workspace if workspace.running else _finish(workspace)


def _finish(workspace: Workspace) -> Workspace:
    if not any(step.measures for step in workspace.steps) or workspace.plan is None:
        return workspace
    return change(comparison=collect(workspace.plan, workspace.steps), stale=False)


def watch() -> None:
    """Show how far the run is until it ends; the map is then opened."""
    job = current().job
    st.session_state[WATCHED] = job.id if job else ""
    cancel_label = "Cancel, keep what is finished"
    leave = "You can leave this page; the run goes on."
    task.watch(task.Watched(lambda: receive().job, _progress, cancel, cancel_label, leave, "cancel_run"))


def follow(page: str) -> None:
    """Open the map where the run that was watched where it was started, and nowhere else since, has finished."""
    workspace = current()
    job = workspace.job
    if page == RUN_PAGE and job is not None and job.active:
        return  # it may end before this page is drawn: then it is asked again
    watched = st.session_state.pop(WATCHED, "")
    if page != RUN_PAGE or job is None or job.id != watched or job.state is not JobState.FINISHED:
        return
    if workspace.comparison and workspace.comparison.scenarios:
        st.toast("The run is finished.", icon=":material/check_circle:")
        st.switch_page(layout.COMPARE)


def _progress() -> task.Progress | None:
    workspace = current()
    steps = workspace.steps
    if not steps:
        return task.Progress(0.0, "Starting", ends=workspace.estimate)
    return replace(task.pieces_of_work(steps, workspace.estimate), beneath=tuple(_scenarios(steps)))


def _scenarios(steps: tuple[RunStep, ...]) -> Iterator[str]:
    for name in dict.fromkeys(step.scenario for step in steps):
        finished = {m for step in steps if step.scenario == name for m in step.measures}
        icon = ":material/check:" if finished else ":material/hourglass_top:"
        words = counted(len(finished), "measure", "measures") if finished else "is being measured"
        yield f"{icon} **{md(name or 'Original')}** {words}"


def measure_button(workspace: Workspace, plan: Plan, *, ready: bool) -> None:
    """Offer to measure, with the time that it takes; ``ready``: nothing needs an answer before."""
    if not workspace.running:
        st.button(
            f"Measure{'' if workspace.comparison is None else ' again'}: about {duration(workspace, plan)}",
            type="primary" if ready else "secondary",
            icon=":material/play_arrow:",
            on_click=start,
            args=(plan,),
            key="start_run",
        )


def outcome(workspace: Workspace) -> None:
    """Say how the last run ended and lead to the map."""
    job = workspace.job
    if job is None or workspace.running:
        return
    if job.state is JobState.FINISHED and st.session_state.get(WATCHED) == job.id:
        st.rerun()  # it ended while the page was drawn; the map is opened before it is drawn again
    if job.state is JobState.FAILED:
        st.error(f"The run ended early: {md(job.error, 400)}. {_kept(workspace)}", icon=":material/error:")
    elif job.state is JobState.CANCELLED:
        st.info(f"The run was cancelled. {_kept(workspace)}", icon=":material/stop_circle:")


def _kept(workspace: Workspace) -> str:
    if any(step.measures for step in workspace.steps):
        return "What was finished before is kept."
    earlier = "; the results of the run before it still stand" if workspace.comparison else ""
    return f"Nothing was finished before{earlier}."
