"""Counts of a confidential file as far as figures for users may rest on them: in tens.

A figure that rests on exact counts gives them away: anyone who holds the masked file tries every count of the original
and keeps the one that fits. One that rests on running totals in classes of ten is the same for all counts of a class,
however many digits it shows and however many masked files of one original are compared. Rounding to a base is the
usual protection of tables of counts (Hundepool et al. 2012, Statistical Disclosure Control, chapter 5).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Counts

TEN = 10


class RoundedCounts(NamedTuple):
    """What is known of an original's counts once its running totals are known in tens.

    Parameters
    ----------
    missing : float
        Records without a value.
    counts : float64 array (k,)
        Records of each category; with ``missing`` they add up to the file's records.
    certain : int64 array (k,)
        Records that each category has at least.
    observed : int
        Records with a value, at least.
    """

    missing: float
    counts: NDArray[np.float64]
    certain: Counts
    observed: int


def rounded_counts(missing: int, counts: Counts, masked_missing: int, masked: Counts) -> RoundedCounts:
    """Return an original's counts as they follow from its running totals in tens and from the masked file.

    Parameters
    ----------
    missing : int
        Records of the original without a value.
    counts : int array (k,)
        Records of each category in the original, in an order that does not depend on the counts.
    masked_missing, masked : int, int array (k,)
        The same of the masked file, which users have; without any records nothing is expected.

    Returns
    -------
    CountsInTens
        A running total stands for its class of ten: by what the masked file leads to expect where that lies in the
        class, so that an unchanged variable stays unchanged, else by the middle of the class. The number of records is
        taken as known.

    Notes
    -----
    Classes are counted from both ends and the middle one takes what is left over, 10 to 29 totals. Were they counted
    from one end, the same variable with its categories in another order would tell a count exactly: 20 of 120 lies
    between 20 and 29, and the other 100 between 100 and 109.
    """
    totals = np.cumsum(np.append([missing], counts).astype(np.int64))
    records, totals = int(totals[-1]), totals[:-1]
    expected = np.cumsum(np.append([masked_missing], masked).astype(np.int64))
    masked_records, expected = int(expected[-1]), expected[:-1]
    low, high = _classes(totals, records)
    # whole numbers: whether an expected total lies in a class must not hang on rounding
    inside = (low * masked_records <= expected * records) & (expected * records <= high * masked_records)
    inside &= masked_records > 0
    cumulated = np.where(inside, expected * records / max(masked_records, 1), (low + high) / 2)
    cells = np.diff(np.concatenate([[0.0], np.maximum.accumulate(cumulated), [float(records)]]))
    certain = np.maximum(np.append(low, records)[1:] - high, 0)
    return RoundedCounts(float(cells[0]), cells[1:], certain, records - int(high[0]))


def _classes(totals: NDArray[np.int64], records: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the smallest and the largest total of the class of each."""
    n_whole = max((records + 1 - TEN) // (2 * TEN), 0)
    below, above = TEN * (totals // TEN), records - TEN * ((records - totals) // TEN)
    first, last = TEN * n_whole, records - TEN * n_whole
    low = np.where(totals < first, below, np.where(totals > last, above - TEN + 1, first))
    high = np.where(totals < first, below + TEN - 1, np.where(totals > last, above, last))
    return low, high
