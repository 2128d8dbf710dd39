"""Sandboxed reader process: reads one file under resource limits and writes its columns to standard output.

Started by `core.intake.process`, often before a file is chosen. The request on standard input holds the file's bytes,
or names inherited descriptors. The process opens no path, writes no file and ends after one request; values of the
data go into the answer only, never into an error message.
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
from core.intake.fork_server import fork_readers
from core.intake.formats import Format
from core.intake.isolation import isolate_process, limit_process
from core.intake.leftovers import with_leftovers
from core.intake.limits import Limits
from core.intake.parsed import Bytes, Parsed, Source
from core.intake.readers import READERS, reader_of, with_numbers_in_texts
from core.intake.reading_progress import ReportProgress, between, no_progress, progress_writer
from core.intake.report import NO_CHOICES, Finding, ReadChoices, Severity
from core.intake.stored.stored_file import view_of

START_PIPE_ARGUMENT, PROGRESS_FILE_ARGUMENT = 2, 3
"""Indexes in ``sys.argv`` of two descriptors: of the pipe that signals the start, and of the progress file.

Both are given on Linux only; elsewhere the end of standard input is the signal, and no progress is reported.
"""

HASHING_SHARE, HASHING_CHUNK_BYTES = 0.1, 1 << 26
"""Share of the reading time assumed for hashing a file on a disk; bytes hashed between two progress reports."""


def main() -> None:
    """Read one file and answer."""
    answer = _claim_answer()
    _install_failure_report(answer)
    gc.disable()  # the process ends after one file: a collection would only cost time
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    start_pipe = int(sys.argv[START_PIPE_ARGUMENT]) if len(sys.argv) > START_PIPE_ARGUMENT else None
    if start_pipe is not None and not select.select([start_pipe], [], [], 0)[0]:
        _import_readers()
    unenforced = isolate_process()
    if start_pipe is not None and not os.read(start_pipe, 1):
        return  # the parent process has ended: no file will come
    if start_pipe is not None:
        Thread(target=_exit_with_parent, args=(start_pipe,), daemon=True).start()
    on_progress = no_progress if start_pipe is None else progress_writer(int(sys.argv[PROGRESS_FILE_ARGUMENT]))
    reply(_take_message(), answer, lambda limits: unenforced + limit_process(limits), on_progress)
    answer.close()
    # Skip the interpreter's shutdown: the answer is written, and the parent waits for this process to end.
    os._exit(0)


def run_fork_server() -> None:
    """Import all readers once, then fork one reader process for each file (a fork server)."""
    _import_readers()
    fork_readers(socket.socket(fileno=int(sys.argv[2])), main)


def _exit_with_parent(start_pipe: int) -> None:
    """Exit as soon as the parent process ends, however it ends: else the data would stay in memory for nothing."""
    os.read(start_pipe, 1)  # nothing follows the start signal: this blocks until the parent's end is closed
    os._exit(1)


def reply(
    message: Bytes, answer: BinaryIO, enforce: Callable[[Limits], list[str]], on_progress: ReportProgress = no_progress
) -> None:
    """Read the requested file, folder or document and write the answer; ``enforce`` returns the limits not set."""
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
            more = {"unenforced": unenforced, "sha256": _digest(view, between(on_progress, 0.0, HASHING_SHARE))}
            of_reading = between(on_progress, HASHING_SHARE, 1.0)
            source = Source(head["name"], view, 0, limits, _choices(head["choices"]), of_reading)
            _answer_file(form, source, more, answer)
        else:
            source = Source(head["name"], message, start, limits, _choices(head["choices"]), on_progress)
            _answer_file(Format(head["format"]), source, {"unenforced": unenforced}, answer)
    except IntakeError as refusal:
        answer.write(pack_head({"refused": _kind(refusal), "message": str(refusal)}))


def _digest(content: Bytes, on_progress: ReportProgress) -> str:
    """Return the SHA-256 of a file."""
    digest, bytes_of = hashlib.sha256(), memoryview(content)
    for first in range(0, len(bytes_of), HASHING_CHUNK_BYTES):
        digest.update(bytes_of[first : first + HASHING_CHUNK_BYTES])
        on_progress(min(1.0, (first + HASHING_CHUNK_BYTES) / len(bytes_of)))
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
