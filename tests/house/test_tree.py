"""The house is as it is drawn, and no room is crowded."""

from __future__ import annotations

from tests.house.tree import CODE, ROOT, drawn, folders, purpose

MOST_FILES = 27
UNTELLING = {"utils", "util", "helpers", "common", "base", "misc"}


def test_the_tree_in_the_document_is_the_tree_on_disk() -> None:
    """``python -m tests.house.tree`` prints it anew."""
    document = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert "```\n" + "\n".join(drawn()) + "\n```" in document


def test_each_folder_says_what_it_is_for() -> None:
    assert [str(f.relative_to(ROOT)) for f in folders() if not purpose(f)] == []


def test_no_folder_is_crowded() -> None:
    counts = {str(f.relative_to(ROOT)): len(list(f.glob("*.py"))) for f in folders()}
    assert {name: n for name, n in counts.items() if n > MOST_FILES} == {}


def test_names_tell_what_is_inside() -> None:
    paths = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    assert [str(p.relative_to(ROOT)) for p in paths if p.stem in UNTELLING or p.parent.name in UNTELLING] == []


def test_every_folder_of_code_is_a_package() -> None:
    places = {path.parent for folder in CODE for path in (ROOT / folder).rglob("*.py")}
    assert sorted(str(p.relative_to(ROOT)) for p in places if not (p / "__init__.py").is_file()) == []
