"""Propensity scores from a classification tree, in-sample: what it is grown on, and by which rule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Level
from core.statistics.arrays import Counts, Floats, Integers
from core.statistics.distributions import quantile_cuts
from core.utility.propensity.merged import Merged
from core.utility.stacked import Stacked, StackedVariable

SMALLEST_LEAF, SMALLEST_SPLIT, DEPTH, COMPLEXITY = 5, 20, 30, 1e-3
"""Records of a leaf and of a node to split, depth, share of the impurity a leaf must save: rpart's in synthpop."""

CLASSES = 255
"""Most values of a number that a tree distinguishes; more are classed at quantiles of both files together."""

Features = NDArray[np.float32]


class Tree(NamedTuple):
    """Share of masked records in the leaf of each distinct record (m,), and the number of leaves."""

    scores: Floats
    leaves: int


def tree_features(stacked: Stacked, merged: Merged) -> Features:
    """Return what the distinct merged records are split by (m, f).

    A number or rank is a code in its order, a missing one below all; a nominal variable one column for each category,
    missing ones too, so that a split parts one category from all others.
    """
    return np.concatenate([_columns(v, merged.row, merged.size.astype(np.int64)) for v in stacked.variables], axis=1)


def grow(features: Features, size: Counts, masked: Counts) -> Tree:
    """Grow scikit-learn's classification tree, prune it, and score the records it was grown on.

    It is pruned to the smallest tree that minimises impurity plus ``COMPLEXITY`` of all times its leaves (Breiman,
    Friedman, Olshen and Stone 1984, section 3.3). Of splits that save the same, one is taken by the order of columns
    that the fixed random state gives.

    Parameters
    ----------
    features : float32 array (m, f)
    size, masked : int64 arrays (m,)
        Records of both files like each, and how many of them are masked ones.
    """
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 - starts slowly

    point = np.repeat(np.arange(len(size)), size)
    is_masked = np.arange(len(point)) - (np.cumsum(size) - size)[point] < masked[point]
    share = float(is_masked.mean())
    tree = DecisionTreeClassifier(
        max_depth=DEPTH,
        min_samples_leaf=SMALLEST_LEAF,
        min_samples_split=SMALLEST_SPLIT,
        ccp_alpha=COMPLEXITY * 2 * share * (1 - share),
        random_state=0,
    ).fit(features[point], is_masked)
    return Tree(tree.predict_proba(features)[:, -1], int(tree.get_n_leaves()))


def _columns(variable: StackedVariable, row: Integers, size: Counts) -> Features:
    values = variable.at(row)
    missing = np.isnan(values)
    if variable.level is Level.NOMINAL:
        codes = np.where(missing, len(variable.categories), values)
        return np.asarray(codes[:, None] == np.unique(codes), dtype=np.float32)
    points, place = np.unique(values[~missing], return_inverse=True)
    counts = np.bincount(place, size[~missing], len(points)).astype(np.int64)
    ranks = np.zeros((len(values), 1), dtype=np.float32)
    if len(points):
        cuts = quantile_cuts(points, counts, CLASSES)
        ranks[~missing, 0] = 1 + np.searchsorted(cuts, points, side="right")[place]
    return ranks
