"""Sequential synthesis by classification and regression trees."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import Column, Level, Masking
from core.errors import MaskingError
from core.masking.method import Takes, Treated, Work, method, setting
from core.masking.synthesis.predictors import Matrix
from core.masking.synthesis.sequential import synthesise

METHOD = "synthesis by trees"


@dataclass(frozen=True)
class TreeParameters:
    """How fine the trees are.

    Parameters
    ----------
    smallest_leaf : int
        Fewest original records in a leaf, at least 1.
    """

    smallest_leaf: int = field(default=5, metadata=setting("Fewest records in a leaf", low=1, high=100000, step=5))


@method(
    id="synthesis_cart",
    name="Synthesis by trees (CART)",
    takes=Takes.ANY,
    masking=Masking.SYNTHETIC,
    parameters=TreeParameters,
    summary="Values are drawn, one variable after the other, from the leaves of trees that predict them.",
    reference="Reiter (2005), Using CART to generate partially synthetic public use microdata; Nowok et al. (2016)",
    random=True,
)
def cart_method(work: Work, parameters: TreeParameters) -> Treated:
    """Synthesise the named variables by trees (scikit-learn's, grown to the smallest leaf, not pruned).

    Raises
    ------
    MaskingError
        A smallest leaf below 1 record.
    """
    if parameters.smallest_leaf < 1:
        raise MaskingError(f"{METHOD}: a leaf must hold at least 1 record, not {parameters.smallest_leaf}")

    def model(
        x: Matrix, new: Matrix, cells: Column, level: Level, kinds: NDArray[np.int64], rng: np.random.Generator
    ) -> Column:
        return cells.take(donors(x, new, cells, level, kinds, parameters.smallest_leaf, rng))

    return synthesise(work, model, METHOD)


def donors(
    x: Matrix,
    new: Matrix,
    cells: Column,
    level: Level,
    kinds: NDArray[np.int64],
    smallest_leaf: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Return (n,) the original record whose cell each synthetic record takes.

    First a tree of what the cell is (valid, empty, missing code), where there is more than one kind; for the valid ones
    then a tree of the value: regression for continuous variables, classification for others. The donor is drawn from
    the original records of the leaf that a synthetic record falls into.

    References
    ----------
    Reiter (2005), section 3; Nowok, Raab and Dibben (2016), section 2.
    """
    chosen = leaf_mates(x, new, np.arange(len(x)), kinds.astype(np.float64), False, smallest_leaf, rng)
    valid, wanted = np.flatnonzero(kinds == 0), np.flatnonzero(kinds[chosen] == 0)
    if len(wanted):
        target = _target(cells, level)
        numeric = level is Level.CONTINUOUS
        chosen[wanted] = leaf_mates(x, new[wanted], valid, target, numeric, smallest_leaf, rng)
    return chosen


def _target(cells: Column, level: Level) -> NDArray[np.float64]:
    if level is Level.CONTINUOUS:
        return np.asarray(cells.numbers, dtype=np.float64)
    return cells.categories()[0].astype(np.float64)


def leaf_mates(
    x: Matrix,
    new: Matrix,
    rows: NDArray[np.int64],
    target: NDArray[np.float64],
    numeric: bool,
    smallest_leaf: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Draw for each new record one of the original records (among ``rows``) in its leaf of a tree of the target.

    Parameters
    ----------
    x : float32 array (n, q)
        Predictors of the original.
    new : float32 array (m, q)
        Predictors of the synthetic records.
    rows : int64 array
        Original records that the tree is grown on; at least one.
    target : float64 array (n,)
    numeric : bool
        Regression, else classification.
    smallest_leaf : int
    rng : numpy.random.Generator
        One integer for the tree's ties, one number per new record.

    Returns
    -------
    int64 array (m,)
    """
    seed = int(rng.integers(2**31 - 1))
    leaf, new_leaf = np.zeros(len(rows), dtype=np.int64), np.zeros(len(new), dtype=np.int64)
    if x.shape[1] and np.ptp(target[rows]) > 0:
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor  # noqa: PLC0415 - starts slowly

        kind = DecisionTreeRegressor if numeric else DecisionTreeClassifier
        tree = kind(min_samples_leaf=smallest_leaf, random_state=seed).fit(x[rows], target[rows])
        leaf, new_leaf = tree.apply(x[rows]), tree.apply(new)
    by_leaf = rows[np.argsort(leaf, kind="stable")]
    size = np.bincount(leaf)
    place = np.floor(rng.random(len(new)) * size[new_leaf]).astype(np.int64)
    return np.asarray(by_leaf[(np.cumsum(size) - size)[new_leaf] + place])
