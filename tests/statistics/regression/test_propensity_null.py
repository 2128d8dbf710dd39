import numpy as np
import pytest

from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis
from core.statistics.regression.propensity_null import propensity_nulls, snoke_null

pytestmark = pytest.mark.slow


def samples(random, n, n_masked, count):
    return np.column_stack([np.bincount(random.integers(0, n, n_masked), minlength=n) for _ in range(count)])


def test_snoke_at_equal_and_unequal_sizes():
    # times N: (k - 1)(1 - c)^2 c = 9/8 at equal sizes; 1.152 for 1,000 masked beside 4,000; .4219 for 12,000
    assert snoke_null(10, 10_000, 0.5).mean * 10_000 == pytest.approx(1.125)
    assert snoke_null(10, 10_000, 0.5).sd * 10_000 == pytest.approx(0.530, abs=5e-4)
    assert snoke_null(10, 5_000, 0.2).mean * 5_000 == pytest.approx(1.152)
    assert snoke_null(10, 16_000, 0.75).mean * 16_000 == pytest.approx(0.421875)


@pytest.mark.parametrize(("n", "n_masked", "k"), [(800, 800, 6), (900, 300, 12), (300, 600, 4)])
def test_together_gives_what_one_by_one_gives(n, n_masked, k):
    random = np.random.default_rng(n)
    columns = random.normal(size=(n, k - 1))
    columns[:, 0] = random.random(n) < 0.02  # a rare category: some samples hardly have it
    original = np.ones(n, dtype=np.int64)
    basis, drawn = orthonormal_basis(columns, original), samples(random, n, n_masked, 25)
    alone = [fit_logistic(basis, d, original + d).value for d in drawn.T]
    assert propensity_nulls(basis, original, drawn) == pytest.approx(alone, rel=1e-6)


@pytest.mark.parametrize(("n", "n_masked"), [(2000, 2000), (1600, 400)])
def test_the_null_is_that_of_snoke(n, n_masked):
    random = np.random.default_rng(1)
    original = np.ones(n, dtype=np.int64)
    basis = orthonormal_basis(random.normal(size=(n, 9)), original)
    values = propensity_nulls(basis, original, samples(random, n, n_masked, 300))
    analytic = snoke_null(10, n + n_masked, n_masked / (n + n_masked))
    assert values.mean() == pytest.approx(analytic.mean, rel=0.12)
    assert values.std() == pytest.approx(analytic.sd, rel=0.2)
