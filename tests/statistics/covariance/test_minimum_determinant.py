import numpy as np
import pytest
from scipy.stats import chi2

from core.statistics.covariance.minimum_determinant import minimum_covariance_determinant


def estimate(values, seed=1):
    return minimum_covariance_determinant(values, np.random.default_rng(seed))


def test_hand_example_the_closest_half_is_the_one_without_the_outliers():
    # of 10 numbers the closest 6 lie within 0 .. 5, mean 2.5, variance 35/12; the others are beyond every quantile
    values = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [900.0], [950.0], [-900.0], [-950.0]])
    factor = 0.975 / chi2.cdf(chi2.ppf(0.975, 1), 3)
    assert estimate(values)[0, 0] == pytest.approx(35 / 12 * factor, rel=1e-12)


@pytest.mark.parametrize(("n", "p"), [(300, 2), (2000, 4)])
def test_outliers_do_not_move_it(n, p):
    random = np.random.default_rng(n)
    values = random.normal(size=(n, p)) @ np.triu(np.ones((p, p)))
    clean = np.cov(values, rowvar=False)
    values[: n // 5] = 50 + random.normal(size=(n // 5, p))
    assert np.linalg.eigvalsh(estimate(values)) == pytest.approx(np.linalg.eigvalsh(clean), rel=0.25)


def test_a_half_in_fewer_dimensions_has_no_determinant():
    values = np.random.default_rng(0).normal(size=(200, 2))
    values[:120, 1] = values[:120, 0]
    assert estimate(values) is None


def test_rounding_of_tied_records_changes_nothing():
    # every distance from the middle of a grid is shared by up to eight records
    grid = np.stack(np.meshgrid(np.arange(7.0), np.arange(7.0)), axis=-1).reshape(-1, 2) * 0.1
    moved = grid * (1 + 2e-16 * np.random.default_rng(1).integers(-1, 2, grid.shape))
    assert (moved != grid).any()
    assert estimate(moved) == pytest.approx(estimate(grid), rel=1e-12)


def test_a_value_that_half_of_the_records_share_leaves_no_determinant():
    values = np.random.default_rng(4).normal(size=(3000, 4))
    values[:1200, 3] = 0.0
    assert estimate(values) is not None
    values[:1503, 3] = 0.0
    assert estimate(values) is None
