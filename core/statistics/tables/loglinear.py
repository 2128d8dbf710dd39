"""Log-linear models: of key frequencies, for uniques of the population; of tables, for the associations in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.statistics.arrays import Floats

Integers = NDArray[np.integer[Any]]

MOST_CELLS = 4_000_000
"""Largest table of all combinations that a model with two-way terms is fitted on."""

PRECISION = 1e-9
MOST_ROUNDS = 2000

TABLE_PRECISION = 1e-12
"""Margins of a fitted table agree to this share of the records: finer, as two tables are compared."""


def fitted_means(
    codes: Integers, pairs: Sequence[tuple[int, int]] = (), counts: NDArray[np.int64] | None = None
) -> Floats:
    """Fit the model by maximum likelihood and return the expected sample count of each row's cell.

    Main effects alone have the closed form n prod_j (n_j / n) with the counts n_j of the cell's
    categories; two-way terms are fitted by iterative proportional fitting on the table of all
    combinations (Bishop, Fienberg and Holland 1975, Discrete Multivariate Analysis, 3.5).

    Parameters
    ----------
    codes : integer array (c, m)
        0 .. k_j - 1 in column j; every category occurs.
    pairs : sequence of (int, int)
        Columns that have a two-way term.
    counts : int64 array (c,) or None
        The records of each row; None: one.

    Returns
    -------
    float64 array (c,)
        mu of each row's cell.

    Raises
    ------
    ValueError
        With two-way terms: the table has too many cells, or the fitting does not converge.
    """
    counts = np.ones(len(codes), dtype=np.int64) if counts is None else counts
    if pairs:
        return _by_proportional_fitting(codes, counts, pairs)
    n = int(counts.sum())
    # logarithms, summed: many keys give a product below the smallest number
    logarithm = np.full(len(codes), np.log(n) if n else 0.0)
    for column in codes.T:
        logarithm += np.log(np.bincount(column, counts)[column] / n)
    return np.asarray(np.exp(logarithm))


def _by_proportional_fitting(codes: Integers, records: NDArray[np.int64], pairs: Sequence[tuple[int, int]]) -> Floats:
    shape = tuple(int(column.max()) + 1 for column in codes.T)
    cells = float(np.prod(np.array(shape, dtype=np.float64)))
    if cells > MOST_CELLS:
        raise ValueError(f"all combinations of the keys are {cells:.0f}, too many to fit two-way terms")
    single = sorted(set(range(len(shape))) - {column for pair in pairs for column in pair})
    margins = [(column,) for column in single] + [tuple(sorted(pair)) for pair in pairs]
    targets = [_counts(codes[:, margin], records, [shape[c] for c in margin]) for margin in margins]
    n = int(records.sum())
    mu = np.full(shape, n / cells)
    for _ in range(MOST_ROUNDS):
        change = max(_fit_margin(mu, margin, target) for margin, target in zip(margins, targets, strict=True))
        if change <= PRECISION * n:
            return np.asarray(mu[tuple(codes.T)], dtype=np.float64)
    raise ValueError("the two-way terms do not converge")


def _counts(codes: Integers, records: NDArray[np.int64], shape: Sequence[int]) -> Floats:
    flat = np.ravel_multi_index(tuple(codes.T), tuple(shape))
    return np.bincount(flat, records, minlength=int(np.prod(shape))).reshape(shape).astype(np.float64)


def _fit_margin(mu: Floats, margin: tuple[int, ...], target: Floats) -> float:
    """Scale the table in place so that it has a margin; return the largest difference before."""
    others = tuple(axis for axis in range(mu.ndim) if axis not in margin)
    current = mu.sum(axis=others)
    factor = np.divide(target, current, out=np.zeros_like(target), where=current > 0)
    mu *= np.expand_dims(factor, others)
    return float(np.abs(target - current).max())


def expected_population_uniques(mean_of_uniques: Floats, fraction: float) -> tuple[float, float]:
    """Return how many sample uniques are population uniques, and how many guesses at them are right.

    With Poisson(lambda) counts in the population and a sample of fraction pi, the part outside the
    sample is Poisson(v), v = (1 - pi) lambda, lambda = mu / pi: P(unique) = exp(-v) and
    E(1/F) = (1 - exp(-v)) / v (Skinner and Holmes 1998; Skinner and Shlomo 2008, JASA 103, section 2).

    Parameters
    ----------
    mean_of_uniques : float64 array (u,)
        mu of the sample uniques' cells: expected *sample* counts.
    fraction : float
        pi in (0, 1].

    Returns
    -------
    population_uniques, correct_matches : float
    """
    v = (1 - fraction) * mean_of_uniques / fraction
    positive = np.where(v > 0, v, 1.0)
    matches = np.where(v > 0, -np.expm1(-positive) / positive, 1.0)
    return float(np.exp(-v).sum()), float(matches.sum())


class Deviances(NamedTuple):
    """The association in a table by the order of its terms: deviances and their degrees of freedom.

    Parameters
    ----------
    two_way, three_way : float
        G^2 that the two-way terms take away from the model of independence, and what they leave; the latter
        is 0 for a table of two variables.
    two_way_df, three_way_df : int
        Of categories that occur.
    """

    two_way: float
    two_way_df: int
    three_way: float
    three_way_df: int


def deviances(table: NDArray[np.int64] | Floats) -> Deviances | None:
    """Split the association in a table of two or three variables into that of two-way and three-way terms.

    G^2 = 2 sum O log(O / E) of the models [A][B][C] and [AB][AC][BC]; the second is fitted by iterative
    proportional fitting (Bishop, Fienberg and Holland 1975, Discrete Multivariate Analysis, 3.5 and 4.2).

    Parameters
    ----------
    table : int64 or float64 array of two or three dimensions

    Returns
    -------
    Deviances or None
        None where the fitting does not converge within ``MOST_ROUNDS``, or the table is empty.
    """
    counts = table.astype(np.float64)
    for axis in range(table.ndim):
        others = tuple(a for a in range(table.ndim) if a != axis)
        counts = np.compress(table.sum(axis=others) > 0, counts, axis=axis)
    n, free = counts.sum(), [size - 1 for size in counts.shape]
    if not n:
        return None
    expected = np.full(counts.shape, float(n))
    for axis, size in enumerate(counts.shape):
        others = tuple(a for a in range(table.ndim) if a != axis)
        expected = expected * (counts.sum(axis=others) / n).reshape(
            [size if a == axis else 1 for a in range(counts.ndim)]
        )
    whole, two_way_df = _deviance(counts, expected), sum(a * b for a, b in combinations(free, 2))
    if counts.ndim == 2:
        return Deviances(whole, two_way_df, 0.0, 0)
    fitted = _all_two_way(counts)
    if fitted is None:
        return None
    left = _deviance(counts, fitted)
    return Deviances(max(whole - left, 0.0), two_way_df, left, int(np.prod(free)))


def _deviance(observed: Floats, expected: Floats) -> float:
    some = observed > 0
    total = 2 * float((observed[some] * np.log(observed[some] / expected[some])).sum())
    # what rounding leaves of a perfect fit
    return total if total > PRECISION * float(observed.sum()) else 0.0


def _all_two_way(counts: Floats) -> Floats | None:
    """Fit a table of three variables to its three two-way margins."""
    mu = np.full(counts.size, counts.sum() / counts.size)
    reached = _fit_two_way(np.ascontiguousarray(counts).ravel(), mu, counts.shape, MOST_ROUNDS, TABLE_PRECISION)
    return mu.reshape(counts.shape) if reached else None


@njit(cache=True, nogil=True)
def _fit_two_way(counts: Floats, mu: Floats, sizes: tuple[int, int, int], rounds: int, precision: float) -> bool:
    """Scale a table in place to the margins of counts, one after the other; return whether they were reached.

    Both tables are given as their cells in a row, the last variable the fastest: a table turned over takes seconds to
    compile.

    A margin that is fitted stays so while the next one scales whole lines, but for what the others moved: the largest
    difference found in a round is that of all three margins together. Sums run in the order of the cells.
    """
    total = 0.0
    for cell in range(len(counts)):
        total += counts[cell]
    a, b, c = sizes
    one = int(np.int64(1))  # for the literal 1, what takes it would be compiled twice
    for _ in range(rounds):
        change = _fit_lines(counts, mu, (a, b, c), (b * c, c, one))
        change = max(change, _fit_lines(counts, mu, (a, c, b), (b * c, one, c)))
        change = max(change, _fit_lines(counts, mu, (b, c, a), (c, one, b * c)))
        if change <= precision * total:
            return True
    return False


@njit(cache=True, nogil=True)
def _fit_lines(counts: Floats, mu: Floats, sizes: tuple[int, int, int], steps: tuple[int, int, int]) -> float:
    """Scale a table in place so that its sums over one variable are those of counts; return the largest difference.

    ``sizes`` are the categories of the variables, the one summed over last; ``steps`` the distance of cells.
    """
    change = 0.0
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            wanted, current, begin = 0.0, 0.0, i * steps[0] + j * steps[1]
            for k in range(sizes[2]):
                wanted += counts[begin + k * steps[2]]
                current += mu[begin + k * steps[2]]
            factor = wanted / current if current > 0 else 0.0
            for k in range(sizes[2]):
                mu[begin + k * steps[2]] *= factor
            change = max(change, abs(wanted - current))
    return change
