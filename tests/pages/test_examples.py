"""The worked examples: their finished results are shared, and their files are made only when a page needs them."""

import pytest

from core.masking import example_notes


@pytest.mark.parametrize(("name", "files"), [("voters", 12), ("women", 12), ("synthetic", 4)])
def test_every_scenario_of_an_example_has_its_note(name: str, files: int) -> None:
    assert len(example_notes(name)) == files
    assert all(len(note) > 20 for note in example_notes(name).values())
