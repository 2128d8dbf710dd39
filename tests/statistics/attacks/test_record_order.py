"""Records are known by their values: not by their place, their columns' order, or what categories are called."""

import numpy as np

from core.statistics.attacks import drawn_records, record_hashes

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
