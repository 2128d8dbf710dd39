import math

import numpy as np
import pytest

from core.data import Bands, Cap, CategoryMap, Closed
from core.pairing.coding.inference import infer_bands, infer_cap, infer_map

INF = math.inf


def bands(original, masked):
    labels, codes = np.unique(masked, return_inverse=True)
    numbers = tuple(labels.tolist()) if labels.dtype.kind in "if" else ()
    return infer_bands(np.array(original, dtype=float), codes.astype(np.int32), tuple(map(str, labels)), numbers)


def cap(original, masked):
    return infer_cap(np.array(original, dtype=float), np.array(masked, dtype=float))


def test_a_step_function_becomes_bands_with_contiguous_edges():
    assert bands([3, 1, 12, 27, 19, 22], [5, 5, 15, 25, 15, 25]) == Bands(
        ((-INF, 12), (12, 22), (22, INF)), ("5", "15", "25"), Closed.LEFT
    )


def test_bands_named_in_words_follow_the_original():
    assert bands([3, 1, 40, 70, 41], ["young", "young", "middle", "old", "middle"]).labels == ("young", "middle", "old")


def test_codes_may_fall_but_not_zigzag():
    assert bands([1, 2, 3, 4, 5, 6], [3, 3, 2, 2, 1, 1]).labels == ("3", "2", "1")
    assert bands([1, 2, 3, 4, 5, 6], [1, 1, 3, 3, 2, 2]) is None


def test_noise_on_all_distinct_values_is_no_recode():
    values = np.arange(40.0)
    assert bands(values, values + 0.25) is None


def test_many_groups_are_no_recode():
    values = np.arange(102.0)
    assert bands(values, values // 2) is None
    assert bands(np.arange(100.0), np.arange(100.0) // 2) is not None


def test_groups_that_overlap_are_no_recode():
    assert bands([1, 2, 2, 3, 4], [0, 0, 1, 1, 1]) is None


def test_a_constant_is_one_band():
    assert bands([1, 2, 3], [2, 2, 2]).edges == ((-INF, INF),)


def test_top_and_bottom_coding():
    assert cap([1, 2, 3, 9, 10], [1, 2, 3, 3, 3]) == Cap(above=3)
    assert cap([1, 2, 3, 9, 10], [1, 2, 3, 8, 8]) == Cap(above=8)
    assert cap([1, 2, 3, 9, 10], [1, 2, 3, 9.5, 9.5]) == Cap(above=3, above_value=9.5)
    assert cap([1, 2, 5, 6, 9], [4, 4, 5, 6, 6]) == Cap(above=6, below=4)
    assert cap([0, 1, 5, 6, 9], [0.5, 0.5, 5, 6, 9]) == Cap(below=5, below_value=0.5)


@pytest.mark.parametrize(
    "masked",
    [
        [1, 2, 3, 9, 10],  # untouched
        [1, 2, 3, 4, 10],  # changed in the middle
        [1, 2, 3, 8, 9],  # two values beyond the limit
        [1, 2, 3, 9, 99],  # one value moved, none merged
        [5, 5, 5, 5, 5],  # nothing unchanged
    ],
)
def test_what_is_no_cap(masked):
    assert cap([1, 2, 3, 9, 10], masked) is None


def test_categories_merge_where_each_goes_to_one():
    original, masked = np.array([0, 1, 2, 0, 2]), np.array([0, 0, 1, 0, 1])
    assert infer_map((original, ("N1", "N2", "S")), (masked, ("North", "S"))) == CategoryMap(
        {"North": ("N1", "N2"), "S": ("S",)}
    )


def test_swapped_or_renamed_categories_are_no_merger():
    assert infer_map((np.array([0, 1, 2, 0]), ("a", "b", "c")), (np.array([0, 0, 1, 1]), ("a", "b"))) is None
    assert infer_map((np.array([0, 1]), ("1", "2")), (np.array([1, 0]), ("F", "M"))) is None
