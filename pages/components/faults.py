"""The one place where an unforeseen error ends: a plain sentence and a reference on the screen, no data in the log."""

from __future__ import annotations

import logging
import secrets

import streamlit as st

log = logging.getLogger("ru-map")

LOGGERS_WITH_TRACEBACKS = (
    "streamlit.error_util",
    "streamlit.runtime.app_session",
    "streamlit.runtime.scriptrunner.script_runner",
    "uvicorn.error",
    "asyncio",
)


def _without_message(record: logging.LogRecord) -> bool:
    """Drop the traceback of a record: the messages of pandas and numpy quote cell values."""
    if record.exc_info:
        kind = record.exc_info[0]
        record.exc_info = None
        record.exc_text = None
        record.msg, record.args = "%s: %s", (record.getMessage(), kind.__name__ if kind else "error")
    return True


def quiet_log() -> None:
    """Keep messages and tracebacks of errors, which may quote the data, out of the server's log."""
    for name in LOGGERS_WITH_TRACEBACKS:
        logger = logging.getLogger(name)
        if _without_message not in logger.filters:
            logger.addFilter(_without_message)


def _place(error: BaseException) -> str:
    """Return file and line of the program where the error arose; never the message."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown place"
    return f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"


def show_fault(error: BaseException) -> bool:
    """Show that something went wrong, with a reference that the log has too; return true: it is dealt with."""
    reference = secrets.token_hex(4)
    log.error("reference %s: %s at %s", reference, type(error).__name__, _place(error))
    with st.container(key="card_fault"):
        st.subheader(":material/error: Something went wrong on this page", anchor=False)
        st.markdown(
            "The other pages and your files are as they were. Reload the page or go back one step; "
            f"if it happens again, report the reference **{reference}**."
        )
        st.caption("The server's log holds this reference and the kind of error, and nothing of your data.")
    return True
