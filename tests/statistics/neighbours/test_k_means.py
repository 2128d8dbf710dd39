import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array

from core.statistics.neighbours import BATCH, k_means, mini_batch_k_means
from core.statistics.neighbours.k_means import BLOCK


def random(seed=1):
    return np.random.default_rng(seed)


def in_batches(points, weights, groups, _rounds, stream):
    return mini_batch_k_means(csr_array(points), weights, groups, stream)


BOTH = pytest.mark.parametrize("search", [k_means, in_batches])


@BOTH
def test_groups_that_lie_apart_are_found(search):
    points = np.concatenate([random().normal(at, 0.1, (50, 2)) for at in (0, 5)])
    found = search(points, np.ones(100), 2, 20, random())
    assert len(set(found[:50])) == len(set(found[50:])) == 1
    assert found[0] != found[50]


@BOTH
def test_a_centre_is_the_weighted_mean(search):
    # of 6 records at 0 and one at 4 the mean is 4/7: the point at 4 is nearer to 5.5, the mean of itself and of 7
    points, weights = np.array([[0.0], [4.0], [7.0]]), np.array([6.0, 1.0, 1.0])
    for seed in range(8):
        found = search(points, weights, 2, 20, random(seed))
        assert found[0] != found[1] == found[2]


@BOTH
def test_indicators_of_which_many_are_equally_near_are_grouped_alike_with_the_last_bits_changed(search):
    points = np.unique(random(3).integers(0, 3, (400, 5)), axis=0) / np.sqrt([2.0, 3, 5, 7, 11])
    nudged = points * (1 + 2e-16 * random().integers(-1, 2, points.shape))
    assert (nudged != points).any()
    expected = search(points, np.ones(len(points)), 12, 20, random())
    assert search(nudged, np.ones(len(points)), 12, 20, random()).tolist() == expected.tolist()


@BOTH
def test_as_many_groups_as_points_and_points_all_alike_are_no_fault(search):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = search(np.array([[0.0], [1.0], [3.0]]), np.ones(3), 5, 20, random())
        assert search(np.zeros((1, 2)), np.ones(1), 1, 20, random()).tolist() == [0]
    assert len(set(found)) == 3


def test_more_groups_than_a_batch_has_points_and_more_points_than_a_block():
    points = np.unique(random(5).integers(0, 30, (9000, 3)), axis=0).astype(float)
    groups = BATCH + 76
    found = in_batches(points, np.ones(len(points)), groups, 0, random())
    assert len(points) > BLOCK
    assert set(found) <= set(range(groups))
    assert len(set(found)) > 500
