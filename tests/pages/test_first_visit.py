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


def test_worked_example_opens_its_map_at_once(reader_of_example) -> None:
    user = reader_of_example
    assert [t.value for t in user.app.title] == ["Compare"]
    assert user.app.get("plotly_chart")
    assert "Can go out" in user.text()


@pytest.mark.slow
def test_second_example_can_be_chosen(user) -> None:
    user.choose("example", "women")
    user.click("open_example")
    assert user.state["workspace"].comparison.original.rows == 6366


@pytest.mark.parametrize("page", [pytest.param("setup", marks=pytest.mark.slow), "what_is_lost", "laboratory"])
def test_every_page_shows_the_worked_example(reader_of_example, page: str) -> None:
    reader_of_example.go(page)
    assert len(reader_of_example.text()) > 200


def test_erasing_leads_back_to_the_first_visit(reader_of_example) -> None:
    user = reader_of_example
    user.erase()
    user.go("setup")
    assert "Open the worked example" in user.buttons()
    assert "workspace" not in user.state or user.state["workspace"].comparison is None
