"""Draws of the scenarios' values with their jackknife covariance: what every verdict rests on."""

from collections.abc import Sequence

import numpy as np

from core.measures import Result
from core.statistics.arrays import Floats
from core.statistics.estimates import jackknife_deviations
from core.statistics.reproducible import comparable, generator

DRAWS = 1000
"""Normal draws behind every verdict."""

VERDICT_SHARE = 0.95
"""Share of the draws that a verdict needs."""


def normal_draws(results: Sequence[Result], sign: int, name: str) -> Floats:
    """Draw the values of several scenarios on one measure.

    Parameters
    ----------
    results : sequence of Result, (s,)
    sign : {1, -1}
        1 where higher is better, -1 where lower is.
    name : str
        Of the measure and its axis: the stream of random numbers.

    Returns
    -------
    float64 array (DRAWS, s)
        Turned so that larger is better. Scenarios whose jackknife used common groups are drawn
        together; a scenario without jackknife values does not vary. Where units were assigned, which may be few, draws
        are those of Student's t with the degrees of freedom of the intervals.
    """
    values = sign * np.array([r.value for r in results])
    factor = np.zeros((0, len(values)))
    for shared in (True, False):
        rows = [_deviations(r, sign, shared) for r in results]
        block = np.zeros((max(map(len, rows)), len(rows)))  # files may have been assigned to other numbers of groups
        for column, row in zip(block.T, rows, strict=True):
            column[: len(row)] = row
        factor = np.vstack([factor, block if shared else _apart(block)])
    random = generator(0, f"risk-utility map|{name}")
    deviations = random.standard_normal((DRAWS, len(factor))) @ factor
    # rounded: scenarios whose replicates are the same must not differ in the last bits of a matrix product
    return comparable(values + deviations * _spread_of_t(results, random))


def _spread_of_t(results: Sequence[Result], random: np.random.Generator) -> Floats:
    """Return (DRAWS, 1) sqrt(df / chi square of df): what makes normal draws those of Student's t (multivariate)."""
    degrees = [r.jackknife.degrees_of_freedom for r in results if r.jackknife is not None and r.jackknife.design]
    if not degrees:
        return np.ones((DRAWS, 1))
    return np.asarray(np.sqrt(min(degrees) / random.chisquare(min(degrees), (DRAWS, 1))))


def clearly_better(first: Floats, second: Floats) -> bool:
    """Whether the first is better in 95% of the draws."""
    return bool(np.mean(first > second) >= VERDICT_SHARE)


def has_jackknife(result: Result) -> bool:
    """Whether a result brings the replicates that a draw needs."""
    return result.jackknife is not None and bool(result.jackknife.replicates)


def _deviations(result: Result, sign: int, shared: bool) -> Floats:
    """Return (groups,) deviations whose squares sum to the jackknife variance; empty where not of this kind."""
    jackknife = result.jackknife
    if jackknife is None or not jackknife.replicates or jackknife.common is not shared:
        return np.zeros(0)
    return jackknife_deviations(sign * np.asarray(jackknife.replicates, dtype=float), jackknife.shares)


def _apart(block: Floats) -> Floats:
    """Return one independent row per scenario with its standard error: groups were assigned independently."""
    return np.diag(np.sqrt((block**2).sum(axis=0))) if block.size else np.zeros((0, block.shape[1]))
