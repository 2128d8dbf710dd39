"""Sampling: only some of the records are released."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.data import Microdata
from core.errors import MaskingError
from core.masking.columns import column_of

METHOD = "sampling"


def simple_random_sample(microdata: Microdata, *, fraction: float, rng: np.random.Generator) -> Microdata:
    """Draw a simple random sample of records without replacement; the records keep their order.

    Parameters
    ----------
    microdata : Microdata
    fraction : float
        Share of the records, above 0 and below 1; their number is rounded to the nearest whole one.
    rng : numpy.random.Generator

    Raises
    ------
    MaskingError
        The fraction is out of bounds or leaves no record.

    References
    ----------
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking).
    """
    if not 0 < fraction < 1:
        raise MaskingError(f"{METHOD}: the fraction must be above 0 and below 1, not {fraction}")
    size = round(fraction * microdata.n_records)
    if size < 1:
        raise MaskingError(
            f"{METHOD}: a fraction of {fraction} of {microdata.n_records} records leaves none; raise the fraction"
        )
    rows = np.sort(rng.choice(microdata.n_records, size=size, replace=False)).astype(np.int64)
    columns = {}
    for name, whole in microdata.columns.items():
        codes, labels = whole.categories()
        columns[name] = column_of(codes[rows], labels)
    return replace(microdata, columns=columns, n_records=size, sha256="")
