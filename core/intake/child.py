"""The reader's process: takes a file from standard input under limits, answers on standard output.

Started by `core.intake.sandbox`. It opens no file, writes none, and says nothing of the data but in its answer.
"""

from __future__ import annotations

import gc
import mmap
import os
import signal
import stat
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any, BinaryIO

import pyarrow as pa

from core.errors import IntakeError
from core.intake.exchange import Bytes, pack_head, pack_parsed, unpack_head, write_batch
from core.intake.formats import Format
from core.intake.limits import Limits
from core.intake.parsed import Source
from core.intake.readers import reader_of
from core.intake.report import ReadChoices

if sys.platform != "win32":
    import resource


def main() -> None:
    """Read one file and answer."""
    answer = _claim_answer()
    _answer_for_failures(answer)
    gc.disable()  # one file, then the end: there is nothing to collect
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    message = _take_message()
    head, start = unpack_head(message)
    limits = Limits(**head["limits"])
    unenforced = limit_process(limits)
    source = Source(head["name"], message, start, limits, _choices(head["choices"]))
    try:
        parsed = reader_of(Format(head["format"])).read(source)
    except IntakeError as refusal:
        answer.write(pack_head({"refused": type(refusal).__name__, "message": str(refusal)}))
    else:
        told, batch = pack_parsed(parsed)
        answer.write(pack_head({**told, "unenforced": unenforced}))
        write_batch(batch, answer)
    answer.close()


def _choices(fields: Mapping[str, Any]) -> ReadChoices:
    # JSON knows no tuples.
    return ReadChoices(**{**fields, "numbers": tuple(fields["numbers"]), "texts": tuple(fields["texts"])})


def limit_process(limits: Limits) -> list[str]:
    """Lower this process's limits; return the names of those that the platform does not enforce."""
    if sys.platform == "win32":
        return ["memory", "processor time"]
    # Python ignores this signal, and would go on after a write that did not happen.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    wanted = {
        "memory": (resource.RLIMIT_AS, limits.memory_bytes, 0),
        # One second between the signal that ends the process and the one that cannot be caught.
        "processor time": (resource.RLIMIT_CPU, limits.cpu_seconds, 1),
        "size of the result": (resource.RLIMIT_FSIZE, limits.result_bytes, 0),
        "core dumps": (resource.RLIMIT_CORE, 0, 0),
    }
    return [name for name, (kind, soft, more) in wanted.items() if not _lower(kind, soft, soft + more)]


def _lower(kind: int, soft: int, hard: int) -> bool:
    """Lower one limit, never above what is in force; tell whether the system took it."""
    _, ceiling = resource.getrlimit(kind)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    try:
        resource.setrlimit(kind, (soft, hard))
    except (ValueError, OSError):
        return False
    return True


def _claim_answer() -> BinaryIO:
    """Return the answer's stream, and leave nothing on standard output for others to write to."""
    answer = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answer


def _take_message() -> Bytes:
    status = os.fstat(0)
    if stat.S_ISREG(status.st_mode):
        return mmap.mmap(0, status.st_size, access=mmap.ACCESS_READ)
    return sys.stdin.buffer.read()


def _answer_for_failures(answer: BinaryIO) -> None:
    """Answer for an error that nobody foresaw with its kind and place: its words could quote the data."""

    def tell(kind: type[BaseException], _: BaseException, trace: TracebackType | None) -> None:
        place = ""
        while trace is not None:
            place = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
            trace = trace.tb_next
        failure = {"failed": kind.__name__, "place": place, "memory": issubclass(kind, MemoryError)}
        answer.write(pack_head(failure))
        answer.flush()

    sys.excepthook = tell
