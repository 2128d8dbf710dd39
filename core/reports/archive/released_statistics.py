"""What a document may tell of a released file's own values: nothing that rests on fewer records than allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Level, StatedStatistic, number_label
from core.pairing import Summary, observed, summary

ENDS = ("min", "max")
COUNTS = ("vald", "invd")


@dataclass(frozen=True)
class CountedCode:
    """A code of a released variable.

    Parameters
    ----------
    code : str
    count : int or None
        Records that have it; None: too few, or others could be distinguished from it.
    """

    code: str
    count: int | None


def releasable_counts(column: Column, missing: Collection[str], least: int) -> tuple[CountedCode, ...]:
    """Return every code that occurs with its records, counts below ``least`` left out.

    A single count that was left out would follow from a total that is told: then the next smallest of that total
    goes too, until what is hidden together is ``least`` records or more.

    Parameters
    ----------
    column : Column
    missing : collection of str
        Codes that stand for a missing value; their records and the empty ones are a total of their own.
    least : int
    """
    codes, labels = column.categories()
    counts = np.append(np.bincount(codes[codes >= 0], minlength=len(labels)), np.sum(codes < 0)).astype(np.int64)
    gone = np.array([label in missing for label in labels] + [True])
    valid, invalid = int(counts[~gone].sum()), int(counts[gone].sum())
    totals_untold = _few(valid, least) or _few(invalid, least)
    hidden = np.zeros(len(counts), dtype=bool)
    for places in [np.arange(len(counts))] if totals_untold else [np.flatnonzero(gone), np.flatnonzero(~gone)]:
        hidden[places] = _hidden(counts[places], least)
    return tuple(
        CountedCode(label, None if hide else int(count))
        for label, count, hide in zip(labels, counts, hidden[:-1], strict=False)
        if count  # a category without a record is no longer in the file, whatever its list of labels says
    )


def _hidden(counts: NDArray[np.int64], least: int) -> NDArray[np.bool_]:
    """Return (n,) true for counts of one total that are not told: small ones, and those that it takes to cover them."""
    hidden = (counts > 0) & (counts < least)
    for place in np.argsort(counts, kind="stable"):
        if not hidden.any() or (int(hidden.sum()) > 1 and int(counts[hidden].sum()) >= least):
            break
        if counts[place] > 0:
            hidden[place] = True
    return hidden


def releasable_statistics(
    column: Column,
    missing: Collection[str],
    level: Level,
    least: int,
    weights: NDArray[np.float64] | None = None,
) -> tuple[StatedStatistic, ...]:
    """Return the statistics of a released variable that rest on ``least`` records or more.

    Smallest and largest value are values of records: they are told where at least so many records have them.

    Parameters
    ----------
    column : Column
    missing : collection of str
        Codes that stand for a missing value.
    level : Level
        Of a variable that is not continuous only the records are counted.
    least : int
    weights : float64 array (n,) or None
        None: there is no weight, and no weighted statistic.
    """
    counted = summary(column, missing)
    if _few(counted.valid, least) or _few(counted.missing, least):
        return ()
    stated = _stated(counted, weighted=False, ends=_releasable_ends(column, missing, counted, least))
    if weights is not None:
        stated += _stated(summary(column, missing, weights), weighted=True, ends=())
    return stated if level is Level.CONTINUOUS else tuple(s for s in stated if s.kind in COUNTS)


def _few(count: float, least: int) -> bool:
    return 0 < count < least


def _releasable_ends(column: Column, missing: Collection[str], counted: Summary, least: int) -> tuple[str, ...]:
    numbers = observed(column, missing, len(column)).numbers
    if numbers is None:
        return ()
    ends: Mapping[str, float | None] = {"min": counted.minimum, "max": counted.maximum}
    return tuple(kind for kind, value in ends.items() if value is not None and np.sum(numbers == value) >= least)


def _stated(counted: Summary, *, weighted: bool, ends: tuple[str, ...]) -> tuple[StatedStatistic, ...]:
    values = counted.by_kind()
    kinds = [kind for kind in values if kind not in ENDS or kind in ends]
    # ends and counts as they are, what was computed from all records with the digits that a reader needs
    return tuple(
        StatedStatistic(kind, weighted, number_label(value) if kind in (*ENDS, *COUNTS) else f"{value:.6g}")
        for kind in kinds
        if (value := values[kind]) is not None
    )
