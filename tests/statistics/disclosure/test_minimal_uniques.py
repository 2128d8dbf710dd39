"""Minimal sample uniques by hand and against brute force."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.disclosure.minimal_uniques import minimal_uniques


def brute_force(codes: np.ndarray) -> set[tuple[int, int]]:
    n, m = codes.shape
    found: set[tuple[int, int]] = set()
    for size in range(1, m + 1):
        for keys in combinations(range(m), size):
            rows = [tuple(row) for row in codes[:, keys].tolist()]
            counts = Counter(row for row in rows if -1 not in row)
            bits = sum(1 << key for key in keys)
            for i in range(n):
                smaller = any((i, bits & held) == (j, held) for j, held in found if j == i)
                if counts[rows[i]] == 1 and not smaller:
                    found.add((i, bits))
    return found


@st.composite
def coded_files(draw: st.DrawFn) -> np.ndarray:
    n, m, top = draw(st.integers(1, 40)), draw(st.integers(1, 5)), draw(st.integers(0, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    codes = np.minimum(rng.geometric(0.5, (n, m)) - 1, top)
    codes[rng.random((n, m)) < draw(st.sampled_from([0.0, 0.1]))] = -1
    return codes


def test_four_records_by_hand() -> None:
    codes = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 2, 0]])
    found = minimal_uniques(codes, 3)
    pairs = {(0, 0b011), (0, 0b101), (0, 0b110), (1, 0b010), (1, 0b101), (2, 0b011), (2, 0b101), (2, 0b110)}
    assert set(zip(found.record.tolist(), found.keys.tolist(), strict=True)) == pairs | {(3, 0b010), (3, 0b101)}


def test_a_missing_key_belongs_to_none_and_agrees_with_nothing() -> None:
    found = minimal_uniques(np.array([[0, -1], [0, 1], [1, 1], [1, -1]]), 2)
    # (0, 1) and (1, 1) are alone on both keys; the others on none that they have
    assert (found.record.tolist(), found.keys.tolist()) == ([1, 2], [3, 3])


def test_pairs_are_cells_of_two() -> None:
    assert minimal_uniques(np.array([[0], [0], [1], [2], [2], [2], [-1], [-1]]), 1).n_pairs == 2


@given(coded_files(), st.integers(1, 5))
def test_equals_brute_force(codes: np.ndarray, max_size: int) -> None:
    found = minimal_uniques(codes, max_size)
    expected = {(i, bits) for i, bits in brute_force(codes) if bits.bit_count() <= max_size}
    assert set(zip(found.record.tolist(), found.keys.tolist(), strict=True)) == expected
    assert len(found.record) == len(expected)


def test_equals_brute_force_where_a_record_has_many() -> None:
    # more minimal uniques of one record than one piece of the store holds
    rng = np.random.default_rng(5)
    codes = rng.integers(0, 3, (60, 7))
    found = minimal_uniques(codes, 7)
    assert set(zip(found.record.tolist(), found.keys.tolist(), strict=True)) == brute_force(codes)
    assert np.bincount(found.record).max() > 14


def test_too_many_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 20"):
        minimal_uniques(np.zeros((2, 21), np.int32), 2)
