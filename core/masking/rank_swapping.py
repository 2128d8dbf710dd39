"""Rank swapping: values are exchanged between records of similar rank."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.data import Masking
from core.errors import MaskingError
from core.masking.columns import (
    column,
    distinct,
    numbers,
    with_columns,
    with_numbers,
)
from core.masking.method import Takes, Treated, Work, method, setting
from core.statistics.reproducible import comparable

METHOD = "rank swapping"


@dataclass(frozen=True)
class RankSwappingParameters:
    """How far apart swapped ranks may be: in percent of the valid values, above 0, at most 100."""

    percent: float = field(
        default=5.0, metadata=setting("Widest difference of ranks, %", low=0.0, high=100.0, step=1.0, above_low=True)
    )


@method(
    id="rank_swapping",
    name="Rank swapping",
    takes=Takes.NUMBERS,
    masking=Masking.SWAP,
    parameters=RankSwappingParameters,
    summary="Numbers are exchanged between records of similar rank, each variable on its own.",
    reference="Moore (1996)",
    random=True,
)
def rank_swapping(work: Work, parameters: RankSwappingParameters) -> Treated:
    """Swap the values of each variable on its own between records whose ranks differ by at most p percent of n.

    The valid values are ranked (equal ones in random order); from the lowest rank up, each that is not swapped yet
    changes place with one drawn at random from those not swapped within its window above. A value whose window holds
    none stays. The values themselves are the same afterwards; no tail is averaged (sdcMicro averages 5 percent).

    Raises
    ------
    MaskingError
        A variable is not one of numbers, or the window is narrower than one rank.

    References
    ----------
    Moore (1996), Controlled data-swapping techniques for masking public use microdata sets, US Bureau of the Census.
    """
    if not 0 < parameters.percent <= 100:
        raise MaskingError(f"{METHOD}: percent must be above 0 and at most 100, not {parameters.percent}")
    changed = {}
    for name in distinct(work.variables, METHOD):
        values = numbers(work.microdata, name, work.missing, method=METHOD)
        valid = np.flatnonzero(~np.isnan(values))
        window = int(comparable(parameters.percent * len(valid) / 100))
        if window < 1:
            raise MaskingError(
                f"{METHOD}: {parameters.percent}% of the {len(valid)} values of {name!r} is less than one rank;"
                " raise percent"
            )
        shuffled = work.rng.permutation(valid)
        ranked = shuffled[np.argsort(values[shuffled], kind="stable")]
        swapped = np.full(len(values), np.nan)
        swapped[ranked] = values[ranked[swap_partners(len(ranked), window, work.rng)]]
        changed[name] = with_numbers(column(work.microdata, name), swapped)
    return Treated(with_columns(work.microdata, changed))


@njit(cache=True, nogil=True)
def swap_partners(n: int, window: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return (n,) the rank that each rank exchanges its value with; its own where it stays.

    An involution: the partner of a rank's partner is the rank; partners are at most ``window`` apart.
    """
    partner = np.arange(n)
    free = np.ones(n, dtype=np.bool_)
    for rank in range(n):
        if not free[rank]:
            continue
        candidates = 0
        for other in range(rank + 1, min(rank + 1 + window, n)):
            candidates += free[other]
        if candidates == 0:
            continue
        left = rng.integers(0, candidates)
        other = rank
        while left >= 0:
            other += 1
            left -= free[other]
        partner[rank], partner[other] = other, rank
        free[rank] = free[other] = False
    return partner
