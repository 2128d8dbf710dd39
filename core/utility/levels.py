"""A pair of files split by the levels of one variable, so that any measure can be taken within each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.data import Level, Pair, PairedVariable


@dataclass(frozen=True, eq=False)
class LevelPair:
    """The records of one level.

    Parameters
    ----------
    level : str or None
        The category; None where the variable has no levels at all, and ``reason`` says why.
    n_original, n_masked : int
        Records of the level in either file.
    pair : Pair or None
        The files with these records alone and without the variable; None where a file has none of them.
    reason : str
        Why there is no pair.
    """

    level: str | None
    n_original: int = 0
    n_masked: int = 0
    pair: Pair | None = None
    reason: str = ""


def by_level(pair: Pair, variable: str) -> Iterator[LevelPair]:
    """Split a pair of files by the levels of one variable, one after the other.

    Parameters
    ----------
    pair : Pair
    variable : str
        A categorical variable that both files have; records are grouped by the categories that they share,
        after a recode where there is one. Records where it is missing belong to no level.

    Yields
    ------
    LevelPair
        One a category, in order; or one with the reason why there are none.
    """
    chosen = next((v for v in pair.variables if v.name == variable), None)
    reason = _why_no_levels(chosen)
    if reason or chosen is None or chosen.masked is None:
        yield LevelPair(None, reason=reason)
        return
    tables = tuple(t for t in pair.uses.tables if variable not in (*t.variables, t.geography))
    others = tuple(v for v in pair.variables if v.name != variable)
    rest = replace(pair, variables=others, uses=replace(pair.uses, tables=tables))
    for code, level in enumerate(chosen.masked.categories):
        rows = np.flatnonzero(chosen.recoded.values == code), np.flatnonzero(chosen.masked.values == code)
        sizes = len(rows[0]), len(rows[1])
        if min(sizes):
            yield LevelPair(level, *sizes, rest.take(*rows))
        else:
            yield LevelPair(level, *sizes, reason="no record of this level in one of the files")


def _why_no_levels(paired: PairedVariable | None) -> str:
    if paired is None:
        return "no compared variable of the original has this name"
    if paired.masked is None:
        return "the masked file does not have the variable"
    if paired.problem:
        return paired.problem
    if paired.masked.level is Level.CONTINUOUS:
        return "a continuous variable has no levels; choose a categorical one"
    return ""
