"""The risk of a household from the risks of its members."""

from __future__ import annotations

import numpy as np

from core.statistics.arrays import Floats


def household_risks(risks: Floats, households: Floats) -> tuple[Floats, Floats]:
    """Return the probability that at least one member of a household is re-identified.

    1 - prod(1 - r) over the members (Hundepool et al. 2010, Handbook on Statistical Disclosure
    Control, section 3.5), summed as logarithms so that many small risks keep their digits.

    Parameters
    ----------
    risks : float64 array (n,)
        Individual risks in [0, 1].
    households : float64 array (n,)
        Number of each record's household; NaN: the record is a household of its own.

    Returns
    -------
    by_record : float64 array (n,)
        The risk of each record's household.
    by_household : float64 array (h,)
        The risk of each household, numbered ones first, ascending.
    """
    known = ~np.isnan(households)
    distinct, place = np.unique(households[known], return_inverse=True)
    index = np.empty(len(risks), dtype=np.int64)
    index[known] = place
    index[~known] = len(distinct) + np.arange(int((~known).sum()))
    with np.errstate(divide="ignore"):
        safe = np.log1p(-risks)
    by_household = -np.expm1(np.bincount(index, safe))
    return by_household[index], by_household
