"""Top- and bottom-coding: values beyond a limit are written as one value."""

from __future__ import annotations

import numpy as np

from core.data import Cap, Microdata
from core.errors import MaskingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    column,
    numbers,
    with_categories,
    with_columns,
    with_numbers,
)
from core.pairing.recoding import cap_values

METHOD = "top-coding"


def top_coding(
    microdata: Microdata,
    variable: str,
    cap: Cap,
    *,
    above_label: str = "",
    below_label: str = "",
    missing: MissingCodes = NO_MISSING_CODES,
) -> Microdata:
    """Top-code a variable, bottom-code it, or both.

    Parameters
    ----------
    microdata : Microdata
    variable : str
        A variable of numbers.
    cap : Cap
        The limits, and the value written beyond them (the limit itself where none is given).
    above_label, below_label : str
        An open band such as "80+" that is written instead of a number.
    missing : mapping
        Missing codes by variable; such cells and empty ones stay as they are.

    Raises
    ------
    MaskingError
        The variable is not one of numbers, or no value lies beyond the limits.

    References
    ----------
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking).
    """
    values = numbers(microdata, variable, missing, method=METHOD)
    above = values > cap.above if cap.above is not None else np.zeros(len(values), dtype=bool)
    below = values < cap.below if cap.below is not None else np.zeros(len(values), dtype=bool)
    if not (above | below).any():
        raise MaskingError(f"{METHOD}: no value of {variable!r} lies beyond the limits; choose limits inside its range")
    masked = with_numbers(column(microdata, variable), cap_values(cap, values))
    for beyond, label in ((above, above_label), (below, below_label)):
        if label:
            masked = with_categories(masked, np.where(beyond, np.int32(0), np.int32(-1)), (label,))
    return with_columns(microdata, {variable: masked})
