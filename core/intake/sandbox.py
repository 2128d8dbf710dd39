"""Runs a reader in a process of its own: empty environment, limits, a clock; the file in memory only."""

from __future__ import annotations

import dataclasses
import math
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

from core import errors
from core.errors import IntakeError, LimitExceeded, Malformed
from core.intake.document_parts import Document, DocumentKind
from core.intake.exchange import Keep, pack_head, unpack_document, unpack_head, unpack_parsed
from core.intake.formats import ENDINGS, Format
from core.intake.limits import MEGABYTE, Limits, refuse_large
from core.intake.parsed import Bytes, Parsed
from core.intake.process import GivenUp, TooSlow
from core.intake.report import Finding, ReadChoices, Severity
from core.intake.stored.stored_file import OpenPart
from core.intake.waiting_reader import WAITING_READER

DENSE = frozenset({Format.PARQUET, Format.ARROW})
DENSER = 4
"""A file by columns holds about so many times the cells of a text of its size."""


def run_reader(name: str, form: Format, content: bytes, limits: Limits, choices: ReadChoices) -> Parsed:
    """Read a file in a child process.

    Parameters
    ----------
    name : str
        For its ending; never opened.
    form : Format
    content : bytes
    limits : Limits
    choices : ReadChoices

    Raises
    ------
    LimitExceeded
        The reader used more memory or time than it may.
    IntakeError
        The reader refused the file, or ended while reading it.
    """
    limits = dataclasses.replace(limits, result_bytes=allowed_result(len(content), limits))
    head = {"name": name, "format": form.value, "choices": dataclasses.asdict(choices)}
    return _parsed(head, content, limits)[0]


def run_reader_of_stored(name: str, file: int, size: int, limits: Limits, choices: ReadChoices) -> tuple[Parsed, str]:
    """Read a file on a disk in a child process, where it lies; return its SHA-256 too.

    Parameters
    ----------
    name : str
        For its ending.
    file : int
        Descriptor, open for reading.
    size : int
    limits : Limits
        Those of files in memory; see `limits_of_stored`.
    choices : ReadChoices

    Raises
    ------
    LimitExceeded, IntakeError
        As `run_reader`, and what the cheap checks refuse.
    """
    limits = limits_of_stored([(name, size)], limits)
    return _read_stored({"name": name, "file": file, "size": size}, [file], limits, choices)


def run_reader_of_folder(parts: Sequence[OpenPart], limits: Limits, choices: ReadChoices) -> tuple[Parsed, str]:
    """Read the files of a folder in one child process as one table; return the folder's SHA-256 too.

    Raises
    ------
    LimitExceeded, IntakeError
        As `run_reader_of_stored`; they name the file of the folder.
    """
    given = [(part.name, part.file, part.before.st_size) for part in parts]
    limits = limits_of_stored([(name, size) for name, _, size in given], limits)
    return _read_stored({"parts": given}, [part.file for part in parts], limits, choices)


def _read_stored(
    what: dict[str, Any], files: Sequence[int], limits: Limits, choices: ReadChoices
) -> tuple[Parsed, str]:
    head = {**what, "choices": dataclasses.asdict(choices)}
    parsed, reply = _parsed(head, b"", limits, files)
    return parsed, str(reply["sha256"])


def _parsed(
    head: dict[str, Any], content: bytes, limits: Limits, given: Sequence[int] = ()
) -> tuple[Parsed, dict[str, Any]]:
    """Return what a reader found, and all that it told."""
    keep = _keeping()
    reply, answer, start = _answer(head, content, limits, given)
    with _answer_in_words(limits):
        return _with_unenforced(unpack_parsed(reply, answer, start, keep), reply["unenforced"]), reply


def _keeping() -> Keep:
    """Return how cells are kept: large arrays in the scratch folder where there is one, all others in memory."""
    # late: the reader's process imports this module too, and has no use for it
    from core.execution import KEPT_FROM, scratch_in_use  # noqa: PLC0415

    scratch = scratch_in_use()
    if scratch is None:
        return np.array
    return lambda cells: np.array(cells) if cells.nbytes < KEPT_FROM else scratch.kept(cells)


def limits_of_stored(files: Sequence[tuple[str, int]], limits: Limits) -> Limits:
    """Return what reading files on a disk may use: time and cells grow with their size beyond that of an upload.

    The files themselves take address space where they are looked at, but no memory.

    Parameters
    ----------
    files : sequence of (str, int)
        Name and size of each; all together are one table.
    limits : Limits

    Raises
    ------
    LimitExceeded
        They are too large.
    """
    size = sum(size for _, size in files)
    refuse_large(size, dataclasses.replace(limits, file_bytes=limits.stored_bytes))
    as_text = size * (DENSER if all(_format_by_name(name) in DENSE for name, _ in files) else 1)
    times = max(1.0, as_text / limits.file_bytes)
    return dataclasses.replace(
        limits,
        memory_bytes=limits.memory_bytes + size,
        result_bytes=allowed_result(size, limits),
        cpu_seconds=math.ceil(limits.cpu_seconds * times),
        wall_seconds=limits.wall_seconds * times,
        text_cells=int(limits.text_cells * times),
        parquet_cells=int(limits.parquet_cells * times),
    )


def _format_by_name(name: str) -> Format | None:
    return ENDINGS.get(name.rpartition(".")[2].lower())


def run_document(kind: DocumentKind, content: bytes, limits: Limits) -> Document:
    """Take a project, codebook or recipe apart in a child process.

    Raises
    ------
    LimitExceeded, IntakeError
        As `run_reader`.
    """
    head, answer, start = _answer({"document": kind.value}, content, limits)
    with _answer_in_words(limits):
        return unpack_document(head, answer, start)


def allowed_result(size: int, limits: Limits) -> int:
    """Return how many bytes a reader may hand back of a file of a size: little comes of little."""
    return min(limits.result_bytes, max(limits.result_free_bytes, limits.result_ratio * size))


def _answer(
    head: dict[str, Any], content: bytes, limits: Limits, given: Sequence[int] = ()
) -> tuple[dict[str, Any], Bytes, int]:
    """Return what a reader told, its whole answer, and where the body begins; raise what it refused or died of."""
    packed = pack_head({**head, "limits": dataclasses.asdict(limits)})
    try:
        code, answer = WAITING_READER.take(given).exchange((packed, content), limits.wall_seconds)
    except TooSlow:
        raise _too_slow(limits.wall_seconds) from None
    except GivenUp:
        raise IntakeError("reading was given up; choose the file again") from None
    finally:
        WAITING_READER.replace()
    try:
        reply, start = unpack_head(answer)
    except ValueError:
        raise _death(code, limits) from None
    if "refused" in reply:
        raise _refusal(reply)
    if "failed" in reply:
        raise _failure(reply, limits)
    if code != 0:
        raise _death(code, limits)
    return reply, answer, start


@contextmanager
def _answer_in_words(limits: Limits) -> Iterator[None]:
    """Say in our own words that an answer cannot be used."""
    try:
        yield
    except (pa.ArrowException, ValueError, KeyError, TypeError, StopIteration):
        raise _death(0, limits) from None


def _too_slow(wall_seconds: float) -> LimitExceeded:
    return LimitExceeded(f"reading took longer than the {wall_seconds:g} seconds allowed; leave rows or columns out")


def _too_large(limits: Limits) -> LimitExceeded:
    allowed = limits.memory_bytes // MEGABYTE
    return LimitExceeded(f"reading needs more memory than the {allowed:,} MB allowed; leave rows or columns out")


def _death(code: int, limits: Limits) -> IntakeError:
    """Say in words why a reader ended without an answer."""
    if sys.platform == "win32":
        return IntakeError(f"the reader ended without an answer (code {code}); save the file anew and try again")
    if code == -signal.SIGXCPU:
        return LimitExceeded(
            f"reading took more than the {limits.cpu_seconds} seconds of processor time allowed; "
            "leave rows or columns out"
        )
    if code == -signal.SIGXFSZ:
        return LimitExceeded(
            f"the content is larger than the {limits.result_bytes // MEGABYTE:,} MB allowed for a file of this size; "
            "leave rows or columns out, or save it as CSV"
        )
    if code in {-signal.SIGKILL, -signal.SIGABRT}:
        return _too_large(limits)
    if code in {-signal.SIGSEGV, -signal.SIGBUS}:
        return Malformed("the file is damaged: it broke the reader; write or copy it again")
    return IntakeError(f"the reader ended without an answer (code {code}); save the file anew and try again")


def _refusal(reply: dict[str, Any]) -> IntakeError:
    """Return the refusal that a reader told; of no other kind than those that there are."""
    kind = getattr(errors, reply["refused"], IntakeError)
    is_refusal = isinstance(kind, type) and issubclass(kind, IntakeError)
    return (kind if is_refusal else IntakeError)(reply["message"])


def _failure(reply: dict[str, Any], limits: Limits) -> IntakeError:
    if reply["memory"]:
        return _too_large(limits)
    return IntakeError(
        f"the reader failed ({reply['failed']} at {reply['place']}); save the file anew, and report it if it stays so"
    )


def _with_unenforced(parsed: Parsed, unenforced: Sequence[str]) -> Parsed:
    if not unenforced:
        return parsed
    message = f"on this system no limit is in force on: {', '.join(unenforced)}"
    findings = (*parsed.report.findings, Finding(Severity.NOTE, message))
    return dataclasses.replace(parsed, report=dataclasses.replace(parsed.report, findings=findings))
