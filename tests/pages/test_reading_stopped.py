"""Reading ends where the page is stopped or left."""

import time

import pytest

from core.intake.process import GIVEN_UP
from pages.components.files import uploads
from pages.components.workspace import UploadedFile


class Stopped(BaseException):
    """As Streamlit ends a page."""


def test_a_page_that_is_stopped_ends_its_readers(monkeypatch):
    ended = []

    def until_given_up(file, original):
        ended.append(GIVEN_UP.get().wait(20))

    class Spot:
        def empty(self):
            raise Stopped

    monkeypatch.setattr(uploads, "read_one", until_given_up)
    monkeypatch.setattr(uploads, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(uploads.st, "empty", Spot)
    start = time.monotonic()
    with pytest.raises(Stopped):
        uploads.read_all([UploadedFile("a.csv"), UploadedFile("b.csv"), UploadedFile("c.csv")])
    assert ended == [True, True, True]
    assert time.monotonic() - start < 10
