"""The level of measurement that a column's values and name suggest, with the reason in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Level, number_label
from core.errors import PairingError
from core.pairing.coding.band_columns import open_ends
from core.pairing.coding.bands import assemble, parse_all
from core.pairing.coding.categories import order_categories
from core.pairing.coding.columns import NO_LABELS, listed, observed
from core.pairing.coding.missing_tokens import missing_tokens, sentinel_numbers
from core.pairing.proposals.labelled_levels import labelled_level, no_answer_codes
from core.pairing.proposals.names import nominal_word, ordered_word

MOST_ORDERED = 15
MOST_CODES = 20
FEW_FRACTIONS = 10
MANY_CATEGORIES = 50
FEW_TOKENS = 5


@dataclass(frozen=True)
class LevelProposal:
    """A proposed level with what goes with it, and why."""

    level: Level
    reason: str
    missing: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ColumnContent:
    """What a column holds, once missing codes are left out.

    Parameters
    ----------
    n : int
        Cells that hold a value.
    numbers : float64 array (n_numbers,)
        Distinct numbers, ascending.
    labels : tuple of str
        Distinct texts.
    missing : tuple of str
        Proposed missing codes.
    ends : tuple of str
        Texts that are open bands among numbers (``90+``).
    """

    n: int
    numbers: NDArray[np.float64]
    labels: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    ends: tuple[str, ...] = field(default=())

    @property
    def n_distinct(self) -> int:
        """Distinct values, of either kind."""
        return len(self.numbers) + len(self.labels)

    @property
    def is_numeric(self) -> bool:
        """Numbers, with a few texts among them at most."""
        return len(self.numbers) >= 2 and len(self.labels) <= min(FEW_TOKENS, len(self.numbers))

    @property
    def is_whole(self) -> bool:
        """All numbers are whole."""
        return bool((self.numbers == np.floor(self.numbers)).all())


def content(column: Column, n_records: int, declared: Collection[str] = ()) -> ColumnContent:
    """Return what a column holds, missing codes proposed and left out; ``declared`` ones are those the file names."""
    raw = observed(column, declared, n_records)
    tokens = missing_tokens(raw.labels)
    rest = observed(raw, tokens, n_records)
    distinct = rest.distinct_numbers()
    sentinels = sentinel_numbers(distinct)
    codes = tuple(number_label(value) for value in sentinels)
    rest = observed(rest, codes, n_records)
    distinct = distinct[~np.isin(distinct, sentinels)]
    n = int((~rest.is_empty()).sum())
    return ColumnContent(n, distinct, rest.labels, (*declared, *tokens, *codes), tuple(open_ends(rest)))


def propose_level(name: str, column: ColumnContent, labels: Mapping[str, str] = NO_LABELS) -> LevelProposal:
    """Propose a level of measurement.

    Parameters
    ----------
    name : str
        The variable's name.
    column : ColumnContent
        What its column holds.
    labels : mapping of str to str
        Value labels, where the file has them: code -> what it means.
    """
    if column.n_distinct <= 1:
        reason = "constant: one value in every record" if column.n_distinct else "no value in any record"
        return LevelProposal(Level.NOMINAL, reason, column.missing)
    column = _without_no_answers(column, labels)
    proposal = _of_labels(name, column, labels) or (
        _of_numbers(name, column) if column.is_numeric else _of_texts(column)
    )
    missing_too = f"; {listed(column.missing)} proposed as missing" if column.missing else ""
    order, reason = proposal.order, proposal.reason + missing_too
    if proposal.level is Level.CONTINUOUS:
        texts = tuple(label for label in column.labels if label not in column.ends)
        reason += f"; {listed(texts)} is no number: proposed as missing" if texts else ""
        return LevelProposal(proposal.level, reason, column.missing + texts)
    return LevelProposal(proposal.level, reason, column.missing, order)


def _without_no_answers(column: ColumnContent, labels: Mapping[str, str]) -> ColumnContent:
    """Return the content with labelled codes such as 98 "don't know" among unlabelled numbers as missing."""
    codes = no_answer_codes(column.numbers.tolist(), labels) if labels else ()
    if not codes:
        return column
    numbers = column.numbers[~np.isin(column.numbers, [float(code) for code in codes])]
    return replace(column, numbers=numbers, missing=column.missing + codes)


def _of_labels(name: str, column: ColumnContent, labels: Mapping[str, str]) -> LevelProposal | None:
    if not labels:
        return None
    codes = [*(number_label(value) for value in column.numbers.tolist()), *column.labels]
    proposed = labelled_level(name, codes, labels)
    return None if proposed is None else LevelProposal(*proposed)


def _of_numbers(name: str, column: ColumnContent) -> LevelProposal:
    n_numbers = len(column.numbers)
    if column.ends:
        return LevelProposal(Level.CONTINUOUS, f"numbers with an open end ({listed(column.ends)})")
    if column.is_whole and n_numbers == 2:
        return LevelProposal(Level.NOMINAL, "two codes" + _beside(column))
    word = nominal_word(name, few=n_numbers <= MOST_CODES)
    if word is not None and column.is_whole:
        return LevelProposal(
            Level.NOMINAL, f"{word!r} names categories without order" + _beside(column) + _many(n_numbers)
        )
    few = n_numbers <= MOST_ORDERED and 2 * n_numbers <= column.n
    if few and column.is_whole:
        return _few_whole_numbers(name, column)
    if few and n_numbers <= FEW_FRACTIONS:
        return LevelProposal(Level.ORDINAL, f"{n_numbers} different numbers only", order=_order(column))
    return LevelProposal(Level.CONTINUOUS, f"{n_numbers} different numbers")


def _few_whole_numbers(name: str, column: ColumnContent) -> LevelProposal:
    n_numbers = len(column.numbers)
    span = f"{column.numbers[0]:g} to {column.numbers[-1]:g}"
    if not _has_gaps(column):
        reason = f"{n_numbers} whole numbers without gaps ({span})"
        return LevelProposal(Level.ORDINAL, reason + _beside(column, ordinal=True), order=_order(column))
    word = ordered_word(name)
    if word is not None:
        reason = f"{n_numbers} whole numbers ({span}), and {word!r} names something in order"
        return LevelProposal(Level.ORDINAL, reason + _beside(column, ordinal=True), order=_order(column))
    return LevelProposal(Level.NOMINAL, f"{n_numbers} whole-number codes with gaps between them" + _beside(column))


def _has_gaps(column: ColumnContent) -> bool:
    return bool((np.diff(column.numbers) != 1).any())


def _beside(column: ColumnContent, *, ordinal: bool = False) -> str:
    if not column.labels:
        return ""
    lowest = ", put lowest: please confirm" if ordinal else ""
    return f"; {listed(column.labels)} kept as a category{lowest}"


def _order(column: ColumnContent) -> tuple[str, ...]:
    """Return the order where it is not that of the numbers alone, so that it can be seen and edited."""
    if not column.labels:
        return ()
    numbers = [number_label(value) for value in column.numbers.tolist()]
    return order_categories([*column.labels, *numbers], Level.ORDINAL)


def _of_texts(column: ColumnContent) -> LevelProposal:
    labels = (*column.labels, *(number_label(value) for value in column.numbers.tolist()))
    bands = parse_all(column.labels)
    if bands is not None and not len(column.numbers):
        try:
            assemble(bands, whole=True)
        except PairingError:
            pass
        else:
            return LevelProposal(Level.ORDINAL, f"{len(labels)} bands, ordered by their lower ends")
    return LevelProposal(Level.NOMINAL, f"{len(labels)} categories{_many(len(labels))}")


def _many(n_categories: int) -> str:
    return f" (more than {MANY_CATEGORIES}: check that it is no identifier)" if n_categories > MANY_CATEGORIES else ""
