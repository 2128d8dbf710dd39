"""A control set aside before anything is masked: a random part of the original that no masking sees."""

from __future__ import annotations

from pathlib import PurePath

import numpy as np

from core.data import Microdata
from core.errors import MaskingError
from core.masking.csv_rendering import as_file
from core.masking.sampling import records
from core.statistics.reproducible import generator


def set_aside(original: Microdata, share: float, seed: int) -> tuple[Microdata, Microdata]:
    """Part a file at random before anything is masked: the records to mask, and a control of other people.

    Parameters
    ----------
    original : Microdata
    share : float
        Of the records that become the control, above 0 and below 1; their number is rounded to the nearest whole one.
    seed : int
        The same seed gives the same parts.

    Returns
    -------
    (Microdata, Microdata)
        The rest and the control, as CSV files named after the original, each in the original's order.

    Raises
    ------
    MaskingError
        The share is out of bounds or leaves one of the parts without a record.
    """
    if not 0 < share < 1:
        raise MaskingError(f"setting aside: the share must be above 0 and below 1, not {share}")
    n = original.n_records
    size = round(share * n)
    if not 0 < size < n:
        raise MaskingError(f"setting aside: a share of {share} of {n} records leaves one of the parts empty")
    chosen = np.zeros(n, dtype=bool)
    chosen[generator(seed, "set aside|control|0").choice(n, size=size, replace=False)] = True
    stem = PurePath(original.name).stem
    return (
        as_file(records(original, np.flatnonzero(~chosen)), f"{stem}_to_mask.csv"),
        as_file(records(original, np.flatnonzero(chosen)), f"{stem}_control.csv"),
    )
