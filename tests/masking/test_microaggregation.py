import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.errors import MaskingError
from core.masking import mdav_groups, projection_groups
from core.masking.microaggregation import microaggregation
from tests.masking.steps import mask


def test_six_points_by_hand(file_of, cells_of) -> None:
    # Mean 7; 15 is farthest (8) and groups with 11 and 10; the rest is the second group.
    points = np.array([[1], [10], [2], [15], [11], [3]], dtype=float)
    assert mdav_groups(points, 3).tolist() == [1, 0, 1, 0, 0, 1]
    masked = mask(microaggregation, file_of(x=points[:, 0].tolist()), ["x"], k=3)
    assert cells_of(masked, "x") == ["2", "12", "2", "12", "12", "2"]


def test_nine_points_by_hand() -> None:
    # Mean 11.67; 30 is farthest: {30, 21, 20}. Of the others 0 is farthest from 30: {0, 1, 2}. {9, 10, 12} remain.
    points = np.array([[0], [1], [2], [9], [10], [12], [20], [21], [30]], dtype=float)
    assert mdav_groups(points, 3).tolist() == [1, 1, 1, 2, 2, 2, 0, 0, 0]


def test_two_dimensions_by_hand() -> None:
    # Mean (2.6, 2.6): (9, 9) is farthest, (4, 3) is nearest to it; five records are fewer than 3k, so the others are
    # the second group.
    points = np.array([[0, 0], [0, 1], [9, 9], [4, 3], [0, 0]], dtype=float)
    assert mdav_groups(points, 2).tolist() == [1, 1, 0, 0, 1]


def test_ties_go_to_the_earlier_record() -> None:
    assert mdav_groups(np.zeros((7, 2)), 2).tolist() == [0, 0, 1, 1, 2, 2, 2]


def test_variables_are_standardised(file_of, cells_of) -> None:
    # As they stand, x would pair 0 with 1 and 9 with 10, whatever y. In standard deviations y weighs as much: 0 and 10
    # are farthest from the mean (2.22), and 9 (distance 1.99) is nearer to 0 than 1 is (2.01).
    masked = mask(microaggregation, file_of(x=[0, 1, 9, 10], y=[0, 0.04, 0, 0.04]), ["x", "y"], k=2)
    assert cells_of(masked, "x") == ["4.5", "5.5", "4.5", "5.5"]


def test_records_that_lack_the_same_variables_are_grouped_together(file_of, cells_of) -> None:
    file = file_of(x=[1, 3, 10, 30, None], y=[2, 4, None, None, 6])
    masked = mask(microaggregation, file, ["x", "y"], k=2)
    assert cells_of(masked, "x") == ["2", "2", "20", "20", ""]
    assert cells_of(masked, "y") == ["3", "3", "", "", ""]  # the last is alone: emptied


def test_missing_codes_stay(file_of, cells_of) -> None:
    masked = mask(microaggregation, file_of(x=[1, 2, -9, -9]), ["x"], k=2, missing={"x": ("-9",)})
    assert cells_of(masked, "x") == ["1.5", "1.5", "-9", "-9"]
    assert cells_of(mask(microaggregation, file_of(x=[1, 2]), ["x"], k=2, decimals=0), "x") == ["2", "2"]


points = arrays(
    np.float64, st.tuples(st.integers(1, 40), st.integers(1, 3)), elements=st.integers(-9, 9), fill=st.nothing()
)


@given(points, st.integers(2, 6))
def test_groups_hold_k_to_2k_minus_1_records(cloud, k) -> None:
    k = min(k, len(cloud))
    sizes = np.bincount(mdav_groups(cloud, k))
    assert sizes.min() >= k
    assert sizes.max() <= 2 * k - 1
    assert sizes.sum() == len(cloud)


@given(cloud=points, k=st.integers(2, 5))
def test_totals_stay_and_every_value_stands_for_k_records(file_of, cloud, k) -> None:
    k = max(2, min(k, len(cloud)))
    if len(cloud) < k:
        return
    names = [f"x{j}" for j in range(cloud.shape[1])]
    file = file_of(**{name: cloud[:, j].tolist() for j, name in enumerate(names)})
    masked = mask(microaggregation, file, names, k=k)
    table = np.column_stack([masked.columns[name].numbers for name in names])
    assert table.sum(axis=0) == pytest.approx(cloud.sum(axis=0))
    assert np.unique(table, axis=0, return_counts=True)[1].min() >= k


def test_errors(file_of) -> None:
    file = file_of(x=[1, 2], t=["a", "b"])
    with pytest.raises(MaskingError, match=r"small\.csv has 2 records, fewer than k = 3; lower k"):
        mask(microaggregation, file, ["x"], k=3)
    with pytest.raises(MaskingError, match="k must be at least 2, not 1"):
        mask(microaggregation, file, ["x"], k=1)
    with pytest.raises(MaskingError, match="microaggregation: 't' holds texts in 2 cells"):
        mask(microaggregation, file, ["t"], k=2)


def test_six_thousand_records_take_less_than_two_seconds() -> None:
    cloud = np.random.default_rng(1).normal(size=(6366, 4))
    start = time.process_time()
    mdav_groups(cloud, 3)
    assert time.process_time() - start < 2


def test_records_equally_far_but_for_rounding_keep_their_order() -> None:
    # the mean is 0: both ends are as far from it, though 0.1 + 0.2 is a little above 0.3
    points = np.array([[-0.3], [0.1 + 0.2], [-0.1], [0.1]])
    assert mdav_groups(points, 2).tolist() == [0, 1, 0, 1]


def test_the_order_along_a_component_does_not_hang_on_the_sign_of_an_eigenvector() -> None:
    # of two opposite variables the loadings add up to nothing but rounding: the first one points up
    x = np.array([-2.0, -1, 0, 1, 2]) / np.sqrt(2)
    points = np.column_stack([x, -x])
    assert projection_groups(points, 2, "first_component").tolist() == [0, 0, 1, 1, 1]
