"""Categories: their order, and columns coded into them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from core.data import Coded, Column, Level, Store, Variable, codes_among, codes_counted, mapped_codes, no_numbers
from core.pairing.coding.bands import lower_bounds
from core.pairing.coding.columns import label_key, number_of


def order_categories(labels: Collection[str], level: Level, order: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the labels in the order of their codes.

    Parameters
    ----------
    labels : collection of str
    level : Level
        Nominal: numbers ascending, then texts by alphabet; of no meaning, but the same whatever the records' order.
        Ordinal: as ``order`` says; what it does not name follows in the order of bands (by lower end), of numbers
        (texts such as "N" lowest), or of the alphabet.
    order : sequence of str
        Lowest first.
    """
    distinct = set(labels)
    named = tuple(label for label in dict.fromkeys(order) if label in distinct)
    rest = distinct.difference(named)
    if level is Level.NOMINAL:
        return tuple(sorted(distinct, key=label_key))
    ends = lower_bounds(sorted(rest))
    if ends is not None:
        return named + tuple(sorted(rest, key=lambda label: (ends[label], label)))
    return named + tuple(sorted(rest, key=_texts_first))


def _texts_first(label: str) -> tuple[bool, float, str]:
    value = number_of(label)
    return (False, 0.0, label) if value is None else (True, value, label)


def recode_codes(codes: Store, labels: Sequence[str], categories: Sequence[str]) -> Store:
    """Return codes into ``categories`` for codes into ``labels``; -1 stays -1."""
    index = {label: code for code, label in enumerate(categories)}
    return mapped_codes(codes, np.array([index[label] for label in labels] + [-1], dtype=np.int32))


def occurring(coded: Coded) -> set[str]:
    """Return the categories that occur."""
    counts = codes_counted(coded.store, len(coded.categories))
    return {label for label, count in zip(coded.categories, counts, strict=True) if count}


def align(coded: Coded, categories: tuple[str, ...]) -> Coded:
    """Return a categorical variable coded into other categories; a value that is none of them is missing."""
    if categories == coded.categories:
        return coded
    return Coded.of(coded.level, mapped_codes(coded.store, codes_among(coded.categories, categories)), categories)


def code_column(column: Column, variable: Variable, level: Level | None = None) -> Coded:
    """Code a column into its own categories, or as numbers where the level is continuous.

    Parameters
    ----------
    column : Column
        Without missing codes; a continuous one without text.
    variable : Variable
        Gives level and order.
    level : Level or None
        In place of the variable's own.
    """
    level = variable.level if level is None else level
    if level is Level.CONTINUOUS:
        numbers = column.number_store
        return Coded.of(level, no_numbers(len(column)) if numbers is None else numbers)
    codes, labels = column.category_store()
    categories = order_categories(labels, level, variable.order)
    return Coded.of(level, recode_codes(codes, labels, categories), categories)
