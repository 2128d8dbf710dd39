"""Global recoding: numbers into bands, categories merged, in the whole file alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, CategoryMap, Microdata
from core.errors import MaskingError, PairingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    categories,
    column,
    numbers,
    with_categories,
    with_columns,
)
from core.pairing.bands import band_labels
from core.pairing.recoding import band_codes

METHOD = "global recode"


def global_recode(
    microdata: Microdata, variable: str, recode: Bands | CategoryMap, *, missing: MissingCodes = NO_MISSING_CODES
) -> Microdata:
    """Recode one variable.

    Parameters
    ----------
    microdata : Microdata
    variable : str
    recode : Bands or CategoryMap
        Bands for a variable of numbers, written as their labels (``band_labels`` where none are given); a map for
        categories. A value label stays with a category that the map leaves as it is.
    missing : mapping
        Missing codes by variable; such cells and empty ones stay as they are.

    Raises
    ------
    MaskingError
        A value lies in no band, or a category in no group.

    References
    ----------
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking); Kocar (2018), section 3.3.
    """
    if isinstance(recode, Bands):
        codes, labels = _banded(numbers(microdata, variable, missing, method=METHOD), variable, recode)
        same: set[str] = set()
    else:
        codes, labels = _merged(*categories(microdata, variable, missing), variable, recode)
        same = {masked for masked, originals in recode.groups.items() if originals == (masked,)}
    same.update(missing.get(variable, ()))
    masked = with_columns(microdata, {variable: with_categories(column(microdata, variable), codes, labels)})
    meanings = {code: text for code, text in microdata.value_labels.get(variable, {}).items() if code in same}
    others = {name: texts for name, texts in microdata.value_labels.items() if name != variable}
    return replace(masked, value_labels={**others, variable: meanings} if meanings else others)


def _banded(values: NDArray[np.float64], variable: str, bands: Bands) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Return the band of every value, -1 where there is none, and the bands' labels."""
    try:
        return band_codes(bands, values), band_labels(bands)
    except PairingError as error:
        raise MaskingError(f"{METHOD} of {variable!r}: {error}") from None


def _merged(
    codes: NDArray[np.int32], labels: tuple[str, ...], variable: str, groups: CategoryMap
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    masked = tuple(groups.groups)
    position = {category: i for i, category in enumerate(masked)}
    masked_of = groups.masked_category()
    left_out = [label for label in labels if label not in masked_of]
    if left_out:
        raise MaskingError(
            f"{METHOD}: the map of {variable!r} leaves out {left_out[0]!r}"
            + (f" and {len(left_out) - 1} more categories" if left_out[1:] else "")
            + "; give every category a group (one of its own where it is to stay)"
        )
    new_code = np.array([position[masked_of[label]] for label in labels] + [-1], dtype=np.int32)
    return new_code[codes], masked
