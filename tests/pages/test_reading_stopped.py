"""Reading ends where the page is stopped or left."""

import threading
import time
from contextlib import nullcontext

import pytest

from core.intake.process import WAITING
from pages.components.files import reading_stopped, uploads
from pages.components.workspace import UploadedFile


class Stopped(BaseException):
    """As Streamlit ends a page."""


def test_a_page_that_is_stopped_ends_its_readers(monkeypatch):
    ended = []

    def until_given_up(file, original):
        ended.append(WAITING.get().given_up.wait(20))

    class Spot:
        def container(self):
            raise Stopped

    monkeypatch.setattr(uploads, "read_one", until_given_up)
    monkeypatch.setattr(uploads, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(uploads.st, "empty", Spot)
    start = time.monotonic()
    with pytest.raises(Stopped):
        uploads.read_all([UploadedFile("a.csv"), UploadedFile("b.csv"), UploadedFile("c.csv")])
    assert ended == [True, True, True]
    assert time.monotonic() - start < 10


def test_in_the_place_of_the_reading_it_is_said_that_it_was_stopped(monkeypatch):
    """Streamlit ends whatever the page's own thread asks for once it was stopped: the words come from another one."""
    said = []

    class Spot:
        def container(self):
            return nullcontext()

        def warning(self, words):
            said.append((words, threading.current_thread() is threading.main_thread()))

    monkeypatch.setattr(reading_stopped.st, "empty", Spot)
    with pytest.raises(Stopped), reading_stopped.stop_said("a.csv"):
        raise Stopped
    with reading_stopped.stop_said("b.csv"):
        pass
    words = "Reading was stopped; nothing of a.csv was taken over. Choose it, and read it again."
    assert said == [(words, False)]
