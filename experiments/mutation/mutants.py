"""The list of mutations, and where in the code each of them is made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTS = Path(__file__).resolve().parent / "lists"
CODE = ("core", "pages", "extensions")


class Gone(Exception):
    """The text of a mutation does not stand once in the code any more; the list has to follow the code."""


@dataclass(frozen=True)
class Mutant:
    """One change of the code.

    Parameters
    ----------
    file : str
        Where the text stood last, such as ``core/risk/suda.py``; it may have moved.
    before, after : str
        The text, which stands once in its file, and what takes its place.
    kind : str
        What goes wrong.
    """

    file: str
    before: str
    after: str
    kind: str

    @property
    def room(self) -> str:
        """The folder of tests that mirrors the code: ``risk``, ``pages`` ..."""
        first, second, *_ = self.file.split("/")
        return second if first == "core" else first

    def place(self, root: Path) -> Path:
        """Return the file in which the text stands now.

        Raises
        ------
        Gone
            It stands nowhere, or more than once.
        """
        named = root / self.file
        if named.is_file() and (times := named.read_text(encoding="utf-8").count(self.before)):
            if times > 1:
                raise Gone(f"{self.file}: {self.before!r} stands there {times} times; write more of its line")
            return named
        found = [p for p in sources(root) if p.read_text(encoding="utf-8").count(self.before) == 1]
        if len(found) != 1:
            raise Gone(f"{self.file}: {self.before!r} is gone; found in {[str(p.relative_to(root)) for p in found]}")
        return found[0]


def sources(root: Path) -> Iterator[Path]:
    """Yield the files of the code."""
    for folder in CODE:
        yield from sorted((root / folder).rglob("*.py"))


def mutants(*rooms: str) -> list[Mutant]:
    """Return all mutations, or those of some rooms."""
    tables = [tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted(LISTS.glob("*.toml"))]
    listed = [Mutant(**each) for table in tables for each in table["mutation"]]
    return [m for m in listed if not rooms or m.room in rooms]


def covering(mutant: Mutant, place: Path, root: Path) -> list[str]:
    """Return the test files of the mutation's room: those that speak of the module first, then all others."""
    module, stem = ".".join(place.relative_to(root).with_suffix("").parts), place.stem
    nearness = {}
    for path in sorted((root / "tests" / mutant.room).rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        nearness[path] = 0 if path.stem == f"test_{stem}" else 1 if module in text else 2 if stem in text else 3
    return [str(p) for p in sorted(nearness, key=lambda p: nearness[p])]
