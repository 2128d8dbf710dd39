"""The role in disclosure that a variable's name and values suggest, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.data import Level, Role
from core.pairing.proposals.levels import ColumnContent, LevelProposal
from core.pairing.proposals.names import (
    cluster_word,
    household_word,
    identifier_word,
    is_weight_letters,
    key_word,
    no_sampling_weight,
    personal_word,
    sensitive_word,
    stratum_word,
    weight_word,
    words,
)

FEWEST_FOR_SERIAL = 50
FEW_VALUES = 20
LONGEST_LABEL = 6
"""Words of a variable's label that are read."""
SPARSE_SERIAL = 100
"""Serial numbers lie close: a range of more than this many times the records speaks for amounts."""
UNEVEN_SERIAL = 2.0
"""Serial numbers, and samples of them, are spread evenly: largest distance from that, times the root of n."""


@dataclass(frozen=True)
class RoleProposal:
    """A proposed role, the level that goes with it, and why."""

    role: Role
    level: Level
    reason: str


def propose_role(name: str, column: ColumnContent, level: LevelProposal, label: str = "") -> RoleProposal:
    """Propose a role.

    Parameters
    ----------
    name : str
        The variable's name.
    column : ColumnContent
        What its column holds.
    level : LevelProposal
        As proposed; a weight is continuous, household numbers and identifiers are nominal.
    label : str
        The variable's label, where the file has one; asked where the name says nothing, and short: a long one is
        the question that was put, and may mention anything.
    """
    structural = _structural(name, column, level.level)
    if structural is not None and not (structural.role is Role.WEIGHT and no_sampling_weight(label)):
        return structural
    in_label = label if len(label.split()) <= LONGEST_LABEL else ""
    drawn = _of_design(in_label, column)
    if drawn is not None:
        return RoleProposal(drawn.role, drawn.level, f"in the label {label!r}, {drawn.reason}")
    if "identifier" in words(in_label) and column.n_distinct == column.n >= FEWEST_FOR_SERIAL:
        reason = f"in the label {label!r}, 'identifier', and every record has another value"
        return RoleProposal(Role.IDENTIFIER, Level.NOMINAL, reason)
    by_name = _by_words(name, column, level)
    if by_name.role is not Role.ANALYSIS or not in_label:
        return by_name
    by_label = _by_words(label, column, level)
    reason = f"in the label {label!r}, {by_label.reason}" if by_label.reason else ""
    return RoleProposal(by_label.role, by_label.level, reason)


def _by_words(name: str, column: ColumnContent, level: LevelProposal) -> RoleProposal:
    word = sensitive_word(name)
    if word is not None:
        return RoleProposal(Role.SENSITIVE, level.level, f"{word!r} names something sensitive")
    word = key_word(name)
    if word is not None and column.n_distinct > 1:
        return RoleProposal(Role.KEY, level.level, f"{word!r} names something that an intruder may know")
    return RoleProposal(Role.ANALYSIS, level.level, "")


def _structural(name: str, column: ColumnContent, level: Level) -> RoleProposal | None:
    """Return the roles that keep a variable out of the comparison; None where it takes part."""
    word = weight_word(name)
    if word is not None and _is_weight(column, short=is_weight_letters(word)):
        return RoleProposal(Role.WEIGHT, Level.CONTINUOUS, f"{word!r} names a weight, and no value is negative")
    drawn = _of_design(name, column)
    if drawn is not None:
        return drawn
    word = household_word(name)
    if word is not None and FEW_VALUES < column.n_distinct < column.n:
        reason = f"{word!r} names a household number, and {column.n_distinct} values repeat over {column.n} records"
        return RoleProposal(Role.HOUSEHOLD, Level.NOMINAL, reason)
    return _identifier(name, column, level)


def _of_design(name: str, column: ColumnContent) -> RoleProposal | None:
    """Return cluster or stratum where a name or label says so and the values repeat."""
    if not 1 < column.n_distinct <= column.n / 2:
        return None
    repeats = f"and {column.n_distinct} values repeat over {column.n} records: please confirm"
    word = stratum_word(name)
    if word is not None:
        return RoleProposal(Role.STRATUM, Level.NOMINAL, f"{word!r} names a stratum of the sample, {repeats}")
    word = cluster_word(name)
    if word is not None:
        return RoleProposal(Role.CLUSTER, Level.NOMINAL, f"{word!r} names the units drawn first, {repeats}")
    return None


def _is_weight(column: ColumnContent, *, short: bool) -> bool:
    """Whether numbers may be weights; after a name of a letter or two only those with fractions, which codes lack."""
    positive = len(column.numbers) > 0 and not column.labels and column.numbers[0] >= 0 and column.numbers[-1] > 0
    return positive and not _is_serial(column) and not _are_codes(column) and not (short and column.is_whole)


def _are_codes(column: ColumnContent) -> bool:
    """Whether a few whole numbers follow each other from 0 or 1 on, as codes of categories do."""
    n, first = len(column.numbers), column.numbers[0]
    return bool(1 < n <= FEW_VALUES and first in (0, 1) and column.is_whole and column.numbers[-1] == first + n - 1)


def _identifier(name: str, column: ColumnContent, level: Level) -> RoleProposal | None:
    mostly_different = 2 * column.n_distinct > column.n and column.n_distinct > FEW_VALUES
    word = personal_word(name) or (identifier_word(name) if mostly_different else None)
    if word is not None:
        return RoleProposal(Role.IDENTIFIER, Level.NOMINAL, f"{word!r} names a direct identifier")
    if not mostly_different or sensitive_word(name) is not None:
        return None
    if level is not Level.CONTINUOUS:
        share = f"{column.n_distinct} different values in {column.n} records: like an identifier"
        every = column.n_distinct == column.n
        return RoleProposal(Role.IDENTIFIER if every else Role.EXCLUDED, Level.NOMINAL, share)
    if _is_serial(column):
        return RoleProposal(Role.IDENTIFIER, Level.NOMINAL, "a different whole number in every record")
    return None


def _is_serial(column: ColumnContent) -> bool:
    if column.labels or column.n_distinct != column.n or column.n < FEWEST_FOR_SERIAL or not column.is_whole:
        return False
    span = column.numbers[-1] - column.numbers[0]
    uneven = np.abs((column.numbers - column.numbers[0]) / span - np.linspace(0, 1, column.n)).max()
    return bool(span < SPARSE_SERIAL * column.n and uneven * np.sqrt(column.n) < UNEVEN_SERIAL)
