"""Counts in tens: no count of the original follows from them, and an unchanged file stays unchanged."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from core.statistics.tables.rounded_counts import rounded_counts


def told(counts, masked, missing=0, masked_missing=0):
    found = rounded_counts(missing, np.array(counts), masked_missing, np.array(masked))
    return (round(found.missing, 9), *np.round(found.counts, 9).tolist()), found


def test_by_hand():
    # totals 0 | 37 | of 100: classes 0..9 and 30..39; the masked file's 0 lies in the first, its 52 not in the second
    cells, found = told([37, 63], [52, 48])
    assert cells == (0.0, 34.5, 65.5)
    assert found.certain.tolist() == [30 - 9, 100 - 39]
    assert found.observed == 91


@pytest.mark.parametrize("masked", [[37, 63], [52, 48], [3, 97], [0, 100], [200, 300], [7, 13]])
def test_at_least_ten_counts_give_every_figure_of_two_categories(masked):
    n = 100
    fits = Counter(told([yes, n - yes], masked)[0] for yes in range(n + 1))
    assert min(fits.values()) >= 10


def test_at_least_ten_counts_of_each_category_give_every_figure_of_three():
    n, masked = 60, [20, 25, 15]
    tables = [(a, b, n - a - b) for a, b in product(range(n + 1), repeat=2) if a + b <= n]
    fits: dict[tuple[float, ...], list[tuple[int, ...]]] = {}
    for table in tables:
        fits.setdefault(told(table, masked)[0], []).append(table)
    assert min(map(len, fits.values())) >= 10
    assert all(len({t[i] for t in same}) >= 10 for same in fits.values() for i in range(3))


def test_any_number_of_masked_files_tells_no_more_than_one():
    n, files = 100, ([37, 63], [52, 48], [30, 70], [39, 61], [8, 92])
    fits = Counter(tuple(told([yes, n - yes], m)[0] for m in files) for yes in range(n + 1))
    assert min(fits.values()) >= 10


@pytest.mark.parametrize("n", [10, 29, 30, 57, 60, 100, 101, 119, 120])
def test_a_variable_with_its_categories_in_two_orders_tells_no_more_than_in_one(n):
    masked = [n // 3, n - n // 3]
    fits = Counter((told([yes, n - yes], masked)[0], told([n - yes, yes], masked[::-1])[0]) for yes in range(n + 1))
    assert min(fits.values()) >= 10


def test_the_records_without_a_value_are_no_better_known():
    n, fits = 60, {}
    for k, yes in [(missing, yes) for missing in range(n + 1) for yes in range(n - missing + 1)]:
        fits.setdefault(told([yes, n - yes - k], [25, 35], missing=k)[0], set()).add(k)
    assert min(map(len, fits.values())) >= 10


@pytest.mark.parametrize("counts", [[0, 5], [1, 1], [9, 0], [120, 7, 0, 43]])
def test_an_unchanged_file_is_unchanged_and_a_copy_twice_as_long_too(counts):
    assert told(counts, counts, 3, 3)[0] == (3.0, *map(float, counts))
    assert told(counts, [2 * c for c in counts], 3, 6)[0] == (3.0, *map(float, counts))


def test_a_category_counts_as_certain_only_with_what_its_class_assures():
    found = told([9, 11, 80], [30, 30, 40])[1]
    assert found.certain.tolist() == [0, 11, 71]
    assert all(found.certain <= [9, 11, 80])
