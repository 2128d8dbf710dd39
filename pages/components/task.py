"""Work in the background: started once, queued, watched from any page, cancelled with what is finished kept."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.assessment import RunStep, seconds_left
from core.execution import Job
from pages.components.server import sessions

LEAST_SHARE = 0.05
"""Of the work that must have been timed before a time is named that nothing else is known of."""


def start(function: Callable[..., Iterator[Any]], *arguments: Any, **named: Any) -> Job:
    """Start ``function(*arguments, **named)`` in a process of its own, as soon as it is its turn."""
    return sessions.RUNS.start(function, *arguments, **named)


def start_export(function: Callable[..., Iterator[Any]], *arguments: Any) -> Job:
    """Start writing a file; it does not wait for runs, which may take hours."""
    return sessions.EXPORTS.start(function, *arguments)


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
    """How far the work is: the share that is done, in words; what is beneath the bar.

    ``ends`` are the seconds from the start at which it is expected to end; None where nobody knows.
    """

    share: float
    words: str
    beneath: tuple[str, ...] = ()
    ends: float | None = None


def pieces_of_work(steps: Sequence[RunStep], estimate: float = 0.0) -> Progress:
    """Return how far a run of measures is, which has yielded something.

    Parameters
    ----------
    steps : sequence of RunStep
    estimate : float
        Seconds that it was expected to take; 0 where nobody knows.
    """
    first, last = (extreme(steps, key=lambda step: step.done) for extreme in (min, max))
    words = f"{last.done} of {last.total} pieces of work"
    timed = last.share - first.share
    known = estimate > 0 or timed >= LEAST_SHARE
    left = seconds_left(estimate, 1 - last.share, timed, last.seconds - first.seconds) if known else None
    ends = None if left is None else last.seconds + left
    return Progress(last.share, words, ends=ends)


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
    runs, files = sessions.RUNS.ahead(job), sessions.EXPORTS.ahead(job)
    ahead = runs + files
    if ahead:
        progress = Progress(0.0, _waiting(runs) if runs else "Waiting for another user's report")
    elif progress is None:
        progress = Progress(0.0, "Starting")
    words = [progress.words, f"{seconds:.0f} s"]
    if progress.ends is not None and not ahead:
        words.append(left_in_words(progress.ends - seconds))
    st.progress(min(progress.share, 1.0), " · ".join(words))
    for line in progress.beneath:
        st.markdown(line)


def left_in_words(seconds: float) -> str:
    """Return how long something still takes, as roughly as it is known."""
    if seconds <= 0:
        return "longer than estimated"
    return f"about {roughly(seconds)} left"


def roughly(seconds: float) -> str:
    """Return a duration in steps of five seconds, of minutes, or of half hours."""
    if seconds < 58:
        return f"{max(5, 5 * round(seconds / 5))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{round(seconds / 1800) / 2:g} h"


def _waiting(ahead: int) -> str:
    before = "one run of another user comes" if ahead == 1 else f"{ahead} runs of other users come"
    return f"Waiting · {before} first, then yours starts by itself"
