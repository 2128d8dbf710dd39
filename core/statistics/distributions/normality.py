"""Whether a sample may be taken as normal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LEAST_RECORDS = 4
"""Lilliefors' table starts here."""


def lilliefors_p_value(values: NDArray[np.float64]) -> float | None:
    """Return the p value of Lilliefors' (1967) test of normality with estimated mean and SD.

    Parameters
    ----------
    values : float array (n,)
        Without NaN.

    Returns
    -------
    float or None
        In [.001, .99] (the range of the table; statsmodels' interpolation); None for fewer than
        four records or constant values.
    """
    if len(values) < LEAST_RECORDS or values.min() == values.max():
        return None
    from statsmodels.stats.diagnostic import lilliefors  # noqa: PLC0415 - takes as long as all of core

    _, p = lilliefors(values, dist="norm", pvalmethod="table")
    return float(p)
