import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from core.statistics.neighbours.average_linkage import average_linkage, cut


def ones(points):
    return np.ones(len(points))


def test_hand_example():
    points = np.array([[0.0], [1.0], [3.0], [9.0]])
    tree = average_linkage(points, ones(points))
    # 0-1: 1; {0,1}-3: (9 + 4) / 2; {0,1,3}-9: (81 + 64 + 36) / 3
    assert tree.height == pytest.approx([1.0, 6.5, 181 / 3], rel=1e-9)
    assert cut(tree, 2).tolist() == [0, 0, 0, 1]
    assert cut(tree, 3).tolist() == [0, 0, 1, 2]
    assert cut(tree, 9).tolist() == [0, 1, 2, 3]


def test_a_weight_is_so_many_records_at_one_place():
    points = np.array([[0.0], [1.0], [3.0]])
    tree = average_linkage(points, np.array([3.0, 1.0, 2.0]))
    assert tree.height == pytest.approx([1.0, (3 * 9 + 4) / 4], rel=1e-9)


@pytest.mark.parametrize(("n", "d"), [(2, 1), (60, 1), (700, 2), (700, 5), (500, 20)])
def test_heights_are_those_of_scipy_on_squared_distances(n, d):
    points = np.random.default_rng(n + d).standard_t(2, (n, d))
    tree = average_linkage(points, ones(points))
    assert tree.height == pytest.approx(linkage(pdist(points, "sqeuclidean"), "average")[:, 2], rel=1e-9)


@pytest.mark.parametrize("groups", [2, 5, 40, 300])
def test_clusters_are_those_of_scipy(groups):
    points = np.random.default_rng(8).normal(size=(600, 3))
    ours = cut(average_linkage(points, ones(points)), groups)
    theirs = fcluster(linkage(pdist(points, "sqeuclidean"), "average"), groups, "maxclust")
    assert len(set(zip(ours.tolist(), theirs.tolist(), strict=True))) == groups == len(set(ours.tolist()))


@given(st.integers(2, 60), st.integers(1, 3), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_every_tree_is_complete_and_ascends_whatever_the_ties(n, d, spread, seed):
    points = np.unique(np.random.default_rng(seed).integers(0, spread + 1, (n, d)).astype(float), axis=0)
    tree = average_linkage(points, ones(points))
    assert len(tree.height) == len(points) - 1
    assert np.all(np.diff(tree.height) >= 0)
    for groups in range(1, len(points) + 1):
        assert len(np.unique(cut(tree, groups))) == groups


@pytest.mark.slow
def test_a_budget_that_is_used_up_gives_no_tree():
    points = np.random.default_rng(0).normal(size=(400, 5))
    tree = average_linkage(points, ones(points))
    assert average_linkage(points, ones(points), tree.work) is not None
    assert average_linkage(points, ones(points), tree.work - 1) is None


def test_of_points_equally_near_but_for_the_last_bits_the_earlier_is_taken():
    # 0.1 + 0.2 lies one unit in the last place farther from 0 than 0.3: as near as it, so the earlier point is taken
    points = np.array([[0.1 + 0.2], [0.0], [-0.3]])
    assert (points[0] > -points[2]).all()
    assert cut(average_linkage(points, ones(points)), 2).tolist() == [0, 0, 1]


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_the_dimensions_changes_no_cluster_however_many_ties(seed):
    random = np.random.default_rng(seed)
    units = np.sqrt(random.integers(2, 50, 6))
    points = np.unique(random.integers(0, 3, (80, 6)), axis=0) / units
    tree, turned = (average_linkage(p, ones(p)) for p in (points, np.ascontiguousarray(points[:, ::-1])))
    for groups in (3, 10, 30):
        assert cut(tree, groups).tolist() == cut(turned, groups).tolist()
