"""Agreement on the keys by hand and against the definitions written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.disclosure.attribution import SharedCells, attribution, predicting_levels, uniques
from core.statistics.disclosure.attribution import shared_cells as cells_of_columns


def column(*codes: int) -> np.ndarray:
    return np.array(codes)[:, None]


def shared_cells(original: np.ndarray, masked: np.ndarray) -> SharedCells:
    return cells_of_columns(zip(original.T, masked.T, strict=True), len(original), len(masked))


def test_uniques_by_hand() -> None:
    # original: 0 once, 1 twice, 2 once, 3 once; masked: 0 once, 1 once, 2 twice
    found = uniques(shared_cells(column(0, 1, 1, 2, 3), column(0, 1, 2, 2)))
    assert found.in_original == 3 / 5
    assert found.in_masked == 2 / 4
    assert found.of_original_in_masked == 2 / 5
    assert found.replicated == 1 / 5


def test_attribution_by_hand() -> None:
    keys, masked_keys = column(0, 0, 1, 1, 2), column(0, 0, 1, 1, 3)
    target, masked_target = np.array([5, 6, 5, 5, 7]), np.array([5, 5, 5, 6, 7])
    found = attribution(shared_cells(keys, masked_keys), target, masked_target)
    # key 0 points to 5 in the masked file, right for one record of two; key 1 to none; key 2 is not there
    assert found.in_masked == 4 / 5
    assert found.disclosive_in_masked == 2 / 5
    assert found.correct == 1 / 5
    assert found.correct_and_original == 0
    assert found.disclosive_original == 3 / 5
    assert found.disclosive_masked == 3 / 5
    assert found.base_cap == pytest.approx(0.6**2 + 0.2**2 + 0.2**2)
    assert found.dcap == pytest.approx((1 + 0 + 0.5 + 0.5 + 0) / 5)
    assert found.cap_original == pytest.approx((0.5 + 0.5 + 3) / 5)
    assert found.tcap == 1 / 4
    assert found.denominators.tolist() == [1]


def test_missing_is_a_category() -> None:
    found = attribution(shared_cells(column(-1, 0), column(-1, 0)), np.array([-1, 3]), np.array([-1, -1]))
    assert found.correct_records.tolist() == [True, False]


def test_a_level_that_predicts_the_target_by_itself() -> None:
    keys = np.array([[0, j % 2] for j in range(10)] + [[1, 0]] * 10)
    target = np.array([7] * 10 + list(range(10)))
    cells = shared_cells(keys, keys)
    found = attribution(cells, target, target)
    assert found.correct == 0.5
    # level 0 of the first key always has 7; of the second key none of the levels has one value to 80 %, but level 1 has
    assert predicting_levels(cells, found, keys.T, target, 4, 0.8) == 2
    assert predicting_levels(cells, found, keys.T, target, 5, 0.8) == 0


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_equals_the_definitions(n: int, m: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    keys, masked_keys = rng.integers(-1, 3, (n, 2)), rng.integers(-1, 3, (m, 2))
    target, masked_target = rng.integers(-1, 3, n), rng.integers(-1, 3, m)
    found = attribution(shared_cells(keys, masked_keys), target, masked_target)
    right, dcap = 0, 0.0
    for key, value in zip(keys, target, strict=True):
        told = masked_target[(masked_keys == key).all(axis=1)]
        right += len(set(told.tolist())) == 1 and told[0] == value
        dcap += np.mean(told == value) if len(told) else 0.0
    assert found.correct == right / n
    assert found.dcap == pytest.approx(dcap / n)


def test_a_share_at_the_limit_but_for_rounding_does_not_predict() -> None:
    # 57 of 100 records with the level have the target's value, and .57 times 100 is 56.99999999999999
    keys, target = np.zeros((100, 1), dtype=np.int64), np.repeat([0, 1], [57, 43])
    cells = shared_cells(np.column_stack([keys, target]), np.column_stack([keys, target]))
    found = attribution(cells, target, target)
    assert predicting_levels(cells, found, keys.T, target, 4, 0.57) == 0
    assert predicting_levels(cells, found, keys.T, target, 4, 0.56) == 1


def test_pointing_to_a_wrong_value_is_not_disclosure_in_both_files() -> None:
    """Keys 0 and 1 point to one value in either file; of key 1 the masked file's is another."""
    keys = np.array([[0], [0], [1], [1]])
    cells = shared_cells(keys, keys)
    found = attribution(cells, np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0]))
    assert (found.disclosive_in_masked, found.correct, found.correct_and_original) == (1, 0.5, 0.5)
