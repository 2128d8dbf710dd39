import numpy as np
import pytest

from core.errors import MaskingError
from core.masking.covariance_factor import covariance_factor, standard_deviations


def test_the_factor_times_its_transpose_is_the_covariances() -> None:
    values = np.random.default_rng(1).normal(size=(50, 3)) @ np.array([[2.0, 1, 0], [0, 1, 5], [0, 0, 100]])
    factor = covariance_factor(values, ("x", "y", "z"), method="noise", remedy="leave one out")
    assert factor @ factor.T == pytest.approx(np.cov(values, rowvar=False), rel=1e-12)
    assert np.array_equal(factor, np.tril(factor))


def test_missing_values_are_left_out_of_standard_deviations() -> None:
    values = np.array([[1.0, 5.0], [np.nan, 7.0], [3.0, 9.0]])
    assert standard_deviations(values, ("x", "y"), method="noise") == pytest.approx([np.sqrt(2), 2.0])


def test_errors_name_the_variables_and_the_remedy() -> None:
    x = np.array([1.0, 2.0, 4.0])
    with pytest.raises(MaskingError, match="noise: 'c' does not vary; leave it out"):
        covariance_factor(np.column_stack([x, np.full(3, 0.1)]), ("x", "c"), method="noise", remedy="drop one")
    with pytest.raises(MaskingError, match="noise: 'x', 'y' are linearly dependent; drop one"):
        covariance_factor(np.column_stack([x, 2 * x]), ("x", "y"), method="noise", remedy="drop one")
