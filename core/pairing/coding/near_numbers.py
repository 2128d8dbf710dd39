"""Numbers of two files that are the same, stored or written with other digits: near each other, and one to one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import in_chunks
from core.statistics.arrays import Floats

MOST_DECIMALS = 9
RELATIVE = (1e-9, 6e-8, 5e-6)
"""What sums, numbers of 32 bits and six written digits may differ by, relative to themselves."""
MERGED = 100
"""Fewer digits are the same numbers where they make no more than one in this many equal to another."""
LOOKED_AT = 100
"""So many numbers are looked at before all of them are."""


@dataclass(frozen=True, eq=False)
class Near:
    """Numbers of two files that are the same.

    Parameters
    ----------
    ours : int64 array (n_other,)
        Which of the original's numbers each of the masked file's is.
    theirs : int64 array (n_own,)
        Which of the masked file's numbers each of the original's is nearest to ...
    met : bool array (n_own,)
        ... and whether it is that number.
    finer : bool
        The masked file writes more digits than the original.
    """

    ours: NDArray[np.int64]
    theirs: NDArray[np.int64]
    met: NDArray[np.bool_]
    finer: bool


def nearest_numbers(own: Floats, other: Floats) -> Floats | None:
    """Return the original's number for each of the masked file's; None where not all are the original's.

    Parameters
    ----------
    own, other : float64 arrays
        Different numbers of the original and of the masked file, ascending. Whole numbers are what they are, and so
        are numbers with fewer decimals than the digits that 32 bits or six written digits keep: that is rounding.
    """
    if not len(own) or (are_whole(own) and are_whole(other)):
        return None
    few = other[:: -(-len(other) // LOOKED_AT)] if len(other) else other
    nearest, near = _near(own, few, RELATIVE[-1] * np.abs(few))
    if not near.all() or ((own[nearest] == few).all() and np.isin(other, own).all()):
        return None
    same = near_numbers(own, other, rounded=False)
    return None if same is None else own[same.ours]


def near_numbers(own: Floats, other: Floats, *, rounded: bool) -> Near | None:
    """Match different numbers of two files, both ascending; None where they are other numbers.

    All of the masked file's must lie near one of the original's, and a quarter of them half as near, as rounding lets
    them.

    Parameters
    ----------
    own, other : float64 arrays
    rounded : bool
        Numbers that the one file writes with fewer decimals are the same too.
    """
    places = decimals(own), decimals(other)
    sizes = np.abs(own), np.abs(other)
    for ours_within, theirs_within in zip(*(_widths(size, *places, rounded=rounded) for size in sizes), strict=True):
        step = -(-len(other) // LOOKED_AT)
        if not _near(own, other[::step], theirs_within[::step])[1].all():
            continue
        ours, near = _near(own, other, theirs_within)
        theirs, met = _near(other, own, ours_within)
        merged = max(int(met.sum()) - len(other), len(other) - int(np.count_nonzero(np.bincount(ours))))
        halfway = 4 * int(_near(own, other, theirs_within / 2)[1].sum()) >= len(other)
        if near.all() and halfway and MERGED * merged <= len(other):
            return Near(ours, theirs, met, places[0] < places[1])
    return None


def _widths(sizes: Floats, places: int, other_places: int, *, rounded: bool) -> list[Floats]:
    """Return how far apart the same number may lie: by its size, and by the last decimal of the file with fewer."""
    widths = [relative * sizes for relative in RELATIVE]
    if rounded and places != other_places:
        widths.append(0.5 * 10.0 ** -min(places, other_places) * (1 + 1e-6) + 1e-15 * sizes)
    return widths


def _near(among: Floats, values: Floats, widths: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return which of the ascending numbers is nearest to each value (the lower of two), and whether it is near."""
    after = np.minimum(np.searchsorted(among, values), len(among) - 1)
    before = np.maximum(after - 1, 0)
    with np.errstate(invalid="ignore"):  # infinite numbers are near to none
        nearest = np.where(values - among[before] <= np.abs(among[after] - values), before, after)
        return nearest, np.abs(among[nearest] - values) <= widths


def are_whole(values: Floats) -> bool:
    """Return whether all numbers (NaN left out) are whole."""
    chunks = (chunk for _, chunk in in_chunks([values]))
    return all(bool(((chunk == np.floor(chunk)) | np.isnan(chunk)).all()) for chunk in chunks)


def decimals(values: Floats) -> int:
    """Return how many decimals the numbers are written with; one more than ``MOST_DECIMALS`` for any number."""
    few = values[:LOOKED_AT]
    return next((p for p in range(MOST_DECIMALS + 1) if _has(few, p) and _has(values, p)), MOST_DECIMALS + 1)


def _has(values: Floats, places: int) -> bool:
    scaled = values * 10.0**places
    return bool((np.abs(scaled - np.rint(scaled)) <= 1e-6 + 1e-15 * np.abs(scaled)).all())
