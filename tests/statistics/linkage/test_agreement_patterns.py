"""Agreement patterns pair by pair, and links to the heaviest."""

from itertools import product

import numpy as np

from core.statistics.linkage.agreement_patterns import ComparedRecords, best_matches, pattern_counts


def records(codes, numbers=None) -> ComparedRecords:
    codes = np.asarray(codes, dtype=np.int32)
    return ComparedRecords(
        codes, np.empty((len(codes), 0)) if numbers is None else np.asarray(numbers, dtype=np.float64)
    )


def test_patterns_pair_by_pair() -> None:
    rng = np.random.default_rng(1)
    ours = records(rng.integers(-1, 3, (60, 3)), np.where(rng.random((60, 1)) < 0.1, np.nan, rng.normal(size=(60, 1))))
    theirs = records(
        rng.integers(-1, 3, (40, 3)), np.where(rng.random((40, 1)) < 0.1, np.nan, rng.normal(size=(40, 1)))
    )
    counts, repeats = rng.integers(1, 4, 60), rng.integers(1, 4, 40)
    expected = np.zeros(3**4, dtype=np.int64)
    for i, t in product(range(60), range(40)):
        place = 0
        for j in range(3):
            a, b = ours.codes[i, j], theirs.codes[t, j]
            place += 3**j * (2 if min(a, b) < 0 else int(a == b))
        difference = abs(ours.numbers[i, 0] - theirs.numbers[t, 0])
        place += 27 * (2 if np.isnan(difference) else int(difference <= 0.4))
        expected[place] += counts[i] * repeats[t]
    assert pattern_counts(ours, counts, theirs, repeats, np.array([0.4])).tolist() == expected.tolist()
    assert expected.sum() == counts.sum() * repeats.sum()


def test_the_heaviest_pattern_links_and_equals_share() -> None:
    ours, counts = records([[0, 0], [0, 1], [1, 1]]), np.array([1, 2, 1])
    theirs = records([[0, 0], [0, 1], [1, 0]])
    # agreement on both is the heaviest, then the first alone, then the second alone
    rank = np.full(9, 9, dtype=np.int32)
    rank[[4, 1, 3, 0]] = [0, 1, 2, 3]
    correct, best = best_matches(ours, counts, theirs, np.array([0, 1, 0]), np.empty(0), rank)
    # the second: two originals alike; the third: the last original agrees on the first variable, its parent does not
    assert correct.tolist() == [1.0, 0.5, 0.0]
    assert best.tolist() == [0, 0, 1]
    assert best_matches(ours, counts, theirs, np.array([-1, -1, -1]), np.empty(0), rank)[0].tolist() == [0, 0, 0]
