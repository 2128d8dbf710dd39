"""Work in the background: started once, queued, watched from any page, cancelled with what is finished kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.execution import Job
from core.wording import _
from pages.components.server import sessions


def start(function: Callable[..., Iterator[Any]], *arguments: Any, **named: Any) -> Job:
    """Start ``function(*arguments, **named)`` in a process of its own, as soon as it is its turn."""
    return sessions.RUNS.start(function, *arguments, **named)


def receive(job: Job) -> tuple[Any, ...]:
    """Return what the work has yielded till now and bring its state up to date.

    All of it each time, not what is new: after a reload another session may have looked before.
    """
    job.messages()
    return tuple(job.received)


def cancel(job: Job) -> None:
    """End the work; what it yielded till now stays."""
    receive(job)
    job.cancel()


@dataclass(frozen=True)
class Progress:
    """How far the work is: steps done of all steps, in words; what stands beneath the bar."""

    done: int
    total: int
    words: str
    beneath: tuple[str, ...] = ()


def pieces_of_work(steps: list[Any] | tuple[Any, ...]) -> Progress:
    """Return how far a run of measures is; it has yielded something."""
    last = max(steps, key=lambda step: step.done)
    words = _("{done} of {total} pieces of work").format(done=last.done, total=last.total)
    return Progress(last.done, last.total, words)


@dataclass(frozen=True)
class Watched:
    """What the watched work is to its page.

    Parameters
    ----------
    receive : callable
        Takes over what was yielded and returns the job; None once it is put away.
    progress : callable
        Says how far it is; None where nothing was yielded yet.
    cancel : callable
    cancel_label, leave : str
        The button's words, and that the page may be left.
    key : str
        The button's.
    """

    receive: Callable[[], Job | None]
    progress: Callable[[], Progress | None]
    cancel: Callable[[], None]
    cancel_label: str
    leave: str
    key: str


@st.fragment(run_every=0.5)
def watch(work: Watched) -> None:
    """Show how far the work is, twice a second; at its end rerun the page once."""
    job = work.receive()
    if job is None or not job.active:
        st.rerun()
    _show(job, work.progress())
    st.button(work.cancel_label, icon=":material/stop_circle:", on_click=work.cancel, key=work.key)
    st.caption(work.leave)


def _show(job: Job, progress: Progress | None) -> None:
    seconds = time.monotonic() - job.started
    ahead = sessions.RUNS.ahead(job)
    if ahead:
        progress = Progress(0, 1, _waiting(ahead))
    elif progress is None:
        progress = Progress(0, 1, _("Starting"))
    st.progress(min(progress.done / max(progress.total, 1), 1.0), f"{progress.words} · {seconds:.0f} s")
    for line in progress.beneath:
        st.markdown(line)


def _waiting(ahead: int) -> str:
    before = (
        _("one run of another user comes") if ahead == 1 else _("{ahead} runs of other users come").format(ahead=ahead)
    )
    return _("Waiting · {before} first, then yours starts by itself").format(before=before)
