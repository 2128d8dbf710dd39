"""What the records of a masked file are to those of the original, as the two files themselves show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RelationKind(StrEnum):
    """What the records of a masked file are to those of the original."""

    IDENTICAL = "identical"
    """The original's records in whatever order or format: nothing is masked."""
    SAME_ORDER = "same order"
    """The same people, in the original's order."""
    LINKED = "linked"
    """The same people, found by an identifier that both files have."""
    PART = "part"
    """Some of the original's records, or all of them with some variables left out; else unchanged."""
    OTHER_PEOPLE = "other people"
    """The same variables of other people."""
    OTHER_SURVEY = "other survey"
    """Other variables, or other values: nothing to compare."""
    UNCLEAR = "unclear"
    """The files do not tell: perturbed and in another order, synthetic, or too few different records."""


@dataclass(frozen=True)
class Relation:
    """What the records of a masked file are to those of the original.

    Parameters
    ----------
    kind : RelationKind
    evidence : str
        What shows it, a sentence with figures.
    link : str or None
        Proposed link: "row", the name of an identifier variable, or "none" where there is nothing to link by;
        None: a person must say.
    """

    kind: RelationKind
    evidence: str
    link: str | None = None
