"""Whether one variable determines another: every value of it goes with one value of the other."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Codes, Counts

FIRST = 2**12
"""Records that are looked at before all: of most variables they tell that one does not determine the other."""


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
    if len(source) > FIRST and times_determining(source[:FIRST], target[:FIRST]) is None:
        return None
    both = (source >= 0) & (target >= 0)
    values, targets = source[both], target[both]
    one = np.empty(int(source.max(initial=-1)) + 2, dtype=target.dtype)
    one[values] = targets
    return None if (one[values] != targets).any() else np.bincount(values, minlength=len(one))
