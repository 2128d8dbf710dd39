"""Speed of the whole-file measures: ``pytest experiments/benchmarks/test_distribution_benchmark.py --benchmark-only``.

Ratios are taken within one run, with one BLAS thread, and printed as ``extra_info`` beside the goals;
no time is asserted, but every result is checked. The memory of a test is right only where it runs alone.

Measured on two busy cores; ratios can be compared, seconds hardly:

====================================================  =========  ==========================================
task                                                  seconds    beside
====================================================  =========  ==========================================
U_m, U_s: 102,032 records, 3 numbers, 11 indicators   0.10       compiled double loop 96 s: 900 times
U_m, U_s: 1,000,000 records                           2.2        0.6 GB
U_c: 20,000 records, 14 dimensions                    0.16       scipy on all distances 24 s: 150 times
U_c: 102,032 records                                  1.5        scipy would need 41.6 GB
U_p: 102,032 records, 181 terms, cubic                2.7        19 to 21 Newton steps
U_p: 102,032 records, 180 terms, full rank            0.53       statsmodels Logit 4.0 s: 7.5 times
null of 200 samples, 5,000 records, 10 terms          0.066      statsmodels refits: 13 times
null of 200 samples, 5,000 records, 35 terms          0.096      statsmodels refits: 36 times
U_p: a tree and 2 deals, 100,000 records x 10         16         scikit-learn's; by kernels of its own 2.4
====================================================  =========  ==========================================
"""

from __future__ import annotations

import time

import numpy as np
import pytest
import statsmodels.api as sm
from numba import njit
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from threadpoolctl import threadpool_limits

from core.statistics.neighbours.average_linkage import average_linkage, cut
from core.statistics.neighbours.ecdf_counts import ecdf_counts, ecdf_difference
from core.statistics.regression.logistic import fit_logistic
from core.statistics.regression.orthonormal_basis import orthonormal_basis
from core.statistics.regression.propensity_null import propensity_nulls
from core.utility.clusters.comparison import cluster_measure
from core.utility.clusters.grouping import as_points
from core.utility.propensity import PropensityParameters, compare_propensities
from core.utility.propensity.design import make_design
from core.utility.propensity.merged import merge
from core.utility.stacked import stack
from experiments.studies.population_survey import CATEGORIES, maskings, population
from tests.arrays import pair_of_arrays


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


def survey(n):
    """Heads of households stacked on a version with everything masked: 3 numbers, 4 + 7 indicators."""
    data = population(n)
    return stack(pair_of_arrays(data, maskings(data)["Age+Race10+Mar10+Tax+Inc20"], CATEGORIES))


def numbers_and_cells(stacked):
    by_name = {v.name: v.values for v in stacked.variables}
    values = np.column_stack([by_name[name] for name in ("age", "income", "tax")])
    return values, (by_name["race"] * 7 + by_name["marital"]).astype(np.int64)


@njit
def double_loop(values, is_masked, queries):
    counts = np.zeros((len(queries), 2), dtype=np.int64)
    for q in range(len(queries)):
        for i in range(len(values)):
            below = True
            for k in range(values.shape[1]):
                if values[i, k] > values[queries[q], k]:
                    below = False
                    break
            if below:
                counts[q, 1 if is_masked[i] else 0] += 1
    return counts


def seconds(function):
    start = time.process_time()
    found = function()
    return time.process_time() - start, found


def test_ecdf_of_102032_records_in_14_dimensions(benchmark):
    stacked = survey(51_016)
    values, cells = numbers_and_cells(stacked)
    is_masked = stacked.is_masked
    counts = benchmark.pedantic(ecdf_counts, (values, cells, is_masked), rounds=3, warmup_rounds=1)
    indicators = np.column_stack([cells[:, None] // 7 == np.arange(4), cells[:, None] % 7 == np.arange(7)])
    plain = np.column_stack([values, indicators.astype(float)])
    queries = np.random.default_rng(0).choice(len(values), 400, replace=False)
    double_loop(plain[:10], is_masked[:10], queries[:1] * 0)
    took, expected = seconds(lambda: double_loop(plain, is_masked, queries))
    assert np.array_equal(counts.original[counts.point[queries]], expected[:, 0])
    assert np.array_equal(counts.masked[counts.point[queries]], expected[:, 1])
    loop = took * len(values) / len(queries)
    benchmark.extra_info.update(loop_seconds=round(loop), ratio=round(loop / benchmark.stats["min"]), goal=100)


def test_ecdf_of_a_million_records(benchmark):
    stacked = survey(500_000)
    values, cells = numbers_and_cells(stacked)
    counts = benchmark.pedantic(ecdf_counts, (values, cells, stacked.is_masked), rounds=1)
    assert 0 < ecdf_difference(counts, 500_000, 500_000).maximum < 0.1
    benchmark.extra_info.update(goal_seconds=60)


def test_average_linkage_of_20000_records(benchmark):
    stacked = survey(10_000)
    points, point, _ = as_points(stacked, "zscore")
    weights = (points.original + points.masked).astype(float)
    tree = benchmark.pedantic(average_linkage, (points.coordinates, weights), rounds=3, warmup_rounds=1)
    took, theirs = seconds(lambda: linkage(pdist(points.coordinates[point], "sqeuclidean"), "average"))
    group = cut(tree, 500)
    ours = cluster_measure(group, points.original, points.masked, "records")[1]
    of_record = fcluster(theirs, 500, "maxclust") - 1
    original, masked = (np.bincount(of_record[f], minlength=500) for f in (~stacked.is_masked, stacked.is_masked))
    assert ours == pytest.approx(cluster_measure(np.arange(500), original, masked, "records")[1], rel=1e-9)
    benchmark.extra_info.update(scipy_seconds=round(took, 1), ratio=round(took / benchmark.stats["min"]), goal=25)


def test_average_linkage_of_102032_records(benchmark):
    stacked = survey(51_016)
    points, _, _ = as_points(stacked, "zscore")
    weights = (points.original + points.masked).astype(float)
    tree = benchmark.pedantic(average_linkage, (points.coordinates, weights), rounds=1)
    assert len(np.unique(cut(tree, 2500))) == 2500
    benchmark.extra_info.update(goal_seconds=10)


def test_logistic_of_102032_records_and_180_terms(benchmark):
    stacked = survey(51_016)
    merged = merge(stacked)
    columns = make_design(stacked, merged, "cubic").columns()

    def ours():
        return fit_logistic(orthonormal_basis(columns, merged.size), merged.masked, merged.size)

    fit = benchmark.pedantic(ours, rounds=2)
    benchmark.extra_info.update(
        columns=columns.shape[1], estimable=fit.parameters, iterations=fit.iterations, goal_seconds=5
    )


def test_logistic_beside_statsmodels(benchmark):
    """At full rank and well scaled, where statsmodels can be trusted: the same value, and how much sooner."""
    random = np.random.default_rng(0)
    n = 51_016
    columns = random.normal(size=(2 * n, 180))
    masked = (np.arange(2 * n) >= n).astype(np.int64)
    columns[n:, :5] *= 1.2
    columns[:, 5:10] = columns[:, :5] ** 2
    size = np.ones(2 * n, dtype=np.int64)
    fit = benchmark.pedantic(
        lambda: fit_logistic(orthonormal_basis(columns, size), masked, size), rounds=2, warmup_rounds=0
    )
    took, theirs = seconds(lambda: sm.Logit(masked, sm.add_constant(columns)).fit(disp=0, tol=1e-9))
    assert fit.value == pytest.approx(np.mean((theirs.predict() - 0.5) ** 2), rel=1e-6)
    ratio = round(took / benchmark.stats["min"], 1)
    benchmark.extra_info.update(statsmodels_seconds=round(took, 1), ratio=ratio, goal=5)


@pytest.mark.parametrize("k", [10, 35])
def test_null_of_200_replicates(benchmark, k):
    random = np.random.default_rng(0)
    n = 5000
    columns = random.normal(size=(n, k - 1))
    original = np.ones(n, dtype=np.int64)
    drawn = np.column_stack([np.bincount(random.integers(0, n, n), minlength=n) for _ in range(200)])
    basis = orthonormal_basis(columns, original)
    values = benchmark.pedantic(propensity_nulls, (basis, original, drawn), rounds=3, warmup_rounds=1)

    def refitted(count):
        found = []
        for sample in drawn.T[:count]:
            rows = np.concatenate([columns, np.repeat(columns, sample, axis=0)])
            masked = np.arange(2 * n) >= n
            model = sm.Logit(masked.astype(float), sm.add_constant(rows)).fit(disp=0, tol=1e-9)
            found.append(np.mean((model.predict() - 0.5) ** 2))
        return found

    took, expected = seconds(lambda: refitted(10))
    assert values[:10] == pytest.approx(expected, rel=1e-6)
    own, _ = seconds(lambda: [fit_logistic(basis, d, original + d) for d in drawn.T[:10]])
    fast = benchmark.stats["min"]
    benchmark.extra_info.update(ratio=round(20 * took / fast), own_refits=round(20 * own / fast, 1), goal=10)


def swapped(n):
    """Ten numbers of three decimals, six of them drawn anew in a third of the records."""
    random = np.random.default_rng(6)
    numbers = {f"v{j}": random.normal(size=n).round(3) for j in range(10)}
    again = random.random(n) < 1 / 3
    drawn = {f"v{j}": np.where(again, random.exponential(size=n), numbers[f"v{j}"]) for j in range(6)}
    return pair_of_arrays(numbers, {**numbers, **drawn}, {})


def test_a_tree_and_its_null_of_two_deals_at_100000_records(benchmark):
    pair, parameters = swapped(100_000), PropensityParameters("cart", 2)
    compare_propensities(swapped(500), PropensityParameters("cart", 1))
    found = benchmark.pedantic(compare_propensities, (pair, parameters), rounds=1)
    assert found.value > max(found.resampled.values)
