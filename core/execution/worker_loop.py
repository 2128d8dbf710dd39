"""What happens inside a process that performs calls for the server: one after another, nothing kept in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from core.errors import ProcessError, RUMapError
from core.execution.memory import release_memory
from core.execution.object_pipe import ObjectPipe
from core.execution.process_group import end_with_starter, lead_group

NICENESS = 5
"""Somebody waits for the answer: it goes before runs, and gives way to the pages of all others."""

IDLE_SECONDS = 1.0
"""How long after a call memory is given back to the system, unless another one comes before."""

TAKE_LESS = "try again later, or with fewer variables or records"


@dataclass(frozen=True)
class Returned:
    """What the function returned."""

    value: Any


@dataclass(frozen=True)
class Refused:
    """An error in words that are meant for the screen."""

    error: RUMapError


@dataclass(frozen=True)
class Unforeseen:
    """An error that nobody foresaw: kind and place, never its words, which may quote the data."""

    kind: str
    place: str


Answer = Returned | Refused | Unforeseen


def serve(connection: Connection[Any, Any], _functions: tuple[Callable[..., Any], ...]) -> None:
    """Perform calls until the other side ends.

    Parameters
    ----------
    connection : Connection
        Calls come in as (function, arguments, named arguments), each is answered.
    _functions : tuple of callable
        Functions that will be asked for: handing them over has imported what they need.
    """
    lead_group(NICENESS)
    end_with_starter(group=True)
    while _answer_one(connection):
        if not connection.poll(IDLE_SECONDS):
            release_memory()


def _answer_one(connection: Connection[Any, Any]) -> bool:
    """Answer one call; false where there is nobody who asks, or the question cannot be read."""
    line = ObjectPipe(connection)
    try:
        function, arguments, named = line.receive()
        answer = perform(function, arguments, named)
        try:
            line.send(answer)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - what cannot be pickled is said; its words may quote the data
            line.send(_failed(error))
    except Exception:  # noqa: BLE001 - the words of any error may quote the data; the other side tells of the end
        return False
    return True


def perform(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Answer:
    """Return what came of a call: its value, a refusal in words, or kind and place of an error that nobody foresaw."""
    try:
        return Returned(function(*arguments, **named))
    except RUMapError as error:
        return Refused(error.with_traceback(None))
    except MemoryError:
        return Refused(ProcessError(f"memory ran out; {TAKE_LESS}"))
    except Exception as error:  # noqa: BLE001 - only kind and place leave
        return _failed(error)


def _failed(error: Exception) -> Unforeseen:
    trace, place = error.__traceback__, ""
    while trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
        trace = trace.tb_next
    return Unforeseen(type(error).__name__, place)
