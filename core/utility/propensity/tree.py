"""Propensity scores from a classification tree, in-sample."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Level
from core.utility.stacked import Stacked

LEAF_RECORDS = 5
LEAVES_RECORDS = 20
DEPTH = 30
COMPLEXITY = 1e-3
"""Smallest leaf, smallest node to split, depth, share of the impurity a split must save: rpart's in synthpop."""


class TreeScores(NamedTuple):
    """Score of each merged record, and the number of leaves."""

    scores: NDArray[np.float64]
    leaves: int


def tree_features(stacked: Stacked) -> NDArray[np.float64]:
    """Return (N, q) numbers, one-hot categories and indicators of missing values."""
    columns: list[NDArray[np.float64]] = []
    for v in stacked.variables:
        missing = v.missing()
        if v.level is Level.NOMINAL:
            columns.extend((v.values == code).astype(np.float64) for code in range(len(v.categories)))
        else:
            columns.append(np.where(missing, np.nanmin(v.values) - 1 if not missing.all() else 0.0, v.values))
        if missing.any():
            columns.append(missing.astype(np.float64))
    return np.column_stack(columns)


def tree_scores(features: NDArray[np.float64], is_masked: NDArray[np.bool_]) -> TreeScores:
    """Grow a tree and score the records it was grown on.

    Original and masked records of one person stand in both files, so scores from folds or
    out-of-bag would call an identical copy useless: only in-sample scores, held against a null, will do.
    """
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 - slow to import, seldom asked for

    c = float(is_masked.mean())
    tree = DecisionTreeClassifier(
        max_depth=DEPTH,
        min_samples_leaf=LEAF_RECORDS,
        min_samples_split=LEAVES_RECORDS,
        ccp_alpha=COMPLEXITY * 2 * c * (1 - c),
        random_state=0,
    )
    tree.fit(features, is_masked)
    return TreeScores(np.asarray(tree.predict_proba(features)[:, 1]), int(tree.get_n_leaves()))
