"""An unforeseen error: a plain sentence on the screen, a reference in the log, nothing of the data in either."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.server.faults import QuietRecord

ROOT = Path(__file__).resolve().parents[2]
SECRET = "Jane Canary, 42, HIV"


@pytest.fixture
def quiet():
    """Log as the server does, and as before afterwards."""
    before = logging.getLogRecordFactory()
    logging.setLogRecordFactory(QuietRecord)
    yield
    logging.setLogRecordFactory(before)


def test_case_111_screen_names_a_reference_and_no_value(caplog: pytest.LogCaptureFixture) -> None:
    def script() -> None:
        from pages.components.server.faults import show_fault

        try:
            int("Jane Canary, 42, HIV")
        except ValueError as error:
            show_fault(error)

    app = AppTest.from_function(script, default_timeout=180)
    with caplog.at_level(logging.ERROR, "ru-map"):
        app.run()
    assert not app.exception
    shown = " ".join(m.value for m in (*app.markdown, *app.header, *app.subheader, *app.caption))
    record = next(r for r in caplog.records if r.name == "ru-map")
    reference = record.getMessage().split()[1].rstrip(":")
    assert reference in shown
    assert "ValueError" in record.getMessage()
    assert "Jane" not in shown + record.getMessage()
    assert record.exc_info is None


@pytest.mark.parametrize(
    "name",
    [
        "streamlit.error_util",
        "streamlit.runtime.scriptrunner.script_runner",
        "streamlit.runtime.backend_operation_handler",
        "uvicorn.error",
        "asyncio",
        "pandas.somewhere",
        "made.later",
    ],
)
def test_case_111_no_traceback_reaches_the_log(name: str, quiet: None, caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger(name).exception("Uncaught app execution")
    record = caplog.records[-1]
    assert logging.Formatter("%(message)s").format(record) == "Uncaught app execution: ValueError"


def test_case_111_an_error_given_as_part_of_a_message_is_named_by_its_kind(quiet, caplog) -> None:
    logging.getLogger("asyncio").warning("could not do %s: %s", "it", ValueError(SECRET))
    logging.getLogger("asyncio").error(KeyError(SECRET))
    assert [r.getMessage() for r in caplog.records] == ["could not do it: ValueError", "KeyError"]


SCRIPT = """
import logging, sys, threading, warnings
sys.path.insert(0, {root!r})
from pages.components.server.faults import quiet_log

quiet_log()
secret = "Jane Canary, 42, HIV"
warnings.simplefilter("always")
warnings.warn(secret)


class Dropped:
    def __del__(self):
        raise ValueError(secret)


def fail():
    raise ValueError(secret)


Dropped()
thread = threading.Thread(target=fail)
thread.start()
thread.join()
try:
    fail()
except ValueError:
    logging.getLogger("late").exception("in the log")
fail()
"""


@pytest.mark.slow
def test_case_111_nothing_that_goes_wrong_prints_a_value() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(root=str(ROOT))], capture_output=True, text=True, check=False, cwd=ROOT
    )
    written = done.stdout + done.stderr
    assert done.returncode == 1
    assert written.count("ValueError") == 4
    assert "UserWarning" in written
    assert "Canary" not in written
    assert "Traceback" not in written
