"""The reader's process: takes a file from standard input under limits, answers on standard output.

Started by `core.intake.process`, often before there is a file. It opens no file, writes none, and says nothing of
the data but in its answer; it reads one file and ends.
"""

from __future__ import annotations

import errno
import gc
import hashlib
import mmap
import os
import select
import socket
import stat
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from threading import Thread
from types import TracebackType
from typing import Any, BinaryIO

import pyarrow as pa

from core.errors import IntakeError
from core.intake.checks.before_reading import check_before_reading
from core.intake.document_parts import DocumentKind, read_document
from core.intake.exchange import describe_document, describe_parsed, pack_head, unpack_head, write_columns
from core.intake.folder_reading import GivenPart, read_folder
from core.intake.formats import Format
from core.intake.isolation import isolate_process, limit_process
from core.intake.leftovers import with_leftovers
from core.intake.limits import Limits
from core.intake.nursery import fork_readers
from core.intake.parsed import Bytes, Parsed, Source
from core.intake.readers import READERS, reader_of, with_numbers_in_texts
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Severity
from core.intake.share_read import ReportShare, between, no_progress, progress_writer
from core.intake.stored.stored_file import view_of

GATE_ARGUMENT, SHARE_ARGUMENT = 2, 3
"""Places in the command of the pipe's number and of the file's in which it is given how far reading is.

Elsewhere than on Linux there is neither: the end of the file says it all.
"""

DIGESTED, DIGESTED_AT_ONCE = 0.1, 1 << 26
"""Share of the reading time assumed for hashing a file on a disk; bytes hashed between two progress reports."""


def main() -> None:
    """Read one file and answer."""
    answer = _claim_answer()
    _install_failure_report(answer)
    gc.disable()  # one file, then the end: there is nothing to collect
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    gate = int(sys.argv[GATE_ARGUMENT]) if len(sys.argv) > GATE_ARGUMENT else None
    if gate is not None and not select.select([gate], [], [], 0)[0]:
        _import_readers()
    unenforced = isolate_process()
    if gate is not None and not os.read(gate, 1):
        return  # anyone who would bring the file has ended
    if gate is not None:
        Thread(target=_end_with_program, args=(gate,), daemon=True).start()
    on_progress = no_progress if gate is None else progress_writer(int(sys.argv[SHARE_ARGUMENT]))
    reply(_take_message(), answer, lambda limits: unenforced + limit_process(limits), on_progress)
    answer.close()
    # Nothing is left to be done: taking everything down in good order would only keep the officer waiting.
    os._exit(0)


def nurse() -> None:
    """Import what reads the formats, and fork a reader for each file."""
    _import_readers()
    fork_readers(socket.socket(fileno=int(sys.argv[2])), main)


def _end_with_program(gate: int) -> None:
    """End as soon as the program has, however it ended: nobody would take the answer, and the data stay in memory."""
    os.read(gate, 1)  # nothing more is written there: what comes is the end of the pipe
    os._exit(1)


def reply(
    message: Bytes, answer: BinaryIO, enforce: Callable[[Limits], list[str]], on_progress: ReportShare = no_progress
) -> None:
    """Read what a message asks for and write the answer; ``enforce`` sets the limits and names those it could not."""
    head, start = unpack_head(message)
    limits = Limits(**head["limits"])
    unenforced = enforce(limits)
    try:
        if "document" in head:
            _answer_document(head, Source("", message, start, limits, NO_CHOICES), answer)
        elif "parts" in head:
            parsed, digest = read_folder(
                [GivenPart(*part) for part in head["parts"]], limits, _choices(head["choices"]), on_progress
            )
            _answer_parsed(parsed, {"unenforced": unenforced, "sha256": digest}, answer)
        elif "file" in head:
            view = view_of(head["file"], head["size"])
            form = check_before_reading(head["name"], view, limits)
            more = {"unenforced": unenforced, "sha256": _digest(view, between(on_progress, 0.0, DIGESTED))}
            of_reading = between(on_progress, DIGESTED, 1.0)
            source = Source(head["name"], view, 0, limits, _choices(head["choices"]), of_reading)
            _answer_file(form, source, more, answer)
        else:
            source = Source(head["name"], message, start, limits, _choices(head["choices"]), on_progress)
            _answer_file(Format(head["format"]), source, {"unenforced": unenforced}, answer)
    except IntakeError as refusal:
        answer.write(pack_head({"refused": _kind(refusal), "message": str(refusal)}))


def _digest(content: Bytes, on_progress: ReportShare) -> str:
    """Return the SHA-256 of a file."""
    digest, bytes_of = hashlib.sha256(), memoryview(content)
    for first in range(0, len(bytes_of), DIGESTED_AT_ONCE):
        digest.update(bytes_of[first : first + DIGESTED_AT_ONCE])
        on_progress(min(1.0, (first + DIGESTED_AT_ONCE) / len(bytes_of)))
    return digest.hexdigest()


def _answer_file(form: Format, source: Source, more: Mapping[str, Any], answer: BinaryIO) -> None:
    parsed = with_numbers_in_texts(reader_of(form, source.choices).read(source), source.choices)
    _answer_parsed(with_leftovers(parsed, source), more, answer)


def _answer_parsed(parsed: Parsed, more: Mapping[str, Any], answer: BinaryIO) -> None:
    if parsed.report.n_rows == 1:
        alone = Finding(Severity.WARNING, "the file has one row only", None, 1)
        parsed = replace(parsed, report=replace(parsed.report, findings=(*parsed.report.findings, alone)))
    answer.write(pack_head({**describe_parsed(parsed), **more}))
    columns = list(parsed.columns.values())
    del parsed  # from here on nothing but the list holds the cells
    write_columns(columns, answer)


def _answer_document(head: Mapping[str, Any], source: Source, answer: BinaryIO) -> None:
    document = read_document(DocumentKind(head["document"]), source)
    answer.write(pack_head(describe_document(document)))
    for part in document.parts.values():
        answer.write(part)


def _kind(refusal: IntakeError) -> str:
    """Return the name of a refusal's kind as `core.errors` has it; a reader may have narrower ones of its own."""
    return next(kind.__name__ for kind in type(refusal).__mro__ if kind.__module__ == IntakeError.__module__)


def _import_readers() -> None:
    """Import what reads the formats while there is no file yet; pandas, which Arrow's arrays load when first used."""
    for module in ("pandas", *READERS.values()):
        # A library that is missing is said when its format is met.
        with suppress(ImportError):
            import_module(module, __package__)


def _choices(fields: Mapping[str, Any]) -> ReadChoices:
    # JSON knows no tuples.
    return ReadChoices(**{**fields, "numbers": tuple(fields["numbers"]), "texts": tuple(fields["texts"])})


def _claim_answer() -> BinaryIO:
    """Return the answer's stream, and leave nothing on standard output for others to write to."""
    answer = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answer


def _take_message() -> Bytes:
    status = os.fstat(0)
    if stat.S_ISREG(status.st_mode):
        # Open to writing, so that a reader can give back the memory of what it has read; nobody else looks at it.
        return mmap.mmap(0, status.st_size)
    return sys.stdin.buffer.read()


def _is_out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out; the dynamic loader reports that as an ImportError with a message of its own."""
    full = isinstance(error, OSError) and error.errno == errno.ENOMEM
    unloaded = isinstance(error, ImportError) and ("failed to map" in str(error) or "allocate memory" in str(error))
    return isinstance(error, MemoryError) or full or unloaded


def _install_failure_report(answer: BinaryIO) -> None:
    """Report an unforeseen error by its type and place only: its message could quote values of the data."""

    def report_failure(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        place = ""
        while trace is not None:
            place = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
            trace = trace.tb_next
        failure = {"failed": kind.__name__, "place": place, "memory": _is_out_of_memory(error)}
        answer.write(pack_head(failure))
        answer.flush()

    sys.excepthook = report_failure
