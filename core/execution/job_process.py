"""What happens inside a job's own process: consume the generator, send every item, end with the server."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from core.errors import RUMapError
from core.execution.array_file import opened
from core.execution.forked import fork_from_here
from core.execution.pickled_task import unpack
from core.execution.process_group import end_with_starter, lead_group
from core.execution.shared_memory import use_folder

TAKE_LESS = "choose fewer measures or variables, or try again when fewer runs go on"
OUT_OF_MEMORY = f"memory ran out; {TAKE_LESS}"

NICENESS = 10
"""A run gives way to the pages of all users: they are drawn by the server's one process."""


@dataclass(frozen=True)
class Item:
    """One thing the generator yielded."""

    value: Any


@dataclass(frozen=True)
class End:
    """How the generator ended: an error in words, or empty."""

    error: str


Message = Item | End


def consume(
    writer: Connection[Any, Any],
    folder: str,
    work: bytes,
    arrays: tuple[Any, ...],
) -> None:
    """Send every item that a generator function yields, then how it ended.

    Parameters
    ----------
    writer : Connection
    folder : str
        Where arrays are shared with further processes, in memory; "" where there is no such place.
    work : bytes
        The function, its arguments and its named arguments, packed as one task.
    arrays : tuple
        The large arrays that belong to it, or where they lie.
    """
    lead_group(NICENESS)
    try:
        use_folder(folder)
        fork_from_here(folder)  # before a thread begins
        end_with_starter(folder, group=True)
        function, arguments, named = unpack(work, opened(arrays))
        del arrays
        for item in function(*arguments, **named):
            writer.send(Item(item))
        writer.send(End(""))
    except BrokenPipeError:
        return  # nobody listens any more
    except Exception as error:  # noqa: BLE001 - the message of an unforeseen error may quote data: only its kind leaves
        writer.send(End(_in_words(error)))


def _in_words(error: Exception) -> str:
    if isinstance(error, RUMapError):
        return str(error)
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, BrokenProcessPool):
        return f"a worker process was ended by the system: most often {OUT_OF_MEMORY}"
    return type(error).__name__
