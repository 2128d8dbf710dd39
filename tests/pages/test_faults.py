"""An unforeseen error: a plain sentence on the screen, a reference in the log, nothing of the data in either."""

import logging

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.faults import LOGGERS_WITH_TRACEBACKS, quiet_log

SECRET = "Jane Doe, 42, HIV"


def test_screen_names_a_reference_and_no_value(caplog: pytest.LogCaptureFixture) -> None:
    def script() -> None:
        from pages.components.faults import show_fault

        try:
            int("Jane Doe, 42, HIV")
        except ValueError as error:
            show_fault(error)

    app = AppTest.from_function(script, default_timeout=60)
    with caplog.at_level(logging.ERROR, "ru-map"):
        app.run()
    assert not app.exception
    shown = " ".join(m.value for m in (*app.markdown, *app.subheader, *app.caption))
    record = next(r for r in caplog.records if r.name == "ru-map")
    reference = record.getMessage().split()[1].rstrip(":")
    assert reference in shown
    assert "ValueError" in record.getMessage()
    assert "Jane" not in shown + record.getMessage()
    assert record.exc_info is None


@pytest.mark.parametrize("name", LOGGERS_WITH_TRACEBACKS)
def test_no_traceback_reaches_the_log(name: str) -> None:
    quiet_log()
    logger = logging.getLogger(name)
    kept: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kept.append(self.format(record))

    handler = Keep()
    logger.addHandler(handler)
    try:
        try:
            raise ValueError(SECRET)
        except ValueError:
            logger.exception("Uncaught app execution")
    finally:
        logger.removeHandler(handler)
    assert kept == ["Uncaught app execution: ValueError"]


def test_filters_are_added_once() -> None:
    quiet_log()
    quiet_log()
    for name in LOGGERS_WITH_TRACEBACKS:
        filters = [getattr(f, "__name__", "") for f in logging.getLogger(name).filters]
        assert filters.count("_without_message") == 1
