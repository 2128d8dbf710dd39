import numpy as np
import pytest
from scipy.cluster.vq import kmeans2

from core.statistics.neighbours import SparsePoints, k_means, mini_batch_k_means


def test_hand_example():
    points = np.array([[0.0], [1.0], [9.0], [10.0]])
    assert k_means(points, np.ones(4), np.array([[0.0], [1.0]]), 20).tolist() == [0, 0, 1, 1]
    # of 5 records at 0 and one at 4 the mean is 2/3: nearer to 1 than to 9
    assert k_means(points, np.array([5.0, 1, 1, 1]), np.array([[0.0], [9.0]]), 1).tolist() == [0, 0, 1, 1]


def test_groups_are_those_of_scipy():
    random = np.random.default_rng(3)
    points = random.normal(size=(300, 4)) + 4 * random.integers(0, 3, (300, 1))
    weights = random.integers(1, 4, 300)
    ours = k_means(points, weights.astype(float), points[:6], 20)
    theirs = kmeans2(np.repeat(points, weights, axis=0), points[:6], iter=20, minit="matrix")[1]
    assert np.repeat(ours, weights).tolist() == theirs.tolist()


@pytest.mark.parametrize("turned", [False, True])
def test_of_centres_equally_near_but_for_the_last_bits_the_first_is_taken(turned):
    # (0.1 + 0.2) and 0.3 lie equally far from 0
    centres = np.array([[0.1 + 0.2], [-0.3]])
    centres = centres[::-1] if turned else centres
    assert k_means(np.zeros((1, 1)), np.ones(1), centres, 1).tolist() == [0]


def test_batches_find_groups_that_lie_apart_and_weigh_points():
    random = np.random.default_rng(3)
    points = np.concatenate([random.normal(at, 0.1, (50, 2)) for at in (0, 5, 10)])
    batches = [random.choice(150, 40, replace=False) for _ in range(10)]
    found = mini_batch_k_means(SparsePoints.of(points), np.ones(150), points[[0, 50, 100]], batches)
    assert found.tolist() == np.repeat([0, 1, 2], 50).tolist()
    # one batch of all points moves a centre to their weighted mean
    line, weights = np.array([[0.0], [1.0], [4.0]]), np.array([1.0, 1.0, 2.0])
    moved = mini_batch_k_means(SparsePoints.of(line), weights, np.array([[0.0], [9.0]]), [np.arange(3)])
    assert moved.tolist() == [0, 0, 0]


def test_indicators_are_assigned_as_dense_points_are_ties_too():
    random = np.random.default_rng(5)
    codes, numbers = random.integers(0, 3, (400, 2)), random.integers(0, 4, (400, 1)) / 3.0
    at = np.column_stack([codes[:, 0], np.full(400, 3), 4 + codes[:, 1]]).astype(np.int32)
    points = SparsePoints(at, numbers, np.array([-1, 0, -1]), 7)
    dense = points.dense()
    assert np.array_equal(dense[:, 3], numbers[:, 0])
    assert np.array_equal(dense[:, :3], np.eye(3)[codes[:, 0]])
    assert np.array_equal(dense[:, 4:], np.eye(3)[codes[:, 1]])
    centres = dense[:12]
    without_batches = mini_batch_k_means(points, np.ones(400), centres, [])
    assert without_batches.tolist() == k_means(dense, np.ones(400), centres, 1).tolist()
    batches = [random.choice(400, 50, replace=False) for _ in range(5)]
    both = [mini_batch_k_means(p, np.ones(400), centres, batches) for p in (points, SparsePoints.of(dense))]
    assert both[0].tolist() == both[1].tolist()
