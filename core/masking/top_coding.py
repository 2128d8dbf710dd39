"""Top- and bottom-coding: values beyond a limit are written as one value."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.data import Cap, Masking, Microdata, Recode
from core.errors import CodebookError, MaskingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    column,
    distinct,
    numbers,
    with_categories,
    with_columns,
    with_numbers,
)
from core.masking.method import Takes, Treated, Work, method, setting
from core.pairing import cap_values
from core.statistics.reproducible import comparable

METHOD = "top-coding"
Written = Literal["limit", "mean"]


@dataclass(frozen=True)
class TopCodingParameters:
    """Which values are coded, and what is written for them.

    Parameters
    ----------
    above, below : float or None
        Values beyond these are coded.
    top_percent, bottom_percent : float
        In their place: how many of the highest (lowest) values, in percent of the valid ones; 0: none; below 50.
    write : "limit" or "mean"
        The limit itself, or the mean of the values beyond it, which keeps the variable's mean.
    """

    above: float | None = field(
        default=None, metadata=setting("Values above", help="Leave empty to choose by percent.")
    )
    below: float | None = field(default=None, metadata=setting("Values below"))
    top_percent: float = field(default=0.0, metadata=setting("Highest values, %", low=0.0, high=49.9, step=1.0))
    bottom_percent: float = field(default=0.0, metadata=setting("Lowest values, %", low=0.0, high=49.9, step=1.0))
    write: Written = field(
        default="limit",
        metadata=setting("Write the", help="The mean of the coded values keeps the variable's mean."),
    )


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


def cap_of(values: NDArray[np.float64], parameters: TopCodingParameters, variable: str) -> Cap:
    """Return the limits of one variable and what is written beyond them.

    Parameters
    ----------
    values : float64 array (n,)
        NaN where missing.
    parameters : TopCodingParameters
    variable : str

    Raises
    ------
    MaskingError
        No limit is given, both ways of giving one are used, or the limits cross.
    """
    _refuse(parameters, variable)
    valid = values[~np.isnan(values)]
    top, bottom = parameters.top_percent, parameters.bottom_percent
    # places among the sorted values, counted from either end: 1 - 7 / 100 is not 93 / 100 to the last bit
    last = len(valid) - 1
    above = float(np.sort(valid)[last - math.ceil(comparable(top * last / 100))]) if top else parameters.above
    below = float(np.sort(valid)[math.ceil(comparable(bottom * last / 100))]) if bottom else parameters.below
    means = (
        (_mean(valid[valid > above]) if above is not None else None),
        (_mean(valid[valid < below]) if below is not None else None),
    )
    try:
        return Cap(above, below, *(means if parameters.write == "mean" else (None, None)))
    except CodebookError as error:
        raise MaskingError(f"{METHOD} of {variable!r}: {error}") from None


def _refuse(parameters: TopCodingParameters, variable: str) -> None:
    top, bottom = parameters.top_percent, parameters.bottom_percent
    if not (0 <= top < 50 and 0 <= bottom < 50):
        raise MaskingError(f"{METHOD}: percentages must be at least 0 and below 50")
    if (top and parameters.above is not None) or (bottom and parameters.below is not None):
        raise MaskingError(f"{METHOD} of {variable!r}: give a limit or a percentage, not both")
    if not top and not bottom and parameters.above is None and parameters.below is None:
        raise MaskingError(f"{METHOD} of {variable!r}: say which values: above, below, top_percent or bottom_percent")


def _mean(values: NDArray[np.float64]) -> float | None:
    return float(values.mean()) if len(values) else None


@method(
    id="top_coding",
    name="Top and bottom coding",
    takes=Takes.NUMBERS,
    masking=Masking.RECODE,
    parameters=TopCodingParameters,
    summary="Values beyond a limit are written as one value.",
    reference="Hundepool et al. (2012), Statistical Disclosure Control",
    random=False,
)
def top_coding_method(work: Work, parameters: TopCodingParameters) -> Treated:
    """Code the named variables, each by its own limits where they are percentages."""
    masked, recodes = work.microdata, dict[str, Recode]()
    for name in distinct(work.variables, METHOD):
        cap = cap_of(numbers(masked, name, work.missing, method=METHOD), parameters, name)
        masked = top_coding(masked, name, cap, missing=work.missing)
        recodes[name] = cap
    return Treated(masked, recodes)
