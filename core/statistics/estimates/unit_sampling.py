"""Samples of whole first-stage units, drawn within strata."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Codes = NDArray[np.int64]

FEWEST_DRAWN = 10
"""Units that a stratum needs for draws with replacement: of m units their variance is (m - 1) / m of the true one."""


class UnitsInStrata(Protocol):
    """First-stage unit and stratum of each record, int64 arrays (n,); no unit is in two strata."""

    @property
    def units(self) -> Codes:
        """First-stage unit."""

    @property
    def strata(self) -> Codes:
        """Stratum."""


def stratum_of_units(design: UnitsInStrata) -> tuple[Codes, Codes]:
    """Return the unit of each record, densely coded (n,), and the stratum of each unit, densely coded (u,)."""
    n = len(design.units)
    if n and np.array_equal(design.units, np.arange(n)) and (design.strata == design.strata[0]).all():
        # every record a unit of the only stratum, as of most files: nothing to be found by sorting
        return np.asarray(design.units, dtype=np.int64), np.zeros(n, dtype=np.int64)
    _, first, unit = np.unique(design.units, return_index=True, return_inverse=True)
    return unit.reshape(-1), np.unique(design.strata[first], return_inverse=True)[1].reshape(-1)


def joined_strata(strata: Codes, fewest: int) -> Codes:
    """Join strata with their neighbours until each has enough units.

    Parameters
    ----------
    strata : int64 array (u,)
        Stratum of each unit, densely coded; neighbours have neighbouring codes.
    fewest : int
        Units that a stratum needs.

    Returns
    -------
    int64 array (u,)
        Densely coded; the last stratum takes what is left. One stratum where there are too few units.
    """
    joined = np.zeros(int(strata.max(initial=-1)) + 1, dtype=np.int64)
    current = held = 0
    for stratum, size in enumerate(np.bincount(strata)):
        if held >= fewest:
            current, held = current + 1, 0
        joined[stratum] = current
        held += int(size)
    if held < fewest and current:
        joined[joined == current] = current - 1
    return joined[strata]


def draw_units(design: UnitsInStrata, size: int, random: Generator) -> Codes:
    """Draw whole units with replacement within strata: a resample of the population that the records stand for.

    Parameters
    ----------
    design : SampleDesign
    size : int
        Records wanted.
    random : Generator

    Returns
    -------
    int64 array (about ``size``,)
        Rows of the records of the units drawn; exactly ``size`` where each record is a unit. Strata with fewer than
        ``FEWEST_DRAWN`` units are joined with their neighbours.
    """
    n = len(design.units)
    unit, strata = stratum_of_units(design)
    if len(strata) == n and not strata.any():
        return random.integers(0, n, size)
    strata = joined_strata(strata, FEWEST_DRAWN)
    held = np.bincount(strata)
    ends = np.cumsum(held * (size / n)) + random.random()
    wanted = np.diff(np.floor(ends), prepend=0).astype(np.int64)
    by_stratum = np.argsort(strata, kind="stable")
    starts = np.cumsum(held) - held
    drawn = [by_stratum[a + random.integers(0, m, k)] for a, m, k in zip(starts, held, wanted, strict=True)]
    return _records_of(np.concatenate(drawn), unit)


def _records_of(drawn: Codes, unit: Codes) -> Codes:
    """Return the rows of the records of these units, unit by unit."""
    sizes = np.bincount(unit)
    by_unit, starts = np.argsort(unit, kind="stable"), np.cumsum(sizes) - sizes
    lengths = sizes[drawn]
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return by_unit[np.repeat(starts[drawn], lengths) + within]
