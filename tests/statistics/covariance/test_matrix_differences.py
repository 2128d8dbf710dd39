"""Differences of covariance and correlation matrices."""

import numpy as np
import pandas as pd
import pytest

from core.statistics.covariance.matrix_differences import (
    cell_errors,
    correlation_of,
    eigenvalue_difference,
    inverse_diagonal_distance,
    pairwise_correlation,
    pairwise_covariance,
    principal_components,
    shares_coincide,
    turned_alike,
)


def correlated(r):
    return np.array([[1.0, r], [r, 1.0]])


def test_cell_errors_by_hand():
    errors = cell_errors(np.array([1.0, 2, 4]), np.array([1.0, 3, 2]), np.ones(3))
    assert errors == (5 / 3, 1.0, pytest.approx((0 + 0.5 + 0.5) / 3))
    assert cell_errors(np.array([0.0]), np.array([1.0]), np.ones(1)).variation is None


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_covariances_are_those_of_pandas(missing):
    random = np.random.default_rng(1)
    values = random.normal(1e4, 3, (60, 4)) @ random.normal(size=(4, 4))
    values[random.random(values.shape) < missing] = np.nan
    assert pairwise_covariance(values, np.ones(len(values))) == pytest.approx(
        pd.DataFrame(values).cov().to_numpy(), rel=1e-9
    )


def test_no_common_record_has_no_covariance():
    values = np.array([[1.0, np.nan], [2.0, np.nan], [np.nan, 1.0], [np.nan, 3.0]])
    found = pairwise_covariance(values, np.ones(len(values)))
    assert found[0, 0] == pytest.approx(0.5)
    assert np.isnan(found[0, 1])
    assert correlation_of(found) is None


def test_eigenvalues_of_two_variables_are_one_plus_and_minus_r():
    # |1.5 - 1.2| / 1.5 + |.5 - .8| / .5
    assert eigenvalue_difference(correlated(0.5), correlated(0.2)) == pytest.approx(0.2 + 0.6)
    assert eigenvalue_difference(correlated(1.0), correlated(0.2)) is None
    assert eigenvalue_difference(correlated(0.5), correlated(-0.5)) == 0.0


def test_components_of_two_variables():
    found = principal_components(correlated(0.5))
    assert found.shares.tolist() == pytest.approx([0.75, 0.25])
    assert np.abs(found.loadings[:, 0]).tolist() == pytest.approx([np.sqrt(0.75)] * 2)
    assert turned_alike(found.loadings, -found.loadings) == pytest.approx(found.loadings)


def test_loadings_give_back_the_correlations():
    values = np.random.default_rng(2).normal(size=(50, 5))
    correlation = correlation_of(pairwise_covariance(values, np.ones(len(values))))
    loadings = principal_components(correlation).loadings
    assert loadings @ loadings.T == pytest.approx(correlation, abs=1e-12)


def test_gamma_of_two_variables_is_nothing_and_of_three_by_hand():
    # the two diagonals of the inverse are equal, whatever r: the same direction
    assert inverse_diagonal_distance(correlated(0.5), correlated(0.9)) == 0.0
    assert inverse_diagonal_distance(correlated(1.0), correlated(0.9)) is None
    masked = np.eye(3)
    masked[0, 1] = masked[1, 0] = 0.6
    d = np.array([1 / 0.64, 1 / 0.64, 1.0])
    expected = np.linalg.norm(np.full(3, 3**-0.5) - d / np.linalg.norm(d)) / np.sqrt(2)
    assert inverse_diagonal_distance(np.eye(3), masked) == pytest.approx(expected)


def test_correlations_of_incomplete_pairs_use_their_own_records():
    values = np.array([[1.0, 2.0, 3.0, 4.0, 50.0, np.nan], [2.0, 1.0, 4.0, 4.0, np.nan, -40.0], [0.0, 1, 0, 1, 0, 2]]).T
    ours = pairwise_correlation(values, np.ones(len(values)))
    assert ours == pytest.approx(pd.DataFrame(values).corr().to_numpy(), rel=1e-9)
    # with the deviations of all records the first correlation is .04, its own is .77
    assert ours[0, 1] > 0.7
    constant = pairwise_correlation(np.array([[1.0, 1.0, 5.0], [1.0, 2.0, np.nan]]).T, np.ones(3))
    assert constant == pytest.approx(np.eye(2))


def test_components_of_equal_shares_are_not_told_apart():
    # three variables that all correlate by .5: the shares are 2/3, 1/6 and 1/6
    alike = principal_components(np.full((3, 3), 0.5) + np.diag([0.5] * 3))
    assert not shares_coincide(alike, 1)
    assert shares_coincide(alike, 2)


def test_a_component_points_the_same_way_whatever_the_solver():
    # loadings of the second component are 1 and -1 times .5: their sum is 0, so the first is positive
    loadings = principal_components(correlated(0.5)).loadings
    assert loadings[:, 0] == pytest.approx([np.sqrt(0.75)] * 2)
    assert loadings[:, 1] == pytest.approx([0.5, -0.5])
