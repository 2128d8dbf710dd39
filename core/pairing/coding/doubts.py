"""Masked values that seem to mean something else: codes exchanged, another unit, a number for suppressed values.

Judged by linked records, else by the marginal distributions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Masking, PairedVariable, category_text, chunks, number_label
from core.pairing.coding.columns import listed
from core.pairing.coding.links import FEWEST_TO_JUDGE, linked_values

DECLARED_ELSEWHERE = frozenset({Masking.SWAP, Masking.PRAM, Masking.SYNTHETIC, Masking.NOISE})
"""Declared methods under which values may differ in any way."""
CERTAIN = 9
"""Of ten linked records, at least this number agree with another meaning of the codes, or with another unit."""
MOST_CATEGORIES = 200
FEWEST_MOVED = 10
"""Records of the categories that seem exchanged."""
APART, ALIKE = 20, 50
"""Margins are apart from a 20th, and alike up to a 50th, of the records (total variation)."""
SAME_UNIT = 2.0
"""From this ratio of masked to original values on, the unit is another one."""
SPREAD = 0.1
"""Ratios lie this near to their median, relative to it."""
QUANTILES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
FEWEST_ALIKE = 3
"""Masked records with the same number outside the original's range."""


def doubts(paired: PairedVariable, links: NDArray[np.int64] | None) -> tuple[str, ...]:
    """Return what a person should look at before the variable is taken to be as in the original.

    Parameters
    ----------
    paired : PairedVariable
        Coded alike; one that cannot be compared has no doubts.
    links : int64 array (n_masked,) or None
        The original's row of each masked record, -1 where unknown.

    Returns
    -------
    tuple of str
        Each says what is seen, and how to declare what is meant.
    """
    if paired.masked is None or paired.records_problem or paired.masking in DECLARED_ELSEWHERE:
        return ()
    if paired.masked.level is Level.CONTINUOUS:
        x, y = (np.asarray(c.values, dtype=np.float64) for c in (paired.recoded, paired.masked))
        ratio = _ratio_of_margins(x, y) if links is None else _ratio_of_records(*linked_values(x, y, links))
        return _unit(ratio) or _strange_numbers(x, y)
    categories = paired.masked.categories
    if len(categories) > MOST_CATEGORIES:
        return ()
    a, b = (np.asarray(c.values, dtype=np.int32) for c in (paired.recoded, paired.masked))
    moved = _moved_margins(a, b) if links is None else _moved_records(*linked_values(a, b, links), len(categories))
    named = {categories[i]: categories[j] for i, j in moved.items()}
    return _exchanged(named, paired.value_labels, linked=links is not None)


def _exchanged(moved: dict[str, str], labels: Mapping[str, str], *, linked: bool) -> tuple[str, ...]:
    if not moved:
        return ()
    first, other = (category_text(code, labels) for code in next(iter(moved.items())))
    where = "in linked records" if linked else "by how often they occur"
    return (
        f"{listed(list(moved), labels=labels)} seem to have another meaning in the masked file: {where}, {other!r} "
        f"is there where the original has {first!r}. If codes were exchanged, declare the recode (map); otherwise "
        "check the links",
    )


def _moved_records(original: NDArray[np.int32], masked: NDArray[np.int32], width: int) -> dict[int, int]:
    """Return category -> the one that linked records have in its place, for those that are not themselves."""
    counts = np.zeros(width * width, dtype=np.int64)
    for rows in chunks(len(original)):
        a, b = original[rows], masked[rows]
        both = (a >= 0) & (b >= 0)
        counts += np.bincount(a[both].astype(np.int64) * width + b[both], minlength=width * width)
    if counts.sum() < FEWEST_TO_JUDGE:
        return {}
    table = counts.reshape(width, width)
    present = np.flatnonzero(table.sum(axis=1))
    best = table.argmax(axis=1)
    moved = present[best[present] != present]
    cases, fitting = int(table[moved].sum()), int(table[moved, best[moved]].sum())
    one_to_one = len(set(best[present].tolist())) == len(present)
    if not one_to_one or cases < FEWEST_MOVED or 10 * fitting < CERTAIN * cases:
        return {}
    return {int(a): int(best[a]) for a in moved}


def _moved_margins(original: NDArray[np.int32], masked: NDArray[np.int32]) -> dict[int, int]:
    """Return category -> the one that is as frequent in the masked file, where margins agree in another order only."""
    counts = [np.bincount(values[values >= 0]) for values in (original, masked)]
    width = max(map(len, counts))
    a, b = (np.pad(c, (0, width - len(c))).astype(object) for c in counts)
    totals = sum(a), sum(b)
    if min(totals) < FEWEST_TO_JUDGE or ((a > 0) != (b > 0)).any():
        return {}
    # Shares over a common denominator: whole numbers of any size, nothing is rounded.
    a, b, whole = a * totals[1], b * totals[0], 2 * totals[0] * totals[1]
    orders = [sorted(range(width), key=list(zip(c, range(width), strict=True)).__getitem__) for c in (a, b)]
    apart = sum(abs(a - b))
    alike = sum(abs(a[i] - b[j]) for i, j in zip(*orders, strict=True))
    if APART * apart < whole or ALIKE * alike > whole or 5 * alike > apart:
        return {}
    # Categories that changed their frequency only: equal ones may be in any order.
    return {i: j for i, j in zip(*orders, strict=True) if i != j and ALIKE * abs(a[i] - b[i]) > whole}


def _unit(ratio: float | None) -> tuple[str, ...]:
    if ratio is None or 1 / SAME_UNIT < ratio < SAME_UNIT:
        return ()
    power = 10.0 ** round(math.log10(abs(ratio)))
    plain = math.copysign(power, ratio) if abs(abs(ratio) / power - 1) < SPREAD else ratio
    shown = f"1/{1 / plain:.4g}" if 0 < plain < 1 else f"{plain:.4g}"
    return (
        f"masked values are about {shown} times the original's: another unit? Bring both files to one unit; "
        "until then they are compared as they are",
    )


def _ratio_of_records(original: NDArray[np.float64], masked: NDArray[np.float64]) -> float | None:
    """Return the ratio of linked values where it is the same in nearly all; large values alone, which round less."""
    both = ~np.isnan(original) & ~np.isnan(masked) & (original != 0)
    sizes = np.abs(original[both])
    if len(sizes) < FEWEST_TO_JUDGE:
        return None
    middle = (len(sizes) - 1) // 2  # the 0.5 quantile, as an inverted distribution function
    sizes.partition(middle)
    both &= np.abs(original) >= sizes[middle]
    del sizes
    return _common(masked[both] / original[both])


def _ratio_of_margins(original: NDArray[np.float64], masked: NDArray[np.float64]) -> float | None:
    """Return the ratio of quantiles where it is the same in all of them."""
    x, y = (np.abs(values[~np.isnan(values) & (values != 0)]) for values in (original, masked))
    if min(len(x), len(y)) < FEWEST_TO_JUDGE or len(np.unique(x)) < len(QUANTILES):
        return None
    quantiles = [np.quantile(values, QUANTILES, method="inverted_cdf") for values in (x, y)]
    return _common(quantiles[1] / quantiles[0])


def _common(ratios: NDArray[np.float64]) -> float | None:
    """Return the median of ratios where nine of ten lie near it."""
    middle = float(np.quantile(ratios, 0.5, method="inverted_cdf"))
    near = int((np.abs(ratios - middle) <= SPREAD * abs(middle)).sum())
    return middle if middle and 10 * near >= CERTAIN * len(ratios) else None


def _strange_numbers(original: NDArray[np.float64], masked: NDArray[np.float64]) -> tuple[str, ...]:
    """Return a doubt about numbers outside the original's range that several masked records have alike."""
    if np.isnan(original).all():
        return ()
    low, high = float(np.nanmin(original)), float(np.nanmax(original))
    values, counts = np.unique(masked[(masked < low) | (masked > high)], return_counts=True)
    below, above = int((values < low).sum()), int((values > high).sum())
    strange = [
        (value, int(count))
        for value, count in zip(values.tolist(), counts, strict=True)
        if count >= FEWEST_ALIKE and _stands_for_missing(value, low, high, below if value < low else above)
    ]
    return tuple(
        f"{number_label(value)} is in {count:,} masked records, outside the original's range: if it means a "
        f"suppressed value, declare it under 'missing'"
        for value, count in strange
    )


def _stands_for_missing(value: float, low: float, high: float, n_outside: int) -> bool:
    """Find numbers that people write for "no value": repeated 9, 8 or 7, the only negative one, or one far away."""
    digits = number_label(abs(value))
    repeated = len(set(digits)) == 1 and digits[0] in "789"
    if value < low:
        return repeated or (n_outside == 1 and (value < 0 <= low or low - value > high - low))
    return (repeated and len(digits) > 1) or (n_outside == 1 and value - high > high - low)
