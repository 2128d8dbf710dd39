"""Key frequencies by hand, against brute force, and under changes that must not matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from core.statistics.tables.cells import cell_ids
from core.statistics.tables.frequencies import Frequencies, wildcard_frequencies

Codes = NDArray[np.int64]

FIVE = np.array([[0, 0], [0, 0], [0, -1], [1, 0], [-1, 1]])
FIVE_WEIGHTS = np.array([1.0, 2.0, 4.0, 8.0, 16.0])


def frequencies(codes: Codes, weights: NDArray[np.float64] | None = None) -> Frequencies:
    """Count records alike where a missing key is a category of its own: no code is -1 then."""
    return wildcard_frequencies(codes + 1, weights)


def brute_force(codes: Codes, weights: NDArray[np.float64]) -> tuple[Codes, NDArray[np.float64]]:
    alike = np.ones((len(codes), len(codes)), dtype=bool)
    for column in codes.T:
        missing = column < 0
        alike &= (column[:, None] == column[None, :]) | missing[:, None] | missing[None, :]
    return alike.sum(axis=1), alike @ weights


@st.composite
def coded_files(draw: st.DrawFn, missing: bool = True) -> Codes:
    n, m, top = draw(st.integers(1, 40)), draw(st.integers(0, 4)), draw(st.integers(0, 3))
    seed, share = draw(st.integers(0, 2**32 - 1)), draw(st.sampled_from([0.0, 0.1, 0.5, 0.9]))
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, top + 1, (n, m))
    if missing:
        codes[rng.random((n, m)) < share] = -1
    return codes


def test_cells_are_numbered_in_lexicographic_order() -> None:
    ids, n_cells = cell_ids(np.array([[1, 0], [0, 5], [1, 0], [0, -1]]))
    assert ids.tolist() == [2, 1, 2, 0]
    assert n_cells == 3


def test_five_records_with_missing_as_a_category() -> None:
    counted = frequencies(FIVE, FIVE_WEIGHTS)
    assert counted.sample.tolist() == [2, 2, 1, 1, 1]
    assert counted.population is not None
    assert counted.population.tolist() == [3, 3, 4, 8, 16]


def test_five_records_with_missing_as_wildcard() -> None:
    # (0,?) is like both (0,0) and (?,1); (?,1) is like (0,?) only
    counted = wildcard_frequencies(FIVE, FIVE_WEIGHTS)
    assert counted.sample.tolist() == [3, 3, 4, 1, 2]
    assert counted.population is not None
    assert counted.population.tolist() == [7, 7, 23, 8, 20]


def test_a_record_without_any_key_is_like_all() -> None:
    counted = wildcard_frequencies(np.array([[0, 1], [1, 0], [-1, -1]]))
    assert counted.sample.tolist() == [2, 2, 3]
    assert counted.population is None


@pytest.mark.parametrize("count", [frequencies, wildcard_frequencies])
def test_no_keys_is_one_cell_and_no_records_is_none(count) -> None:
    assert count(np.zeros((4, 0), np.int32), np.ones(4)).sample.tolist() == [4, 4, 4, 4]
    assert count(np.zeros((0, 3), np.int32), np.ones(0)).sample.tolist() == []


def test_a_code_below_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        wildcard_frequencies(np.array([[-2]]))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_more_combinations_than_64_bits_are_told_apart(dtype) -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 2**30, (300, 9)).astype(dtype)
    codes[200:] = codes[:100]
    codes[150, 8] += 1
    ids, n_cells = cell_ids(codes)
    expected = np.unique(codes, axis=0, return_inverse=True)[1]
    assert_array_equal(ids, expected.ravel())
    assert n_cells == 200


def test_a_column_that_spans_all_integers() -> None:
    extremes = np.array([[np.iinfo(np.int64).min, 0], [np.iinfo(np.int64).max, 0], [0, 0], [0, 0]])
    assert cell_ids(extremes)[0].tolist() == [0, 2, 1, 1]


@given(coded_files())
def test_cell_ids_are_those_of_distinct_rows(codes: Codes) -> None:
    ids, n_cells = cell_ids(codes)
    rows = [tuple(row) for row in codes.tolist()]
    order = {row: i for i, row in enumerate(sorted(set(rows)))}
    assert ids.tolist() == [order[row] for row in rows]
    assert n_cells == len(order)


@given(coded_files(), st.randoms(use_true_random=False))
def test_wildcard_equals_brute_force(codes: Codes, random) -> None:
    weights = np.array([random.randint(1, 50) / 4 for _ in codes])
    counted = wildcard_frequencies(codes, weights)
    sample, population = brute_force(codes, weights)
    assert_array_equal(counted.sample, sample)
    assert_allclose(counted.population, population, rtol=1e-13)


@pytest.mark.parametrize(
    ("n", "m", "top", "share"),
    [(2_000, 4, 6, 0.02), (2_000, 8, 3, 0.3), (1_500, 12, 1_000_000, 0.6), (1_500, 3, 2, 0.5), (1_500, 20, 2, 0.8)],
)
def test_wildcard_equals_brute_force_in_large_files(n: int, m: int, top: int, share: float) -> None:
    # large patterns go through the hash table; wide keys through several words
    rng = np.random.default_rng(n + m)
    codes = np.asfortranarray(np.minimum(rng.geometric(0.4, (n, m)) - 1, top)) * (top // 6 if top > 6 else 1)
    codes[rng.random((n, m)) < share] = -1
    weights = rng.integers(1, 200, n).astype(np.float64)
    counted = wildcard_frequencies(codes, weights)
    sample, population = brute_force(codes, weights)
    assert_array_equal(counted.sample, sample)
    assert_array_equal(counted.population, population)


@given(coded_files(missing=False))
def test_without_missing_values_both_rules_agree(codes: Codes) -> None:
    assert_array_equal(wildcard_frequencies(codes).sample, frequencies(codes).sample)


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_order_of_records_keys_and_codes_changes_nothing(codes: Codes, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = rng.permutation(len(codes)), rng.permutation(codes.shape[1])
    relabelled = np.append(rng.permutation(4) * 7, -1)[codes]
    for count in (frequencies, wildcard_frequencies):
        expected = count(codes, np.ones(len(codes)))
        changed = count(relabelled[rows][:, columns], np.ones(len(codes)))
        assert_array_equal(changed.sample, expected.sample[rows])
        assert_array_equal(changed.population, expected.population[rows])


@given(coded_files())
def test_merging_categories_never_lowers_a_frequency(codes: Codes) -> None:
    merged = np.where(codes == 1, 0, codes)
    for count in (frequencies, wildcard_frequencies):
        assert (count(merged).sample >= count(codes).sample).all()


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_suppression_never_lowers_a_wildcard_frequency(codes: Codes, seed: int) -> None:
    suppressed = np.where(np.random.default_rng(seed).random(codes.shape) < 0.2, -1, codes)
    assert (wildcard_frequencies(suppressed).sample >= wildcard_frequencies(codes).sample).all()
