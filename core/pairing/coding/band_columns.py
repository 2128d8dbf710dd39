"""Band strings in a column of one file: a whole set of bands, open ends among numbers, bands of categories."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from core.data import Bands, Cap, CategoryMap, Column, number_label
from core.errors import PairingError
from core.pairing.coding.bands import Band, assemble, parse_all, parse_band, single
from core.pairing.coding.columns import is_whole, listed, number_of
from core.pairing.coding.inference import MOST_GROUPS
from core.pairing.coding.recoding import bottom_value, grouped, top_value

MOST_COMPARISONS = 1_000_000
"""Original categories times masked bands."""


def bands_or_cap(masked: Column, *, whole: bool) -> Bands | Cap | None:
    """Read the texts of a masked column as bands, or as one open band at either end among numbers.

    Returns
    -------
    Bands, Cap or None
        None where a text is no band.

    Raises
    ------
    PairingError
        The bands overlap or leave gaps.
    """
    bands = parse_all(masked.labels)
    if bands is None:
        return None
    number = masked.is_number()
    if not number.any():
        return assemble(bands, whole=whole)
    tops = [band for band in bands.values() if math.isinf(band.upper)]
    bottoms = [band for band in bands.values() if math.isinf(band.lower)]
    if len(tops) <= 1 and len(bottoms) <= 1 and len(tops) + len(bottoms) == len(bands):
        return _cap(tops, bottoms, whole=whole)
    distinct = np.unique(masked.number_cells()[number]).tolist()
    if len(distinct) > MOST_GROUPS:
        raise PairingError(f"there are numbers next to the bands {listed(bands)}; declare the recode")
    return assemble({**bands, **{number_label(value): single(value) for value in distinct}}, whole=whole)


def _cap(tops: list[Band], bottoms: list[Band], *, whole: bool) -> Cap:
    above, above_value = (
        (tops[0].lower, _beyond(tops[0].lower, 1, tops[0].lower_closed, whole)) if tops else (None, None)
    )
    below, below_value = (
        (bottoms[0].upper, _beyond(bottoms[0].upper, -1, bottoms[0].upper_closed, whole)) if bottoms else (None, None)
    )
    return Cap(above, below, above_value, below_value)


def _beyond(limit: float, step: int, closed: bool, whole: bool) -> float | None:
    """Return the number for values beyond a limit: ``>80`` is 81 for whole numbers, not to be one with 80."""
    return limit + step if whole and not closed and limit == int(limit) else None


def open_ends(column: Column) -> dict[str, float]:
    """Return label -> limit of the open bands (``90+``) in a column of numbers; empty where other text is there."""
    bands = parse_all(column.labels)
    if bands is None or not column.is_number().any() or not all(band.is_open_ended for band in bands.values()):
        return {}
    cap = bands_or_cap(column, whole=is_whole(column.number_cells()))
    return cap_labels(cap, column.labels) if isinstance(cap, Cap) else {}


def cap_labels(cap: Cap, labels: Iterable[str]) -> dict[str, float]:
    """Return label -> the cap's value for the open bands among the labels."""
    values: dict[str, float] = {}
    for label in labels:
        band = parse_band(label)
        if band is None or not band.is_open_ended:
            continue
        value = top_value(cap) if math.isinf(band.upper) else bottom_value(cap)
        if value is not None:
            values[label] = value
    return values


def map_of_bands(original: Iterable[str], masked: Iterable[str]) -> CategoryMap:
    """Return which original categories (numbers or finer bands) lie in each masked band.

    A category that is in both files stays itself.

    Raises
    ------
    PairingError
        An original category lies in no band, or in several.
    """
    original, masked = list(original), list(masked)
    if len(original) * len(masked) > MOST_COMPARISONS:
        raise PairingError(
            f"{len(original):,} original categories and {len(masked):,} masked ones are too many to be compared with "
            "each other; declare the recode, or give the variable another role"
        )
    kept = set(original)
    bands = {label: band for label in masked if label not in kept and (band := parse_band(label)) is not None}
    kept.intersection_update(masked)
    pairs: list[tuple[str, str]] = []
    for label in original:
        own = as_band(label)
        holders = [name for name, band in bands.items() if own is not None and band.covers(own)]
        if label in kept:
            holders.append(label)
        if len(holders) != 1:
            where = f"several masked categories ({listed(holders)})" if holders else "no masked band"
            raise PairingError(f"the original category {label!r} lies in {where}; declare the recode as a map")
        pairs.append((label, holders[0]))
    return grouped(pairs)


def as_band(label: str) -> Band | None:
    """Return a label as a band, a number as the band that holds it alone; None where it is neither."""
    value = number_of(label)
    return parse_band(label) if value is None else single(value)
