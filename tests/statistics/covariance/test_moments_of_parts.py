"""Moments of parts of a file: those of their records alone."""

import numpy as np
import pytest

from core.statistics.covariance import WholeFile, pairwise_covariance, weighted_means


def test_by_hand():
    part = WholeFile(np.array([[1.0, 7.0], [3.0, np.nan], [5.0, 9.0], [100.0, np.nan]])).part(np.array([0, 1, 2]))
    assert part.means.tolist() == [3.0, 8.0]
    # of the two complete records: (1, 7) and (5, 9)
    assert part.covariances == pytest.approx(np.array([[4.0, 4.0], [4.0, 2.0]]))


@pytest.mark.parametrize("holes", [0.0, 0.3])
def test_as_of_the_records_alone(holes, monkeypatch):
    monkeypatch.setattr("core.statistics.covariance.moments_of_parts.AT_ONCE", 40)
    random = np.random.default_rng(1)
    values = random.normal(size=(90, 3)) * [1, 100, 1e-3] + [50, 0, 1]
    values[random.random(values.shape) < holes] = np.nan
    whole, rows = WholeFile(values), random.permutation(90)[:50]
    part = whole.part(rows)
    assert whole.summable
    assert part.means == pytest.approx(weighted_means(values[rows]), rel=1e-12)
    assert part.covariances == pytest.approx(pairwise_covariance(values[rows]), rel=1e-10)


def test_what_is_not_observed_has_no_moments():
    part = WholeFile(np.array([[1.0, np.nan], [2.0, np.nan], [4.0, 3.0]])).part(np.array([0, 1]))
    assert part.means[0] == 1.5
    assert np.isnan([part.means[1], *part.covariances[1], part.covariances[0, 1]]).all()
    assert not WholeFile(np.array([[1e200], [1.0]])).summable
