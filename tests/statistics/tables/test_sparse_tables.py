"""Tables by their observed cells: the same figures as from the full table, without the full table."""

import tracemalloc

import numpy as np
import pytest

from core.statistics.tables.contingency import chi_squared, cross_table, pearson_residuals
from core.statistics.tables.sparse_tables import residual_shift, sparse_chi_squared, sparse_table


def drawn_codes(random, n, categories, tied_to=None):
    codes = random.integers(0, categories, n) if tied_to is None else (tied_to + random.integers(0, 2, n)) % categories
    codes = codes.astype(np.int32)
    codes[random.random(n) < 0.05] = -1
    return codes


def test_observed_cells_by_hand():
    a, b = np.array([0, 0, 2, -1, 2], dtype=np.int32), np.array([1, 1, 0, 1, -1], dtype=np.int32)
    table = sparse_table(a, b, 3, 2)
    # cells (0, 1) = 1 twice, (2, 0) = 4 once
    assert (table.cells.tolist(), table.counts.tolist()) == ([1, 4], [2, 1])
    assert (table.rows.tolist(), table.columns.tolist(), table.n) == ([2, 0, 1], [1, 2], 3)
    # a perfect 2 x 2 association of 3 records: chi^2 = 3, V^2 = 1
    assert sparse_chi_squared(table).statistic == pytest.approx(3.0, abs=1e-14)
    assert sparse_chi_squared(table).cramers_v_squared == 1.0


def test_no_test_of_one_column():
    table = sparse_table(np.array([0, 1], dtype=np.int32), np.zeros(2, dtype=np.int32), 2, 1)
    assert sparse_chi_squared(table).statistic is None


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_the_full_table(seed):
    random = np.random.default_rng(seed)
    n, m, r, c = (int(random.integers(5, top)) for top in (400, 300, 40, 30))
    a = drawn_codes(random, n, r)
    b = drawn_codes(random, n, c, tied_to=a)
    x = drawn_codes(random, m, r)
    y = drawn_codes(random, m, c, tied_to=x)
    full, other = cross_table(a, b, r, c), cross_table(x, y, r, c)
    sparse, second = sparse_table(a, b, r, c), sparse_table(x, y, r, c)
    found, expected = sparse_chi_squared(sparse), chi_squared(full)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert found.p == pytest.approx(expected.p, abs=1e-12)
    assert found.shape == expected.shape
    for scale in ((1.0, 1.0), (np.sqrt(full.sum()), np.sqrt(other.sum()))):
        shift = residual_shift(sparse, second, scale)
        d = pearson_residuals(full) / np.sqrt(full.sum()) * scale[0]
        e = pearson_residuals(other) / np.sqrt(other.sum()) * scale[1]
        assert shift.own == pytest.approx(np.abs(d).sum(), rel=1e-12)
        assert shift.distance == pytest.approx(np.abs(e - d).sum(), rel=1e-12)
        assert shift.cosine == pytest.approx((d * e).sum() / np.linalg.norm(d) / np.linalg.norm(e), abs=1e-12)


def test_a_table_beside_itself_has_not_moved():
    random = np.random.default_rng(3)
    a = drawn_codes(random, 300, 50)
    table = sparse_table(a, drawn_codes(random, 300, 50), 50, 50)
    shift = residual_shift(table, table, (1.0, 1.0))
    assert shift.distance <= 1e-12 * shift.own
    assert shift.cosine == pytest.approx(1.0, abs=1e-12)


def test_twenty_five_million_cells_take_little_memory():
    random = np.random.default_rng(4)
    a, b, x, y = (drawn_codes(random, 20_000, 5_000) for _ in range(4))
    tracemalloc.start()
    table, second = sparse_table(a, b, 5_000, 5_000), sparse_table(x, y, 5_000, 5_000)
    assert sparse_chi_squared(table).p is not None
    assert residual_shift(table, second, (1.0, 1.0)).distance > 0
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # the full table alone would take 200 MB
    assert peak < 20e6
