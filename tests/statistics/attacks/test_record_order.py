"""Records are known by their values: not by their place, their columns' order, or what categories are called."""

import numpy as np

from core.statistics.attacks import drawn_records, record_hashes, record_order

RANDOM = np.random.default_rng(6)
AGE, REGION, SEX = RANDOM.integers(20, 60, 300).astype(float), RANDOM.integers(0, 5, 300), RANDOM.integers(-1, 2, 300)
HASHES = record_hashes([AGE, REGION, SEX], [False, True, True], ["age", "region", "sex"])


def test_order_of_records_and_columns_changes_nothing():
    rows = RANDOM.permutation(300)
    moved = record_hashes([SEX[rows], AGE[rows], REGION[rows]], [True, False, True], ["sex", "age", "region"])
    np.testing.assert_array_equal(moved, HASHES[rows])


def test_names_of_categories_change_nothing():
    renamed = np.array([3, 1, 4, 0, 2])[REGION]
    np.testing.assert_array_equal(
        record_hashes([AGE, renamed, SEX], [False, True, True], ["age", "region", "sex"]), HASHES
    )


def test_equal_records_have_one_number_and_others_another():
    records = np.column_stack([AGE, REGION, SEX])
    assert len(np.unique(HASHES)) == len(np.unique(records, axis=0))


def test_the_same_records_are_drawn_from_any_order():
    rows = RANDOM.permutation(300)
    records = np.column_stack([AGE, REGION, SEX])
    first, second = drawn_records(HASHES, 50, 1, "task"), rows[drawn_records(HASHES[rows], 50, 1, "task")]
    np.testing.assert_array_equal(records[first], records[second])
    assert len(drawn_records(HASHES, 0, 1, "task")) == 300


def test_repeated_records_count_once():
    age, sex = np.array([3.0, 1, 3, 2, 1]), np.array([0, 1, 0, -1, 1], dtype=np.int8)
    order = record_order(record_hashes([age, sex], [False, True], ["age", "sex"]), lambda: (age.astype(int), sex))
    assert sorted(order.distinct.tolist()) == [0, 1, 3]
    assert sorted(order.rows.tolist()) == [0, 1, 2, 3, 4]
    assert order.distinct.tolist() == [row for row in order.rows.tolist() if row in (0, 1, 3)]


def test_different_records_with_one_number_are_told_apart_by_their_values():
    order = record_order(np.array([5, 5, 2, 5], dtype=np.uint64), lambda: [np.array([1, 2, 1, 1])])
    assert (order.rows.tolist(), order.distinct.tolist()) == ([2, 0, 1, 3], [2, 0, 1])
