"""A language for tests: every word that has been marked stands in brackets, so that what is not marked shows."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog

from tests.wording.template import words, write

OPEN, CLOSE = "⟦", "⟧"


def pseudo_translation(path: Path) -> Path:
    """Write the translation into the language of brackets."""
    catalog = Catalog(locale="en", project="R-U Map", charset="utf-8", fuzzy=False)
    for message in words():
        if isinstance(message.id, str) and message.id:
            catalog.add(message.id, _bracketed(message.id))
        elif message.id:
            catalog.add(message.id, tuple(_bracketed(one) for one in message.id))
    write(path, catalog)
    return path


def _bracketed(text: str) -> str:
    """Return a text in brackets, which leave a space at its ends, and so Markdown, as they are."""
    bare = text.strip()
    start = text[: len(text) - len(text.lstrip())]
    return f"{start}{OPEN}{bare}{CLOSE}{text[len(start) + len(bare) :]}"
