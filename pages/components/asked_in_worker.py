"""Questions about files answered in a worker process, and kept as long as they are about the same things."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from core.assessment import Assessment
from core.data import Microdata, Pair, extra_bytes
from core.errors import PairingError, ProcessError, RUMapError, TookTooLong
from core.execution import call_in_worker
from core.intake import limits_in_force
from core.pairing import pair
from pages.components.server.session_size import size_of
from pages.components.server.session_tab import ASKED_APART as KEY
from pages.components.workspace import Workspace, current

P = ParamSpec("P")
T = TypeVar("T")
Answers = dict[tuple[str, str], tuple[tuple[object, ...], Any]]
"""By function and place: what was asked about, and the answer; the latest one last."""


def asked_in_worker(
    place: str, about: tuple[object, ...], function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs
) -> T:
    """Return what a function gives, performed apart; it is asked again only when it is about other things.

    Parameters
    ----------
    place : str
        A file, or "": the latest answer is kept for each function and place.
    about : tuple
        Data of files are compared by identity, all else by value.
    function : callable
        As `call_in_worker` takes it, with its arguments.

    Raises
    ------
    RUMapError
        A refusal is kept like an answer, and that it took too long: every rerun would take as long again.
    """
    answers = st.session_state[KEY] = _about_open_files()
    which = f"{function.__module__}.{function.__qualname__}", place
    kept = answers.pop(which, None)
    new = kept is None or kept[0] != about
    if kept is None or new:
        kept = about, _answer(function, *arguments, **named)
    answers[which] = kept
    if new:  # adding up what all pairs hold is dear, and a page asks for each file
        _make_room(answers)
    if isinstance(kept[1], RUMapError):
        raise type(kept[1])(*kept[1].args)  # not the kept one: it would gather the traces of all reruns
    answer: T = kept[1]
    return answer


def is_answered(place: str, about: tuple[object, ...], function: Callable[..., object]) -> bool:
    """Whether `asked_in_worker` would answer at once."""
    kept = st.session_state.get(KEY, {}).get((f"{function.__module__}.{function.__qualname__}", place))
    return kept is not None and kept[0] == about


def bytes_of_pairs(answers: Answers) -> int:
    """Return the bytes of the pairs among some answers, beside the files that they were made of."""
    return sum(_bytes_of(kept) for kept in answers.values())


def _bytes_of(kept: tuple[tuple[object, ...], Any]) -> int:
    about, answer = kept
    return extra_bytes(answer, *(f for f in about if isinstance(f, Microdata))) if isinstance(answer, Pair) else 0


def _make_room(answers: Answers) -> None:
    """Forget pairs that a workspace may not hold beside its files, the longest unasked first; the last one stays."""
    over = bytes_of_pairs(answers) + size_of(current()) - limits_in_force().workspace_bytes
    for which, kept in list(answers.items())[:-1]:
        if over > 0 and (size := _bytes_of(kept)):
            del answers[which]
            over -= size


def _about_open_files() -> Answers:
    """Return what is kept, without what is about files that were taken out: they would stay in memory with it."""
    here = current()
    read = (f.reading.microdata for f in here.masked if f.reading)  # a refused one is judged, too
    made = (s.microdata for s in here.scenarios())
    open_here = {id(data) for data in (here.original_data, here.control_data, *read, *made)}
    return {
        which: kept
        for which, kept in st.session_state.get(KEY, {}).items()
        if all(id(thing) in open_here for thing in kept[0] if isinstance(thing, Microdata))
    }


def _answer(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | RUMapError:
    try:
        return call_in_worker(function, *arguments, **named)
    except RUMapError as error:
        if isinstance(error, ProcessError) and not isinstance(error, TookTooLong):
            raise  # of the machine, not of the files: the next time it may go well
        return error.with_traceback(None)


def pair_of(workspace: Workspace, file: str) -> Pair:
    """Return original and this masked file, coded alike.

    Raises
    ------
    RUMapError
        Files that cannot be compared; the message is meant for the screen.
    """
    original = workspace.original_data
    scenario = next((s for s in workspace.scenarios() if s.microdata.name == file), None)
    if original is None or scenario is None:
        raise PairingError("The files behind these results are not open; bring them in again on the Set up page.")
    codebook = workspace.effective_codebook
    return asked_in_worker(file, (original, scenario.microdata, codebook), pair, original, scenario, codebook)


def pair_or_none(workspace: Workspace, assessment: Assessment) -> Pair | None:
    """Return original and masked file side by side; None where they are not open or cannot be compared."""
    try:
        return pair_of(workspace, assessment.file)
    except RUMapError:
        return None
