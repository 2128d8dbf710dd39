"""Recodes inferred from linked records: only what is a recode without doubt passes for one.

The rule of Kocar's LDUuni for recoded variables (section 3.3), where nothing was declared: continuous, a monotone
step function with at most 50 groups and fewer groups than values, or values beyond a limit written as one; categorical,
strictly fewer categories with each original category going to exactly one. Additive noise on all-distinct values is a
function as well; it has as many groups as values and does not pass. Missing cells of either file are left out
beforehand, so that suppression does not hide a recode.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.data import Bands, Cap, CategoryMap, Closed, chunks
from core.pairing.coding.columns import label_key
from core.pairing.coding.recoding import grouped

Categories = tuple[NDArray[np.int32], tuple[str, ...]]
"""Category of each record, and the labels of the categories."""

MOST_GROUPS = 50
CELLS_EACH = 5
"""Among fewer records for each category, taken evenly, any two variables would seem to be one."""


def infer_bands(
    original: NDArray[np.float64], masked: NDArray[np.int32], labels: tuple[str, ...], numbers: tuple[float, ...] = ()
) -> Bands | None:
    """Infer bands from a step function.

    Parameters
    ----------
    original : float64 array (n,)
        Original values of linked records, without NaN.
    masked : int32 array (n,)
        Masked category of the same records, without missing ones.
    labels : tuple of str
        Of the masked categories.
    numbers : tuple of float
        The same as numbers, where they are; they must then rise or fall with the original.

    Returns
    -------
    Bands or None
        Closed on the left: from the least original value of a group to that of the next; open at both far ends.
    """
    groups = np.unique(masked)
    if not 0 < len(groups) <= MOST_GROUPS or len(groups) >= len(np.unique(original)):
        return None
    order = np.argsort(masked, kind="stable")
    starts = np.searchsorted(masked[order], groups)
    least = np.minimum.reduceat(original[order], starts)
    greatest = np.maximum.reduceat(original[order], starts)
    ascending = np.argsort(least, kind="stable")
    least, greatest, groups = least[ascending], greatest[ascending], groups[ascending]
    if (greatest[:-1] >= least[1:]).any() or (numbers and not _is_monotone(np.array(numbers)[groups])):
        return None
    lower = [-math.inf, *least[1:].tolist()]
    return Bands(
        tuple(zip(lower, [*lower[1:], math.inf], strict=True)), tuple(labels[group] for group in groups), Closed.LEFT
    )


def _is_monotone(values: NDArray[np.float64]) -> bool:
    steps = np.diff(values)
    return bool((steps > 0).all() or (steps < 0).all())


def infer_cap(original: NDArray[np.float64], masked: NDArray[np.float64]) -> Cap | None:
    """Infer top- and bottom-coding: unchanged between the limits, one value beyond each.

    Parameters
    ----------
    original, masked : float64 arrays (n,)
        Values of linked records, without NaN.

    Returns
    -------
    Cap or None
        The limit is the value written, where that lies between the last unchanged and the first changed value;
        else the last unchanged value, and the value written (a mean above the limit).
    """
    changed = original != masked
    if not changed.any() or changed.all():
        return None
    least = original.min(where=~changed, initial=np.inf)
    greatest = original.max(where=~changed, initial=-np.inf)
    if least == greatest:
        return None
    top, bottom = changed & (original > greatest), changed & (original < least)
    if (changed & ~top & ~bottom).any():
        return None
    values = np.unique(masked[top]), np.unique(masked[bottom])
    merges = len(np.unique(masked)) < len(np.unique(original))
    if max(map(len, values)) > 1 or not merges:
        return None
    above, above_value = _limit(float(greatest), original[top], values[0])
    below, below_value = _limit(float(least), original[bottom], values[1])
    if above is not None and below is not None and below >= above:
        return None
    return Cap(above, below, above_value, below_value)


def _limit(
    unchanged: float, beyond: NDArray[np.float64], written: NDArray[np.float64]
) -> tuple[float | None, float | None]:
    """Return the limit and the value written beyond it (None: the limit itself)."""
    if not len(written):
        return None, None
    value, nearest = float(written[0]), float(beyond[np.argmin(np.abs(beyond - unchanged))])
    if min(unchanged, nearest) <= value <= max(unchanged, nearest):
        return value, None
    return unchanged, value


def infer_map(original: Categories, masked: Categories) -> CategoryMap | None:
    """Infer merged categories.

    Parameters
    ----------
    original, masked : (int32 array (n,), tuple of str)
        Categories of linked records, without missing ones, and their labels.

    Returns
    -------
    CategoryMap or None
        None unless each original category goes to one masked category and there are fewer of these.
    """
    (codes, original_labels), (masked_codes, masked_labels) = original, masked
    sources, targets = _combinations(codes, masked_codes, len(masked_labels))
    n_sources = len(np.unique(sources))
    if len(sources) > n_sources or len(np.unique(targets)) >= n_sources:
        return None
    pairs = [(original_labels[a], masked_labels[b]) for a, b in zip(sources, targets, strict=True)]
    return grouped(sorted(pairs, key=lambda pair: (label_key(pair[1]), label_key(pair[0]))))


def infer_names(original: Categories, masked: Categories) -> dict[str, str]:
    """Infer which category of the original each masked one is, where some have other codes, one for one.

    Parameters
    ----------
    original, masked : (int32 array (n,), tuple of str)
        Categories of linked records, without missing ones, and their labels.

    Returns
    -------
    dict of str to str
        New masked category -> the original's; empty unless they match one to one in all linked records, of which
        ``CELLS_EACH`` fall to each, and what both files have is itself.
    """
    (codes, original_labels), (masked_codes, masked_labels) = original, masked
    sources, targets = _combinations(codes, masked_codes, len(masked_labels))
    n = len(sources)
    if CELLS_EACH * n > len(codes) or len(np.unique(sources)) < n or len(np.unique(targets)) < n:
        return {}
    names = {masked_labels[b]: original_labels[a] for a, b in zip(sources, targets, strict=True)}
    new = {theirs: ours for theirs, ours in names.items() if theirs != ours}
    return {} if set(new) & set(original_labels) or set(new.values()) & set(masked_labels) else new


def _combinations(
    original: NDArray[np.int32], masked: NDArray[np.int32], width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the original and the masked category of each combination that occurs."""
    combinations = np.empty(0, dtype=np.int64)
    for rows in chunks(len(original)):
        combinations = np.union1d(combinations, original[rows].astype(np.int64) * width + masked[rows])
    sources, targets = np.divmod(combinations, max(width, 1))
    return sources, targets
