"""A declared recode brought into the terms of both files."""

from __future__ import annotations

import numpy as np

from core.data import Bands, Cap, CategoryMap, Level, Recode
from core.errors import PairingError
from core.pairing.coding.band_columns import as_band, map_of_bands
from core.pairing.coding.bands import Band, band_labels, parse_all
from core.pairing.coding.columns import listed
from core.pairing.coding.discovery import Columns
from core.pairing.coding.recoding import as_category_map, band_codes


def fit_declared(recode: Recode, columns: Columns) -> Recode:
    """Return a declared recode in the terms of both files: labels of bands as masked, maps for categorical originals.

    Raises
    ------
    PairingError
        The masked categories cannot be distinguished from the declared bands.
    """
    if isinstance(recode, CategoryMap):
        return recode
    if columns.variable.level is Level.CONTINUOUS:
        return recode if isinstance(recode, Cap) or recode.labels else _label_bands(recode, columns)
    _, original = columns.original.categories()
    _, masked = columns.masked.categories()
    new = set(masked).difference(original)
    if new and parse_all(new) is not None and not (isinstance(recode, Bands) and recode.labels):
        return map_of_bands(original, masked)
    if isinstance(recode, Bands) and not recode.labels:
        recode = _label_bands(recode, columns)
    return as_category_map(recode, original)


def _label_bands(bands: Bands, columns: Columns) -> Bands:
    """Give declared bands the labels of the masked file: by links, by parsing, or by the number that lies within."""
    _, labels = columns.masked.categories()
    labels_by_band = _bands_by_links(bands, columns) if columns.linked else None
    labels_by_band = labels_by_band or _bands_by_place(bands, labels)
    if labels_by_band is None:
        raise PairingError(
            f"which declared band is which masked value is not clear ({listed(labels)}); "
            "add labels = [...] to the bands of the recode"
        )
    own = band_labels(bands)
    return Bands(bands.edges, tuple(labels_by_band.get(index, own[index]) for index in range(len(own))), bands.closed)


def _bands_by_links(bands: Bands, columns: Columns) -> dict[int, str] | None:
    original, masked = columns.pairs()
    if not len(original) or original.labels:
        return None
    codes, labels = masked.categories()
    places = np.unique(np.column_stack([band_codes(bands, original.number_cells()), codes]), axis=0)
    return _one_to_one([(int(band), labels[label]) for band, label in places])


def _bands_by_place(bands: Bands, labels: tuple[str, ...]) -> dict[int, str] | None:
    places: list[tuple[int, str]] = []
    for label in labels:
        band = as_band(label)
        if band is None:
            return None
        holders = [index for index, edge in enumerate(bands.edges) if _overlaps(band, edge)]
        if len(holders) != 1:
            return None
        places.append((holders[0], label))
    return _one_to_one(places)


def _overlaps(band: Band, edge: tuple[float, float]) -> bool:
    lower, upper = max(band.lower, edge[0]), min(band.upper, edge[1])
    return lower < upper or (lower == upper and (band.lower == band.upper or edge[0] == edge[1]))


def _one_to_one(places: list[tuple[int, str]]) -> dict[int, str] | None:
    labels_by_band = dict(places)
    return labels_by_band if len(labels_by_band) == len(places) == len(set(labels_by_band.values())) else None
