"""The metrics of Lemons et al. on tables that can be worked out by hand."""

import math

import numpy as np
import pytest

from core.statistics.tables.table_differences import (
    chi_square,
    deviance,
    gini_difference,
    moved_records,
    proportions,
    rank_correlation,
    renyi_difference,
    renyi_sums,
    shannon_difference,
    zero_cells,
)

BEFORE = np.array([[40.0, 60.0], [30.0, 70.0]])
AFTER = np.array([[44.0, 56.0], [26.0, 74.0]])


def test_chi_square():
    assert chi_square(BEFORE, AFTER).tolist() == pytest.approx([16 / 40 + 16 / 60, 16 / 30 + 16 / 70])


def test_deviance():
    first = 2 * (44 * math.log(1.1) + 56 * math.log(56 / 60))
    assert deviance(BEFORE, AFTER)[0] == pytest.approx(first, rel=1e-14)


def test_deviance_with_a_cell_left_out_can_be_negative():
    before, after = np.array([[10.0, 0, 5]]), np.array([[9.0, 1, 5]])
    assert deviance(before, after)[0] == pytest.approx(2 * 9 * math.log(0.9), rel=1e-14)
    assert deviance(before, after)[0] == pytest.approx(-1.90, abs=0.005)
    assert chi_square(before, after)[0] == pytest.approx(0.1)
    assert zero_cells(before, after) == (1, 1.0)


def test_moved_records():
    assert moved_records(BEFORE, AFTER).tolist() == [4, 4]


def test_shares_within_an_area_or_of_the_table():
    assert proportions(BEFORE, "area")[1].tolist() == [0.3, 0.7]
    assert proportions(BEFORE, "table")[1].tolist() == [0.15, 0.35]
    assert proportions(np.array([[0.0, 0.0], [1.0, 1.0]]), "area").tolist() == [[0, 0], [0.5, 0.5]]


def test_the_indices_are_positive_where_masking_concentrates():
    r, s = np.array([[0.5, 0.5]]), np.array([[0.75, 0.25]])
    assert gini_difference(r, s)[0] == pytest.approx(0.625 - 0.5)
    entropies = math.log(2), -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    assert shannon_difference(r, s)[0] == pytest.approx(entropies[0] - entropies[1])
    sums = [renyi_sums(x, 3.0) for x in (r, s)]
    assert sums[0][0] == pytest.approx(0.25)
    assert renyi_difference(*sums, 3.0)[0] == pytest.approx(0.5 * (math.log(0.421875 + 0.015625) - math.log(0.25)))
    assert gini_difference(s, r)[0] < 0


def test_an_empty_cell_has_no_share_of_any_order():
    assert renyi_sums(np.array([[1.0, 0.0]]), 0.5).tolist() == [1.0]
    assert shannon_difference(np.array([[1.0, 0.0]]), np.array([[1.0, 0.0]])).tolist() == [0.0]


def test_rank_correlation_needs_three_areas_that_differ():
    assert rank_correlation(np.array([1.0, 2]), np.array([1.0, 2])) is None
    assert rank_correlation(np.array([1.0, 1, 1]), np.array([1.0, 2, 3])) is None
    assert rank_correlation(np.array([1.0, 2, 3]), np.array([2.0, 3, 9])) == pytest.approx(1)
    assert rank_correlation(np.array([1.0, 2, 3]), np.array([3.0, 2, 1])) == pytest.approx(-1)
