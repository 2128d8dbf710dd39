"""What a measure of a whole file compared, and what a reader must know of the variables that it could not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

import numpy as np

from core.data import Pair, PairedVariable
from core.statistics.arrays import Floats

RECODED_ALIKE = "compared after the same recode of the original"


class Sizes(TypedDict):
    """Records of either file; where the detail is of variables, those with a value of them all."""

    n_original: int
    n_masked: int


class LeftOut(TypedDict):
    """The variables that a figure of several variables leaves out, where it does."""

    left_out: NotRequired[list[str]]


class ComparedVariables(Sizes, LeftOut):
    """The variables compared, those that the masked file lacks, and those that it holds recoded."""

    variables: list[str]
    removed: list[str]
    recoded: list[str]


class Said(TypedDict):
    """What an outcome says beside its detail."""

    notices: tuple[str, ...]
    validity: tuple[str, ...]


def without(names: Sequence[str]) -> LeftOut:
    """Return which variables a figure leaves out, JSON-ready; nothing where all are compared."""
    return {"left_out": list(names)} if names else {}


def leaving_out(names: Sequence[str]) -> tuple[str, ...]:
    """Say which variables a figure of several variables leaves out.

    Such a figure is not compared with another file's (``validity``): it is of other variables.
    """
    return (f"left out, for they cannot be compared: {', '.join(names)}",) if names else ()


def comparable_variables(variables: Iterable[PairedVariable]) -> tuple[list[PairedVariable], tuple[str, ...]]:
    """Return the variables that can be compared, and the names of those that cannot, both in the order of names."""
    ordered = sorted(variables, key=lambda v: v.name)
    return [v for v in ordered if not v.problem], tuple(v.name for v in ordered if v.problem)


def why_no_shares(pair: Pair, paired: PairedVariable) -> str:
    """Return why a variable's shares cannot be compared; empty where they can."""
    if not (pair.original.n_records and pair.masked.n_records):
        return "one of the files has no records"
    return paired.problem


def comparison_notices(
    removed: Sequence[str], recoded: Sequence[str], recoded_are: str = RECODED_ALIKE
) -> tuple[str, ...]:
    """Say which variables were not compared, or not as they are in the original.

    Parameters
    ----------
    removed : sequence of str
        Variables that the masked file lacks.
    recoded : sequence of str
        Variables that the masked file holds recoded.
    recoded_are : str
        What became of the recoded ones.
    """
    return notices(("dropped by the masking, so not compared", removed), (recoded_are, recoded))


def notices(*said: tuple[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a sentence for each statement that holds of a variable: the statement, and their names."""
    return tuple(f"{statement}: {', '.join(names)}" for statement, names in said if names)


def mean_of(values: Sequence[float]) -> float | None:
    """Return the mean; None of nothing. The order of the values changes no digit."""
    return math.fsum(values) / len(values) if values else None


def mean_of_rows(values: Sequence[Floats]) -> Floats | None:
    """Return the mean (rows,) of what has a value (NaN: none) in each row; NaN where nothing has, None of nothing."""
    if not values:
        return None
    known = ([each for each in row if math.isfinite(each)] for row in np.stack(values, axis=1).tolist())
    return np.array([np.nan if (mean := mean_of(row)) is None else mean for row in known])
