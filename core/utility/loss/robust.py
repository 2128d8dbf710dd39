"""Eigenvalues of robust covariance matrices of both files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from core.data import Pair
from core.statistics.arrays import Floats
from core.statistics.covariance import SINGULAR, eigenvalue_difference, minimum_covariance_determinant
from core.statistics.reproducible import generator
from core.utility.loss.moments import TOO_FEW
from core.utility.loss.numbers import Numbers, deviation, numbers_of
from core.utility.loss.parameters import LossParameters

MOST_RECORDS = 5_000
"""Larger files are compared by this number of records, drawn at random."""

RECORDS_PER_VARIABLE = 5
CONSTANT = "a variable is constant over the complete records of one of the files"


@dataclass(frozen=True, eq=False)
class RobustEigenvalues:
    """The difference, None with the reason where there is none, and how many complete records it is on."""

    numbers: Numbers
    seed: int
    value: float | None = None
    records: tuple[int, int] = (0, 0)
    reason: str = ""


def robust_eigenvalue_difference(pair: Pair, parameters: LossParameters) -> RobustEigenvalues:
    """Compare the eigenvalues of minimum-covariance-determinant matrices, each file standardised by its own SDs.

    Records are put in one order first, so that theirs in the file cannot matter to the random starts.
    """
    seed, numbers = parameters.seed, _varying(numbers_of(pair))
    if numbers.reason or len(numbers.names) < 2:
        return RobustEigenvalues(numbers, seed, reason=numbers.reason or TOO_FEW)
    files = [_prepared(x, seed) for x in (numbers.original, numbers.masked)]
    records = len(files[0]), len(files[1])
    if min(records) < RECORDS_PER_VARIABLE * len(numbers.names):
        reason = f"fewer than {RECORDS_PER_VARIABLE} complete records a variable"
        return RobustEigenvalues(numbers, seed, None, records, reason)
    if any((x.min(axis=0) == x.max(axis=0)).any() for x in files):
        return RobustEigenvalues(numbers, seed, None, records, CONSTANT)
    if np.array_equal(files[0], files[1]):
        return RobustEigenvalues(numbers, seed, 0.0, records)
    covariances = [robust_covariance(x.tobytes(), x.shape[1], seed) for x in files]
    if covariances[0] is None or covariances[1] is None:
        reason = "the records, or their middle half, lie in fewer dimensions than there are variables"
        return RobustEigenvalues(numbers, seed, None, records, reason)
    value = eigenvalue_difference(covariances[0], covariances[1])
    reason = "" if value is not None else "the original's robust covariance matrix is singular"
    return RobustEigenvalues(numbers, seed, value, records, reason)


def _prepared(values: Floats, seed: int) -> Floats:
    """Return complete records in lexicographic order, as many as are looked at."""
    complete = values[~np.isnan(values).any(axis=1)] + 0.0
    ordered = complete[np.lexsort(complete.T[::-1])]
    if len(ordered) <= MOST_RECORDS:
        return ordered
    rows = generator(seed, "robust_eigenvalues||records").choice(len(ordered), MOST_RECORDS, replace=False)
    return ordered[np.sort(rows)]


def _varying(numbers: Numbers) -> Numbers:
    """Return the numbers without variables that are constant in a file: they have no robust scale."""
    files = numbers.original, numbers.masked
    vary = np.array(
        [min(map(deviation, columns)) > 0 for columns in zip(*(x.T for x in files), strict=True)], dtype=bool
    )
    left = numbers.but([name for name, varies in zip(numbers.names, vary, strict=True) if not varies])
    return replace(left, original=numbers.original[:, vary], masked=numbers.masked[:, vary])


@lru_cache(maxsize=2)
def robust_covariance(content: bytes, variables: int, seed: int) -> Floats | None:
    """Return the robust covariance of standardised records; None where their middle half is degenerate.

    Kept for the last two files: every masked file meets the same original.

    Parameters
    ----------
    content : bytes
        float64 records (n, p), row by row.
    variables, seed : int
    """
    values = np.frombuffer(content).reshape(-1, variables)
    standardised = (values - values.mean(axis=0)) / values.std(axis=0, ddof=1)
    own = np.linalg.eigvalsh(standardised.T @ standardised)
    if own[0] < SINGULAR * own[-1]:
        return None
    covariance = minimum_covariance_determinant(standardised, generator(seed, "robust_eigenvalues||starts"))
    if covariance is None:
        return None
    eigenvalues = np.linalg.eigvalsh(covariance)
    return covariance if eigenvalues[0] > SINGULAR * eigenvalues[-1] else None
