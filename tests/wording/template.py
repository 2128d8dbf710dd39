"""The list of all words that can be translated: ``python -m tests.wording.template`` writes it anew."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from core.assessment.plan import PARAMETERS
from core.views.methods.measure_cards import settings_of

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "assets" / "translation" / "ru-map.pot"
MARKS = {"_": None, "counted": (2, 3), "ngettext": (1, 2)}
SOURCES = (("python", "app.py"), ("python", "pages"), ("python", "core"), ("jinja2.ext:babel_extract", "assets/report"))
EMPTY_HEADS = tuple(f'"{head}' for head in ("POT-Creation-Date", "PO-Revision-Date", "Report-Msgid-Bugs-To", "Last-Tr"))
HEAD = """\
# Words of R-U Map that people read.
# A translation is a copy of this file, filled in and saved as UTF-8 with the ending .po; RUMAP_TRANSLATION names it.
# What stands in braces is filled in by the program and stays as it is; so do ** and :words: between colons.
#"""


def words() -> Catalog:
    """Return all marked words of the program, with the files in which they stand."""
    catalog = Catalog(project="R-U Map", header_comment=HEAD, charset="utf-8", fuzzy=False)
    for method, place in SOURCES:
        for path in _files(ROOT / place, "*.py" if method == "python" else "*.html"):
            for _line, message, _comments, _context in extract_from_file(method, path, MARKS):
                catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for family in PARAMETERS:
        for setting in settings_of(family):
            catalog.add(setting.about, locations=[("core/views/methods/measure_cards.py", 0)])
    for found in catalog:
        found.flags.discard("python-format")  # a percent sign is a percent sign here
    return catalog


def _files(place: Path, pattern: str) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob(pattern))


def ids(catalog: Catalog) -> set[tuple[str, ...]]:
    """Return the English words of a list; those with a plural as two."""
    return {(m.id,) if isinstance(m.id, str) else tuple(m.id) for m in catalog if m.id}


def stored() -> Catalog:
    """Return the list as it is shipped."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def write(path: Path, catalog: Catalog) -> None:
    """Write a list, without dates, people and line numbers: they would change every day."""
    text = io.BytesIO()
    write_po(text, catalog, include_lineno=False, sort_output=True, width=110)
    lines = [x for x in text.getvalue().decode().splitlines(keepends=True) if not x.startswith(EMPTY_HEADS)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    found = words()
    write(TEMPLATE, found)
    sys.stdout.write(f"{len(ids(found)):,} words and sentences\n")
