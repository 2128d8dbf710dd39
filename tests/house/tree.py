"""The tree of the code as docs/architecture.md draws it: ``python -m tests.house.tree`` prints it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("core", "extensions/archive/ru_map_archive", "pages", "rumap")
WIDTH = 28
"""Columns before the line that says what a folder is for."""


def folders() -> list[Path]:
    """Return the packages of the code, each before those inside it."""
    return sorted(init.parent for folder in CODE for init in (ROOT / folder).rglob("__init__.py"))


def purpose(folder: Path) -> str:
    """Return the first line of a package's docstring."""
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


def drawn() -> Iterator[str]:
    """Yield a line a folder: its name, indented by its depth, and what it is for."""
    for folder in folders():
        root = next(ROOT / code for code in CODE if folder.is_relative_to(ROOT / code))
        depth = len(folder.relative_to(root).parts)
        yield f"{'  ' * depth}{folder.name}/".ljust(WIDTH) + purpose(folder)


if __name__ == "__main__":
    sys.stdout.write("\n".join(drawn()) + "\n")
