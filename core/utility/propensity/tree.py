"""Propensity scores from a classification tree, in-sample: what it is grown on, and by which rule."""

from __future__ import annotations

import numpy as np

from core.data import Level
from core.statistics.arrays import Counts, Integers
from core.statistics.distributions import quantile_cuts
from core.statistics.trees import CodedRecords, StoppingRule
from core.utility.propensity.merged import Merged
from core.utility.stacked import Stacked, StackedVariable

RULE = StoppingRule(leaf=5, split=20, depth=30, complexity=1e-3)
"""Smallest leaf, smallest node to split, depth, share of the impurity a leaf must save: rpart's in synthpop."""

CLASSES = 255
"""Most values of a number that a tree tells apart; more are classed at quantiles of both files together."""


def tree_records(stacked: Stacked, merged: Merged) -> CodedRecords:
    """Return the distinct merged records in codes.

    Missing values are the code below all numbers, and a category of their own of nominal variables.
    """
    size = merged.size.astype(np.int64)
    columns = [_codes(v, merged.row, size) for v in stacked.variables]
    largest = max(int(c.max()) for c in columns)
    codes = np.column_stack([c.astype(np.uint8 if largest < 256 else np.int32) for c in columns])
    return CodedRecords(codes, np.array([v.level is Level.NOMINAL for v in stacked.variables]), size)


def _codes(variable: StackedVariable, row: Integers, size: Counts) -> Integers:
    values = variable.at(row)
    missing = np.isnan(values)
    if variable.level is Level.NOMINAL:
        return np.where(missing, len(variable.categories), values).astype(np.int64)
    points, place = np.unique(values[~missing], return_inverse=True)
    counts = np.bincount(place, size[~missing], len(points)).astype(np.int64)
    codes = np.zeros(len(values), dtype=np.int64)
    if len(points):
        cuts = quantile_cuts(points, counts, CLASSES)
        codes[~missing] = 1 + np.searchsorted(cuts, points, side="right")[place]
    return codes
