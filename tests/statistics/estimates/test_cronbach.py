"""Cronbach's alpha: by hand."""

import numpy as np
import pytest

from core.statistics.estimates.cronbach import alpha_if_deleted, cronbach_alpha


def test_alpha_by_hand():
    items = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 5.0]])
    # variances 1 and 3; sums 3, 4, 8 with variance 7: 2 (1 - 4 / 7)
    assert cronbach_alpha(items) == pytest.approx(6 / 7)
    assert alpha_if_deleted(items) == (None, None)


def test_the_same_item_three_times_is_a_perfect_scale():
    item = np.array([[1.0], [4.0], [2.0]])
    items = np.hstack([item, item, item])
    assert cronbach_alpha(items) == pytest.approx(1.0)
    assert alpha_if_deleted(items) == pytest.approx((1.0, 1.0, 1.0))


def test_alpha_without_an_item_is_alpha_of_the_others():
    items = np.random.default_rng(1).normal(size=(50, 4))
    assert alpha_if_deleted(items)[1] == pytest.approx(cronbach_alpha(items[:, [0, 2, 3]]))


@pytest.mark.parametrize("items", [np.ones((5, 3)), np.zeros((1, 3)), np.zeros((0, 2)), np.ones((4, 1))])
def test_alpha_that_is_not_defined(items):
    assert cronbach_alpha(items) is None
