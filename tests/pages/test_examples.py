"""The worked examples: their finished results are shared, and their files are made only when a page needs them."""

import pytest

from core.masking import WORKED_EXAMPLES, example_notes
from pages.components import workspace


@pytest.mark.slow
def test_the_map_of_an_example_is_drawn_without_making_its_files(user, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(name: str) -> None:
        raise AssertionError(f"the files of {name} were made")

    monkeypatch.setitem(WORKED_EXAMPLES, "voters", lambda: made("voters"))
    workspace.worked_example.clear()
    user.click("open_example")
    assert [t.value for t in user.app.title] == ["Risk-utility map"]
    assert user.app.get("plotly_chart")


@pytest.mark.parametrize(("name", "files"), [("voters", 12), ("women", 12), ("synthetic", 4)])
def test_every_scenario_of_an_example_has_its_note(name: str, files: int) -> None:
    assert len(example_notes(name)) == files
    assert all(len(note) > 20 for note in example_notes(name).values())
