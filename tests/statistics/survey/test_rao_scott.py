"""The Rao-Scott test: classical where nothing is clustered, by hand where all is."""

import numpy as np
import pytest
from scipy import stats

from core.statistics.survey import compare_files, first_stage, rao_scott

TABLE = np.array([[12, 5, 8], [7, 14, 9]])


def records_of(table):
    rows, columns = (np.repeat(part.ravel(), table.ravel()) for part in np.indices(table.shape))
    return rows, columns


def alone(n):
    return first_stage(np.arange(n), np.zeros(n, dtype=int))


def test_records_as_units_with_equal_weights_are_pearsons_test():
    rows, columns = records_of(TABLE)
    n = len(rows)
    found = rao_scott(rows, columns, TABLE.shape, np.full(n, 3.0), alone(n))
    pearson = stats.chi2_contingency(TABLE, correction=False)
    assert found.chi_squared == pytest.approx(pearson.statistic)
    # every design effect is n / (n - 1), the variance's own factor
    assert found.statistic == pytest.approx(pearson.statistic / 2 * (n - 1) / n)
    assert found.freedom == pytest.approx((2, 2 * (n - 1)))
    assert found.p == pytest.approx(stats.f.sf(found.statistic, 2, 2 * (n - 1)))


def test_records_doubled_within_their_unit_change_nothing_but_n():
    rows, columns = records_of(TABLE)
    n = len(rows)
    twice = first_stage(np.repeat(np.arange(n), 2), np.zeros(2 * n, dtype=int))
    once = rao_scott(rows, columns, TABLE.shape, np.ones(n), alone(n))
    found = rao_scott(np.repeat(rows, 2), np.repeat(columns, 2), TABLE.shape, np.ones(2 * n), twice)
    assert found.chi_squared == pytest.approx(2 * once.chi_squared)
    assert (found.statistic, found.p) == pytest.approx((once.statistic, once.p))


def test_a_two_by_two_table_of_whole_units_by_hand():
    # 4 units of one cell each, shares .4 .1 .2 .3; contrast (+ - - +): scores g = 1, -1, -1, 1 over the shares
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    weights = np.array([4.0, 1.0, 2.0, 3.0])
    shares = weights / 10
    chi_squared = 4 * (0.4 * 0.3 - 0.1 * 0.2) ** 2 / (0.5 * 0.5 * 0.6 * 0.4)
    # each unit adds share x g = +-1 to a sum of 0: 4/3 x 4; under simple sampling (sum 1 / share) / n
    effect = (4 / 3 * 4) / ((1 / shares).sum() / 4)
    found = rao_scott(rows, columns, (2, 2), weights, alone(4))
    assert found.chi_squared == pytest.approx(chi_squared)
    assert found.chi_squared / found.statistic == pytest.approx(effect)  # trace of one design effect
    assert found.p == pytest.approx(stats.f.sf(chi_squared / effect, 1, 3))


def clustered(seed=2, n=400, units=24):
    random = np.random.default_rng(seed)
    unit = random.integers(0, units, n)
    rows = (random.random(n) < 0.3 + 0.4 * (unit % 2)).astype(int)
    columns = random.integers(0, 3, n)
    return rows, columns, random.uniform(1, 5, n), unit, unit % 4


def test_the_order_of_records_and_of_categories_does_not_matter():
    rows, columns, weights, unit, strata = clustered()
    once = rao_scott(rows, columns, (2, 3), weights, first_stage(unit, strata))
    order = np.random.default_rng(5).permutation(len(rows))
    stage = first_stage(unit[order], strata[order])
    again = rao_scott(1 - rows[order], 2 - columns[order], (2, 3), 7 * weights[order], stage)
    assert again[:2] == pytest.approx(once[:2], rel=1e-10)


def test_empty_categories_and_records_outside_do_not_count():
    rows, columns, weights, unit, strata = clustered()
    stage = first_stage(unit, strata)
    once = rao_scott(rows, columns, (2, 3), np.where(columns == 1, 0, weights), stage)
    again = rao_scott(rows, np.where(columns == 1, -1, columns), (2, 9), weights, stage)
    assert again[:2] == pytest.approx(once[:2], rel=1e-12)
    assert once.n == again.n == int((columns != 1).sum())


def test_empty_cells_still_have_a_test():
    rows, columns = records_of(np.array([[9, 0, 0], [0, 8, 0], [0, 0, 7]]))
    found = rao_scott(rows, columns, (3, 3), np.ones(24), alone(24))
    assert found.p is not None
    assert found.p < 1e-6


@pytest.mark.parametrize("table", [[[3, 4], [0, 0]], [[3, 0], [2, 0]], [[0, 0], [0, 0]]])
def test_one_row_or_column_has_none(table):
    rows, columns = records_of(np.array(table))
    assert rao_scott(rows, columns, (2, 2), np.ones(len(rows)), alone(len(rows))).p is None


def test_two_files_alike_do_not_differ_at_all():
    codes, weights = np.array([0, 1, 1, 2]), np.array([1.0, 2.0, 1.0, 3.0])
    found = compare_files((codes, codes), 3, (weights, 5 * weights), (alone(4), alone(4)))
    assert found.chi_squared == pytest.approx(0, abs=1e-12)
    assert found.p == pytest.approx(1)


def test_two_files_of_equal_weights_are_compared_as_pearson_does():
    random = np.random.default_rng(3)
    codes = random.choice(3, 600, p=[0.5, 0.3, 0.2]), random.choice(3, 400, p=[0.45, 0.35, 0.2])
    table = np.array([np.bincount(c) for c in codes])
    found = compare_files(codes, 3, (np.ones(600), np.full(400, 2.0)), (alone(600), alone(400)))
    pearson = stats.chi2_contingency(table, correction=False)
    assert found.chi_squared == pytest.approx(pearson.statistic)
    # strata know that the sizes of the files are no chance
    assert found.p == pytest.approx(pearson.pvalue, abs=0.003)


def as_svychisq_writes_it(rows, columns, shape, weights, unit, strata):
    """F, d0 and d0 v of R's survey::svychisq, in its own steps: a model matrix of cells, treatment contrasts, QR."""
    r, c = shape
    n, total = len(rows), weights.sum()
    cells = np.eye(r * c)[rows * c + columns]
    mean = weights @ cells / total
    influence = weights[:, None] / total * (cells - mean)
    variance = np.zeros((r * c, r * c))
    for h in np.unique(strata):
        of_h = np.unique(unit[strata == h])
        sums = np.array([influence[unit == u].sum(axis=0) for u in of_h])
        variance += len(of_h) / (len(of_h) - 1) * (sums - sums.mean(axis=0)).T @ (sums - sums.mean(axis=0))
    i, j = np.divmod(np.arange(r * c), c)
    dummies = [np.ones(r * c), *(i == k for k in range(1, r)), *(j == k for k in range(1, c))]
    main = np.column_stack(dummies).astype(float)
    crossed = np.column_stack([(i == a) & (j == b) for a in range(1, r) for b in range(1, c)]).astype(float)
    contrasts = crossed - main @ np.linalg.lstsq(main, crossed, rcond=None)[0]
    inverse = np.diag(1 / mean)
    below = contrasts.T @ (inverse / n) @ contrasts
    delta = np.linalg.solve(below, contrasts.T @ inverse @ variance @ inverse @ contrasts)
    d0 = np.trace(delta) ** 2 / np.trace(delta @ delta)
    table = mean.reshape(shape) * n
    pearson = stats.chi2_contingency(table, correction=False).statistic
    freedom = len(np.unique(unit)) - len(np.unique(strata))
    return pearson / np.trace(delta), d0, d0 * freedom


@pytest.mark.parametrize("seed", [1, 2])
def test_a_larger_table_as_svychisq_writes_it(seed):
    rows, columns, weights, unit, strata = clustered(seed)
    rows = rows + (np.arange(len(rows)) % 5 == 0)
    found = rao_scott(rows, columns, (3, 3), weights, first_stage(unit, strata))
    expected = as_svychisq_writes_it(rows, columns, (3, 3), weights, unit, strata)
    assert (found.statistic, *found.freedom) == pytest.approx(expected, rel=1e-9)
