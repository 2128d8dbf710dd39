"""The tree against one grown in plain fractions, and against scikit-learn's where no two splits are equally good."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from core.statistics.trees import CodedRecords, StoppingRule, classification_tree
from core.statistics.trees.exact_fractions import larger_square

SMALL = StoppingRule(leaf=2, split=4, depth=30, complexity=1e-3)


def coded(columns, nominal, size=None, dtype=np.uint8):
    codes = np.array(columns, dtype=dtype).T.copy()
    size = np.ones(len(codes), dtype=np.int64) if size is None else np.asarray(size, dtype=np.int64)
    return CodedRecords(codes, np.array(nominal), size)


def in_fractions(records, hits, rule):
    """Return the score of each record and the number of leaves, one node at a time, every sum a fraction."""
    k, n = int(hits.sum()), int(records.size.sum())
    least = Fraction(rule.complexity) * Fraction(k * (n - k), n)
    scores = [None] * len(hits)

    def grown(rows, depth):
        n, k = int(records.size[rows].sum()), int(hits[rows].sum())
        cost = Fraction(k * (n - k), n) + least
        best = None
        if n >= rule.split and depth < rule.depth and 0 < k < n:
            for f, nominal in enumerate(records.nominal):
                column = records.codes[rows, f]
                for code in np.unique(column):
                    left = column == code if nominal else column <= code
                    a, b = int(records.size[rows[left]].sum()), int(hits[rows[left]].sum())
                    if min(a, n - a) < rule.leaf:
                        continue
                    saved = Fraction((b * (n - a) - (k - b) * a) ** 2, a * (n - a))
                    if best is None or saved > best[0]:
                        best = (saved, left)
        if best is not None:
            left, right = grown(rows[best[1]], depth + 1), grown(rows[~best[1]], depth + 1)
            if left[0] + right[0] < cost:
                return left[0] + right[0], left[1] + right[1]
        for row in rows:
            scores[row] = k / n
        return cost, 1

    return scores, grown(np.arange(len(hits)), 0)[1]


def random_records(seed, n, few=6):
    random = np.random.default_rng(seed)
    size = random.integers(1, 4, n)
    columns = [random.integers(0, few, n), random.integers(0, 3, n), random.integers(0, 2 * few, n)]
    return coded(columns, [False, True, False], size), random.binomial(size, 0.3 + 0.4 * (columns[1] == 1))


@pytest.mark.parametrize("rule", [SMALL, StoppingRule(5, 20, 30, 1e-3), StoppingRule(1, 2, 3, 0.02)])
@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_tree_of_plain_fractions(seed, rule):
    records, hits = random_records(seed, (9, 60, 120)[seed % 3])
    found = classification_tree(records, hits, rule)
    scores, leaves = in_fractions(records, hits, rule)
    assert found.scores.tolist() == scores
    assert found.leaves == leaves


def test_a_hand_example():
    # 6 of 8 records of code 0 are of the class, 1 of 8 of code 1: nothing else to split
    records = coded([[0, 1]], [True], [8, 8])
    found = classification_tree(records, np.array([6, 1]), SMALL)
    assert found.scores.tolist() == [6 / 8, 1 / 8]
    assert found.leaves == 2
    assert classification_tree(records, np.array([4, 4]), SMALL).leaves == 1  # nothing saved: pruned


def test_two_variables_that_tell_only_together_are_found():
    records = coded([[0, 0, 1, 1], [0, 1, 0, 1]], [False, False], [10, 10, 10, 10])
    found = classification_tree(records, np.array([10, 0, 0, 10]), SMALL)
    assert found.scores.tolist() == [1, 0, 0, 1]


def test_records_in_another_order_or_wider_codes_give_the_same_tree():
    records, hits = random_records(3, 200)
    found = classification_tree(records, hits, SMALL)
    order = np.random.default_rng(0).permutation(200)
    moved = CodedRecords(records.codes[order].astype(np.int32), records.nominal, records.size[order])
    assert classification_tree(moved, hits[order], SMALL).scores.tolist() == found.scores[order].tolist()


def test_scikit_learn_grows_the_same_tree_where_its_order_of_variables_does_not_matter():
    # numbers of which nearly every record has another one: hardly two splits save the same
    random = np.random.default_rng(8)
    numbers = np.array([random.permutation(250) for _ in range(3)])
    hits = (random.random(250) < numbers[0] / 250).astype(np.int64)
    rule = StoppingRule(20, 50, 30, 1e-3)
    found = classification_tree(coded(numbers, [False] * 3), hits, rule)
    c = hits.mean()
    grown = [
        DecisionTreeClassifier(
            max_depth=30,
            min_samples_leaf=20,
            min_samples_split=50,
            ccp_alpha=1e-3 * 2 * c * (1 - c),
            random_state=state,
        ).fit(numbers.T, hits)
        for state in range(4)
    ]
    expected = [tree.predict_proba(numbers.T)[:, 1] for tree in grown]
    assert all(np.array_equal(e, expected[0]) for e in expected)
    assert found.leaves == grown[0].get_n_leaves() > 3
    np.testing.assert_allclose(found.scores, expected[0], rtol=1e-12)


LARGE = st.integers(0, 2**62 - 1)


@given(LARGE, LARGE.map(lambda x: x + 1 if x < 2**62 - 1 else x), LARGE, st.integers(1, 2**62 - 1))
def test_squares_over_numbers_are_compared_exactly(a, b, c, d):
    assert larger_square(a, b, c, d) == (a * a * d > c * c * b)


@pytest.mark.parametrize("step", [-1, 0, 1])
def test_fractions_that_only_their_last_digit_parts(step):
    a, b = 2**60 + 12345, 2**59 + 7
    c, d = 2 * a, 4 * b + step
    assert larger_square(a, b, c, d) == (step > 0)
    assert larger_square(c, d, a, b) == (step < 0)
