"""Columns packed into few bytes: what comes back is the same, to the last bit, and of the same type."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from core.data import (
    Coded,
    Column,
    Level,
    Pair,
    Release,
    packed_numbers,
    ranked_numbers,
    store_of,
    without_numbers,
)
from core.data.packed import (
    CHUNK,
    PACKED_FROM,
    PackedCodes,
    PackedDecimals,
    PackedNumbers,
    RowByRow,
    cells_of,
    codes_counted,
    mapped_codes,
    missing_in,
    no_numbers,
    unpacked,
)

N = CHUNK + 1000
RECORDS = np.arange(N)
SPREAD = RECORDS * 7919 % 100_003
"""More different values than a code of two bytes can stand for."""


def bits(values: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(values), np.nan, values).view(np.int64)


@pytest.mark.parametrize(
    ("values", "kind", "size"),
    [
        (RECORDS % 100 / 8, PackedNumbers, 1),
        (np.where(RECORDS % 3 == 0, np.nan, RECORDS % 255), PackedNumbers, 1),
        (RECORDS % 256 + 0.0, PackedNumbers, 2),
        (np.where(RECORDS == 5, np.inf, RECORDS % 5000 / 3), PackedNumbers, 2),
        (SPREAD + 0.0, PackedDecimals, 4),
        (np.where(RECORDS % 7 == 0, np.nan, -SPREAD / 10_000), PackedDecimals, 4),
        (np.where(RECORDS == N - 1, 0.001, SPREAD), PackedDecimals, 4),
    ],
)
def test_numbers_come_back_to_the_last_bit(values, kind, size):
    store = packed_numbers(values)
    assert type(store) is kind
    assert cells_of(store).itemsize == size
    assert unpacked(store).dtype == np.float64
    assert_array_equal(bits(unpacked(store)), bits(values))
    assert_array_equal(missing_in(store), np.isnan(values))


@pytest.mark.parametrize(
    "values",
    [
        SPREAD / 7,  # no decimals, and too many
        np.where(RECORDS == N - 1, np.pi, SPREAD),  # seen in the last chunk only
        np.where(RECORDS == 0, 2.0**31, SPREAD),  # too large for four bytes
        np.where(RECORDS < CHUNK, 30_000 * SPREAD, 0.5),  # too large with the decimals that come later
        np.where(RECORDS == N - 1, 1e308, SPREAD),
        np.where(RECORDS == N - 1, -0.0, RECORDS % 3),
        (RECORDS % 3)[: PACKED_FROM - 1] + 0.0,
    ],
)
def test_numbers_that_would_not_come_back_and_few_ones_stay_as_they_are(values):
    assert packed_numbers(values) is values
    assert Coded(Level.CONTINUOUS, values).values is values


@pytest.mark.parametrize(("largest", "size"), [(0, 1), (127, 1), (128, 2), (32_767, 2), (32_768, 4)])
def test_codes_come_back_as_whole_numbers_of_four_bytes(largest, size):
    codes = np.where(RECORDS % 2 == 0, -1, largest).astype(np.int32)
    coded = Coded(Level.NOMINAL, codes, ("a",) * (largest + 1))
    assert cells_of(coded.store).itemsize == size
    assert coded.n_bytes == size * N
    assert coded.values.dtype == np.int32
    assert_array_equal(coded.values, codes)
    assert_array_equal(coded.is_missing(), codes < 0)


def test_a_block_of_a_column_shares_its_memory_and_a_column_that_is_held_is_unpacked_once():
    coded = Coded(Level.NOMINAL, (RECORDS % 3).astype(np.int32), ("a", "b", "c"))
    block = coded.take(slice(10, 20))
    assert np.shares_memory(cells_of(block.store), cells_of(coded.store))
    assert_array_equal(block.values, RECORDS[10:20] % 3)
    held = coded.values
    assert coded.values is held
    assert_array_equal(pickle.loads(pickle.dumps(coded)).values, held)


def test_a_packed_column_says_what_the_plain_one_says():
    numbers = np.where(RECORDS % 4 == 0, np.nan, RECORDS % 9)
    codes = np.where(RECORDS % 8 == 0, RECORDS % 16 // 8, -1).astype(np.int32)
    plain = Column(numbers, codes, ("x", "y"))
    packed = plain.packed()
    assert isinstance(packed.number_store, PackedNumbers)
    assert packed.n_bytes < plain.n_bytes
    for column, other in ((packed, plain), (Column.of(packed.number_store), Column(numbers))):
        assert column.categories()[1] == other.categories()[1]
        assert_array_equal(column.categories()[0], other.categories()[0])
        assert_array_equal(column.is_empty(), other.is_empty())
        assert_array_equal(column.is_number(), other.is_number())
        rows = np.array([5, 0, 9])
        assert_array_equal(column.take(rows).number_cells(), other.take(rows).number_cells())


def test_a_column_knows_its_distinct_numbers_however_they_are_held():
    for values in (RECORDS % 5 / 2, np.where(RECORDS % 9 == 0, np.nan, SPREAD / 100), SPREAD / 7):
        column = Column(values).packed()
        assert_array_equal(column.distinct_numbers(), np.unique(values[~np.isnan(values)]))
    assert not len(Column.of(no_numbers(N)).distinct_numbers())


def test_numbers_emptied_in_the_table_are_categories_no_more():
    store = without_numbers(packed_numbers(RECORDS % 5 + 0.0), [1.0, 7.0])
    column = Column.of(store)
    assert isinstance(store, PackedNumbers)
    assert column.categories()[1] == ("0", "2", "3", "4")
    assert_array_equal(
        np.bincount(column.categories()[0] + 1)[:2], [(RECORDS % 5 == 1).sum(), (RECORDS % 5 == 0).sum()]
    )
    assert Column.of(no_numbers(N)).is_empty().all()


def test_codes_are_counted_and_recoded_without_being_unpacked():
    store = PackedCodes((RECORDS % 4 - 1).astype(np.int8))
    assert codes_counted(store, 4).tolist() == [(k == RECORDS % 4).sum() for k in (1, 2, 3)] + [0]
    new = mapped_codes(store, np.array([2, 2, 300, -1], dtype=np.int32))
    assert cells_of(new).itemsize == 2
    assert_array_equal(unpacked(new), np.array([-1, 2, 2, 300])[RECORDS % 4])


def test_codes_that_stay_as_they_are_share_the_memory():
    store = PackedCodes((RECORDS % 4 - 1).astype(np.int8))
    assert mapped_codes(store, np.array([0, 1, 2, -1], dtype=np.int32)) is store
    text = Column.of(no_numbers(N), store, ("a", "b", "c")).category_store()
    assert text == (store, ("a", "b", "c"))
    numbers = packed_numbers(RECORDS % 5 + 0.0)
    codes, labels = Column.of(numbers).category_store()
    assert np.shares_memory(cells_of(codes), cells_of(numbers))
    assert (codes.cells.dtype, labels) == (np.int8, ("0", "1", "2", "3", "4"))
    gaps, _ = Column.of(without_numbers(numbers, [1.0])).category_store()
    assert_array_equal(unpacked(gaps), np.array([0, -1, 1, 2, 3])[RECORDS % 5])


@pytest.mark.parametrize(
    ("links", "size"),
    [(RECORDS, None), (RECORDS[::-1], 4), (np.where(RECORDS == N - 1, -1, RECORDS), 4), (RECORDS[:100], 8)],
)
def test_links_are_held_in_few_bytes(links, size):
    pair = Pair("m", (), Release("o", N, {}), Release("m", len(links), {}), links)
    store = store_of(pickle.loads(pickle.dumps(pair)), "links")
    assert store == RowByRow(N) if size is None else cells_of(store).itemsize == size
    assert pair.links.dtype == np.int64
    assert_array_equal(pair.links, links)
    assert_array_equal(pair.take(RECORDS[::2], np.arange(5)).links, np.where(links[:5] % 2, -1, links[:5] // 2))


@pytest.mark.parametrize(
    "values",
    [
        np.where(RECORDS % 9 == 0, np.nan, RECORDS % 5 / 2),
        np.where(RECORDS % 9 == 0, np.nan, SPREAD / 100),
        np.where(RECORDS % 9 == 0, np.nan, SPREAD / 7),
    ],
)
def test_numbers_are_ranked_however_they_are_held(values):
    store, present = packed_numbers(values), ~np.isnan(values)
    distinct, inverse = np.unique(values[present], return_inverse=True)
    known, ranks = ranked_numbers(store)
    assert_array_equal(known, distinct)
    assert_array_equal(unpacked(ranks)[present], inverse)
    assert (unpacked(ranks)[~present] == -1).all()
