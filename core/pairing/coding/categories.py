"""Categories: their order, and columns coded into them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Column, Level, Variable, codes_among
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


def recode_codes(
    codes: NDArray[np.int32] | NDArray[np.int64], labels: Sequence[str], categories: Sequence[str]
) -> NDArray[np.int32]:
    """Return codes into ``categories`` for codes into ``labels``; -1 stays -1."""
    index = {label: code for code, label in enumerate(categories)}
    new = np.array([index[label] for label in labels] + [-1], dtype=np.int32)
    return new[codes]


def occurring(coded: Coded) -> set[str]:
    """Return the categories that occur."""
    counts = np.bincount(coded.values[coded.values >= 0].astype(np.int64), minlength=len(coded.categories))
    return {label for label, count in zip(coded.categories, counts, strict=True) if count}


def align(coded: Coded, categories: tuple[str, ...]) -> Coded:
    """Return a categorical variable coded into other categories; a value that is none of them is missing."""
    return Coded(coded.level, codes_among(coded.categories, categories)[coded.values.astype(np.int64)], categories)


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
        return Coded(level, column.number_cells())
    codes, labels = column.categories()
    categories = order_categories(labels, level, variable.order)
    return Coded(level, recode_codes(codes, labels, categories), categories)
