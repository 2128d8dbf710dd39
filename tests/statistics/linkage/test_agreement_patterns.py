"""Agreement patterns pair by pair, and links to the heaviest."""

from itertools import product

import numpy as np

from core.statistics.linkage.agreement_patterns import best_matches, pattern_counts

WIDTHS = np.array([0, 0, 0, 0.4])


def records(random, n):
    """Return three categories and a number of n records, some missing."""
    values = np.column_stack([random.integers(0, 3, (n, 3)), random.normal(size=n)])
    return np.where(random.random(values.shape) < 0.2, np.nan, values)


def test_patterns_pair_by_pair() -> None:
    rng = np.random.default_rng(1)
    ours, theirs = records(rng, 60), records(rng, 40)
    counts, repeats = rng.integers(1, 4, 60), rng.integers(1, 4, 40)
    expected = np.zeros(3**4, dtype=np.int64)
    for i, t in product(range(60), range(40)):
        apart = np.abs(ours[i] - theirs[t])
        states = [2 if np.isnan(apart[j]) else int(apart[j] <= WIDTHS[j]) for j in range(4)]
        expected[sum(3**j * state for j, state in enumerate(states))] += counts[i] * repeats[t]
    assert pattern_counts(ours, counts, theirs, repeats, WIDTHS).tolist() == expected.tolist()
    assert expected.sum() == counts.sum() * repeats.sum()


def test_the_heaviest_pattern_links_and_equals_share() -> None:
    ours, counts, widths = np.array([[0.0, 0], [0, 1], [1, 1]]), np.array([1, 2, 1]), np.zeros(2)
    theirs = np.array([[0.0, 0], [0, 1], [1, 0]])
    # agreement on both is the heaviest, then the first alone, then the second alone
    rank = np.full(9, 9, dtype=np.int32)
    rank[[4, 1, 3, 0]] = [0, 1, 2, 3]
    correct, best = best_matches(ours, counts, theirs, np.array([0, 1, 0]), widths, rank)
    # the second: two originals alike; the third: the last original agrees on the first variable, its parent does not
    assert correct.tolist() == [1.0, 0.5, 0.0]
    assert best.tolist() == [0, 0, 1]
    assert best_matches(ours, counts, theirs, np.array([-1, -1, -1]), widths, rank)[0].tolist() == [0, 0, 0]
