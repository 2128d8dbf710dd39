"""A masking method."""

from dataclasses import dataclass, field

import numpy as np

from rumap.extending import (
    Column,
    Masking,
    MaskingError,
    Takes,
    Treated,
    Work,
    column,
    method,
    numbers,
    setting,
    with_columns,
    with_numbers,
)


@dataclass(frozen=True)
class CoarseningParameters:
    """How coarse numbers become.

    Parameters
    ----------
    digits : int
        Significant digits that are kept.
    """

    digits: int = field(default=1, metadata=setting("Significant digits", low=1, high=15, step=1))


@method(
    id="coarsening",
    name="Significant digits",
    takes=Takes.NUMBERS,
    masking=Masking.NOISE,
    parameters=CoarseningParameters,
    summary="Numbers keep their first digits.",
    reference="By hand",
    random=False,
)
def coarsening(work: Work, parameters: CoarseningParameters) -> Treated:
    """Round every number to its significant digits; a MaskingError says what to correct."""
    if parameters.digits < 1:
        raise MaskingError("Significant digits: keep one at least")
    changed: dict[str, Column] = {}
    for name in work.variables:
        values = numbers(work.microdata, name, work.missing, method="Significant digits")
        scale = 10.0 ** (np.floor(np.log10(np.maximum(np.abs(values), 1e-300))) - parameters.digits + 1)
        rounded = np.where(values == 0, 0.0, np.round(np.round(values / scale) * scale, 9))
        changed[name] = with_numbers(column(work.microdata, name), rounded)
    return Treated(with_columns(work.microdata, changed))
