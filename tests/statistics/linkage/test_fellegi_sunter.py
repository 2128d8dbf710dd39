"""The weights of Fellegi and Sunter: against counts made from known chances, and pair by pair."""

from itertools import product

import numpy as np
import pytest

from core.statistics.linkage.fellegi_sunter import estimate, ranks

MATCHES, OTHERS = (0.9, 0.8, 0.7), (0.1, 0.2, 0.3)


def counts_of(n_matches: int, n_others: int, matches=MATCHES, others=OTHERS) -> np.ndarray:
    """Pairs by pattern, as many of each as the chances say; they come out whole."""
    found = np.zeros(3 ** len(matches))
    for states in product((0, 1), repeat=len(matches)):
        place = sum(state * 3**j for j, state in enumerate(states))
        for n, chances in ((n_matches, matches), (n_others, others)):
            found[place] += n * np.prod([p if state else 1 - p for p, state in zip(chances, states, strict=True)])
    return np.round(found).astype(np.int64)


def test_known_chances_are_found_again() -> None:
    # 1,000 matches and 4,000 other pairs: 504 + 24 agree on all three variables
    counts = counts_of(1000, 4000)
    assert counts[1 + 3 + 9] == 504 + 24
    found = estimate(counts, 3, 0.2)
    assert found.matches == pytest.approx(MATCHES, abs=1e-6)
    assert found.others == pytest.approx(OTHERS, abs=1e-6)
    # agreement on all: log2(9) + log2(4) + log2(7/3); 504 of those 528 pairs are matches
    assert found.pattern[13] == pytest.approx(np.log2(84), abs=1e-5)
    assert found.probability[13] == pytest.approx(504 / 528, abs=1e-6)
    # agreement on the first alone: log2(9) - log2(4) - log2(7/3)
    assert found.pattern[1] == pytest.approx(np.log2(27 / 28), abs=1e-5)


def test_a_variable_that_tells_nothing_weighs_nothing() -> None:
    counts = counts_of(1000, 4000, (0.9, 0.8, 0.7, 0.5), (0.1, 0.2, 0.3, 0.5))
    found = estimate(counts, 4, 0.2)
    assert found.matches[3] == pytest.approx(found.others[3], abs=1e-6)


def test_agreement_never_speaks_against_a_match() -> None:
    # the last variable agrees among other pairs more often than among matches
    found = estimate(counts_of(1000, 4000, (0.9, 0.8, 0.7, 0.1), (0.1, 0.2, 0.3, 0.5)), 4, 0.2)
    assert found.matches[3] == found.others[3]


def test_it_says_so_where_the_rounds_do_not_suffice(monkeypatch) -> None:
    monkeypatch.setattr("core.statistics.linkage.fellegi_sunter.MOST_ROUNDS", 3)
    assert estimate(counts_of(1000, 4000), 3, 0.2) is None


def test_weights_that_differ_by_an_error_of_sums_rank_alike() -> None:
    counts = np.array([1, 1, 0, 1, 1])
    assert ranks(np.array([3.0, 5.0, 9.0, 5.0 - 1e-9, 1.0]), counts)[[1, 3, 0, 4]].tolist() == [0, 0, 1, 2]


@pytest.mark.slow
def test_weights_that_differ_by_more_rank_apart() -> None:
    assert ranks(np.array([1.0, 1.05]), np.array([3, 3])).tolist() == [1, 0]
