"""A report before it has a format: sections of paragraphs, tables and figures.

Texts are bare: every format escapes them in its own way. Characters that nobody sees or that turn the
reading direction are written out, so that a name looks like what it is in each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.wording import written_out

UNDATED = "1980-01-01"
CONFIDENTIAL = "Confidential: for entitled staff only"


class Kind(StrEnum):
    """For whom a report is."""

    INTERNAL = "internal"
    SHAREABLE = "shareable"


class Tone(StrEnum):
    """How much a paragraph asks of a reader."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"


def _visible_inside(content: Any) -> Any:
    """Return a figure with every text in it written out."""
    if isinstance(content, str):
        return written_out(content)
    if isinstance(content, Mapping):
        return {name: _visible_inside(value) for name, value in content.items()}
    return [_visible_inside(value) for value in content] if isinstance(content, list) else content


@dataclass(frozen=True)
class Cell:
    """One cell of a table: as it is read, and its number where it is one."""

    text: str
    number: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", written_out(self.text))


@dataclass(frozen=True)
class Paragraph:
    """Sentences that belong together."""

    text: str
    tone: Tone = Tone.PLAIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", written_out(self.text))


@dataclass(frozen=True)
class Table:
    """A table.

    Parameters
    ----------
    title : str
    columns : tuple of str
    rows : tuple of tuple of Cell
        All as long as ``columns``.
    note : str
        How to read it; may be empty.

    Raises
    ------
    ValueError
        A row with another length than the head.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"{self.title}: a row has another length than the head")
        object.__setattr__(self, "title", written_out(self.title))
        object.__setattr__(self, "columns", tuple(written_out(c) for c in self.columns))
        object.__setattr__(self, "note", written_out(self.note))

    def numeric(self) -> tuple[bool, ...]:
        """Return for every column whether it holds numbers."""
        return tuple(any(row[i].number is not None for row in self.rows) for i in range(len(self.columns)))


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure.

    Parameters
    ----------
    name : str
        Short, of letters and underscores; the stem of its file.
    title : str
    spec : mapping
        A plotly figure as JSON-ready mappings.
    alt : str
        What it shows, for those who cannot see it.
    """

    name: str
    title: str
    spec: Mapping[str, Any]
    alt: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", written_out(self.title))
        object.__setattr__(self, "alt", written_out(self.alt))
        object.__setattr__(self, "spec", _visible_inside(self.spec))

    @property
    def height(self) -> int:
        """Pixels."""
        return int(self.spec.get("layout", {}).get("height") or 420)


Block = Paragraph | Table | Figure


@dataclass(frozen=True, eq=False)
class Section:
    """A part of a report; its title is a statement. ``new_page``: it and what follows are on pages of their own."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", written_out(self.title))


@dataclass(frozen=True, eq=False)
class Report:
    """A whole report.

    Parameters
    ----------
    kind : Kind
    title, subtitle : str
    mark : str
        Stands on every page.
    sections : tuple of Section
    dated : str
        ISO date for the properties of documents that must have one: of the last signature, ``UNDATED`` without one.
        Not the clock's: the same input gives the same bytes.
    """

    kind: Kind
    title: str
    subtitle: str
    mark: str
    sections: tuple[Section, ...]
    dated: str = UNDATED

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", written_out(self.title))
        object.__setattr__(self, "subtitle", written_out(self.subtitle))

    def figures(self) -> Iterator[Figure]:
        """Yield the figures in their order."""
        for section in self.sections:
            yield from (b for b in section.blocks if isinstance(b, Figure))
