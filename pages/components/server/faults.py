"""The one place where an unforeseen error ends: a plain sentence and a reference on the screen, no data in the log."""

import logging
import secrets
import sys
import threading
import warnings
from types import TracebackType
from typing import Any, TextIO

import streamlit as st

from core.execution import UnforeseenError

log = logging.getLogger("ru-map")


def _kind(value: object) -> object:
    """Return the kind of an error in place of the error, whose words may quote the data."""
    return type(value).__name__ if isinstance(value, BaseException) else value


class QuietRecord(logging.LogRecord):
    """A record without traceback and without the words of errors: pandas and numpy quote cell values in them."""

    def __init__(self, *fields: Any, **named: Any) -> None:
        super().__init__(*fields, **named)
        if isinstance(self.args, tuple):
            self.args = tuple(_kind(a) for a in self.args)
        self.msg = _kind(self.msg)
        if self.exc_info:
            kind = self.exc_info[0]
            self.exc_info = None
            self.msg = f"{self.getMessage()}: {kind.__name__ if kind else 'error'}"
            self.args = ()


def quiet_log() -> None:
    """Keep messages and tracebacks of errors, which may quote the data, out of the server's log and its output."""
    logging.setLogRecordFactory(QuietRecord)
    sys.excepthook = _note
    threading.excepthook = lambda hook: _note(hook.exc_type, None, hook.exc_traceback)
    sys.unraisablehook = lambda hook: _note(hook.exc_type, None, hook.exc_traceback)
    warnings.showwarning = _note_warning


def _note(kind: type[BaseException], _error: BaseException | None, trace: TracebackType | None) -> None:
    log.error("%s at %s", kind.__name__, _place(trace))


def _note_warning(
    message: Warning | str,  # noqa: ARG001 - named as Python calls it; it may quote the data
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    log.warning("%s at %s:%s", category.__name__, filename.rsplit("/", 1)[-1], lineno)


def _kind_and_place(error: BaseException) -> str:
    if isinstance(error, UnforeseenError):  # of another process, which has told no more than this
        return str(error)
    return f"{type(error).__name__} at {_place(error.__traceback__)}"


def _place(trace: TracebackType | None) -> str:
    """Return file and line of the program where an error arose; never the message."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown place"
    return f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"


def show_fault(error: BaseException) -> bool:
    """Show that something went wrong, with a reference that the log has too; return true: it is dealt with."""
    reference = secrets.token_hex(4)
    log.error("reference %s: %s", reference, _kind_and_place(error))
    with st.container(key="card_fault"):
        st.subheader(":material/error: Something went wrong on this page", anchor=False)
        st.markdown(
            "The other pages and your files are as they were. Reload the page or go back one step; "
            f"if it happens again, report the reference **{reference}**."
        )
        st.caption("The server's log holds this reference and the kind of error, and nothing of your data.")
    return True
