"""Agreement on the keys by hand and against the definitions written out."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.disclosure.attribution import (
    SharedKeys,
    TargetTable,
    attribution,
    most_of_one_value,
    predicting_levels,
    shares,
    uniques,
)
from core.statistics.tables import CellNumbers, counted_cells


def column(*codes: int) -> np.ndarray:
    return np.array(codes)[:, None]


def shared(original: np.ndarray, masked: np.ndarray, own: np.ndarray, other: np.ndarray, wide: int = 0) -> SharedKeys:
    """Return the tables of both files' keys with a target; wider numbers fill more than one word."""
    files = [np.column_stack([original, own]), np.column_stack([masked, other])]
    sizes = np.maximum(*(file.max(axis=0) for file in files)) + 2 + wide
    numbers = CellNumbers(tuple(sizes.tolist()))
    first, second = (TargetTable(counted_cells(file.T, len(file), numbers), numbers) for file in files)
    return SharedKeys(first, second, first.base_cap)


def shared_keys(original: np.ndarray, masked: np.ndarray) -> SharedKeys:
    return shared(original, masked, np.full(len(original), -1), np.full(len(masked), -1))


def test_uniques_by_hand() -> None:
    # original: 0 once, 1 twice, 2 once, 3 once; masked: 0 once, 1 once, 2 twice
    replicated, counted = uniques(shared_keys(column(0, 1, 1, 2, 3), column(0, 1, 2, 2)))
    assert replicated == 1 / 5
    assert counted["uniques_in_original"] == 3 / 5
    assert counted["uniques_in_masked"] == 2 / 4
    assert counted["uniques_of_original_in_masked"] == 2 / 5


@pytest.mark.parametrize("wide", [0, 2**31, 2**61])
def test_attribution_by_hand(wide: int) -> None:
    keys, masked_keys = column(0, 0, 1, 1, 2), column(0, 0, 1, 1, 3)
    target, masked_target = np.array([5, 6, 5, 5, 7]), np.array([5, 5, 5, 6, 7])
    both = shared(keys, masked_keys, target, masked_target, wide)
    told = attribution(both)
    # key 0 points to 5 in the masked file, right for one record of two; key 1 to none; key 2 is not there
    assert told.in_masked == 4 / 5
    assert told.disclosive_in_masked == 2 / 5
    assert told.correct == 1 / 5
    assert told.correct_and_original == 0
    assert told.disclosive_original == 3 / 5
    assert told.disclosive_masked == 3 / 5
    assert told.base_cap == pytest.approx(0.6**2 + 0.2**2 + 0.2**2)
    assert told.dcap == pytest.approx((1 + 0 + 0.5 + 0.5 + 0) / 5)
    assert told.cap_original == pytest.approx((0.5 + 0.5 + 3) / 5)
    assert told.cap_masked == pytest.approx((2 + 0.5 + 0.5 + 1) / 5)
    assert told.tcap == 1 / 4
    assert told.denominators.tolist() == [1]
    # the original's rows: 0 5, 0 6, 1 5, 2 7
    assert told.right.tolist() == [0]
    assert shares(both).tolist() == [1, 0, 0.5, 0]
    assert most_of_one_value(both, told) == 1


def test_missing_is_a_category() -> None:
    both = shared(column(-1, 0), column(-1, 0), np.array([-1, 3]), np.array([-1, -1]))
    assert attribution(both).right.tolist() == [0]
    assert (both.original.lacking, both.masked.lacking) == (1, 1)


def test_a_record_that_lacks_two_keys_lacks_one_all_the_same() -> None:
    keys = np.array([[-1, -1], [-1, -1], [0, -1], [1, 0]])
    assert shared_keys(keys, keys).original.lacking == 3


def test_a_level_that_predicts_the_target_by_itself() -> None:
    keys = np.array([[0, j % 2] for j in range(10)] + [[1, 0]] * 10)
    target = np.array([7] * 10 + list(range(10)))
    both = shared(keys, keys, target, target)
    told = attribution(both)
    assert told.correct == 0.5
    # level 0 of the first key always has 7; of the second key none of the levels has one value to 80 %, but level 1 has
    assert predicting_levels(both, told, 4, 0.8) == 2
    assert predicting_levels(both, told, 5, 0.8) == 0


FILES = (st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))


def random_files(n: int, m: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.integers(-1, 3, (n, 2)), rng.integers(-1, 3, (m, 2)), rng.integers(-1, 3, n), rng.integers(-1, 3, m)


@given(*FILES)
def test_equals_the_definitions(n: int, m: int, seed: int) -> None:
    keys, masked_keys, target, masked_target = random_files(n, m, seed)
    told = attribution(shared(keys, masked_keys, target, masked_target))
    right, dcap = 0, 0.0
    for key, value in zip(keys, target, strict=True):
        values = masked_target[(masked_keys == key).all(axis=1)]
        right += len(set(values.tolist())) == 1 and values[0] == value
        dcap += np.mean(values == value) if len(values) else 0.0
    assert told.correct == right / n
    assert told.dcap == pytest.approx(dcap / n)


@pytest.mark.parametrize("seed", range(4))
def test_equals_what_pandas_says_of_each_record(seed: int) -> None:
    keys, masked_keys, target, masked_target = random_files(40, 30, seed)
    both = shared(keys, masked_keys, target, masked_target)
    told = attribution(both)
    original = pd.DataFrame({"a": keys[:, 0], "b": keys[:, 1], "t": target})
    masked = pd.DataFrame({"a": masked_keys[:, 0], "b": masked_keys[:, 1], "t": masked_target})
    own = original.groupby(["a", "b"])["t"]
    other = masked.groupby(["a", "b"])["t"].agg(["nunique", "first"])
    beside = original.join(other, on=["a", "b"])
    correct = (beside["nunique"] == 1) & (beside["first"] == beside["t"])
    assert told.in_masked == beside["nunique"].notna().mean()
    assert told.disclosive_in_masked == (beside["nunique"] == 1).mean()
    assert told.correct == correct.mean()
    assert told.correct_and_original == (correct & (own.transform("nunique") == 1)).mean()
    theirs = masked.groupby(["a", "b"])["t"]
    assert told.disclosive_masked == (theirs.transform("nunique") == 1).mean()
    assert told.cap_masked == pytest.approx(
        (masked.groupby(["a", "b", "t"])["t"].transform("size") / theirs.transform("size")).mean(), rel=1e-12
    )
    assert told.cap_original == pytest.approx(
        (original.groupby(["a", "b", "t"])["t"].transform("size") / own.transform("size")).mean(), rel=1e-12
    )
    assert most_of_one_value(both, told) == max(original["t"][correct].value_counts(), default=0)
    assert predicting_levels(both, told, 0, 0.4) == sum(
        (original[original[key] == level]["t"] == value).mean() > 0.4
        for key in ("a", "b")
        for level, value in {(level, value) for level, value in original[correct][[key, "t"]].itertuples(index=False)}
    )
    counts = own.size()
    in_masked = theirs.size().reindex(counts.index, fill_value=0)
    assert uniques(both)[0] == ((counts == 1) & (in_masked == 1)).sum() / 40


def test_a_share_at_the_limit_but_for_rounding_does_not_predict() -> None:
    # 57 of 100 records with the level have the target's value, and .57 times 100 is 56.99999999999999
    keys, target = np.zeros((100, 1), dtype=np.int64), np.repeat([0, 1], [57, 43])
    with_target = np.column_stack([keys, target])
    both = shared(with_target, with_target, target, target)
    told = attribution(both)
    # both levels of the second key, which is the target, do
    assert predicting_levels(both, told, 4, 0.57) == 2
    assert predicting_levels(both, told, 4, 0.56) == 3


def test_pointing_to_a_wrong_value_is_not_disclosure_in_both_files() -> None:
    """Keys 0 and 1 point to one value in either file; of key 1 the masked file's is another."""
    keys = np.array([[0], [0], [1], [1]])
    told = attribution(shared(keys, keys, np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0])))
    assert (told.disclosive_in_masked, told.correct, told.correct_and_original) == (1, 0.5, 0.5)
