"""Numbers that are no measurements: too large or too small to compute with, or like a program's missing codes."""

from __future__ import annotations

import numpy as np

from core.data import Column, Store, in_chunks
from core.statistics.arrays import Floats
from core.wording import counted

LARGEST = 1e150
"""Beyond this size squares, and sums of them, leave what a computer's numbers hold (1.8e308); below its inverse too."""

STATA_FLOAT = 2.0**127
"""Stata's missing codes begin here in variables of type float, and at 2^1023 (8.99e307) in those of type double."""

STATA_WHOLE = ((32_741.0, 32_767.0), (2_147_483_621.0, 2_147_483_647.0))
"""Stata's missing codes in variables of type int and long (`help missing`); asked about only far above the rest."""

FAR_ABOVE = 10.0


def why_not_computable(*files: Store) -> str:
    """Return why a variable of numbers cannot be computed with, with the remedy; empty where it can.

    Parameters
    ----------
    *files : float64 arrays, packed or not
        The variable's values in each file, without its missing codes; NaN where missing.
    """
    beyond, largest = 0, 0.0
    for _, values in in_chunks(files):
        sizes = np.abs(values[~np.isnan(values)])
        beyond += int((sizes > LARGEST).sum())
        largest = max(largest, float(sizes.max(initial=0.0)))
    if beyond:
        cells = counted(beyond, "cell", "cells")
        return (
            f"it holds numbers too large to compute with ({cells}, up to {largest:.4g}): declare them under "
            "'missing' where they stand for a missing value (Stata's codes are near 9e307), or use a larger unit"
        )
    if 0 < largest < 1 / LARGEST:
        return "all its numbers are too small to compute with: use a smaller unit"
    return ""


def like_missing_codes(column: Column) -> Floats:
    """Return the distinct numbers that look like Stata's missing codes, ascending.

    Parameters
    ----------
    column : Column
        Without the codes that are declared missing.
    """
    distinct = column.distinct_numbers()
    codes = np.abs(distinct) >= STATA_FLOAT
    for low, high in STATA_WHOLE:
        among = (distinct >= low) & (distinct <= high)
        rest = np.abs(distinct[~among & ~codes])
        if among.any() and low > FAR_ABOVE * rest.max(initial=0.0):
            codes |= among
    return distinct[codes]
