"""Codes of missing values: tokens that programs write, and sentinel numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.data import MISSING_TOKENS

SENTINELS = frozenset(
    {-6.0, -7.0, -8.0, -9.0, -66.0, -77.0, -88.0, -99.0, -666.0, -777.0, -888.0, -997.0, -998.0, -999.0, -9999.0}
)
"""Negative numbers that data archives use for "missing" in variables that are never negative."""

LOW_SENTINELS = frozenset({-1.0, -2.0, -3.0, -4.0, -5.0})
"""Belong to the same schemes, but are proposed only where one of ``SENTINELS`` occurs too."""

MOST_SENTINELS = 5
"""More different negative numbers than this are values, such as degrees of frost."""

_TWO_CAPITALS = re.compile(r"[A-Z]{2}")


def missing_tokens(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the labels that are tokens for "missing", sorted.

    Among two-letter codes such as countries, ``NA`` is a code (Namibia) and not returned.
    """
    every = list(labels)
    tokens = MISSING_TOKENS.intersection(every)
    if "NA" in tokens and _are_country_codes([label for label in every if label not in tokens]):
        tokens = tokens - {"NA"}
    return tuple(sorted(tokens))


def _are_country_codes(labels: list[str]) -> bool:
    matches = sum(1 for label in labels if _TWO_CAPITALS.fullmatch(label))
    return matches >= 3 and matches == len(labels)


def sentinel_numbers(distinct: Sequence[float] | NDArray[np.float64]) -> tuple[float, ...]:
    """Return the distinct numbers that look like missing codes, ascending.

    Only negative whole numbers of the usual schemes, and only where every other number is 0 or more:
    a real value must not be lost on a guess.
    """
    numbers = np.asarray(distinct)
    below = numbers[numbers < 0]
    if len(below) > MOST_SENTINELS:
        return ()
    negative = set(below.tolist())
    known = negative & SENTINELS
    strange = negative - known - LOW_SENTINELS
    if not known or strange or len(negative) == len(distinct):
        return ()
    return tuple(sorted(negative))
