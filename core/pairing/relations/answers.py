"""Whether the values of a masked file look like answers of other people, or like values of something else."""

from __future__ import annotations

import numpy as np

from core.pairing.coding.near_numbers import decimals
from core.pairing.relations.alike import Alike, present
from core.pairing.relations.rows import SURE
from core.statistics.arrays import Floats
from core.statistics.reproducible import above, below

FEWEST_NEW = 20
"""New answers expected of other people, for their number to show anything."""
NEW = (0.05, 0.45)
"""Where fewer answers were new, other populations differ more than chance; where more were, what is computed is new."""
LIKE = 2
"""New answers are as many as expected where they are no less than a half of that, and no more than twice."""
ROUND = tuple(base * 10**power for power in range(6) for base in (2, 5, 10))
ROUNDER = 0.1
"""Shares of numbers that are multiples of round ones differ by up to this much between people of other places."""
HEAPED = 0.25
"""How much more often than the value next to it a value must be known: people round, models and noise do not."""


def is_telling(v: Alike) -> bool:
    """Whether other people's answers to a variable would often, but not mostly, be new."""
    n, m = len(present(v.original)), len(present(v.masked))
    once = _n_once(v)
    return m * once >= FEWEST_NEW * n and not below(once, NEW[0] * n) and not above(once, NEW[1] * n)


def are_new_answers(v: Alike) -> bool:
    """Whether values are new to the original about as often as other people's would be, and as round.

    The share of values that occur once in the original estimates how often a new person gives a new one (Good 1953).
    Swapped, sampled and drawn values are never new, noise and models nearly always; rounded values do not meet
    the round numbers that people say.
    """
    n, m = len(present(v.original)), len(present(v.masked))
    known = np.bincount(present(v.original), minlength=v.width) > 0
    new = m - int(known[present(v.masked)].sum())
    expected = m * _n_once(v)
    if not (LIKE * new * n >= expected and new * n <= LIKE * expected):
        return False
    if not v.all_numbers:
        return v.all_texts
    used = np.bincount(present(v.original), minlength=len(v.numbers)) > 0
    unit = 10.0 ** -decimals(v.numbers[used])
    own, other = (v.numbers[present(codes)] for codes in (v.original, v.masked))
    shifted = max(_share_known(v.numbers[used], other + step, unit) for step in (unit, -unit))
    return bool(above(1 - new / m - shifted, HEAPED)) and _equally_round(own, other, unit)


def _n_once(v: Alike) -> int:
    return int((np.bincount(present(v.original)) == 1).sum())


def _share_known(known: Floats, values: Floats, unit: float) -> float:
    """Return the share of values that are among the known ones, which are ascending."""
    nearest = np.minimum(np.searchsorted(known, values - unit / 2), len(known) - 1)
    return int(below(np.abs(known[nearest] - values), unit / 2).sum()) / len(values)


def _equally_round(own: Floats, other: Floats, unit: float) -> bool:
    """Whether values of both files are round about equally often, and not all of them in the masked file alone."""
    whole, theirs = np.rint(own / unit), np.rint(other / unit)
    for step in ROUND:
        fine, masked_fine = int((whole % step != 0).sum()), int((theirs % step != 0).sum())
        rounded = not masked_fine and len(other) * fine >= SURE * len(own)
        if rounded or above(abs(fine / len(own) - masked_fine / len(other)), ROUNDER):
            return False
    return True


def are_distinct(v: Alike) -> bool:
    """Whether no value of the one file could be one of the other: ranges of numbers, or texts, without overlap."""
    own, other = present(v.original), present(v.masked)
    if v.all_numbers:
        return bool(own.max() < other.min() or other.max() < own.min())
    known = np.bincount(own, minlength=v.width) > 0
    return v.all_texts and not bool(known[other].any())
