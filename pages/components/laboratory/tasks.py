"""The laboratory's work in a process of its own: started once, watched, cancelled with what is finished kept."""

from dataclasses import replace
from typing import Any

import streamlit as st

from core.assessment import Comparison, Plan, RunStep, plan_from
from core.errors import PlanError
from core.execution import Job, JobState, usable_cores
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
from pages.components import task
from pages.components.escaping import md
from pages.components.laboratory.bench import RUN, SEARCH, SWEEP, Bench, Task, tried_and_answer
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
    inputs = workspace.original_data, workspace.effective_codebook, plan, question
    job = task.start(smallest_masking, *inputs, workspace.control_data)
    work = Task(SEARCH, job, question.recipe, plan, question.seed, question=question)
    change_bench(task=work, notice="", tried=(), answer=None, question=question)


def _started(function: Any, recipe: Recipe, *arguments: Any, **named: Any) -> Any:
    workspace = current()
    inputs = workspace.original_data, workspace.effective_codebook, recipe, *arguments
    beside = {"population": workspace.population, "control": workspace.control_data}
    return task.start(function, *inputs, **named, **beside)


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
    work = current().laboratory.task
    if work is not None:
        task.cancel(work.job)
    receive_task()


def receive_task() -> Bench:
    """Take over what the work has yielded till now; at its end put it where it belongs."""
    bench = current().laboratory
    work = bench.task
    if work is None:
        return bench
    received = task.receive(work.job)
    if work.kind == SWEEP and work.plan is not None and received:
        bench = change_bench(sweep=collect_sweep(work.recipe, work.varied, work.plan, work.seed, received))
    elif work.kind == SEARCH and received:
        tried, answer = tried_and_answer(received)
        bench = change_bench(tried=tried, answer=answer)
    if work.job.active:
        return bench
    if work.kind == RUN and work.job.state is JobState.FINISHED:
        _finish_run(work, received)
    return change_bench(task=None, notice=ended_in_words(work))


def _finish_run(work: Task, received: tuple[Any, ...]) -> None:
    """Lay the masked file beside the others, and its outcomes where it was measured."""
    workspace = current()
    masked: Masked = received[0]
    steps = [step for step in received[1:] if isinstance(step, RunStep)]
    others = tuple(m for m in workspace.laboratory.made if m.declaration.name != masked.declaration.name)
    bench = replace(workspace.laboratory, made=(*others, masked))
    comparison = workspace.comparison
    if comparison is not None and work.plan is not None and steps:
        change(laboratory=bench, comparison=with_recipe_run(comparison, work.plan, steps))
    else:
        change(laboratory=bench, stale=comparison is not None)


def ended_in_words(work: Task) -> str:
    """Return why work ended before its time and what of it is kept; empty where it was done."""
    if work.job.state is JobState.FAILED:
        return work.job.error
    if work.job.state is not JobState.CANCELLED:
        return ""
    if work.kind == RUN:
        return "It was cancelled: there is no new scenario."
    kept = "What was finished before is kept." if work.job.received else "Nothing was finished before."
    return f"It was cancelled. {kept}"


def watch_task() -> None:
    """Show how far the work is until it ends."""
    leave = "You can leave this page; the work goes on."
    task.watch(task.Watched(lambda: _job(receive_task()), _progress, cancel_task, "Cancel", leave, "lab_cancel"))


def _job(bench: Bench) -> Job | None:
    return bench.task.job if bench.task else None


def _progress() -> task.Progress | None:
    work = current().laboratory.task
    if work is None:
        return None
    received = work.job.received
    if work.kind == RUN:
        steps = [s for s in received if isinstance(s, RunStep)]
        if steps:
            return task.pieces_of_work(steps)
        return task.Progress(0.0, "Masked; measuring starts" if received else "Masking")
    if not received:
        return None
    if work.kind == SWEEP:
        last = max(received, key=lambda s: s.done)
        words = "{done} of {total} files measured, the original among them"
        return task.Progress(last.done / last.total, words.format(done=last.done, total=last.total))
    last = received[-1]
    words = f"{last.done} values tried, at most {last.most}"
    return task.Progress(last.done / max(last.most, 1), words)


def notice(workspace: Workspace) -> None:
    """Say how the last work ended, where it did not simply finish."""
    if workspace.laboratory.notice:
        st.warning(md(workspace.laboratory.notice, 400), icon=":material/info:")
