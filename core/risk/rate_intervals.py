"""Intervals of shares of attacked records: Wilson's, of as many records as whole households or clusters tell."""

from __future__ import annotations

import numpy as np

from core.data import Pair, SampleDesign
from core.statistics.arrays import Floats, Integers
from core.statistics.estimates import wilson_interval
from core.statistics.survey import FirstStage, effective_size_of_share, first_stage


def rate_interval(correct: Floats, parents: Integers, pair: Pair, of: str) -> tuple[tuple[float, float], str]:
    """Return the 95% interval of the mean of attacks on records of a pair, and what it is.

    Parameters
    ----------
    correct : float array (t,)
        What each attack achieves, 0 to 1.
    parents : int64 array (t,)
        Row of the original that each attack is on; -1: none, a unit of its own.
    pair : Pair
    of : str
        What was attacked, in words.

    Returns
    -------
    (low, high), str
        Where the original's units are records without strata, that of t records (Wilson 1927); else that of the
        effective number of records, since persons of one household are found together.
    """
    share, n = float(np.sort(correct).mean()), len(correct)
    drawn = pair.original.drawn
    if drawn is None or not drawn_together(drawn):
        return wilson_interval(share, n), f"Wilson, of the {of}"
    stage = _stage_of(drawn, parents)
    effective = effective_size_of_share(correct, stage)
    held = f"{stage.n_units:,} {drawn.unit.value}s" if drawn.unit_variable else f"{len(stage.fraction):,} strata"
    return wilson_interval(share, effective), f"Wilson, of the {of}: in {held} they tell as much as {effective:,}"


def effective_attacks(correct: Floats, rows: Integers, drawn: SampleDesign | None) -> int | None:
    """Return how many attacks on records drawn one by one would be as precise as these.

    Parameters
    ----------
    correct : float array (t,)
        What each attack achieves, 0 to 1; at least one.
    rows : int64 array (t,)
        Row of the attacked file that each is on; -1: none, a unit of its own.
    drawn : SampleDesign or None
        Of that file.

    Returns
    -------
    int or None
        See ``effective_size_of_share``; None where records were drawn one by one.
    """
    if drawn is None or not drawn_together(drawn):
        return None
    return effective_size_of_share(correct, _stage_of(drawn, rows))


def drawn_together(drawn: SampleDesign | None) -> bool:
    """Whether anything was drawn but records one by one: replicate weights alone do not say what."""
    return drawn is not None and bool(drawn.unit_variable or drawn.stratum_variable)


def _stage_of(drawn: SampleDesign, parents: Integers) -> FirstStage:
    return first_stage(*_units_of(drawn, parents))


def _units_of(drawn: SampleDesign, parents: Integers) -> tuple[Integers, Integers]:
    """Return unit and stratum of each attack; strangers are units of their own in a stratum of their own."""
    known = parents >= 0
    alone = int(drawn.units.max(initial=0)) + 1 + np.arange(len(parents))
    units = np.where(known, drawn.units[parents], alone)
    return units, np.where(known, drawn.strata[parents], int(drawn.strata.max(initial=0)) + 1)
