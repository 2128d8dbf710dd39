"""Global recoding: numbers into bands, categories merged, in the whole file alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, CategoryMap, Closed, Masking, Microdata, OpenEnd, Recode
from core.errors import CodebookError, MaskingError, PairingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    categories,
    column,
    distinct,
    numbers,
    with_categories,
    with_columns,
)
from core.masking.method import Takes, Treated, Work, method, setting
from core.pairing import band_codes, band_labels
from core.wording import and_more

METHOD = "global recode"
MOST_BANDS = 1000


@dataclass(frozen=True)
class RecodeParameters:
    """One of three ways to recode.

    Parameters
    ----------
    width : float
        Bands of this width from ``start`` on, wherever there are values; 0: not in this way.
    start : float
        An edge of the bands of equal width.
    bands : tuple of (float, float)
        The ends of each band, ascending.
    labels : tuple of str
        What is written for each band; none: made from its ends.
    closed : Closed
        Which ends belong to a band.
    groups : mapping of str to tuple of str
        Masked category -> original categories.
    """

    width: float = field(
        default=0.0,
        metadata=setting("Bands of width", low=0.0, high=1e15, step=5.0, help="0: bands or groups are written out."),
    )
    start: float = field(default=0.0, metadata=setting("An edge of the bands", low=-1e15, high=1e15, step=1.0))
    bands: tuple[tuple[OpenEnd, OpenEnd], ...] = field(default=(), metadata=setting("Bands"))
    labels: tuple[str, ...] = field(default=(), metadata=setting("Labels of the bands"))
    closed: Closed = field(default=Closed.BOTH, metadata=setting("Ends that belong to a band"))
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata=setting("Groups of categories"))


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
            + (f"{and_more(len(left_out) - 1)} categories" if left_out[1:] else "")
            + "; give every category a group (one of its own where it is to stay)"
        )
    new_code = np.array([position[masked_of[label]] for label in labels] + [-1], dtype=np.int32)
    return new_code[codes], masked


def bands_of_width(values: NDArray[np.float64], width: float, start: float = 0.0) -> Bands:
    """Return bands of equal width that hold all values, edges at ``start`` plus multiples of the width.

    Parameters
    ----------
    values : float64 array (n,)
        NaN where missing; at least one is not.
    width : float
        Above 0.
    start : float

    Returns
    -------
    Bands
        Closed on both ends (20 to 29) where values, width and start are whole numbers; else on the left ([20,30)).

    Raises
    ------
    MaskingError
        The width is not above 0, or there would be more than 1,000 bands.
    """
    if not (np.isfinite(width) and width > 0):
        raise MaskingError(f"{METHOD}: the width must be above 0, not {width}")
    valid = values[~np.isnan(values)]
    first, last = np.floor((valid.min() - start) / width), np.floor((valid.max() - start) / width)
    if last - first >= MOST_BANDS:
        raise MaskingError(f"{METHOD}: a width of {width:g} makes more than {MOST_BANDS} bands; choose a larger one")
    lower = [float(start + i * width) for i in range(int(first), int(last) + 1)]
    whole = width == int(width) and start == int(start) and bool((valid == np.floor(valid)).all())
    edges = tuple((edge, edge + width - 1 if whole else edge + width) for edge in lower)
    return Bands(edges, (), Closed.BOTH if whole else Closed.LEFT)


@method(
    id="global_recode",
    name="Global recoding",
    takes=Takes.ANY,
    masking=Masking.RECODE,
    parameters=RecodeParameters,
    summary="Numbers are written in bands, categories are merged, in the whole file alike.",
    reference="Hundepool et al. (2012), Statistical Disclosure Control; Kocar (2018), section 3.3",
    random=False,
)
def global_recode_method(work: Work, parameters: RecodeParameters) -> Treated:
    """Recode the named variables alike."""
    masked, recodes = work.microdata, dict[str, Recode]()
    for name in distinct(work.variables, METHOD):
        recode = _recode(work, name, parameters)
        masked = global_recode(masked, name, recode, missing=work.missing)
        recodes[name] = recode
    return Treated(masked, recodes)


def _recode(work: Work, name: str, parameters: RecodeParameters) -> Bands | CategoryMap:
    """Return the recode of one variable; raise MaskingError unless it is given in exactly one way."""
    given = bool(parameters.width) + bool(parameters.bands) + bool(parameters.groups)
    if given != 1:
        raise MaskingError(f"{METHOD} of {name!r}: give exactly one of width, bands or groups")
    if parameters.width:
        values = numbers(work.microdata, name, work.missing, method=METHOD)
        bands = bands_of_width(values, parameters.width, parameters.start)
        return replace(bands, labels=band_labels(bands))
    try:
        if parameters.bands:
            bands = Bands(parameters.bands, parameters.labels, parameters.closed)
            return replace(bands, labels=band_labels(bands))
        return CategoryMap(parameters.groups)
    except CodebookError as error:
        raise MaskingError(f"{METHOD} of {name!r}: {error}") from None
