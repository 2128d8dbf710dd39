"""Contingency tables: hand-computed, and against scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.statistics.tables.contingency import (
    bias_corrected_v_squared,
    breaks_cochran,
    chi_squared,
    cross_table,
    frequencies_of,
    pearson_residuals,
)

BY_HAND = np.array([[10, 20], [30, 40]])
# E = 12, 18, 28, 42: chi^2 = 4/12 + 4/18 + 4/28 + 4/42
CHI = 4 / 12 + 4 / 18 + 4 / 28 + 4 / 42


def codes(*values):
    return np.array(values, dtype=np.int32)


def test_cross_table_counts_complete_records():
    table = cross_table(codes(0, 1, 1, -1, 0), codes(1, 0, 0, 1, -1), 2, 3)
    assert table.tolist() == [[0, 1, 0], [2, 0, 0]]
    assert frequencies_of(codes(0, 2, -1, 2), 4).tolist() == [1, 0, 2, 0]


def test_chi_squared_by_hand():
    found = chi_squared(BY_HAND)
    assert found.statistic == pytest.approx(CHI, abs=1e-15)
    assert found.p == pytest.approx(stats.chi2.sf(CHI, 1), abs=1e-15)
    assert (found.degrees_of_freedom, found.n, found.shape) == (1, 100, (2, 2))
    assert found.cramers_v_squared == pytest.approx(CHI / 100, abs=1e-15)


def test_empty_rows_and_columns_are_left_out():
    padded = np.zeros((4, 3), dtype=np.int64)
    padded[np.ix_([0, 2], [0, 2])] = BY_HAND
    assert chi_squared(padded) == chi_squared(BY_HAND)


@pytest.mark.parametrize("table", [np.zeros((2, 2), dtype=int), np.array([[3, 4]]), np.array([[3, 0], [4, 0]])])
def test_no_test_of_one_row_or_column(table):
    found = chi_squared(table)
    assert (found.statistic, found.p, found.cramers_v_squared) == (None, None, None)
    assert bias_corrected_v_squared(found) is None


def test_residuals_by_hand():
    # (10 - 12) / sqrt 12; an empty category has residual 0
    residuals = pearson_residuals(np.array([[10, 20, 0], [30, 40, 0]]))
    assert residuals[0, 0] == pytest.approx(-2 / np.sqrt(12), abs=1e-15)
    assert residuals[:, 2].tolist() == [0, 0]
    assert (residuals**2).sum() == pytest.approx(CHI, abs=1e-14)
    assert not pearson_residuals(np.zeros((2, 2), dtype=int)).any()


@pytest.mark.parametrize(
    ("rows", "columns", "broken"),
    [
        ((10, 10), (10, 10), False),  # every E = 5
        ((10, 10), (9, 11), True),  # two of four E = 4.5
        ((99, 1), (50, 50), True),  # two E = .5
        ((44, 44), (8, 20, 20, 20, 20), False),  # two of ten E = 4: 20 %, not more
        ((36, 36), (8, 8, 20, 36), True),  # four of eight E = 4
        ((2, 2), (2, 2), True),  # every E = 1: none below 1, all below 5
        ((10, 0, 10), (10, 0, 10), False),  # empty categories do not count
        ((0, 0), (0,), False),
    ],
)
def test_cochrans_rule(rows, columns, broken):
    assert breaks_cochran(np.array(rows), np.array(columns)) is broken


@given(
    st.lists(st.integers(0, 60), min_size=1, max_size=6),
    st.lists(st.integers(0, 60), min_size=1, max_size=6),
)
def test_cochrans_rule_is_counted_as_from_the_expected_table(rows, columns):
    rows, columns = np.array(rows), np.array(columns)
    columns[-1] += max(0, rows.sum() - columns.sum())
    rows[-1] += columns.sum() - rows.sum()
    expected = np.outer(rows[rows > 0], columns[columns > 0])
    if expected.size:
        n = rows.sum()
        broken = (expected < 5 * n).mean() > 0.2 or (expected < n).any()
        assert breaks_cochran(rows, columns) == broken


def test_bias_corrected_v_by_hand():
    # chi^2 = 36, phi^2 = .36; corrected .36 - 1/99; rows and columns 2 - 1/99, less 1
    found = bias_corrected_v_squared(chi_squared(np.array([[40, 10], [10, 40]])))
    assert found == pytest.approx((0.36 - 1 / 99) / (1 - 1 / 99), abs=1e-15)
    # phi^2 = .0079 is less than 1/99 = .0101, what chance alone gives: 0
    assert bias_corrected_v_squared(chi_squared(BY_HAND)) == 0.0
    # two records in two categories: nothing is left after the correction
    assert bias_corrected_v_squared(chi_squared(np.eye(2, dtype=int))) is None


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_scipy(seed):
    random = np.random.default_rng(seed)
    table = random.poisson(random.random() * 20 + 1, (int(random.integers(2, 8)), int(random.integers(2, 8)))) + 1
    found, expected = chi_squared(table), stats.chi2_contingency(table, correction=False)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-10)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-10)
    v = stats.contingency.association(table, method="cramer")
    assert found.cramers_v_squared == pytest.approx(v**2, abs=1e-10)
