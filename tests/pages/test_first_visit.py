"""The first visit, empty pages and the worked example."""

import pytest

from pages.components.files import first_visit
from pages.components.server.settings import Settings

EMPTY = {
    "variables": "Go to Files",
    "run": "Go to Files",
    "compare": "Go to Files",
    "pairs": "Go to Files",
}


def test_first_visit_offers_two_ways_in(user) -> None:
    assert {"Open the worked example", "Use my files"} <= set(user.buttons())
    assert "memory; nothing of them is kept on a disk" in user.text()
    assert "in this server's memory only" in user.text()
    assert "Nothing leaves this server" in user.text()


def test_a_scratch_folder_is_said_and_when_it_is_emptied(user, monkeypatch) -> None:
    monkeypatch.setattr(first_visit, "settings", lambda: Settings(scratch="/srv/scratch"))
    assert "250 kB or more lies, in codes and numbers, in the server's scratch folder on a disk" in user.text()
    assert "erased with your work, when a file is replaced or taken out, when the server ends" in user.text()
    assert "nothing of them is kept on a disk" not in user.text()


@pytest.mark.parametrize("page", list(EMPTY))
def test_an_empty_page_says_what_is_missing_and_leads_there(user, page: str) -> None:
    user.go(page)
    assert EMPTY[page] in user.buttons()
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
    assert user.app.session_state["workspace"].comparison.original.rows == 6366


@pytest.mark.parametrize(
    "page", ["files", pytest.param("variables", marks=pytest.mark.slow), "run", "pairs", "methods"]
)
def test_every_page_shows_the_worked_example(reader_of_example, page: str) -> None:
    reader_of_example.go(page)
    assert len(reader_of_example.text()) > 200


def test_erasing_leads_back_to_the_first_visit(reader_of_example) -> None:
    user = reader_of_example
    user.erase()
    user.go("setup")
    assert "Open the worked example" in user.buttons()
    assert "workspace" not in user.app.session_state or user.app.session_state["workspace"].comparison is None
