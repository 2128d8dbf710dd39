"""The nearest records, and records nearest to both halves of a person, by hand and by brute force."""

from itertools import combinations

import numpy as np
import pytest

from core.statistics.attacks import (
    RecordBlocks,
    linked_parts,
    linked_shares,
    nearest,
    nearest_records,
    random_link_rate,
    records_in_blocks,
)
from core.statistics.attacks.linked_parts import _chance


def of_both(parts):
    return RecordBlocks.of(parts[0]), RecordBlocks.of(parts[1])


def test_nearest_by_hand():
    guesses = nearest(np.array([[0.0, 1.0]]), RecordBlocks.of(np.array([[0.25, 1.0], [0.0, 2.0], [0.5, 1.0]])))
    assert guesses.distance.tolist() == [0.25]  # .25 + 0, 0 + 1, .5 + 0
    assert guesses.first.tolist() == [0]


def test_of_equally_near_records_every_one_counts_in_part():
    candidates = RecordBlocks.of(np.array([[1.0], [1.0], [3.0]]))
    guesses = nearest(np.array([[1.0]]), candidates, np.array([5.0, 6.0, 5.0]), np.array([5.0]))
    assert (guesses.ties.tolist(), guesses.right.tolist()) == ([2], [0.5])


def test_a_difference_of_a_rounding_is_none():
    # .1 + .2 and .3 differ in the last bit
    candidates = RecordBlocks.of(np.array([[0.1, 0.2], [0.3, 0.0]]))
    assert nearest(np.array([[0.0, 0.0]]), candidates).ties.tolist() == [2]


def test_a_number_is_right_within_a_share_of_the_guess():
    one, said = RecordBlocks.of(np.zeros((1, 1))), np.array([100.0])
    right = [nearest(np.zeros((1, 1)), one, said, np.array([t]), 0.05) for t in (95.0, 94.9)]
    assert [guess.right[0] for guess in right] == [1, 0]


def test_a_person_can_be_left_out():
    people = np.array([[0.0], [0.5], [5.0]])
    assert nearest(people, RecordBlocks.of(people), without=np.arange(3)).distance.tolist() == [0.5, 0.5, 1.0]


def test_both_halves_lead_to_one_record():
    people = np.array([[0.0], [1.0]]), np.array([[0.0], [0.0]])
    released = np.array([[0.0], [0.9]]), np.array([[0.0], [1.0]])
    # the first: record 0 by both; the second: record 1 by the first half, 0 by the second
    assert linked_shares(people, of_both(released), 1).tolist() == [1.0, 0.0]
    assert linked_shares(people, of_both(released), 2).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("seed", range(4))
def test_ties_count_as_all_choices_do(seed):
    random = np.random.default_rng(seed)
    person, released = random.integers(0, 3, (1, 4)).astype(float), random.integers(0, 3, (7, 4)).astype(float)
    distances = [np.minimum(np.abs(released[:, part] - person[:, part]), 1).sum(axis=1) for part in ([0, 1], [2, 3])]
    choices = [[set(c) for c in combinations(range(7), 3) if _are_nearest(c, d)] for d in distances]
    expected = np.mean([bool(a & b) for a in choices[0] for b in choices[1]])
    halves = (person[:, :2], person[:, 2:]), of_both((released[:, :2], released[:, 2:]))
    assert linked_shares(*halves, 3)[0] == pytest.approx(expected)


def _are_nearest(chosen, distances):
    rest = [d for i, d in enumerate(distances) if i not in chosen]
    return max(distances[list(chosen)]) <= min(rest)


def test_random_draws_share_a_record():
    # 5 choose 2 pairs; 3 choose 2 are apart from a given one
    assert random_link_rate(5, 2) == pytest.approx(1 - 3 / 10)
    assert random_link_rate(2, 5) == 1


@pytest.mark.parametrize("laid_out", [2048, 2**14])
def test_blocks_that_are_too_far_away_change_nothing(laid_out, monkeypatch):
    for module in (linked_parts, nearest_records, records_in_blocks):
        monkeypatch.setattr(module, "LAID_OUT", laid_out)
    random = np.random.default_rng(8)
    # a few whole numbers: many ties, in all blocks
    people, records = random.integers(0, 3, (12, 13)) / 2, random.integers(0, 3, (5000, 13)) / 2
    records[4100] = people[0]
    distances = np.minimum(np.abs(people[:, None] - records), 1).sum(axis=2)
    near = nearest(people, RecordBlocks.of(records))
    least = distances.min(axis=1)
    assert near.distance == pytest.approx(least, abs=1e-12)
    assert near.ties.tolist() == (distances < least[:, None] + 1e-9).sum(axis=1).tolist()
    assert near.first.tolist() == distances.round(9).argmin(axis=1).tolist()
    parts = [(x[:, :6], x[:, 6:]) for x in (people, records)]
    both = [np.minimum(np.abs(a[:, None] - b), 1).sum(axis=2) for a, b in zip(*parts, strict=True)]
    kth = [np.sort(d, axis=1)[:, [9]] for d in both]
    certain = [d < k - 1e-9 for d, k in zip(both, kth, strict=True)]
    open_to = [np.abs(d - k) < 1e-9 for d, k in zip(both, kth, strict=True)]
    counted = linked_shares(parts[0], of_both(parts[1]), 10)
    for t in range(12):
        near_a, near_b, tied_a, tied_b = certain[0][t], certain[1][t], open_to[0][t], open_to[1][t]
        crossed = [(near_a & near_b), (near_a & tied_b), (tied_a & near_b), (tied_a & tied_b)]
        sizes = [int(x.sum()) for x in (near_a, tied_a, near_b, tied_b, *crossed)]
        assert counted[t] == _chance(10, *sizes)


def test_targets_in_several_parts_change_nothing(monkeypatch):
    random = np.random.default_rng(9)
    people, records = random.integers(0, 3, (7, 4)) / 2, RecordBlocks.of(random.integers(0, 3, (50, 4)) / 2)
    whole, joined = nearest(people, records), linked_shares((people, people), (records, records), 5)
    for module in (linked_parts, nearest_records):
        monkeypatch.setattr(module, "CELLS_KEPT", 3)
    parts = nearest(people, records)
    assert (parts.first.tolist(), parts.ties.tolist()) == (whole.first.tolist(), whole.ties.tolist())
    assert linked_shares((people, people), (records, records), 5).tolist() == joined.tolist()


def test_records_below_others_and_in_another_order():
    above, below = RecordBlocks.of(np.arange(6.0).reshape(3, 2)), RecordBlocks.of(np.arange(10.0, 14).reshape(2, 2))
    both = above.above(below)
    assert both.take(np.array([4, 0])).tolist() == [[12, 13], [0, 1]]
    assert both.block(0).tolist() == [[0, 2, 4, 10, 12], [1, 3, 5, 11, 13]]
    assert both.in_order(np.array([3, 1])).of_variables([1]).block(0).tolist() == [[11, 3]]
