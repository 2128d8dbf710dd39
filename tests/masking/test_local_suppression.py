from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.errors import MaskingError
from core.masking.local_suppression import local_suppression, suppressed_cells
from tests.masking.steps import mask


def agreeing(codes: np.ndarray) -> list[int]:
    """Count by the definition: records that differ on no key that both have."""
    return [
        sum(all(a in (b, -1) or b == -1 for a, b in zip(one, other, strict=True)) for other in codes) for one in codes
    ]


def test_by_hand() -> None:
    # Frequencies 2, 2, 1, 1. The third record agrees with the first two once key 2 is gone; the fourth, then, with the
    # third once key 1 is gone.
    codes = np.array([[0, 0], [0, 0], [0, 1], [1, 1]], dtype=np.int32)
    emptied = suppressed_cells(codes, 2)
    assert emptied.tolist() == [[False, False], [False, False], [False, True], [True, False]]


def test_of_equally_few_cells_the_least_important_goes() -> None:
    # The last record differs from two by key 1 only and from two others by key 3 only.
    codes = np.array([[1, 0, 0]] * 2 + [[0, 0, 1]] * 2 + [[0, 0, 0]], dtype=np.int32)
    assert suppressed_cells(codes, 2)[4].tolist() == [False, False, True]
    assert suppressed_cells(codes[:, ::-1], 2)[4].tolist() == [False, False, True]


def test_a_file_that_satisfies_k_is_unchanged(file_of) -> None:
    file = file_of(a=[1, 1, 2, 2, None], b=["x", "x", "y", "y", None])
    masked = mask(local_suppression, file, ["a", "b"], k=2)
    assert all(masked.columns[name] is file.columns[name] for name in file.columns)


def test_cells_are_emptied_in_the_file(file_of, cells_of) -> None:
    file = file_of(a=[0, 0, 0, 1], b=["x", "x", "y", "y"], c=[1, 2, 3, 4])
    masked = mask(local_suppression, file, ["a", "b"], k=2)
    assert cells_of(masked, "a") == ["0", "0", "0", ""]
    assert cells_of(masked, "b") == ["x", "x", "", "y"]
    assert cells_of(masked, "c") == ["1", "2", "3", "4"]
    assert cells_of(file, "a") == ["0", "0", "0", "1"]


def test_missing_codes_count_as_empty_and_stay(file_of, cells_of) -> None:
    file = file_of(a=[1, -9])
    assert cells_of(mask(local_suppression, file, ["a"], k=2, missing={"a": ("-9",)}), "a") == ["1", "-9"]
    assert cells_of(mask(local_suppression, file, ["a"], k=2), "a") == ["", "-9"]  # one of two differing cells


tables = arrays(
    np.int32, st.tuples(st.integers(1, 25), st.integers(1, 4)), elements=st.integers(-1, 3), fill=st.nothing()
)


@given(tables, st.integers(2, 6))
def test_every_record_reaches_k(codes, k) -> None:
    k = min(k, len(codes))
    emptied = suppressed_cells(codes, k)
    assert not emptied[codes < 0].any()
    masked = np.where(emptied, -1, codes)
    assert min(agreeing(masked)) >= k
    if min(agreeing(codes)) >= k:
        assert not emptied.any()


@given(tables)
def test_the_first_record_taken_loses_no_more_than_needed(codes) -> None:
    k = min(3, len(codes))
    counts = agreeing(codes)
    row = int(np.argmin(counts))
    if counts[row] >= k:
        return
    lost = int(suppressed_cells(codes, k)[row].sum())
    present = np.flatnonzero(codes[row] >= 0)
    for chosen in combinations(present, lost - 1):
        fewer = codes.copy()
        fewer[row, list(chosen)] = -1
        assert agreeing(fewer)[row] < k


def test_errors(file_of) -> None:
    file = file_of(a=[1, 2], **{f"k{i}": [1, 2] for i in range(17)})
    with pytest.raises(MaskingError, match=r"small\.csv has 2 records, fewer than k = 3; lower k"):
        mask(local_suppression, file, ["a"], k=3)
    with pytest.raises(MaskingError, match="k must be at least 2, not 1"):
        mask(local_suppression, file, ["a"], k=1)
    with pytest.raises(MaskingError, match="17 keys are too many; name at most 16"):
        mask(local_suppression, file, [f"k{i}" for i in range(17)], k=2)
    with pytest.raises(MaskingError, match="no variable 'z'"):
        mask(local_suppression, file, ["z"], k=2)
