"""Covariance matrices, summed in one order, robust ones too, and how much two differ."""

from core.statistics.covariance.covariances_in_order import cholesky_in_order, moments_in_order
from core.statistics.covariance.matrix_differences import (
    ROUNDING,
    SINGULAR,
    CellErrors,
    Components,
    cell_errors,
    correlation_of,
    eigenvalue_difference,
    inverse_diagonal_distance,
    pairwise_correlation,
    pairwise_covariance,
    principal_components,
    shares_coincide,
    turned_alike,
    weighted_means,
)
from core.statistics.covariance.minimum_determinant import minimum_covariance_determinant
from core.statistics.covariance.sums_without_rounding import (
    ExactSums,
    exact_sums,
    exact_sums_by_group,
    grid_above,
    rows_of_sums,
)
