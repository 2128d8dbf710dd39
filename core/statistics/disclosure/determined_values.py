"""Whether one variable determines another: every value of it goes with one value of the other."""

from __future__ import annotations

import numpy as np
from numba import njit

from core.statistics.arrays import Codes, Counts


def times_determining(source: Codes, target: Codes) -> Counts | None:
    """Count the records that have both variables by their value of the source; None where it does not determine.

    Parameters
    ----------
    source, target : int32 arrays (n,)
        Negative for missing.

    Returns
    -------
    int64 array (k + 1,) or None
        Of the codes 0 .. k - 1 that the source has, and one more that no record has.
    """
    times = np.zeros(int(source.max(initial=-1)) + 2, dtype=np.int64)
    return times if _determines(source, target, times) else None


@njit(cache=True, nogil=True)
def _determines(source: Codes, target: Codes, times: Counts) -> bool:
    """Count while all records with one value of the source so far have one target: most variables fail at once."""
    one = np.empty(len(times), dtype=np.int32)
    for i in range(len(source)):
        value = source[i]
        if value < 0 or target[i] < 0:
            continue
        if times[value] == 0:
            one[value] = target[i]
        elif one[value] != target[i]:
            return False
        times[value] += 1
    return True
