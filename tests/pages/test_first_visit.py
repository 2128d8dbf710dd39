"""The first visit, empty pages and the worked example."""

import pytest

from pages.components.server.settings import Settings
from pages.components.setup import ways_in

EMPTY = ["compare", "what_is_lost"]


def test_the_first_visit_offers_every_way_in(user) -> None:
    assert "Open the worked example" in user.buttons()
    labels = {uploader.label for uploader in user.app.file_uploader}
    assert labels == {"Original file", "Masked files", "Open a saved project"}
    assert "memory; nothing of them is kept on a disk" in user.text()
    assert "in this server's memory only" in user.text()
    assert "Nothing leaves this server" in user.text()


def test_a_scratch_folder_is_said(user, monkeypatch) -> None:
    monkeypatch.setattr(ways_in, "settings", lambda: Settings(scratch="/srv/scratch"))
    assert "columns of 250 kB or more in its scratch folder on a disk" in user.text()
    assert "nothing of them is kept on a disk" not in user.text()


@pytest.mark.parametrize("page", EMPTY)
def test_an_empty_page_says_what_is_missing_and_leads_there(user, page: str) -> None:
    user.go(page)
    assert "Go to Set up" in user.buttons()
    assert not user.app.dataframe


@pytest.mark.slow
def test_second_example_can_be_chosen(user) -> None:
    user.choose("example", "women")
    user.click("open_example")
    assert user.state["workspace"].comparison.original.rows == 6366
