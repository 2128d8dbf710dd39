"""Log-linear models: of key frequencies, for uniques of the population; of tables, for the associations in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
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
    mu = _with_margins(shape, margins, targets, PRECISION)
    if mu is None:
        raise ValueError("the two-way terms do not converge")
    return np.asarray(mu[tuple(codes.T)], dtype=np.float64)


def _with_margins(
    shape: tuple[int, ...], margins: Sequence[tuple[int, ...]], targets: Sequence[Floats], precision: float
) -> Floats | None:
    """Return the table that has these margins, to this share of the records; None where the fitting takes too long."""
    n = float(targets[0].sum())
    mu = np.full(shape, n / float(np.prod(shape, dtype=np.float64)))
    for _ in range(MOST_ROUNDS):
        # a margin that is fitted stays so while the next one scales whole lines, but for what the others moved
        change = max(_fit_margin(mu, margin, target) for margin, target in zip(margins, targets, strict=True))
        if change <= precision * n:
            return mu
    return None


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
    margins = list(combinations(range(3), 2))
    targets = [counts.sum(axis=axis) for axis in (2, 1, 0)]
    fitted = _with_margins(counts.shape, margins, targets, TABLE_PRECISION)
    if fitted is None:
        return None
    left = _deviance(counts, fitted)
    return Deviances(max(whole - left, 0.0), two_way_df, left, int(np.prod(free)))


def _deviance(observed: Floats, expected: Floats) -> float:
    some = observed > 0
    total = 2 * float((observed[some] * np.log(observed[some] / expected[some])).sum())
    # what rounding leaves of a perfect fit
    return total if total > PRECISION * float(observed.sum()) else 0.0
