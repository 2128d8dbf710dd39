"""SUDA2: scores of records from their minimal sample uniques, and the risk that follows (DIS-SUDA)."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.statistics.arrays import Floats
from core.statistics.disclosure.minimal_uniques import MinimalUniques


@dataclass(frozen=True, eq=False)
class SudaScores:
    """Scores of all records.

    Parameters
    ----------
    score : float64 array (n,)
        0 for a record without minimal unique.
    shares : float64 array (n, m)
        Share of each record's score from minimal uniques that hold the key; rows sum to 1 or more.
    contributions : float64 array (m,)
        The same of the file's total score; zeros where the total is 0.
    """

    score: Floats
    shares: Floats
    contributions: Floats


def suda_scores(uniques: MinimalUniques, kind: Literal["suda2", "printed", "ihsn"]) -> SudaScores:
    """Score the records.

    Parameters
    ----------
    uniques : MinimalUniques
    kind : "suda2", "printed" or "ihsn"
        Sum of (m - s)! over the minimal uniques of a record (Elliot, Manning and Ford 2002, as in
        sdcMicro 5.8.1); (m - s)! of its smallest, as Kocar (2018, 2.1) prints the formula; or the sum
        of (2^(m-s) - 1) s! (m-s)! / m! (International Household Survey Network; sdcMicro, option).
    """
    m, sizes = uniques.n_keys, uniques.sizes()
    weight = np.array([_weight(m, s, kind) for s in range(m + 1)])[sizes]
    if kind == "printed":
        weight *= _share_of_smallest(uniques, sizes)
    score = np.bincount(uniques.record, weight, minlength=uniques.n_records).astype(np.float64)
    shares = np.zeros((uniques.n_records, m))
    for key in range(m):
        holds = (uniques.keys >> key) & 1
        shares[:, key] = np.bincount(uniques.record, weight * holds, minlength=uniques.n_records)
    total = score.sum()
    contributions = shares.sum(axis=0) / total if total else np.zeros(m)
    return SudaScores(score, shares / np.where(score > 0, score, 1.0)[:, None], contributions)


def dis_suda(score: Floats, n_keys: int, n_pairs: int, fraction: float) -> Floats:
    """Turn scores into the probability that a match with the record is correct.

    d = 1 / (1 + (U/theta - U) / (S^Q A)) with U/theta - U = 2 P (1 - pi) / pi, Q = 1 + (8 - m) / 20 and
    A the sum of S^-Q over scores above 0: the number U of uniques cancels (Elliot 2000; the form is that
    of sdcMicro 5.8.1, whose own U counts hash buckets).

    Parameters
    ----------
    score : float64 array (n,)
    n_keys : int
        m.
    n_pairs : int
        P, cells of exactly two records.
    fraction : float
        pi, the sampling fraction, in (0, 1].

    Returns
    -------
    float64 array (n,)
        In [0, 1]; 0 where the score is 0.

    Raises
    ------
    ValueError
        The fraction is not in (0, 1].
    """
    if not 0 < fraction <= 1:
        raise ValueError("the sampling fraction must lie in (0, 1]")
    risk = np.zeros(len(score))
    scored = score > 0
    power = score[scored] ** (1 + (8 - n_keys) / 20)
    # one value per distinct score is summed in ascending order, so that the records' order changes no digit
    adjustment = np.sort(1 / power).sum()
    risk[scored] = 1 / (1 + 2 * n_pairs * (1 - fraction) / fraction / (power * adjustment))
    return risk


def _weight(m: int, size: int, kind: str) -> float:
    if kind == "ihsn":  # s! (m-s)! / m! is one over the number of sets of s keys
        return ((1 << (m - size)) - 1) / comb(m, size)
    return float(factorial(m - size))


def _share_of_smallest(uniques: MinimalUniques, sizes: NDArray[np.int64]) -> Floats:
    """Return (u,) 1/t for the t smallest minimal uniques of a record, which share one score; 0 for the others."""
    smallest = np.full(uniques.n_records, uniques.n_keys + 1)
    np.minimum.at(smallest, uniques.record, sizes)
    least = sizes == smallest[uniques.record]
    ties = np.bincount(uniques.record, least, minlength=uniques.n_records)
    return np.where(least, 1.0 / np.maximum(ties, 1.0)[uniques.record], 0.0)
