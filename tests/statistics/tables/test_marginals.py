"""All tables of k variables: against tables counted one by one, and subsamples that are drawn."""

from collections import Counter
from functools import reduce
from importlib import import_module
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.tables import FilledCells, cell_tables, count_group, merged_groups, table_distances, table_groups
from core.statistics.tables.marginals import (
    NO_CELLS,
    subsample_distance,
    subsample_equivalent,
    with_cells_of,
)

groups_module = import_module("core.statistics.tables.table_groups")


def coded(seed, n, m, sizes):
    random = np.random.default_rng(seed)
    files = tuple(np.array([random.integers(0, s, rows) for s in sizes], dtype=np.int32) for rows in (n, m))
    return *files, np.array(sizes, dtype=np.int64)


class Compared(NamedTuple):
    distances: np.ndarray
    cell_sizes: FilledCells
    n_groups: int


def marginal_distances(original, masked, sizes, tables, blocks=1):
    """Compare every table, counted in blocks of records."""
    distances, cells = [], NO_CELLS
    groups = table_groups(tables, sizes)
    for group in groups:
        first, second = (
            reduce(merged_groups, [count_group(part, group) for part in np.array_split(file, blocks, axis=1)])
            for file in (original, masked)
        )
        n_records = original.shape[1], masked.shape[1]
        distances.extend(table_distances(first, second, group, n_records).tolist())
        cells = with_cells_of(first, cells)
    return Compared(np.array(distances), cells, len(groups))


def one_by_one(original, masked, tables):
    found = []
    for table in tables:
        p, q = (Counter(map(tuple, f[table].T.tolist())) for f in (original, masked))
        n, m = original.shape[1], masked.shape[1]
        found.append(sum(abs(p[c] / n - q[c] / m) for c in p.keys() | q.keys()))
    return found


def test_two_variables_by_hand():
    original = np.array([[0, 0, 1, 1], [0, 1, 0, 1]], dtype=np.int32)
    masked = np.array([[0, 0, 1, 1], [0, 1, 1, 1]], dtype=np.int32)
    found = marginal_distances(original, masked, np.array([2, 2]), np.array([[0, 1]]))
    assert found.distances.tolist() == [0.5]
    assert [part.tolist() for part in found.cell_sizes] == [[1], [4]]


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.integers(1, 4), st.integers(1, 5))
def test_any_tables_are_counted_as_one_by_one(seed, n, m, k, blocks):
    original, masked, sizes = coded(seed, n, m, (2, 5, 3, 4))
    tables = np.array(list(combinations(range(4), k)))
    found = marginal_distances(original, masked, sizes, tables, blocks)
    assert found.distances.tolist() == pytest.approx(one_by_one(original, masked, tables), abs=1e-12)
    assert (found.cell_sizes.cells * found.cell_sizes.counts).sum() == n * len(tables)
    assert found.cell_sizes.cells.tolist() == sorted(set(found.cell_sizes.cells.tolist()))


@pytest.mark.parametrize("largest_number", [2**63, 700], ids=["numbers", "bytes"])
def test_large_tables_are_counted_by_the_cells_that_occur(monkeypatch, largest_number):
    original, masked, sizes = coded(1, 300, 200, (20, 30, 40))
    tables = np.array([[0, 1], [1, 2], [0, 2], [0, 1]])
    dense = marginal_distances(original, masked, sizes, tables)
    monkeypatch.setattr(groups_module, "DENSE_CELLS", 700)
    monkeypatch.setattr(cell_tables, "RADIX_LIMIT", largest_number)
    mixed = marginal_distances(original, masked, sizes, tables, blocks=3)
    assert mixed.distances.tolist() == pytest.approx(dense.distances.tolist(), abs=1e-15)
    assert [part.tolist() for part in mixed.cell_sizes] == [part.tolist() for part in dense.cell_sizes]
    assert (dense.n_groups, mixed.n_groups) == (1, 4)


def test_groups_of_tables_are_not_larger_than_what_is_held(monkeypatch):
    original, masked, sizes = coded(1, 30, 20, (20, 30, 40))
    tables = np.array(list(combinations(range(3), 2)))
    whole = marginal_distances(original, masked, sizes, tables)
    monkeypatch.setattr(groups_module, "GROUP_CELLS", 1_500)
    found = marginal_distances(original, masked, sizes, tables)
    assert (found.n_groups, found.distances.tolist()) == (2, whole.distances.tolist())


def test_weights_count_for_so_many_records():
    original, _, sizes = coded(4, 40, 1, (3, 4))
    group = table_groups(np.array([[0, 1]]), sizes)[0]
    weights = np.random.default_rng(1).integers(1, 4, 40)
    times = np.repeat(original, weights, axis=1)
    assert count_group(original, group, weights.astype(float)).tolist() == count_group(times, group).tolist()


def test_the_expected_subsample_is_that_of_many_that_are_drawn():
    original, _, sizes = coded(2, 500, 1, (3, 4, 5))
    tables = np.array(list(combinations(range(3), 2)))
    found = marginal_distances(original, original, sizes, tables)
    random = np.random.default_rng(3)
    for kept in (50, 250):
        drawn = [
            marginal_distances(original, original[:, random.choice(500, kept, replace=False)], sizes, tables)
            for _ in range(400)
        ]
        mean = np.mean([d.distances.mean() for d in drawn])
        assert subsample_distance(found.cell_sizes, 3, 500, kept) == pytest.approx(mean, rel=0.03)
        assert subsample_equivalent(mean, found.cell_sizes, 3, 500) == pytest.approx(kept / 500, rel=0.05)


def test_the_ends_of_the_scale():
    cell_sizes = FilledCells(np.array([2]), np.array([5]))
    assert subsample_distance(cell_sizes, 1, 10, 10) == pytest.approx(0, abs=1e-15)
    assert subsample_equivalent(0.0, cell_sizes, 1, 10) == 1.0
    assert subsample_equivalent(2.0, cell_sizes, 1, 10) == 0.1
    # one record of five cells of two: it is .8 too much there, .2 too little in four
    assert subsample_distance(cell_sizes, 1, 10, 1) == pytest.approx(1.6)
