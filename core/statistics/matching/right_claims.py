"""How far an intruder may trust a claim where key values may be false: as far as claims like it are right."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Floats, Integers
from core.statistics.matching.claims import Claims
from core.statistics.reproducible import comparable

FEWEST_CLAIMS = 30
"""Claims that are judged together at least."""


def right_claim_risks(claims: Claims, fewest: int = FEWEST_CLAIMS) -> Floats:
    """Return the chance (k,) that the intruder's claim about the people of each combination is right.

    Claims that look alike to the intruder, by the number of records that fit and by the tenth of all claims to which
    the distance belongs, are right as often as their share of right ones; divided by the number of records that fit.
    Fewer than ``fewest`` are judged together with those next to them. 0 where nothing is claimed.
    """
    risks = np.zeros(len(claims.fitting))
    made = np.flatnonzero(claims.fitting > 0)
    if not len(made):
        return risks
    distance = comparable(claims.distance[made], 1.0)
    order = np.lexsort((distance, claims.fitting[made]))
    made, distance = made[order], distance[order]
    groups = _groups(claims.fitting[made], _tenths(distance, claims.targets[made]), claims.targets[made], fewest)
    right = np.bincount(groups, claims.right[made]) / np.bincount(groups, claims.targets[made])
    risks[made] = right[groups] / claims.fitting[made]
    return risks


def _tenths(distance: Floats, targets: Integers) -> Integers:
    """Return the tenth (0 to 9) of all claims that each belongs to; equal distances are in the same."""
    distinct, place = np.unique(distance, return_inverse=True)
    of_each = np.bincount(place, targets, minlength=len(distinct))
    before = np.cumsum(of_each) - of_each
    return np.asarray((10 * before[place]) // of_each.sum(), dtype=np.int64)


def _groups(fitting: Integers, tenths: Integers, targets: Integers, fewest: int) -> Integers:
    """Return the group of each claim, in order; one with too few goes on into the next, the last into the former."""
    starts = np.flatnonzero(np.diff(fitting, prepend=-1) | np.diff(tenths, prepend=-1))
    sizes = np.add.reduceat(targets, starts)
    of_class, group, collected = np.zeros(len(starts), dtype=np.int64), 0, 0
    for place, size in enumerate(sizes.tolist()):
        of_class[place] = group
        collected += size
        if collected >= fewest:
            group, collected = group + 1, 0
    if collected and group:
        of_class[of_class == group] = group - 1
    return np.asarray(np.repeat(of_class, np.diff(np.append(starts, len(fitting)))))
