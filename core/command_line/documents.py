"""Standard output kept for documents: what others print, such as a measure of another package, is no part of them."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any


@contextmanager
def documents_alone() -> Iterator[None]:
    """Let bytes through to standard output; what is printed meanwhile goes to standard error."""
    with redirect_stdout(_Documents(sys.stdout)):
        yield


class _Documents(io.TextIOBase):
    def __init__(self, out: Any) -> None:
        self._out, self.buffer = out, out.buffer

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        self._out.flush()

    def isatty(self) -> bool:
        return bool(self._out.isatty())

    def fileno(self) -> int:
        return int(self._out.fileno())
