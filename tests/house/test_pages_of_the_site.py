"""The site of the documentation: its menu names every page, and every link of a page leads somewhere."""

import re
from pathlib import Path

import pytest

from tests.house.site import faults
from tests.house.tree import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"(?<!`)\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.M | re.S)


def in_the_menu() -> set[str]:
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", (DOCS / "index.md").read_text(encoding="utf-8"), re.M | re.S)
    lines = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    return {re.sub(r"^.*<(.*)>$", r"\1", line) for line in lines}


def anchors(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.is_file() and (not anchor or anchor in anchors(target))


def test_the_menu_names_every_page():
    assert in_the_menu() | {"index"} == {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page):
    links = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    inside = [link for link in links if not re.match(r"https?://|mailto:", link)]
    assert [link for link in inside if not leads_somewhere(page, link)] == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('<script src="https://cdn.example/a.js"></script>', "a.html: loads https://cdn.example/a.js"),
        ('<link rel="stylesheet" href="//fonts.example/a.css">', "a.html: loads //fonts.example/a.css"),
        ('<a href="b.html">b</a>', "a.html: b.html leads nowhere"),
        ('<a href="#there">b</a>', "a.html: #there leads nowhere"),
    ],
)
def test_a_built_page_that_asks_another_host_or_leads_nowhere_is_named(written, said, tmp_path):
    (tmp_path / "a.html").write_text(
        f'<h1 id="here">A</h1><a href="#here">b</a><a href="https://x.example">x</a>{written}'
    )
    assert list(faults(tmp_path)) == [said]


def test_styles_that_ask_another_host_are_named(tmp_path):
    (tmp_path / "a.html").write_text("<p>A</p>")
    (tmp_path / "a.css").write_text('@font-face { src: url("https://fonts.example/a.woff2") }')
    assert list(faults(tmp_path)) == ["a.css: loads from another host"]
