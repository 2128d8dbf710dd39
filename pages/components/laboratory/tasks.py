"""The laboratory's work in a process of its own: started once, watched, cancelled with what is finished kept."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import streamlit as st

from core.assessment import Comparison, Plan, Step, plan_from
from core.errors import PlanError
from core.execution import JobState, usable_cores
from core.laboratory import (
    Question,
    Vary,
    collect_sweep,
    quick_plan,
    run_recipe,
    smallest_masking,
    sweep,
    with_recipe_run,
)
from core.masking import Masked, Recipe
from core.wording import _, ngettext
from pages.components.escaping import md
from pages.components.laboratory.bench import RUN, SEARCH, SWEEP, Bench, Task, search_result
from pages.components.server import sessions
from pages.components.workspace import Workspace, change, current


def change_bench(**fields: Any) -> Bench:
    """Replace fields of the bench."""
    return change(laboratory=replace(current().laboratory, **fields)).laboratory


def start_run(recipe: Recipe, file: str) -> None:
    """Mask with the recipe and measure as the other scenarios were; only mask where nothing has been measured yet."""
    workspace = current()
    plan = plan_of(workspace.comparison)
    job = _started(run_recipe, recipe, workspace.laboratory.seed, plan, file=file, jobs=1)
    change_bench(task=Task(RUN, job, recipe, plan, workspace.laboratory.seed), notice="")


def start_sweep(recipe: Recipe, varied: tuple[Vary, ...], utility: str, risk: str) -> None:
    """Measure the recipe with every setting."""
    seed = current().laboratory.seed
    plan = quick_plan(risk, seed, utility)
    job = _started(sweep, recipe, varied, plan, seed=seed, jobs=usable_cores())
    change_bench(task=Task(SWEEP, job, recipe, plan, seed, varied), notice="", sweep=None)


def start_search(question: Question) -> None:
    """Search for the smallest masking."""
    workspace = current()
    plan = quick_plan(question.risk, question.seed)
    job = sessions.RUNS.start(smallest_masking, workspace.original_data, workspace.effective_codebook, plan, question)
    task = Task(SEARCH, job, question.recipe, plan, question.seed, question=question)
    change_bench(task=task, notice="", tried=(), answer=None, question=question)


def _started(function: Any, recipe: Recipe, *arguments: Any, **named: Any) -> Any:
    workspace = current()
    inputs = workspace.original_data, workspace.effective_codebook, recipe, *arguments
    return sessions.RUNS.start(function, *inputs, **named, population=workspace.population)


def plan_of(comparison: Comparison | None) -> Plan | None:
    """Return the plan that the comparison was made with; None where there is none, or it is of another version."""
    if comparison is None:
        return None
    try:
        return plan_from(comparison.plan)
    except PlanError:
        return None


def cancel_task() -> None:
    """End the work and keep what is finished."""
    task = current().laboratory.task
    if task is not None:
        task.job.messages()
        task.job.cancel()
    receive_task()


def receive_task() -> Bench:
    """Take over what the work has yielded till now; at its end put it where it belongs."""
    bench = current().laboratory
    task = bench.task
    if task is None:
        return bench
    task.job.messages()
    received = list(task.job.received)
    if task.kind == SWEEP and task.plan is not None and received:
        bench = change_bench(sweep=collect_sweep(task.recipe, task.varied, task.plan, task.seed, received))
    elif task.kind == SEARCH and received:
        tried, answer = search_result(received)
        bench = change_bench(tried=tried, answer=answer)
    if task.job.active:
        return bench
    if task.kind == RUN and task.job.state is JobState.FINISHED:
        _finish_run(task, received)
    return change_bench(task=None, notice=_notice(task))


def _finish_run(task: Task, received: list[Any]) -> None:
    """Lay the masked file beside the others, and its outcomes where it was measured."""
    workspace = current()
    masked: Masked = received[0]
    steps = [step for step in received[1:] if isinstance(step, Step)]
    others = tuple(m for m in workspace.laboratory.made if m.declaration.name != masked.declaration.name)
    bench = replace(workspace.laboratory, made=(*others, masked))
    comparison = workspace.comparison
    if comparison is not None and task.plan is not None and steps:
        change(laboratory=bench, comparison=with_recipe_run(comparison, task.plan, steps))
    else:
        change(laboratory=bench, stale=comparison is not None)


def _notice(task: Task) -> str:
    if task.job.state is JobState.FAILED:
        return task.job.error
    kept = "" if task.kind == RUN else _(" What was finished before is kept.")
    return _("It was cancelled.{kept}").format(kept=kept) if task.job.state is JobState.CANCELLED else ""


@st.fragment(run_every=0.5)
def watch_task() -> None:
    """Show how far the work is, twice a second; at its end rerun the page once."""
    before = current().laboratory
    bench = receive_task()
    if bench.task is None:
        if before.task is not None:
            st.rerun()
        return
    _show(bench.task)
    st.button(_("Cancel"), icon=":material/stop_circle:", on_click=cancel_task, key="lab_cancel")
    st.caption(_("You can leave this page; the work goes on."))


def _show(task: Task) -> None:
    seconds = time.monotonic() - task.job.started
    ahead = sessions.RUNS.ahead(task.job)
    if ahead:
        st.progress(
            0.0,
            ngettext(
                "Waiting for {ahead} other run · {seconds:.0f} s",
                "Waiting for {ahead} other runs · {seconds:.0f} s",
                ahead,
            ).format(ahead=ahead, seconds=seconds),
        )
        return
    done, total, what = _how_far(task)
    st.progress(min(done / max(total, 1), 1.0), f"{what} · {seconds:.0f} s")


def _how_far(task: Task) -> tuple[int, int, str]:
    received = task.job.received
    if task.kind == RUN:
        steps = [s for s in received if isinstance(s, Step)]
        if not steps:
            return 0, 1, _("Masked; measuring starts") if received else _("Masking")
        last = max(steps, key=lambda s: s.done)
        return last.done, last.total, _("{done} of {total} pieces of work").format(done=last.done, total=last.total)
    if not received:
        return 0, 1, _("Starting")
    if task.kind == SWEEP:
        last = max(received, key=lambda s: s.done)
        return (
            last.done,
            last.total,
            _("{done} of {total} settings, the original among them").format(done=last.done, total=last.total),
        )
    return (
        received[-1].done,
        received[-1].most,
        _("{done} values tried, at most {most}").format(done=received[-1].done, most=received[-1].most),
    )


def notice(workspace: Workspace) -> None:
    """Say how the last work ended, where it did not simply finish."""
    if workspace.laboratory.notice:
        st.warning(md(workspace.laboratory.notice, 400), icon=":material/info:")
