import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import expit

from core.statistics.regression import OrthonormalBasis, logistic, secants
from core.statistics.regression import columns as made_columns
from core.statistics.regression.logistic import _newton_step, fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis, standardised_coefficients


def ones(n):
    return np.ones(n, dtype=np.int64)


def fitted(columns, masked, size=None):
    size = ones(len(masked)) if size is None else size
    return fit_logistic(orthonormal_basis(columns, size), masked, size)


def example(n=1500, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 4))
    masked = (random.random(n) < expit(-0.5 + 0.6 * x[:, 0] - 0.3 * x[:, 1] * x[:, 2])).astype(np.int64)
    return np.column_stack([x, x[:, 0] ** 2, x[:, 1] * x[:, 2]]), masked


def measure(scores, masked):
    return float(np.mean((scores - masked.mean()) ** 2))


def test_hand_example_with_one_indicator():
    # group 0: 1 of 4 masked, group 1: 3 of 4; c = 1/2, so U = 1/16
    columns, size, masked = np.array([[0.0], [1.0]]), np.array([4, 4]), np.array([1, 3])
    fit = fitted(columns, masked, size)
    assert fit.scores == pytest.approx([0.25, 0.75], abs=1e-9)
    assert fit.value == pytest.approx(1 / 16, rel=1e-9)
    assert fit.parameters == 2


def test_scores_value_and_coefficients_are_those_of_statsmodels():
    columns, masked = example()
    theirs = sm.Logit(masked, sm.add_constant(columns)).fit(disp=0, tol=1e-12)
    size = ones(len(masked))
    basis = orthonormal_basis(columns, size)
    fit = fit_logistic(basis, masked, size)
    assert fit.value == pytest.approx(measure(theirs.predict(), masked), rel=1e-9)
    assert fit.scores == pytest.approx(theirs.predict(), abs=1e-8)
    ours = standardised_coefficients(basis, fit.coefficients, columns.shape[1])
    assert ours == pytest.approx(theirs.params[1:] * columns.std(axis=0), abs=1e-7)


def test_a_curvature_that_is_used_again_leads_to_the_same_end(monkeypatch):
    columns, masked = example()
    basis = orthonormal_basis(columns, ones(len(masked)))
    slightly = np.where(np.arange(len(masked)) % 40 > 0, np.arange(len(masked)) % 2, masked)
    for labels in (masked, slightly):
        fit = fit_logistic(basis, labels, ones(len(masked)))
        with monkeypatch.context() as newton:
            newton.setattr(logistic, "NEAR", -1.0)
            newton.setattr(logistic, "CHANGE", 1e-12)
            exact = fit_logistic(basis, labels, ones(len(masked)))
        assert fit.value == pytest.approx(exact.value, rel=1e-10)
        assert fit.scores == pytest.approx(exact.scores, abs=1e-9)


def test_files_that_hardly_differ_cost_no_curvature_but_the_first(monkeypatch):
    asked = []
    passed = logistic._pass
    monkeypatch.setattr(
        logistic,
        "_pass",
        lambda *a, with_curvature: asked.append(with_curvature) or passed(*a, with_curvature=with_curvature),
    )
    columns, _ = example(20_000)
    fitted(columns, np.arange(len(columns)) % 2)
    assert asked
    assert not any(asked)


@pytest.mark.parametrize("near", [1.0, 1e-4, 1e-7])
def test_the_basis_is_orthonormal_over_the_records_and_gives_the_columns_back(near):
    random = np.random.default_rng(2)
    columns = random.normal(size=(800, 6)) * [1, 1e6, 1, 1e-4, 1, 1] + [0, 1, 5, 0, 0, 0]
    columns[:, 5] = columns[:, 0] + near * random.normal(size=800)
    size = random.integers(1, 5, 800)
    basis = orthonormal_basis(columns, size)
    vectors = basis.vectors()
    products = (vectors.T * size) @ vectors / size.sum()
    assert products == pytest.approx(np.eye(7), abs=1e-7)
    mean = size @ columns / size.sum()
    spread = np.sqrt(size @ (columns - mean) ** 2 / size.sum())
    standardised = ((columns - mean) / spread)[:, basis.estimable]
    assert vectors[:, 1:] @ basis.triangle == pytest.approx(standardised, abs=1e-8)


def test_records_at_one_point_are_weighed():
    columns, masked = example(400)
    rounded = np.round(columns[:, :2])
    distinct, point = np.unique(rounded, axis=0, return_inverse=True)
    size, together = np.bincount(point), np.bincount(point, weights=masked).astype(np.int64)
    assert fitted(distinct, together, size).value == pytest.approx(fitted(rounded, masked).value, rel=1e-9)


def test_columns_that_depend_on_others_are_not_counted_and_change_nothing():
    columns, masked = example()
    more = np.column_stack([columns, columns[:, 0] - 2 * columns[:, 1], np.full(len(masked), 7.0), 3 * columns[:, 2]])
    plain, deficient = fitted(columns, masked), fitted(more, masked)
    assert deficient.parameters == plain.parameters == 7
    assert deficient.value == pytest.approx(plain.value, rel=1e-9)


def test_a_constant_is_no_column_however_its_mean_would_be_rounded():
    random = np.random.default_rng(1)
    for constant in 10.0 ** random.uniform(-3, 6, 40):
        size = random.integers(1, 9, 2000)
        columns = np.column_stack([np.full(2000, constant), random.normal(size=2000)])
        assert orthonormal_basis(columns, size).estimable.tolist() == [1]


def test_a_separated_indicator_is_fitted_right_where_others_fail():
    columns, masked = example()
    rare = np.zeros(len(masked))
    rare[np.flatnonzero(masked)[:7]] = 1.0
    fit = fitted(np.column_stack([columns, rare]), masked)
    # the seven records are masked for certain; the others are fitted as if alone
    others = rare == 0
    alone = fitted(columns[others], masked[others])
    expected = np.empty(len(masked))
    expected[others], expected[~others] = alone.scores, 1.0
    assert fit.value == pytest.approx(measure(expected, masked), rel=1e-6)
    assert fit.parameters == 8


@pytest.mark.parametrize("left", [-2e-8, -1e-13, 0.0, 1e-9])
def test_a_step_is_found_where_rounding_makes_a_direction_without_curvature_negative(left):
    step = _newton_step(np.diag([1.0, left]), np.array([0.5, 1e-9]))
    assert step[0] == pytest.approx(0.5, rel=1e-6)
    assert np.isfinite(step).all()
    assert step[1] > 0, "uphill"


def test_complete_separation_gives_the_largest_value():
    columns = np.arange(40.0)[:, None]
    masked = (columns[:, 0] >= 20).astype(np.int64)
    assert fitted(columns, masked).value == pytest.approx(0.25, rel=1e-6)


def test_heavy_tailed_powers_converge():
    random = np.random.default_rng(1)
    x = random.standard_t(2, (4000, 2)) * 100
    masked = (np.arange(4000) >= 2000).astype(np.int64)
    columns = np.column_stack([x, x[:, 0] * x[:, 1], x**2, x[:, 0] ** 2 * x[:, 1] ** 2, x**3])
    fit = fitted(columns, masked)
    assert fit.converged
    assert fit.parameters == 9
    # more columns tell the files apart at least as well
    assert fit.value > fitted(columns[:, :2], masked).value > 0


@pytest.mark.parametrize("copies", [1, 4])
def test_equal_shares_everywhere_score_exactly_zero(copies):
    columns, _ = example(300)
    masked = ones(300)
    fit = fitted(columns, masked, masked * (1 + copies))
    assert fit.value == 0.0
    assert set(fit.scores) == {1 / (1 + copies)}


def test_no_column_at_all_scores_zero():
    assert fitted(np.zeros((4, 1)), np.array([1, 0, 1, 0])).value == pytest.approx(0.0, abs=1e-30)


def test_a_separated_category_among_others():
    random = np.random.default_rng(0)
    category = random.integers(0, 6, 600)
    masked = (random.random(600) < 0.5).astype(np.int64)
    masked[category == 5] = 1
    columns = np.column_stack([category == c for c in range(6)]).astype(float)  # one column too many
    share = np.array([masked[category == c].mean() for c in range(6)])
    fit = fitted(columns, masked)
    assert fit.value == pytest.approx(measure(share[category], masked), rel=1e-6)
    assert fit.parameters == 6


def test_of_columns_that_depend_on_each_other_the_later_is_left_out():
    # standardised, all columns have the length 1 but for the last bits: these must not choose
    random = np.random.default_rng(5)
    a, b, c = random.integers(0, 5, (3, 400)).astype(float)
    columns = np.column_stack([a, b, 1e-3 * (a - b), c, a + c])
    assert orthonormal_basis(columns, ones(400)).estimable.tolist() == [0, 1, 3]


def test_columns_that_tell_nothing_score_exactly_zero():
    # both halves have the same mean of x, of which the sums know only the first sixteen digits
    x = np.tile([0.1, 0.2, 0.3, 0.7], 50) / 3
    masked = (np.arange(200) >= 100).astype(np.int64)
    columns = np.column_stack([x, (np.arange(200) % 100) / 7])
    fit = fitted(columns, masked)
    assert fit.value == 0.0
    assert set(fit.scores) == {0.5}


def test_steps_learn_from_those_before(monkeypatch):
    monkeypatch.setattr(OrthonormalBasis, "large", True)
    random = np.random.default_rng(3)
    columns = random.normal(size=(3000, 3)) ** 3
    masked = (random.random(3000) < expit(0.03 * columns[:, 0])).astype(np.int64)
    learned = fitted(columns, masked)
    monkeypatch.setattr(secants.Secants, "learn", lambda *_: None)
    fit = fitted(columns, masked)
    assert fit.value == pytest.approx(learned.value, rel=1e-10)
    assert fit.scores == pytest.approx(learned.scores, abs=1e-8)
    assert learned.iterations < fit.iterations


def test_a_nearly_flat_curvature_is_wrong_by_less_than_its_share_in_any_direction(monkeypatch):
    monkeypatch.setattr(OrthonormalBasis, "large", True)
    random = np.random.default_rng(2)
    category, number, n = random.integers(0, 9, 3000), random.normal(50, 2, 3000), 3000
    columns = np.column_stack([number, (category[:, None] == np.arange(1, 9)) * number[:, None]])
    size = random.integers(1, 4, n)
    masked = random.binomial(size, 1 / (1 + np.exp(-0.2 * (category == 3))))
    basis = orthonormal_basis(columns, size, masked)
    records = logistic._Records(masked, size, int(size.sum()), int(masked.sum()))
    coefficients = np.zeros(basis.parameters)
    coefficients[[1, 5, -1]] = [0.1, 0.2, -0.1]

    def curvature():
        return logistic._pass(basis, coefficients, records, np.zeros(n), with_curvature=True).curvature

    near = curvature()
    monkeypatch.setattr(logistic, "_nearly_flat", lambda *_: False)
    exact = curvature()
    shares = np.linalg.eigvals(np.linalg.solve(exact, near)).real
    assert not np.allclose(near, exact, rtol=1e-6)
    assert np.abs(shares - 1).max() < 1.01 * logistic.ALIKE


def test_a_step_that_has_learned_meets_the_maximum_of_a_quadratic_in_as_many_steps_as_directions():
    curvature, point = np.array([[2.0, 0.5], [0.5, 1.0]]), np.zeros(2)
    gradient = np.array([1.0, -1.0])
    steps = secants.Secants(np.eye(2), lambda g: g)
    for _ in range(2):
        step = steps.step(gradient)
        # as far as the likelihood rises along it
        step = step * float(step @ gradient) / float(step @ curvature @ step)
        steps.learn(step, curvature @ step)
        point, gradient = point + step, gradient - curvature @ step
    assert point == pytest.approx(np.linalg.solve(curvature, [1.0, -1.0]), abs=1e-12)


def test_moments_of_rows_made_anew_are_those_of_rows_in_memory(monkeypatch):
    random = np.random.default_rng(4)
    columns = random.normal([0, 50, 0, 3], size=(5000, 4))
    columns[:, 3] = 3.0
    size = random.integers(1, 4, 5000).astype(np.uint8)
    masked = random.integers(0, size + 1)
    two = orthonormal_basis(columns, size)
    monkeypatch.setattr(made_columns, "HELD", 0)
    made = made_columns.columns_of(*columns.shape, lambda rows: columns[rows])
    one = orthonormal_basis(made, size, masked.astype(np.uint8))
    assert one.moments.mean == pytest.approx(two.moments.mean, rel=1e-13)
    assert one.moments.products == pytest.approx(two.moments.products, abs=1e-13)
    assert one.estimable.tolist() == two.estimable.tolist() == [0, 1, 2], "a constant is found in one pass too"
    assert one.with_masked(masked, size) == pytest.approx(two.with_masked(masked, size), abs=1e-9)
