"""Variables as an analyst takes them from a file: as numbers, or as members of a category."""

from __future__ import annotations

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable, Release, number_label
from core.pairing import number_of
from core.statistics.arrays import Floats
from core.utility.analyses.estimates import NotEstimable


def paired_variable(pair: Pair, name: str) -> PairedVariable:
    """Return a variable of the pair; raise NotEstimable where it does not count."""
    for variable in pair.variables:
        if variable.name == name:
            return variable
    raise NotEstimable(f"{name!r} is not compared: give it the role key, sensitive or analysis")


def masked_column(paired: PairedVariable) -> Coded:
    """Return the masked file's variable; raise NotEstimable where it is gone or means something else."""
    if paired.problem:
        raise NotEstimable(f"{paired.name!r} cannot be compared: {paired.problem}")
    if paired.masked is None:
        raise NotEstimable(f"{paired.name!r} is not in the masked file")
    return paired.masked


def occurring(coded: Coded) -> tuple[str, ...]:
    """Return the labels of the categories that some record has, in their order; of numbers as labels."""
    if coded.level is Level.CONTINUOUS:
        return tuple(number_label(x) for x in np.unique(coded.values[~coded.is_missing()] + 0.0).tolist())
    counts = np.bincount(coded.values[coded.values >= 0].astype(np.int64), minlength=len(coded.categories))
    return tuple(label for label, count in zip(coded.categories, counts, strict=True) if count)


def is_numeric(coded: Coded) -> bool:
    """Whether every value is a number."""
    return coded.level is Level.CONTINUOUS or all(number_of(label) is not None for label in occurring(coded))


def numbers(name: str, coded: Coded) -> Floats:
    """Return (n,) values, NaN for missing; raise NotEstimable for categories that are no numbers."""
    if coded.level is Level.CONTINUOUS:
        return coded.values.astype(np.float64, copy=False)
    if not is_numeric(coded):
        first = next(label for label in occurring(coded) if number_of(label) is None)
        raise NotEstimable(f"{name!r} holds categories such as {first!r} there, which are no numbers")
    parsed = [number_of(label) for label in coded.categories]
    values = np.array([*(np.nan if x is None else x for x in parsed), np.nan])
    return values[coded.values.astype(np.int64)]


def members(coded: Coded, label: str) -> Floats:
    """Return (n,) 1.0 where a record has the category, 0.0 where another, NaN for missing."""
    if coded.level is Level.CONTINUOUS:
        wanted = number_of(label)
        inside = np.zeros(len(coded.values)) if wanted is None else (coded.values == wanted).astype(np.float64)
    else:
        code = coded.categories.index(label) if label in coded.categories else -2
        inside = (coded.values == code).astype(np.float64)
    return np.where(coded.is_missing(), np.nan, inside)


def masked_members(paired: PairedVariable, label: str) -> Floats:
    """Return the masked file's members of an original category; raise NotEstimable where a recode ended it."""
    masked = masked_column(paired)
    if paired.recode is None:
        return members(masked, label)
    before, after = members(paired.original, label), members(paired.recoded, label)
    if not np.array_equal(before, after, equal_nan=True):
        raise NotEstimable(f"{paired.name!r} is recoded in the masked file, where {label!r} is no category of its own")
    return members(masked, label)


def weights_of(release: Release, name: str | None) -> Floats:
    """Return (n,) weights, NaN for missing; 1 for each record where no weight is named."""
    if name is None:
        return np.ones(release.n_records)
    if name not in release.weights:
        raise NotEstimable(f"the weight {name!r} is not in this file, or has not the role weight")
    weights = release.weights[name]
    if (weights < 0).any():
        raise NotEstimable(f"the weight {name!r} has negative values")
    return weights
