"""The weights of Fellegi and Sunter: what agreement on each variable tells, estimated by the EM algorithm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import special

from core.statistics.arrays import Floats, Integers
from core.statistics.linkage.agreement_patterns import AGREE, DIFFER, states_of

FEWEST_VARIABLES = 3
"""Agreement on fewer variables does not tell matches from other pairs: more parameters than patterns."""

LEAST = 1e-6
"""Chances of agreement are kept this far from 0 and 1, so that every weight is finite."""

START = 0.9
"""Chance of agreement of matches that the estimation starts from."""

PRECISION = 1e-10
MOST_ROUNDS = 50_000
MOST_WORK = 400_000_000
"""Rounds times patterns times variables: about a second."""

EQUAL_WEIGHTS = 1e-6
"""Weights (in bits) whose order leaves no larger gap rank alike: the estimates err by less."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What the estimation finds.

    Parameters
    ----------
    matches, others : float64 array (m,)
        m and u: chances that a match, and that another pair, agrees on each variable.
    pattern : float64 array (p,)
        The weight of each pattern in bits: the sum of log2(m/u) where it agrees and log2((1-m)/(1-u)) where not.
    probability : float64 array (p,)
        The chance that a pair with the pattern is a match.
    """

    matches: Floats
    others: Floats
    pattern: Floats
    probability: Floats


def estimate(counts: Integers, m: int, share: float) -> Weights | None:
    """Estimate the chances of agreement of matches and other pairs by the EM algorithm.

    Agreement on one variable is taken to be independent of the others, among matches and among other pairs
    (Fellegi and Sunter 1969, JASA 64, 1183-1210, section 3.3; EM: Winkler 1988, Proceedings of the Section on Survey
    Research Methods, ASA, 667-671). What is unknown leaves its variable out. The share of matches is known and not
    estimated, and matches agree at least as often as other pairs. It starts from ``START`` for matches and from the
    agreement of all pairs for the others.

    Parameters
    ----------
    counts : int64 array (3^m,)
        Pairs by agreement pattern.
    m : int
        Number of variables.
    share : float
        Of all pairs, those that are matches; in (0, 1).

    Returns
    -------
    Weights or None
        With one value a pattern (0 of weight and probability where no pair has it); None where the chances of
        agreement do not converge within ``MOST_ROUNDS``, or ``MOST_WORK``.
    """
    seen = np.flatnonzero(counts)
    states = states_of(seen, m)
    agree, differ = (states == AGREE).astype(np.float64), (states == DIFFER).astype(np.float64)
    pairs = counts[seen].astype(np.float64)
    # the share of pairs that agree, of those that are known, by variable
    others = np.array([_share(a, b) for a, b in zip(pairs @ agree, pairs @ (agree + differ), strict=True)])
    matches = np.full(m, START)
    rounds = min(MOST_ROUNDS, MOST_WORK // max(states.size, 1))
    if not _converge(agree, differ, pairs, float(special.logit(share)), matches, others, rounds):
        return None
    return _weights(counts, seen, agree, differ, matches, others, share)


def ranks(weights: Floats, counts: Integers) -> NDArray[np.int32]:
    """Return the rank of every pattern by its weight, 0 the heaviest; equal up to ``EQUAL_WEIGHTS``.

    Patterns that no pair has are last.
    """
    seen = np.flatnonzero(counts)
    order = seen[np.argsort(-weights[seen], kind="stable")]
    steps = np.concatenate([[0], np.cumsum(-np.diff(weights[order]) > EQUAL_WEIGHTS)])
    rank = np.full(len(weights), np.iinfo(np.int32).max, dtype=np.int32)
    rank[order] = steps
    return rank


@njit(cache=True, nogil=True)
def _converge(
    agree: Floats, differ: Floats, pairs: Floats, prior: float, matches: Floats, others: Floats, rounds: int
) -> bool:
    """Improve the chances of agreement in place until they stay; False where the rounds do not suffice."""
    p, m = agree.shape
    for _ in range(rounds):
        for_match, against = np.log(matches / others), np.log((1 - matches) / (1 - others))
        # by variable: agreeing and known pairs, weighted with the chance to be a match, and not to be one
        sums = np.zeros((4, m))
        for i in range(p):
            odds = prior
            for j in range(m):
                odds += agree[i, j] * for_match[j] + differ[i, j] * against[j]
            chance = 1.0 / (1.0 + np.exp(-odds))
            for j in range(m):
                known = pairs[i] * (agree[i, j] + differ[i, j])
                sums[0, j] += pairs[i] * agree[i, j] * chance
                sums[1, j] += known * chance
                sums[2, j] += pairs[i] * agree[i, j] * (1 - chance)
                sums[3, j] += known * (1 - chance)
        change = 0.0
        for j in range(m):
            other = _share(sums[2, j], sums[3, j])
            # agreement never speaks against a match: without that, matches could become any odd group of pairs
            match = max(_share(sums[0, j], sums[1, j]), other)
            change = max(change, abs(match - matches[j]), abs(other - others[j]))
            matches[j], others[j] = match, other
        if change <= PRECISION:
            return True
    return False


@njit(cache=True, nogil=True)
def _share(agreeing: float, known: float) -> float:
    """Return a share kept from 0 and 1; one half of nothing."""
    return min(max(agreeing / known, LEAST), 1 - LEAST) if known > 0 else 0.5


def _weights(
    counts: Integers, seen: Integers, agree: Floats, differ: Floats, matches: Floats, others: Floats, share: float
) -> Weights:
    ratio = agree @ np.log(matches / others) + differ @ np.log((1 - matches) / (1 - others))
    pattern, probability = np.zeros(len(counts)), np.zeros(len(counts))
    pattern[seen] = ratio / np.log(2)
    probability[seen] = special.expit(ratio + float(special.logit(share)))
    return Weights(matches, others, pattern, probability)
