"""When a value of the masked file is a value of the original: the one rule, whatever the two were written with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from core.data import Column, length
from core.pairing.coding.columns import listed, number_of, numeric_text, with_numbers
from core.pairing.coding.near_numbers import nearest_numbers
from core.pairing.coding.spelling import MOST_CATEGORIES, same_categories
from core.pairing.coding.value_labels import relabelled
from core.wording import first_of

MOST_SHOWN = 4


def same_notation(original: Column, masked: Column, *, digits: bool = True) -> tuple[Column, Column, tuple[str, ...]]:
    """Return both columns with the values of the one file as the other writes them.

    ``01`` of the one file is the number 1 where the other writes numbers; a masked category that differs in spelling
    only is the original's (`same_categories`); a number that was stored or written with fewer digits is the original's
    (`nearest_numbers`).

    Parameters
    ----------
    original, masked : Column
        Without missing codes.
    digits : bool
        Whether numbers with other digits may be the same; else numbers are what they are.

    Returns
    -------
    original, masked : Column
    flags : tuple of str
        What was taken for the same, and what was kept apart because it is not one to one.
    """
    original, masked, flags = _same_numbers_as_text(original, masked)
    masked, spelled = _same_spelling(original, masked)
    masked, rounded = _same_digits(original, masked) if digits else (masked, ())
    return original, masked, (*flags, *spelled, *rounded)


def _same_numbers_as_text(original: Column, masked: Column) -> tuple[Column, Column, tuple[str, ...]]:
    in_original, in_masked = numeric_text(original, masked), numeric_text(masked, original)
    text = in_original | in_masked
    flags: tuple[str, ...] = (f"{listed(text)}: text of one file read as the numbers of the other",) if text else ()
    for kept, file, other in ((original, "original", masked), (masked, "masked file", original)):
        apart = () if text else _merging_codes(kept, other)
        if apart:
            flags += (f"{listed(apart)}: kept as written in the {file}, numbers in the other: read both files alike",)
    return with_numbers(original, in_original), with_numbers(masked, in_masked), flags


def _merging_codes(column: Column, other: Column) -> tuple[str, ...]:
    """Return texts of which several are one number (10.1 and 10.10), where the other file holds them as numbers."""
    if not other.is_number().any() or any(number_of(label) is not None for label in other.labels):
        return ()
    values = {label: value for label in column.labels if (value := number_of(label)) is not None}
    if len(set(values.values())) == len(values):
        return ()
    times = Counter(values.values())
    return tuple(label for label, value in values.items() if times[value] > 1)


def _same_spelling(original: Column, masked: Column) -> tuple[Column, tuple[str, ...]]:
    if (not original.labels and not masked.labels) or original.labels == masked.labels:
        return masked, ()
    names, doubtful = same_categories(_categories(original), _categories(masked))
    names = {theirs: ours for theirs, ours in names.items() if theirs != ours}
    flags: tuple[str, ...] = (f"{pairs_of(names)}: the same, written otherwise",) if names else ()
    if doubtful:
        flags += (
            f"{listed(doubtful)}: like a category of the original but for the spelling, which distinguishes categories "
            "of one of the files; kept as two: declare the recode (map) where they are the same",
        )
    return (relabelled(masked, names) if names else masked), flags


def _categories(column: Column) -> tuple[str, ...]:
    """Return the categories of a column; its texts alone where its numbers are too many to be categories."""
    few = column.number_store is None or len(column.distinct_numbers()) <= MOST_CATEGORIES
    return column.category_store()[1] if few else column.labels


def pairs_of(names: Mapping[str, str]) -> str:
    """Write which masked category is which of the original's."""
    return first_of([f"{theirs!r} is {ours!r}" for theirs, ours in sorted(names.items())], MOST_SHOWN)


def _same_digits(original: Column, masked: Column) -> tuple[Column, tuple[str, ...]]:
    """Return the masked column with numbers of fewer digits as the original's; every number has one, or all stay."""
    own, other = original.number_store, masked.number_store
    if own is None or other is None or not length(own) or not length(other):
        return masked, ()
    theirs = masked.distinct_numbers()
    same = nearest_numbers(original.distinct_numbers(), theirs)
    if same is None:
        return masked, ()
    numbers = masked.number_cells()
    places = np.minimum(np.searchsorted(theirs, numbers), len(theirs) - 1)
    exact = np.where(np.isnan(numbers), np.nan, same[places])
    changed = int((same != theirs).sum())
    flag = (
        f"{changed:,} different numbers are the original's, stored or written with other digits: compared as the same"
    )
    return Column.of(exact, masked.code_store, masked.labels).packed(), (flag,)
