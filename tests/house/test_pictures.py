"""Pictures of the documentation: what is named exists, and no picture is of a page that is gone."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import MENU
from tests.browser.screens import FIRST_VISIT, ON_THE_README, slug

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "docs/screens"
TEXTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_picture_that_is_named_exists(text: Path) -> None:
    named = re.findall(r"\(([^)\s]+\.(?:png|svg))\)", text.read_text(encoding="utf-8"))
    assert [name for name in named if not (text.parent / name).is_file()] == []


def test_every_picture_is_of_a_page_of_the_menu() -> None:
    drawn = {path.stem.rsplit("-", 2)[0] for path in SCREENS.glob("*.png")}
    assert drawn == {FIRST_VISIT, *map(slug, MENU)}
    assert set(ON_THE_README) <= set(MENU)
    assert {path.stem for path in (ROOT / "docs/images").glob("*.png")} == set(ON_THE_README.values())
