"""Means, covariances, correlations, components and eigenvalues of the numbers of both files: the shared step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, largest_in
from core.measures import Skipped
from core.statistics.arrays import Floats, Integers
from core.statistics.covariance import (
    ROUNDING,
    CellErrors,
    Components,
    ExactSums,
    cell_errors,
    correlation_of,
    eigenvalue_difference,
    exact_sums_by_group,
    grid_above,
    inverse_diagonal_distance,
    pairwise_correlation,
    pairwise_covariance,
    principal_components,
    rows_of_sums,
    shares_coincide,
    turned_alike,
    weighted_means,
)
from core.tables import Blockwise, BothFiles, groups_of
from core.utility.compared_variables import notices
from core.utility.loss.numbers import (
    Numbers,
    NumbersDetail,
    NumericVariables,
    numbers_of,
    numeric_variables,
    stores_of,
    values_of,
)
from core.utility.loss.parameters import LossParameters

EXPLAINED = 0.8
"""Components are compared until they explain this share of the original's variance."""

CONSTANT = "constant in one of the files, so correlated with nothing (0)"
COINCIDENT = "two components explain the same share of variance, so that their loadings are not determined"
TOO_FEW = "fewer than two variables are numbers in both files"

FEWEST = 2
"""Values of a variable in either file."""

NOTHING = np.zeros(0), np.zeros(0)


class NotComparable(Exception):
    """A figure of moments has no value, and why."""


@dataclass(frozen=True, eq=False)
class Moments:
    """First and second moments of both files.

    Parameters
    ----------
    numbers : NumericVariables
    means : (float array (p,), float array (p,))
    covariances, correlation_matrices : (float array (p, p), float array (p, p))
        Of the records complete in each pair of variables; a constant is correlated with nothing (0).
    n : int
        Observed values of the least complete variable of either file.
    reason : str
        Why there are none.
    """

    numbers: NumericVariables
    means: tuple[Floats, Floats] = NOTHING
    covariances: tuple[Floats, Floats] = NOTHING
    correlation_matrices: tuple[Floats | None, Floats | None] = (None, None)
    n: int = 0
    reason: str = ""

    @property
    def deviations(self) -> Floats:
        """Standard deviations of the original (p,)."""
        return np.sqrt(np.diag(self.covariances[0]))

    def constants(self) -> tuple[str, ...]:
        """Say which variables are constant in a file."""
        still = zip(self.numbers.names, *(np.diag(c) == 0 for c in self.covariances), strict=True)
        return notices((CONSTANT, [name for name, *files in still if any(files)]))

    def skipped(self, measure: str, reason: str) -> Skipped[NumbersDetail]:
        """Return a measure without a value, with the variables that were compared."""
        return Skipped(measure, (), reason, self.numbers.described(), **self.numbers.said())

    def correlations(self) -> tuple[Floats, Floats]:
        """Return the correlation matrices of both files."""
        before, after = self.correlation_matrices
        if before is None or after is None or len(self.numbers.names) < 2:
            raise NotComparable(TOO_FEW)
        return before, after


@dataclass(frozen=True, eq=False)
class NumbersAdded:
    """Whose values are added without rounding, and the grids (p,) of either file.

    Each file has its own: a large value of the one costs the other no digits. There are none where nothing can be
    compared, or records have weights.
    """

    names: tuple[str, ...] = ()
    grids: tuple[Integers, ...] = ()


BothSums = tuple[list[ExactSums], list[ExactSums]]
"""Of either file, by jackknife group."""


def _look(pair: Pair, _: LossParameters) -> NumbersAdded:
    names = numeric_variables(pair, FEWEST).names
    if not names or pair.weights is not None:
        return NumbersAdded()
    largest = (np.array([largest_in(store) for store in file]) for file in stores_of(pair, names))
    return NumbersAdded(names, tuple(map(grid_above, largest)))


def _parts(known: NumbersAdded) -> tuple[tuple[Integers, ...], ...]:
    return (known.grids,) if known.grids else ()


def _sums(block: Pair, known: NumbersAdded, grids: tuple[Integers, Integers]) -> BothSums:
    files = zip(values_of(block, known.names), grids, groups_of(block), strict=True)
    original, masked = (exact_sums_by_group(values, grid, *of) for values, grid, of in files)
    return original, masked


def _added(first: BothSums, second: BothSums) -> BothSums:
    original, masked = (list(map(add, *files)) for files in zip(first, second, strict=True))
    return original, masked


def _finish(pair: Pair, _: LossParameters, known: NumbersAdded, states: Iterator[BothSums]) -> tuple[Moments, ...]:
    if not known.grids:
        return tuple(map(_of_values, _rows(numbers_of(pair, FEWEST), groups_of(pair))))
    numbers, rows = numeric_variables(pair, FEWEST), zip(*map(rows_of_sums, next(states)), strict=True)
    return tuple(_of_sums(numbers, list(zip(both, known.grids, strict=True))) for both in rows)


def _of_sums(numbers: NumericVariables, files: Sequence[tuple[ExactSums, Integers]]) -> Moments:
    observed = np.array([np.diag(sums.records) for sums, _ in files])
    if few := _few(numbers, observed):
        return Moments(numbers, reason=few)
    return _of_files(
        numbers,
        [sums.means(grid) for sums, grid in files],
        [sums.covariances(grid) for sums, grid in files],
        [sums.correlations() for sums, _ in files],
        observed,
    )


moments = Blockwise(look=_look, parts=_parts, partial=_sums, merge=_added, finish=_finish)
"""Compute the moments of the variables that are numbers in both files; then those without each jackknife group."""


def _rows(numbers: Numbers, of: BothFiles) -> Iterator[Numbers]:
    yield numbers
    for rows in zip(*(each.others() for each in of), strict=True):
        files = zip((numbers.original, numbers.masked), rows, strict=True)
        original, masked = (values[kept] for values, kept in files)
        before, after = (w if w is None else w[kept] for w, kept in zip(numbers.weights, rows, strict=True))
        yield replace(numbers, original=original, masked=masked, weights=(before, after))


def _of_values(numbers: Numbers) -> Moments:
    """Return the moments of values that have weights, or say why there are none."""
    if numbers.reason:
        return Moments(numbers, reason=numbers.reason)
    observed = np.array([(~np.isnan(x)).sum(axis=0) for x in (numbers.original, numbers.masked)])
    if few := _few(numbers, observed):
        return Moments(numbers, reason=few)
    both = zip((numbers.original, numbers.masked), numbers.weights, strict=True)
    files = [(values, weights) for values, weights in both if weights is not None]
    return _of_files(
        numbers,
        [weighted_means(x, w) for x, w in files],
        [pairwise_covariance(x, w) for x, w in files],
        [pairwise_correlation(x, w) for x, w in files],
        observed,
    )


def _of_files(
    numbers: NumericVariables,
    means: Sequence[Floats],
    covariances: Sequence[Floats],
    correlations: Sequence[Floats | None],
    observed: NDArray[Any],
) -> Moments:
    """Return the moments of both files, given the observed values (2, p)."""
    reason = "two variables have no two common records" if any(np.isnan(c).any() for c in covariances) else ""
    return Moments(
        numbers,
        (means[0], means[1]),
        (covariances[0], covariances[1]),
        (correlations[0], correlations[1]),
        int(observed.min()),
        reason,
    )


def _few(numbers: NumericVariables, observed: NDArray[Any]) -> str:
    """Say which variables have fewer than two values in a file; empty where none."""
    few = [name for name, least in zip(numbers.names, observed.min(axis=0), strict=True) if least < 2]
    return f"fewer than 2 values are observed in a file: {', '.join(few)}" if few else ""


def mean_shifts(prepared: Moments) -> Floats:
    """Return (p,) the differences of means, masked less original; rounding is 0."""
    gap = prepared.means[1] - prepared.means[0]
    scale = np.maximum(np.abs(prepared.means[0]), prepared.deviations)
    return np.asarray(np.where(np.abs(gap) <= ROUNDING * scale, 0.0, gap))


def standardised_shifts(prepared: Moments) -> Floats:
    """Return (p,) |differences of means| / SD of the original; infinite where a constant variable's mean moved."""
    gap, deviations = np.abs(mean_shifts(prepared)), prepared.deviations
    still = deviations == 0
    return np.asarray(np.where(still & (gap > 0), np.inf, gap / np.where(still, 1.0, deviations)))


def covariance_errors(prepared: Moments) -> CellErrors:
    """Compare the p (p + 1) / 2 different variances and covariances."""
    upper = np.triu_indices(len(prepared.numbers.names))
    first, second = prepared.covariances
    scale = np.outer(prepared.deviations, prepared.deviations)
    return cell_errors(first[upper], second[upper], scale[upper])


def correlation_errors(prepared: Moments) -> CellErrors:
    """Compare the p (p - 1) / 2 correlations."""
    before, after = prepared.correlations()
    upper = np.triu_indices(len(prepared.numbers.names), 1)
    return cell_errors(before[upper], after[upper], np.ones(len(upper[0])))


@dataclass(frozen=True, eq=False)
class ComponentDifference:
    """Principal components of both correlation matrices.

    Parameters
    ----------
    compared : int
        Components that explain 80% of the original's variance.
    original, masked : Components
        All of them; the masked file's loadings turned so that their signs agree.
    errors : CellErrors
        Of the loadings of the compared components.
    """

    compared: int
    original: Components
    masked: Components
    errors: CellErrors


def component_difference(prepared: Moments) -> ComponentDifference:
    """Compare principal components and loadings."""
    correlations = prepared.correlations()
    same = bool((np.abs(correlations[0] - correlations[1]) <= ROUNDING).all())
    before, after = (principal_components(c) for c in (correlations[0], correlations[0 if same else 1]))
    after = Components(after.shares, turned_alike(before.loadings, after.loadings))
    q = int(np.searchsorted(np.cumsum(before.shares), EXPLAINED - ROUNDING)) + 1
    q = min(q, len(before.shares))
    if not same and (shares_coincide(before, q) or shares_coincide(after, q)):
        raise NotComparable(COINCIDENT)
    first, second = before.loadings[:, :q].ravel(), after.loadings[:, :q].ravel()
    return ComponentDifference(q, before, after, cell_errors(first, second, np.ones(len(first))))


def eigenvalue_distance(prepared: Moments) -> tuple[float, float | None]:
    """Return sum |e - e'| / e with each file's own SDs, and with the original's in both."""
    before, after = prepared.correlations()
    own = eigenvalue_difference(before, after)
    if own is None:
        raise NotComparable("the original's correlation matrix is singular: a variable follows from others")
    rescaled = correlation_of(prepared.covariances[1], prepared.deviations)
    return own, None if rescaled is None else eigenvalue_difference(before, rescaled)


def inverse_diagonal_change(prepared: Moments) -> float:
    """Return gamma of the correlation matrices."""
    gamma = inverse_diagonal_distance(*prepared.correlations())
    if gamma is None:
        raise NotComparable("a correlation matrix is singular: a variable follows from others")
    return gamma
