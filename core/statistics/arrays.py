"""The arrays that figures are made of, by what they hold."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = NDArray[np.int64]
WeightedCounts = Counts | Floats
"""Numbers of records; with sampling weights sums of these, which need not be whole."""

Codes = NDArray[np.int32]
"""Categories from 0 on, -1 where missing."""
