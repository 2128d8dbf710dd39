"""Estimates of population uniques: worked numbers, limits, and files drawn from the models."""

import numpy as np
import pytest

from core.statistics.disclosure.population_uniques import (
    _minus_log_likelihood,
    _slopes,
    pitman_parameters,
    pitman_uniques,
    zayatz_uniques,
)


def test_zayatz_by_hand() -> None:
    # groups 1, 1, 2 of 4 from 8: H(1; 8, 1, 4) = 35/70, H(1; 8, 2, 4) = 2 * 20/70; P = 7/11; 2 P / (1/2) = 28/11
    assert zayatz_uniques(np.array([1, 2, 1]), 8) == pytest.approx(28 / 11, rel=1e-12)


def test_zayatz_of_everybody_is_the_count() -> None:
    assert zayatz_uniques(np.array([1, 1, 3, 4]), 9) == pytest.approx(2)


def test_zayatz_without_sample_uniques_is_none() -> None:
    assert zayatz_uniques(np.array([2, 3]), 100) == 0


def test_zayatz_never_exceeds_the_population() -> None:
    assert zayatz_uniques(np.ones(5, np.int64), 1000) == pytest.approx(1000)


@pytest.mark.parametrize(
    ("theta", "alpha", "population", "expected"),
    # N prod_{i=1}^{N-1} (theta + alpha + i - 1) / (theta + i), by hand
    [(1, 0.5, 2, 1.5), (1, 0.5, 3, 3 * (1.5 / 2) * (2.5 / 3)), (2, 0, 3, 3 * (2 / 3) * (3 / 4)), (7, 0.3, 1, 1)],
)
def test_pitman_uniques_by_hand(theta: float, alpha: float, population: float, expected: float) -> None:
    assert pitman_uniques(theta, alpha, population) == pytest.approx(expected, rel=1e-9)


def test_pitman_likelihood_is_largest_at_the_estimate() -> None:
    groups = np.repeat([1, 2, 3, 8, 30], [40, 8, 4, 2, 1])
    theta, alpha = pitman_parameters(groups)

    def log_likelihood(theta: float, alpha: float) -> float:
        new = np.log(theta + alpha * np.arange(1, len(groups))).sum()
        seated = np.log(theta + np.arange(1, groups.sum())).sum()
        joined = sum(np.log(np.arange(1, size) - alpha).sum() for size in groups)
        return new - seated + joined

    best = log_likelihood(theta, alpha)
    for other in ((theta * 1.01, alpha), (theta / 1.01, alpha), (theta, alpha * 1.01), (theta, alpha / 1.01)):
        assert log_likelihood(*other) < best


def test_pitman_finds_what_the_file_was_drawn_from() -> None:
    rng = np.random.default_rng(3)
    theta, alpha, population = 50.0, 0.5, 20_000
    labels, sizes = np.empty(population, np.int64), []
    for i in range(population):
        if rng.random() < (theta + alpha * len(sizes)) / (theta + i):
            labels[i] = len(sizes)
            sizes.append(1)
            continue
        while True:  # an old group with probability (size - alpha)
            group = labels[rng.integers(i)]
            if rng.random() < (sizes[group] - alpha) / sizes[group]:
                break
        labels[i] = group
        sizes[group] += 1
    sample = np.unique(rng.choice(labels, 4000, replace=False), return_counts=True)[1]
    found = pitman_parameters(sample)
    assert found == (pytest.approx(theta, rel=0.3), pytest.approx(alpha, abs=0.05))
    assert pitman_uniques(*found, population) == pytest.approx(sum(s == 1 for s in sizes), rel=0.15)


@pytest.mark.parametrize("groups", [[1, 1, 1], [5], [1]])
def test_pitman_without_a_maximum_is_none(groups: list[int]) -> None:
    assert pitman_parameters(np.array(groups)) is None


@pytest.mark.parametrize("tail", [1.6, 1.8, 2.2])
def test_the_slopes_of_the_likelihood_are_nothing_at_its_maximum(tail):
    # a search by the likelihood alone stops where rounding hides its slope: at the seventh digit
    groups = np.minimum(np.random.default_rng(3).zipf(tail, 600), 2000)
    sizes, counts = np.unique(groups, return_counts=True)
    theta, alpha = pitman_parameters(groups)
    slope, curvature = _slopes(sizes, counts, theta, alpha)
    assert np.abs(np.linalg.solve(curvature, slope)) == pytest.approx(0, abs=1e-11 * max(theta, 1))


def test_slopes_are_those_of_the_likelihood():
    sizes, counts, theta, alpha, step = np.array([1, 2, 5, 9]), np.array([30, 12, 4, 1]), 7.0, 0.3, 1e-5

    def likelihood(t, a):
        return -_minus_log_likelihood(np.array([np.log(t + a), np.log(a / (1 - a))]), sizes, counts)

    slope, curvature = _slopes(sizes, counts, theta, alpha)
    by_theta = (likelihood(theta + step, alpha) - likelihood(theta - step, alpha)) / (2 * step)
    by_alpha = (likelihood(theta, alpha + step) - likelihood(theta, alpha - step)) / (2 * step)
    assert slope == pytest.approx([by_theta, by_alpha], rel=1e-6)
    for j, (t, a) in enumerate([(step, 0.0), (0.0, step)]):
        beside = [_slopes(sizes, counts, theta + s * t, alpha + s * a)[0] for s in (1, -1)]
        assert curvature[j] == pytest.approx((beside[0] - beside[1]) / (2 * step), rel=1e-6)
