"""All tables of k variables: against tables counted one by one, and subsamples that are drawn."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.tables import marginals
from core.statistics.tables.marginals import marginal_distances, subsample_distance, subsample_equivalent


def coded(seed, n, m, sizes):
    random = np.random.default_rng(seed)
    files = tuple(np.array([random.integers(0, s, rows) for s in sizes], dtype=np.int32) for rows in (n, m))
    return *files, np.array(sizes, dtype=np.int64)


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
    assert found.cell_sizes.tolist() == [0, 4, 0, 0, 0]


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.integers(1, 4))
def test_any_tables_are_counted_as_one_by_one(seed, n, m, k):
    original, masked, sizes = coded(seed, n, m, (2, 5, 3, 4))
    tables = np.array(list(combinations(range(4), k)))
    found = marginal_distances(original, masked, sizes, tables)
    assert found.distances.tolist() == pytest.approx(one_by_one(original, masked, tables), abs=1e-12)
    assert (np.arange(n + 1) * found.cell_sizes).sum() == n * len(tables)


def test_large_tables_are_counted_by_sorting(monkeypatch):
    original, masked, sizes = coded(1, 300, 200, (20, 30, 40))
    tables = np.array([[0, 1], [0, 1, 2][1:]])
    dense = marginal_distances(original, masked, sizes, tables)
    monkeypatch.setattr(marginals, "DENSE_CELLS", 700)
    mixed = marginal_distances(original, masked, sizes, tables)
    assert mixed.distances.tolist() == pytest.approx(dense.distances.tolist(), abs=1e-15)
    assert mixed.cell_sizes.tolist() == dense.cell_sizes.tolist()


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
    cell_sizes = np.array([0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0])
    assert subsample_distance(cell_sizes, 1, 10, 10) == pytest.approx(0, abs=1e-15)
    assert subsample_equivalent(0.0, cell_sizes, 1, 10) == 1.0
    assert subsample_equivalent(2.0, cell_sizes, 1, 10) == 0.1
    # one record of five cells of two: it is .8 too much there, .2 too little in four
    assert subsample_distance(cell_sizes, 1, 10, 1) == pytest.approx(1.6)
