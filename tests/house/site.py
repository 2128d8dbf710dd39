"""The built site asks no other host for anything; its links lead somewhere: ``python -m tests.house.site FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    "img": "src",
    "script": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "embed": "src",
    "link": "href",
}


class Page(HTMLParser):
    """What a page loads, links to, and can be linked at."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the places of one element."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.linked.append(given["href"])
        elif LOADED.get(tag) in given:
            self.loaded.append(given[LOADED[tag]])


def faults(folder: Path) -> Iterator[str]:
    """Yield what is loaded from elsewhere, or leads nowhere."""
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    if not pages:
        yield f"{folder}: there is no page"
    for path, page in pages.items():
        name = path.relative_to(folder).as_posix()
        yield from (f"{name}: loads {place}" for place in page.loaded if not _local(place))
        for place in [*page.loaded, *page.linked]:
            if _local(place) and not _leads(path, place, pages):
                yield f"{name}: {place} leads nowhere"
    for path in sorted(folder.rglob("*.css")):
        if "url(http" in path.read_text(encoding="utf-8").replace('"', "").replace("'", "").replace(
            "url(//", "url(http"
        ):
            yield f"{path.relative_to(folder).as_posix()}: loads from another host"


def _local(place: str) -> bool:
    parts = urlsplit(place)
    return not parts.netloc and parts.scheme in {"", "data"}


def _leads(path: Path, place: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(place)
    if parts.scheme == "data":
        return True
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target not in pages or anchor in pages[target].anchors


if __name__ == "__main__":
    faulty = list(faults(Path(sys.argv[1]).resolve()))
    sys.stderr.write("".join(f"{fault}\n" for fault in faulty))
    sys.exit(1 if faulty else 0)
