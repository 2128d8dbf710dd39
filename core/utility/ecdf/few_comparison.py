"""Distribution functions of pairs and triples of variables: in dozens of dimensions every record is alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Level, Pair
from core.statistics.arrays import Floats
from core.statistics.neighbours import ClassAxis, Samples, quantile_classes, set_differences
from core.statistics.reproducible import generator
from core.utility.ecdf.comparison import filled
from core.utility.ecdf.parameters import EcdfParameters
from core.utility.resampled_null import NO_NULL, NullsKept, ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked, StackedVariable, stack

CLASSES = {2: 64, 3: 16}
"""Classes of a number, by how many variables are looked at together: quantiles of both files, 4,096 cells in all."""

MOST_CELLS = 4_000_000
"""Cells of a table; sets of nominal variables with more are left out."""

AFFORDABLE = 2e9
"""Records times sets that one evaluation may count if it is to be repeated for the null: a few seconds."""

NAMES = {2: "pair", 3: "triple"}

Subset = tuple[int, ...]

_NULLS = NullsKept()


@dataclass(frozen=True, eq=False)
class FewComparison:
    """Differences of the distribution functions of some sets of variables.

    Parameters
    ----------
    stacked : Stacked
    parameters : EcdfParameters
    together : int
        Variables in a set: 2 or 3.
    names : tuple of tuple of str
        The variables of each set.
    there_are : int
        Sets in all.
    maximum, mean_square : tuple of float
        Of each set.
    null_maximum, null_mean_square : ResampledNull
        Of the largest over all sets.
    left_out : int
        Sets that were to be looked at and have too many cells.
    reason : str
        Why there is nothing; empty where there is.
    """

    stacked: Stacked
    parameters: EcdfParameters
    together: int
    names: tuple[tuple[str, ...], ...] = ()
    there_are: int = 0
    maximum: tuple[float, ...] = ()
    mean_square: tuple[float, ...] = ()
    null_maximum: ResampledNull = NO_NULL
    null_mean_square: ResampledNull = NO_NULL
    left_out: int = 0
    reason: str = ""


def compare_few(pair: Pair, parameters: EcdfParameters, together: int) -> FewComparison:
    """Compare the joint distribution functions of all pairs, or of a seeded choice of triples, of variables."""
    stacked = stack(pair)
    if stacked.reason:
        return FewComparison(stacked, parameters, together, reason=stacked.reason)
    axes = [_axis(v, together, parameters.coding, stacked.weights) for v in stacked.variables]
    wanted, there_are = _sets(len(axes), together, parameters)
    subsets = [s for s in wanted if prod(axes[i].size for i in s) <= MOST_CELLS]
    if not subsets:
        return FewComparison(stacked, parameters, together, reason=_why_none(len(axes), together, wanted))
    original, masked = ([a.part(rows) for a in axes] for rows in _files(stacked))
    before, after = stacked.weights_by_file()
    own = np.ones(stacked.n_original, np.int32) if before is None else before
    theirs = np.ones((stacked.n_masked, 1), np.int32) if after is None else after[:, None]
    reason = no_null(parameters.replicates, float(stacked.n) * len(subsets), AFFORDABLE)
    differences = set_differences(original, own, Samples(masked, theirs), subsets)
    null_maximum, null_mean_square = (ResampledNull((), reason),) * 2
    if not reason:
        known = (x for axis in original for x in (axis.classes, axis[1:]))
        drawn = (before, stacked.n_masked, parameters, subsets)
        nulls = _NULLS.of((*known, *drawn), lambda: _nulls(stacked, original, own, subsets, parameters))
        null_maximum, null_mean_square = nulls
    return FewComparison(
        stacked,
        parameters,
        together,
        tuple(tuple(stacked.variables[i].name for i in s) for s in subsets),
        there_are,
        tuple(float(d.maximum[0]) for d in differences),
        tuple(float(d.mean_square[0]) for d in differences),
        null_maximum,
        null_mean_square,
        left_out=len(wanted) - len(subsets),
    )


compare_pairs = partial(compare_few, together=2)
compare_triples = partial(compare_few, together=3)


def _files(stacked: Stacked) -> tuple[slice, slice]:
    return slice(0, stacked.n_original), slice(stacked.n_original, stacked.n)


def _sets(k: int, together: int, parameters: EcdfParameters) -> tuple[list[Subset], int]:
    """Return the sets of variables that are looked at, and how many there are."""
    there_are = comb(k, together)
    if together == 2 or there_are <= parameters.triples:
        return list(combinations(range(k), together)), there_are
    rng = generator(parameters.seed, "ecdf|triples")
    chosen: set[Subset] = set()
    while len(chosen) < parameters.triples:
        chosen.add(tuple(sorted(int(i) for i in rng.choice(k, together, replace=False))))
    return sorted(chosen), there_are


def _why_none(k: int, together: int, wanted: list[Subset]) -> str:
    if k < together:
        return f"a {NAMES[together]} needs {together} variables in both files; there are {k}"
    if not wanted:
        return "no triples were asked for (ecdf.triples)"
    return f"every {NAMES[together]} of variables has more than {MOST_CELLS:,} combinations of values"


def _nulls(
    stacked: Stacked, original: list[ClassAxis], own: NDArray[Any], subsets: list[Subset], parameters: EcdfParameters
) -> tuple[ResampledNull, ResampledNull]:
    """Return the largest difference, and mean squared one, over all sets for each sample of the original."""
    by_set = set_differences(original, own, Samples(original, _drawn(stacked, parameters)), subsets)
    maximum, mean_square = (
        np.max(each, axis=0) for each in ([d.maximum for d in by_set], [d.mean_square for d in by_set])
    )
    return as_null(list(maximum)), as_null(list(mean_square))


def _drawn(stacked: Stacked, parameters: EcdfParameters) -> NDArray[Any]:
    """Return how often each record of the original is in each sample (n, r), or for how many it counts there."""
    n, m = stacked.n_original, stacked.n_masked
    # a sample has hardly a record ten times: one byte each, a quarter to move for every set of variables
    kind: type[np.generic] = np.float64 if stacked.weights is not None else np.uint8
    drawn = np.empty((n, parameters.replicates), dtype=kind)
    for r, rows in enumerate(draws(parameters.seed, "ecdf", n, m, parameters.replicates)):
        counts = np.bincount(rows, stacked.weights_drawn(rows), n)
        if kind is np.uint8 and counts.max() > np.iinfo(np.uint8).max:
            kind = np.int32
            drawn = drawn.astype(kind)
        drawn[:, r] = counts
    return drawn


def _axis(variable: StackedVariable, together: int, coding: str, weights: Floats | None) -> ClassAxis:
    """Code a variable by classes; missing values are one more class, as the measures in all dimensions have them."""
    missing, partly = variable.missing(), variable.partly
    if variable.level is Level.NOMINAL:
        categories = len(variable.categories)
        classes = np.where(missing, categories, variable.values)
        return ClassAxis(_in_few_bytes(classes), categories + partly, 1, below_all=coding == "reference")
    classes = quantile_classes(filled(variable), CLASSES[together], weights)
    size = int(classes.max(initial=0)) + 1
    ordered = size + (partly and coding == "reference")
    return ClassAxis(_in_few_bytes(np.where(missing, size, classes)), size + partly, ordered)


def _in_few_bytes(classes: NDArray[Any]) -> NDArray[Any]:
    return classes.astype(np.min_scalar_type(int(classes.max(initial=0))))
