"""Erasing everything: asked first, named, and said when it is done."""

from dataclasses import replace

import pytest

from pages.components.erasing import what_goes
from pages.components.workspace import KEY, UploadedFile, Workspace


@pytest.mark.slow
def test_erasing_asks_first_and_says_when_it_is_done_and_what_is_gone(reader_of_example) -> None:
    user = reader_of_example
    assert "Save" in [b.label for b in user.app.get("download_button")]
    user.click("erase")
    assert user.state[KEY].comparison is not None
    assert "the worked example" in user.text()
    assert "It cannot be undone" in user.text()
    user.click("erase_kept")
    assert user.state[KEY].comparison is not None
    user.erase()
    assert "Everything is erased: 1 tab with its settings and notes; the worked example" in user.text()
    assert user.state[KEY] == Workspace()
    user.run()
    assert "Everything is erased" not in user.text()
    user.go("setup")
    assert "Open the worked example" in user.buttons()


def test_what_goes_is_counted_over_all_tabs() -> None:
    one = Workspace(original=UploadedFile("a.csv"), masked=(UploadedFile("b.csv"), UploadedFile("c.csv")))
    assert what_goes((one, replace(one, masked=()))) == [
        "2 tabs with their settings and notes",
        "4 files that were brought in",
    ]
