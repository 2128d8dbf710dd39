"""Where a measure stands: its group among the cards, and its section on a page; what a card says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict


@dataclass(frozen=True)
class Group:
    """Measures that are looked up together.

    Parameters
    ----------
    title : str
    about : str
        What they are, in one sentence.
    per : str
        What one value of those that are not of the whole file is about; empty: a variable or a pair.
    risk : bool
    """

    title: str
    about: str
    per: str = ""
    risk: bool = False


@dataclass(frozen=True)
class PageSection:
    """One table of a page, with a column for each of its measures.

    Parameters
    ----------
    id, name : str
        Fixed id; heading in words.
    """

    id: str
    name: str


class CardTexts(TypedDict):
    """Traits that are texts of a card, where several measures have them or they stand apart for their length."""

    formula: str
    reading: str
    misleads: str
