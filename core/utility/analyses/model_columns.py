"""The variables of a regression as its formula takes them: as numbers or as categories, alike in both files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.data import Coded, Leaf, Level, Model, Pair, PairedVariable, Regression
from core.statistics.arrays import Floats
from core.utility.analyses.columns import is_numeric, masked_column, members, numbers, occurring, paired_variable
from core.utility.analyses.estimates import NotEstimable

MOST_LEVELS = 50


@dataclass(frozen=True, eq=False)
class ModelColumn:
    """One leaf of a formula in one file.

    Parameters
    ----------
    leaf : Leaf
    values : float array (n,)
        NaN for missing; codes of ``levels`` where categorical.
    levels : tuple of str
        The first is the reference; empty for numbers.
    """

    leaf: Leaf
    values: Floats
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ModelColumns:
    """All leaves of a formula in one file, and what a reader should know of how they were taken."""

    columns: tuple[ModelColumn, ...]
    notices: tuple[str, ...] = ()


def published_columns(regression: Regression, pair: Pair) -> ModelColumns:
    """Return the original's columns at its own detail: what is published from it today.

    Raises
    ------
    NotEstimable
        A variable does not count, or cannot enter the formula as it is written.
    """
    published = [_published(k, leaf, regression, pair) for k, leaf in enumerate(regression.read().leaves)]
    return ModelColumns(tuple(c for c, _ in published), tuple(notice for _, notice in published if notice))


def compared_columns(regression: Regression, pair: Pair) -> tuple[ModelColumns, ModelColumns]:
    """Return the columns of original and masked file in the same form.

    A variable that is a number in both files is taken as it is, top codes included. One that is categories in the
    masked file is compared at released detail: the original after the same recode.

    Raises
    ------
    NotEstimable
        A variable is removed, or its released form cannot enter the formula.
    """
    original, masked, notices = [], [], []
    for k, leaf in enumerate(regression.read().leaves):
        first, second, notice = _compared(k, leaf, regression, pair)
        original.append(first)
        masked.append(second)
        notices += [notice] if notice else []
    return ModelColumns(tuple(original), tuple(notices)), ModelColumns(tuple(masked), tuple(notices))


def _published(k: int, leaf: Leaf, regression: Regression, pair: Pair) -> tuple[ModelColumn, str]:
    coded = paired_variable(pair, leaf.variable).original
    if _is_response(k, regression):
        values, counted = _response(leaf, regression, (coded,))
        return ModelColumn(leaf, values[0]), counted
    if leaf.inside or (not leaf.categorical and is_numeric(coded)):
        return ModelColumn(leaf, numbers(leaf.variable, coded)), ""
    return _categorical(leaf, coded, _levels(leaf, (coded,))), ""


def _compared(k: int, leaf: Leaf, regression: Regression, pair: Pair) -> tuple[ModelColumn, ModelColumn, str]:
    paired = paired_variable(pair, leaf.variable)
    masked = masked_column(paired)
    if _is_response(k, regression):
        values, counted = _response(leaf, regression, (paired.original, masked))
        return ModelColumn(leaf, values[0]), ModelColumn(leaf, values[1]), counted
    both = paired.original, masked
    if leaf.inside or (not leaf.categorical and all(is_numeric(c) for c in both)):
        first, second = (ModelColumn(leaf, numbers(leaf.variable, c)) for c in both)
        return first, second, ""
    released = (paired.recoded, masked)
    levels = _levels(leaf, released)
    first, second = (_categorical(leaf, c, levels) for c in released)
    return first, second, _notice(leaf, paired)


def _notice(leaf: Leaf, paired: PairedVariable) -> str:
    if paired.recode is not None:
        return f"{paired.name!r} is compared at released detail: the original after the same recode"
    if not leaf.categorical and is_numeric(paired.original):
        return f"{paired.name!r} is taken as categories: the masked file holds some that are no numbers"
    return ""


def same_columns(first: ModelColumns, second: ModelColumns) -> bool:
    """Whether a file enters a model in the same form, value by value."""
    return all(
        a.levels == b.levels and np.array_equal(a.values, b.values, equal_nan=True)
        for a, b in zip(first.columns, second.columns, strict=True)
    )


def _is_response(k: int, regression: Regression) -> bool:
    """Whether the k-th leaf is the bare left side: leaves are numbered from the left."""
    return k == 0 and regression.read().bare_response


def _levels(leaf: Leaf, files: tuple[Coded, ...]) -> tuple[str, ...]:
    """Return the categories of the original in their order, then those that only the masked file has."""
    labels = tuple(dict.fromkeys(label for coded in files for label in occurring(coded)))
    if len(labels) > MOST_LEVELS:
        raise NotEstimable(f"{leaf.variable!r} has more than {MOST_LEVELS} categories, too many for a model")
    return labels


def _categorical(leaf: Leaf, coded: Coded, levels: tuple[str, ...]) -> ModelColumn:
    if coded.level is Level.CONTINUOUS:
        values = np.full(len(coded.values), np.nan)
        for code, label in enumerate(levels):
            values[members(coded, label) == 1] = code
        return ModelColumn(leaf, values, levels)
    place = {label: code for code, label in enumerate(levels)}
    codes = np.array([*(place.get(label, np.nan) for label in coded.categories), np.nan])
    return ModelColumn(leaf, codes[coded.values.astype(np.int64)], levels)


def _response(leaf: Leaf, regression: Regression, files: tuple[Coded, ...]) -> tuple[tuple[Floats, ...], str]:
    """Return what is explained as numbers; of a logit model the larger of two values, or the second category, is 1."""
    if regression.model is not Model.LOGIT:
        return tuple(numbers(leaf.variable, coded) for coded in files), ""
    two = occurring(files[0])
    if len(two) != 2:
        raise NotEstimable(f"a logit model explains two values, and {leaf.variable!r} has {len(two):,} in the original")
    for coded in files[1:]:
        if set(occurring(coded)) - set(two):
            raise NotEstimable(f"{leaf.variable!r} has other values there than the two of the original")
    counted = "" if two == ("0", "1") else f"{leaf.variable!r}: {two[1]!r} counts as 1 and {two[0]!r} as 0"
    responses = tuple(np.where(members(c, two[0]) == 1, 0.0, members(c, two[1])) for c in files)
    return responses, counted
