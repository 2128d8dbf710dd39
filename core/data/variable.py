"""A variable: its level of measurement, its role in disclosure, its categories and missing codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.errors import CodebookError


class Level(StrEnum):
    """Level of measurement."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    CONTINUOUS = "continuous"


class Role(StrEnum):
    """What a variable is to an intruder and to an analyst."""

    KEY = "key"
    SENSITIVE = "sensitive"
    ANALYSIS = "analysis"
    WEIGHT = "weight"
    HOUSEHOLD = "household"
    CLUSTER = "cluster"
    STRATUM = "stratum"
    REPLICATE_WEIGHT = "replicate weight"
    IDENTIFIER = "identifier"
    EXCLUDED = "excluded"


COMPARED_ROLES = frozenset({Role.KEY, Role.SENSITIVE, Role.ANALYSIS})
"""Roles whose variables count in data utility (identifiers and what tells how records were drawn never do)."""


class Masking(StrEnum):
    """How a variable was masked, as the officer declares it."""

    RECODE = "recode"
    SUPPRESS = "suppress"
    NOISE = "noise"
    SWAP = "swap"
    PRAM = "pram"
    MICROAGGREGATE = "microaggregate"
    SAMPLE = "sample"
    SYNTHETIC = "synthetic"
    REMOVE = "remove"


class MarkedNumber(StrEnum):
    """What a number with a mark before it is, such as ``*1017``."""

    NUMBER = "number"
    MISSING = "missing"


@dataclass(frozen=True)
class Variable:
    """One variable of the original file.

    Parameters
    ----------
    name : str
        Its name in the file.
    level, role : Level, Role
        Level of measurement; role in disclosure.
    label : str
        What it means, for people.
    missing : tuple of str
        Codes that stand for a missing value, as labels (``number_label`` of numbers).
    order : tuple of str
        Categories of an ordinal variable, lowest first; empty: by number, band or alphabet.
    weight : float
        Its weight in GDU, not negative.
    reason : str
        Why level and role were proposed; empty where a person set them.

    Raises
    ------
    CodebookError
        A weight that is negative or no number; a category twice in ``order``.
    """

    name: str
    level: Level
    role: Role = Role.ANALYSIS
    label: str = ""
    missing: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    weight: float = 1.0
    reason: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.weight < float("inf"):
            raise CodebookError(f"variable {self.name!r}: weight must be 0 or a positive number, not {self.weight}")
        if len(set(self.order)) != len(self.order):
            raise CodebookError(f"variable {self.name!r}: 'order' names a category twice")
