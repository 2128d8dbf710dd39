"""A recode applied to the original, so that original and masked file speak of the same categories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, Cap, CategoryMap, Closed, Coded, Level, Recode, number_label, packed_numbers
from core.errors import PairingError
from core.pairing.coding.bands import band_labels
from core.pairing.coding.categories import order_categories, recode_codes
from core.pairing.coding.columns import listed, number_of


def apply_recode(recode: Recode, coded: Coded) -> Coded:
    """Return a variable after a recode.

    Parameters
    ----------
    recode : Bands, Cap or CategoryMap
    coded : Coded
        Values float64 (n,) or int32 codes (n,). Bands and caps of a categorical variable need categories that are
        numbers; a category map of a continuous one must name every value.

    Returns
    -------
    Coded
        Continuous into bands: ordinal, one category per band. Capped: continuous. Categories merged: same level,
        in the order of the first original category of each; ones that the map does not name stay as they are.

    Raises
    ------
    PairingError
        A value lies in no band, or the recode does not fit the variable's level.
    """
    if isinstance(recode, CategoryMap):
        return _merge_values(recode, coded) if coded.level is Level.CONTINUOUS else merge_categories(recode, coded)
    if coded.level is not Level.CONTINUOUS:
        return merge_categories(as_category_map(recode, coded.categories), coded)
    values = np.asarray(coded.values, dtype=np.float64)
    if isinstance(recode, Cap):
        return Coded.of(Level.CONTINUOUS, packed_numbers(cap_values(recode, values)))
    return Coded(Level.ORDINAL, band_codes(recode, values), band_labels(recode))


def band_codes(bands: Bands, values: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return (n,) the band of each value, -1 for NaN; raise PairingError where a value lies in no band."""
    lower, upper = np.array(bands.edges, dtype=np.float64).T
    if bands.closed is Closed.RIGHT:
        code = np.searchsorted(upper, values, side="left")
        inside = values > lower[np.minimum(code, len(lower) - 1)]
        inside &= code < len(lower)
    else:
        code = np.searchsorted(lower, values, side="right") - 1
        end = upper[np.maximum(code, 0)]
        inside = (values <= end) if bands.closed is Closed.BOTH else (values < end)
        inside |= np.isposinf(end) & np.isposinf(values)
        inside &= code >= 0
    present = ~np.isnan(values)
    outside = int((present & ~inside).sum())
    if outside:
        first, last = bands.edges[0][0], bands.edges[-1][1]
        raise PairingError(
            f"{outside} original values lie in no band (bands run from {first:g} to {last:g}, closed: {bands.closed}); "
            "declare the recode with bands that hold every value"
        )
    return np.where(present, code, -1).astype(np.int32)


def cap_values(cap: Cap, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n,) the values with those beyond a limit written as the cap's value."""
    capped = values.copy()
    if cap.above is not None:
        capped[values > cap.above] = top_value(cap)
    if cap.below is not None:
        capped[values < cap.below] = bottom_value(cap)
    return capped


def top_value(cap: Cap) -> float | None:
    """Return the number that represents values above the limit."""
    return cap.above if cap.above_value is None else cap.above_value


def bottom_value(cap: Cap) -> float | None:
    """Return the number that represents values below the limit."""
    return cap.below if cap.below_value is None else cap.below_value


def as_category_map(recode: Bands | Cap, categories: Sequence[str]) -> CategoryMap:
    """Return the category map that bands or a cap amount to for categories that are numbers."""
    numbers = [number_of(label) for label in categories]
    values = np.array([np.nan if number is None else number for number in numbers])
    if np.isnan(values).any():
        texts = [label for label, number in zip(categories, numbers, strict=True) if number is None]
        raise PairingError(f"bands and caps need numbers, but there is {listed(texts)}; declare a map of categories")
    if isinstance(recode, Cap):
        masked = [number_label(value) for value in cap_values(recode, values).tolist()]
    else:
        labels = band_labels(recode)
        masked = [labels[code] for code in band_codes(recode, values)]
    return grouped(zip(categories, masked, strict=True))


def grouped(pairs: Iterable[tuple[str, str]]) -> CategoryMap:
    """Return the map of (original, masked) pairs."""
    groups: dict[str, list[str]] = {}
    for original, masked in pairs:
        groups.setdefault(masked, []).append(original)
    return CategoryMap({masked: tuple(originals) for masked, originals in groups.items()})


def merge_categories(recode: CategoryMap, coded: Coded) -> Coded:
    """Return a categorical variable with its categories merged."""
    target = recode.masked_category()
    merged = [target.get(label, label) for label in coded.categories]
    if coded.level is Level.NOMINAL:
        categories = order_categories(merged, Level.NOMINAL)
    else:
        categories = tuple(dict.fromkeys(merged))
    return Coded.of(coded.level, recode_codes(coded.store, merged, categories), categories)


def _merge_values(recode: CategoryMap, coded: Coded) -> Coded:
    """Return a continuous variable as categories: ordinal where each is one stretch of values."""
    values, present = coded.values, ~coded.is_missing()
    distinct, inverse = np.unique(values[present] + 0.0, return_inverse=True)
    codes = np.full(len(values), -1, dtype=np.int32)
    codes[present] = inverse
    labels = tuple(number_label(value) for value in distinct.tolist())
    unnamed = len(set(labels).difference(recode.masked_category()))
    if unnamed:
        raise PairingError(f"the map names no category for {unnamed} original values; declare bands in its place")
    merged = merge_categories(recode, Coded(Level.ORDINAL, codes, labels))
    targets = [recode.masked_category()[label] for label in labels]
    stretches = 1 + sum(a != b for a, b in pairwise(targets))
    return merged if stretches <= len(merged.categories) else replace(merged, level=Level.NOMINAL)
