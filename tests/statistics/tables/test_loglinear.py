"""The log-linear model by hand, against a general fit, and against simulated truth."""

import numpy as np
import pytest
import statsmodels.api as sm
from numpy.testing import assert_allclose

from core.statistics.tables.cells import cell_ids
from core.statistics.tables.loglinear import deviances, expected_population_uniques, fitted_means


def test_main_effects_by_hand() -> None:
    # 4 records: (3/4)(2/4) 4 and so on
    codes = np.array([[0, 0], [0, 1], [0, 1], [1, 0]])
    assert_allclose(fitted_means(codes), [1.5, 1.5, 1.5, 0.5])


@pytest.mark.parametrize("pairs", [(), ((0, 1),), ((0, 1), (1, 2))])
def test_equals_a_general_poisson_fit(pairs: tuple[tuple[int, int], ...]) -> None:
    rng = np.random.default_rng(2)
    codes = np.column_stack([rng.integers(0, k, 300) for k in (2, 3, 4)])
    codes[:, 1] = np.where(rng.random(300) < 0.5, codes[:, 0], codes[:, 1])
    grid = np.indices((2, 3, 4)).reshape(3, -1).T
    counts = np.bincount(np.ravel_multi_index(tuple(codes.T), (2, 3, 4)), minlength=24)
    dummies = [np.eye(k)[grid[:, j]][:, 1:] for j, k in enumerate((2, 3, 4))]
    for a, b in pairs:
        dummies.append(np.einsum("ni,nj->nij", dummies[a], dummies[b]).reshape(24, -1))
    design = np.column_stack([np.ones(24), *dummies])
    fit = sm.GLM(counts, design, family=sm.families.Poisson()).fit(tol=1e-12)
    expected = fit.fittedvalues[np.ravel_multi_index(tuple(codes.T), (2, 3, 4))]
    assert_allclose(fitted_means(codes, pairs), expected, rtol=1e-6)


def test_two_ways_to_fit_agree_where_the_terms_say_nothing_new() -> None:
    # a crossed design: the two-way counts are products of the margins
    codes = np.indices((3, 2, 2)).reshape(3, -1).T
    assert_allclose(fitted_means(codes, [(0, 1)]), fitted_means(codes), rtol=1e-9)


def test_too_large_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        fitted_means(np.column_stack([np.arange(3000), np.arange(3000)]), [(0, 1)])


def test_many_keys_do_not_underflow() -> None:
    codes = np.tile(np.arange(100)[:, None], (1, 400))
    assert (fitted_means(codes) >= 0).all()


def test_expectations_by_hand() -> None:
    # pi = 1/2: v = mu; a cell of mean 0 is certainly unique
    uniques, matches = expected_population_uniques(np.array([1.0, 0.0]), 0.5)
    assert uniques == pytest.approx(np.exp(-1) + 1)
    assert matches == pytest.approx(1 - np.exp(-1) + 1)


def test_the_whole_population_in_the_file() -> None:
    assert expected_population_uniques(np.array([3.0, 0.1]), 1.0) == (2.0, 2.0)


def test_simulated_truth() -> None:
    # sdcMicro's modRisk takes v = (1 - pi) mu, without dividing by pi: it would say 9,300 and 10,255 here
    rng = np.random.default_rng(1)
    sizes = (2, 4, 6, 8, 10, 12, 5)
    weights = [1 / np.arange(1, k + 1) for k in sizes]
    population = np.column_stack([rng.choice(len(w), 200_000, p=w / w.sum()) for w in weights])
    ids, _ = cell_ids(population)
    in_population = np.bincount(ids)[ids]
    chosen = rng.choice(200_000, 20_000, replace=False)
    sample = population[chosen]
    cells, _ = cell_ids(sample)
    unique = np.bincount(cells)[cells] == 1
    truth = in_population[chosen][unique]
    uniques, matches = expected_population_uniques(fitted_means(sample)[unique], 0.1)
    assert uniques == pytest.approx((truth == 1).sum(), rel=0.02)
    assert matches == pytest.approx((1 / truth).sum(), rel=0.02)
    wrong = 0.9 * fitted_means(sample)[unique]
    assert np.exp(-wrong).sum() > 2 * (truth == 1).sum()


def test_deviance_of_a_two_by_two_table_by_hand() -> None:
    # expected 12, 18, 28, 42
    found = deviances(np.array([[10, 20], [30, 40]]))
    by_hand = 2 * (10 * np.log(10 / 12) + 20 * np.log(20 / 18) + 30 * np.log(30 / 28) + 40 * np.log(40 / 42))
    assert found == pytest.approx((by_hand, 1, 0, 0))


def test_deviances_add_up_and_a_term_that_is_not_there_is_nothing() -> None:
    # made of two-way terms only: the product of three tables of two variables
    ab, ac, bc = np.array([[4, 2], [1, 3]]), np.array([[5, 1], [2, 2]]), np.array([[3, 1], [1, 6]])
    table = (ab[:, :, None] * ac[:, None, :] * bc[None, :, :]).astype(np.int64)
    found = deviances(table)
    assert found.three_way == 0
    n, expected = table.sum(), table.astype(float)
    expected = np.einsum("i,j,k->ijk", table.sum((1, 2)), table.sum((0, 2)), table.sum((0, 1))) / n**2
    assert found.two_way == pytest.approx(2 * (table * np.log(table / expected)).sum())
    assert (found.two_way_df, found.three_way_df) == (3, 1)


def test_categories_that_do_not_occur_change_nothing() -> None:
    table = np.array([[[3, 1], [2, 5]], [[4, 2], [1, 6]]])
    wide = np.zeros((3, 2, 4), dtype=np.int64)
    wide[np.ix_([0, 2], [0, 1], [1, 3])] = table
    assert deviances(wide) == pytest.approx(deviances(table))
    assert deviances(np.zeros((2, 2), dtype=np.int64)) is None
