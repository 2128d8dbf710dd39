import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis
from core.statistics.regression.penalised_logistic import _effective, _own_directions, basis_penalty, fit_penalised
from core.statistics.regression.propensity_null import penalised_null, snoke_null

ROUGHNESS = np.diag([0.0, 2.0, 1.0])
SMOOTHING = 3.0


def example(n=400, seed=0, wave=0.0):
    random = np.random.default_rng(seed)
    x = random.normal(size=n)
    columns = np.column_stack([x, x**2, np.sin(3 * x)])
    masked = (random.random(n) < expit(0.5 * x + wave * np.sin(3 * x))).astype(np.int64)
    return columns, masked, np.ones(n, dtype=np.int64)


def prepared(columns, size):
    basis = orthonormal_basis(columns, size)
    return basis, basis_penalty(basis, ROUGHNESS, columns.std(axis=0))


def test_a_penalised_fit_is_the_optimum_of_the_penalised_likelihood():
    columns, masked, size = example(wave=1.0)
    basis, penalty = prepared(columns, size)
    fit = fit_logistic(basis, masked, size, SMOOTHING * penalty)

    def loss(b):
        linear = b[0] + columns @ b[1:]
        return np.logaddexp(0, linear).sum() - masked @ linear + SMOOTHING * b[1:] @ ROUGHNESS @ b[1:] / 2

    b = minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-8}).x
    assert fit.scores == pytest.approx(expit(b[0] + columns @ b[1:]), abs=1e-5)


def test_curves_that_nothing_asks_for_are_smoothed_away_and_others_stay():
    basis, penalty = prepared(*[example()[i] for i in (0, 2)])
    straight = fit_penalised(basis, penalty, *example()[1:])
    columns, masked, size = example(wave=2.0)
    wavy = fit_penalised(*prepared(columns, size), masked, size)
    assert wavy.smoothing < straight.smoothing
    assert wavy.effective > straight.effective
    assert wavy.fit.value > straight.fit.value


def test_the_null_given_the_smoothing_is_snokes_where_nothing_is_penalised():
    assert penalised_null(np.ones(5), 1000, 0.4) == pytest.approx(snoke_null(6, 1000, 0.4))
    # directions that are half there: (1 - c)^2 c / N times 5 / 4, and sqrt(2 x 5 / 16)
    half = penalised_null(np.full(5, 0.5), 1000, 0.4)
    assert half == pytest.approx((1.25 * 0.144 / 1000, np.sqrt(0.625) * 0.144 / 1000))


def test_identical_files_score_exactly_zero():
    columns, _, size = example()
    distinct = orthonormal_basis(columns, 2 * size)
    penalty = basis_penalty(distinct, ROUGHNESS, columns.std(axis=0))
    assert fit_penalised(distinct, penalty, size, 2 * size).fit.value == 0.0


def test_the_effective_number_of_coefficients_stands_beside_a_penalty_of_any_strength():
    # curvatures 4, 1, 2 and 3 in directions turned at random, of which the first two are penalised
    turn, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(4, 4)))
    curvature = (turn * [4.0, 1.0, 2.0, 3.0]) @ turn.T
    for strong in (1e3, 1e9, 1e15, 1e21):
        penalty = (
            (turn * [strong, 1.0, 0.0, 0.0]) @ turn.T if strong < 1e9 else (turn * [strong, 0.0, 0.0, 0.0]) @ turn.T
        )
        roots, directions = _own_directions(penalty)
        left = 0.5 if strong < 1e9 else 1.0
        assert _effective(curvature, directions, roots) == pytest.approx(2 + left + 4 / (4 + strong), rel=1e-6)
