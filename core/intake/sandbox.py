"""Runs a reader in a process of its own: empty environment, limits, a clock; the file in memory only."""

from __future__ import annotations

import dataclasses
import mmap
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from core import errors
from core.errors import IntakeError, LimitExceeded, Malformed
from core.intake.exchange import Bytes, pack_head, unpack_head, unpack_parsed
from core.intake.formats import Format
from core.intake.limits import Limits
from core.intake.parsed import Parsed
from core.intake.report import Finding, ReadChoices, Severity

ROOT = Path(__file__).resolve().parents[2]
START = "import sys; sys.path.insert(0, sys.argv[1]); from core.intake.child import main; main()"
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "ARROW_IO_THREADS")
# Allocators that reserve address space ahead would meet the memory limit long before the data do.
ENVIRONMENT = {**dict.fromkeys(ONE_THREAD, "1"), "ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "1"}
MEGABYTE = 1_000_000


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
        The reader refused the file, or came to grief over it.
    """
    head = pack_head(
        {
            "name": name,
            "format": form.value,
            "limits": dataclasses.asdict(limits),
            "choices": dataclasses.asdict(choices),
        }
    )
    exchange = _through_memory_files if sys.platform == "linux" else _through_pipes
    code, answer = exchange((head, content), limits.wall_seconds)
    try:
        told, start = unpack_head(answer)
    except ValueError:
        raise _death(code, limits) from None
    if "refused" in told:
        raise getattr(errors, told["refused"])(told["message"])
    if "failed" in told:
        raise _failure(told, limits)
    if code != 0:
        raise _death(code, limits)
    return _with_unenforced(unpack_parsed(told, answer, start), told["unenforced"])


def _command() -> list[str]:
    # Isolated: no user site, no PYTHON* variables, no working directory on the path; -B: no bytecode written.
    return [sys.executable, "-I", "-B", "-c", START, str(ROOT)]


def _environment() -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("SYSTEMROOT",) if key in os.environ}
    return {**ENVIRONMENT, **kept}


def _through_memory_files(parts: Sequence[bytes], wall_seconds: float) -> tuple[int, Bytes]:
    """Hand the message over in a file that lies in memory, and take the answer from another."""
    with _memory_file("intake") as inbox, _memory_file("answer") as outbox:
        for part in parts:
            inbox.write(part)
        inbox.flush()
        with subprocess.Popen(  # noqa: S603 - a fixed command
            _command(), stdin=inbox, stdout=outbox, stderr=subprocess.DEVNULL, env=_environment()
        ) as process:
            try:
                process.wait(wall_seconds)
            except subprocess.TimeoutExpired:
                raise _too_slow(wall_seconds) from None
            finally:
                process.kill()
        size = os.fstat(outbox.fileno()).st_size
        answer = mmap.mmap(outbox.fileno(), size, access=mmap.ACCESS_READ) if size else b""
        return process.returncode, answer


def _memory_file(label: str) -> IO[bytes]:
    if sys.platform != "linux":
        raise OSError("this platform has no files in memory")
    return os.fdopen(os.memfd_create(label), "r+b")


def _through_pipes(parts: Sequence[bytes], wall_seconds: float) -> tuple[int, Bytes]:
    """Hand the message over by standard input and take the answer from standard output."""
    with subprocess.Popen(  # noqa: S603 - a fixed command
        _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
    ) as process:
        try:
            answer, _ = process.communicate(b"".join(parts), wall_seconds)
        except subprocess.TimeoutExpired:
            raise _too_slow(wall_seconds) from None
        finally:
            process.kill()
    return process.returncode, answer


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
            f"the content is larger than the {limits.result_bytes // MEGABYTE:,} MB allowed; leave rows or columns out"
        )
    if code in {-signal.SIGKILL, -signal.SIGABRT}:
        return _too_large(limits)
    if code in {-signal.SIGSEGV, -signal.SIGBUS}:
        return Malformed("the file is damaged: it broke the reader; write or copy it again")
    return IntakeError(f"the reader ended without an answer (code {code}); save the file anew and try again")


def _failure(told: dict[str, Any], limits: Limits) -> IntakeError:
    if told["memory"]:
        return _too_large(limits)
    return IntakeError(
        f"the reader failed ({told['failed']} at {told['place']}); save the file anew, and report it if it stays so"
    )


def _with_unenforced(parsed: Parsed, unenforced: Sequence[str]) -> Parsed:
    if not unenforced:
        return parsed
    message = f"on this system no limit is in force on: {', '.join(unenforced)}"
    findings = (*parsed.report.findings, Finding(Severity.NOTE, message))
    return dataclasses.replace(parsed, report=dataclasses.replace(parsed.report, findings=findings))
