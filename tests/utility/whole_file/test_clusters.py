from dataclasses import replace

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from core.measures import Result, Skipped
from core.utility.clusters import ClusterParameters, compare_clusters, grouping
from core.utility.clusters.comparison import cluster_measure
from core.utility.clusters.grouping import as_points
from core.utility.clusters.measures import cluster
from core.utility.stacked import stack
from tests.utility.whole_file.pairs import copied, drawn_from, mixed_columns, pair_of, shuffled

PARAMETERS = ClusterParameters(groups=(20, 50), replicates=0)


def outcome(pair, parameters=PARAMETERS):
    return next(iter(cluster.compute(compare_clusters(pair, parameters))))


def test_hand_example():
    # two clusters far apart: 3 original and 1 masked, 1 original and 3 masked; c = 1/2
    pair = pair_of(x=("continuous", [0.0, 0.1, 0.2, 9.0], [0.1, 9.0, 9.1, 9.2]))
    found = outcome(pair, ClusterParameters(groups=(2,), replicates=0))
    assert found.value == pytest.approx((4 * 0.25**2 + 4 * 0.25**2) / 2, rel=1e-15)
    assert found.detail["groups_times_value"] == pytest.approx(0.5, rel=1e-15)


def test_c_is_the_share_of_original_records_and_weights_are_options():
    group, original, masked = np.array([0, 1]), np.array([3, 1]), np.array([1, 0])
    # c = 4/5: away -1/20 in 4 records, 1/5 in one
    assert cluster_measure(group, original, masked, "records")[1] == pytest.approx((4 * 0.05**2 + 0.2**2) / 2)
    assert cluster_measure(group, original, masked, "equal")[1] == pytest.approx((0.05**2 + 0.2**2) / 2)
    errors = np.sqrt(0.8 * 0.2 / np.array([4, 1]))
    expected = (errors[0] * 0.05**2 + errors[1] * 0.2**2) / 2
    assert cluster_measure(group, original, masked, "standard_error")[1] == pytest.approx(expected)


@pytest.mark.parametrize("linkage_name", ["average", "average_plain", "kmeans"])
def test_a_copy_scores_exactly_zero_in_any_order(linkage_name):
    columns = mixed_columns(300)
    rows = np.random.default_rng(1).permutation(300)
    found = outcome(drawn_from(columns, rows), ClusterParameters((20,), linkage_name, replicates=0))
    assert found.value == 0.0


def test_four_copies_beside_a_quarter_score_exactly_zero():
    columns = {name: (level, cells * 4) for name, (level, cells) in mixed_columns(100).items()}
    assert outcome(drawn_from(columns, range(100))).value == 0.0


@pytest.mark.parametrize("linkage_name", ["average", "average_plain", "kmeans"])
def test_shuffled_columns_are_beyond_what_a_fresh_sample_shows(linkage_name):
    columns = mixed_columns(500)
    found = outcome(shuffled(columns), ClusterParameters((50,), linkage_name, replicates=20))
    assert found.detail["null"]["above"] == 1.0


def test_a_fresh_sample_lies_inside_its_null():
    columns = mixed_columns(500)
    rows = np.random.default_rng(4).integers(0, 500, 500)
    found = outcome(drawn_from(columns, rows), ClusterParameters((20, 50), replicates=40))
    assert found.detail["null"]["inside"]
    assert [g["null"]["replicates"] for g in found.detail["by_groups"]] == [40, 40]


@pytest.mark.parametrize("groups", [10, 60, 200])
def test_the_measure_is_that_of_scipy_with_ties(groups):
    columns = {
        name: (level, [round(x, -2) if isinstance(x, float) and x > 100 else x for x in cells])
        for name, (level, cells) in mixed_columns(700, 1).items()
    }
    pair = shuffled(columns, 9)
    points, point, _ = as_points(stack(pair), "zscore")
    records = points.coordinates[point]
    tree = linkage(pdist(records, "sqeuclidean"), "average")
    theirs = fcluster(tree, groups, "maxclust")
    is_masked = np.arange(1400) >= 700
    original, masked = (np.bincount(theirs[f], minlength=groups + 1)[1:] for f in (~is_masked, is_masked))
    expected = cluster_measure(np.arange(groups), original, masked, "records")[1]
    assert outcome(pair, ClusterParameters((groups,), replicates=0)).value == pytest.approx(expected, rel=1e-12)


def test_order_of_rows_and_columns_changes_no_byte():
    pair = shuffled(mixed_columns(200), 5)
    rows = np.random.default_rng(0).permutation(200)
    backwards = replace(pair, variables=pair.variables[::-1])
    for name in ("average", "kmeans"):
        parameters = ClusterParameters((20, 50), name, replicates=0)
        assert outcome(backwards, parameters) == outcome(pair, parameters) == outcome(pair.take(rows, rows), parameters)


def test_default_numbers_of_groups_are_by_the_original():
    assert ClusterParameters().numbers_of_groups(10_000) == (250, 500, 100)
    assert ClusterParameters(groups=(100, 250)).numbers_of_groups(10_000) == (100, 250)


def test_ranges_and_standard_deviations_are_the_originals():
    pair = pair_of(x=("continuous", [0.0, 2.0, 4.0], [8.0, 8.0, 8.0]), g=("nominal", ["a", "b", None], ["a", "a", "b"]))
    for scaling, unit in (("range", 4.0), ("zscore", 2.0), ("none", 1.0)):
        points, point, _ = as_points(stack(pair), scaling)
        # g = a, g = b, g missing, then x
        assert points.coordinates[point][:, 3] == pytest.approx((np.array([0, 2, 4, 8, 8, 8]) - 2) / unit)
        assert points.coordinates[point][:, :3].sum(axis=1).tolist() == [1.0] * 6


def test_too_much_work_is_said_and_never_replaced(monkeypatch):
    monkeypatch.setattr(grouping, "BUDGET", 10.0)
    found = outcome(shuffled(mixed_columns(100)), ClusterParameters(linkage="average"))
    assert isinstance(found, Skipped)
    assert "cluster.linkage=auto" in found.reason
    monkeypatch.setattr(grouping, "PLAIN_RECORDS", 10)
    assert isinstance(outcome(shuffled(mixed_columns(100)), ClusterParameters((5,), "average_plain")), Skipped)


@pytest.mark.parametrize("budget", [10.0, 2e10])
def test_order_of_rows_and_columns_changes_no_byte_in_batches_either(monkeypatch, budget):
    monkeypatch.setattr(grouping, "BUDGET", budget)
    pair = shuffled(mixed_columns(200), 5)
    rows = np.random.default_rng(0).permutation(200)
    backwards = replace(pair, variables=pair.variables[::-1])
    assert outcome(backwards) == outcome(pair) == outcome(pair.take(rows, rows))


def test_where_average_linkage_would_take_too_long_batches_do_and_it_is_said(monkeypatch):
    monkeypatch.setattr(grouping, "BUDGET", 10.0)
    columns = mixed_columns(300)
    found = outcome(shuffled(columns), ClusterParameters((20, 5000), replicates=5))
    assert found.detail["linkage"] == "minibatch"
    assert not found.detail["null"]["inside"]
    assert any("mini-batch k-means" in notice for notice in found.notices)
    rows = np.random.default_rng(0).permutation(300)
    assert outcome(drawn_from(columns, rows), ClusterParameters((20,), replicates=0)).value == 0.0
    monkeypatch.setattr(grouping, "ASSIGNED", 1.0)
    few = outcome(shuffled(columns), ClusterParameters((20, 50), replicates=0))
    assert [each["asked"] for each in few.detail["by_groups"]] == [20]
    assert any("left out, as they would take too long: 50" in notice for notice in few.notices)


def test_removed_and_incomparable_variables():
    columns = mixed_columns(100)
    found = outcome(copied(columns, status=None))
    assert isinstance(found, Result)
    assert (found.value, found.detail["removed"]) == (0.0, ["status"])
    assert isinstance(outcome(pair_of(problem="cannot", x=("continuous", [1], [1]))), Skipped)


def test_parameters_are_checked():
    with pytest.raises(ValueError, match="groups"):
        ClusterParameters(groups=(0,))
    with pytest.raises(ValueError, match="replicates"):
        ClusterParameters(replicates=-1)
