"""The delete-a-group jackknife: hand-computed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.estimates.jackknife import deal_groups, jackknife_interval, jackknife_standard_error
from core.statistics.reproducible.seeds import generator


@given(st.integers(0, 60), st.integers(1, 8))
def test_groups_differ_by_at_most_one_record(n, groups):
    dealt = deal_groups(n, groups, generator(1, "task"))
    sizes = np.bincount(dealt, minlength=groups)
    assert sizes.sum() == n
    assert sizes.max() - sizes.min() <= 1


def test_the_deal_follows_the_stream_alone():
    assert deal_groups(50, 5, generator(1, "a")).tolist() == deal_groups(50, 5, generator(1, "a")).tolist()
    assert deal_groups(50, 5, generator(1, "a")).tolist() != deal_groups(50, 5, generator(2, "a")).tolist()
    # no group at all is one group
    assert deal_groups(3, 0, generator(1, "a")).tolist() == [0, 0, 0]


def test_standard_error_by_hand():
    # mean 2, squared deviations 1 + 0 + 1; sqrt(2/3 x 2)
    assert jackknife_standard_error(np.array([1.0, 2.0, 3.0])) == pytest.approx(np.sqrt(4 / 3), abs=1e-15)
    assert jackknife_standard_error(np.array([0.5, 0.5])) == 0.0


def test_standard_error_of_a_mean_is_the_textbook_one():
    # leaving out one record at a time: exactly s / sqrt n
    values = np.array([1.0, 4.0, 6.0, 9.0])
    replicates = np.array([np.delete(values, i).mean() for i in range(4)])
    assert jackknife_standard_error(replicates) == pytest.approx(values.std(ddof=1) / 2, abs=1e-14)


def test_interval_by_hand():
    # t(.975, 2) = 4.302653; SE of (.8, .82, .81) = sqrt(2/3 x .0002) = .011547
    low, high = jackknife_interval(0.81, np.array([0.80, 0.82, 0.81]), (0.0, 1.0))
    reach = 4.3026527 * np.sqrt(2 / 3 * 0.0002)
    assert (low, high) == (pytest.approx(0.81 - reach, abs=1e-8), pytest.approx(0.81 + reach, abs=1e-8))


def test_interval_stays_within_the_bounds():
    assert jackknife_interval(0.9, np.array([0.0, 1.0, 0.5]), (0.0, 1.0)) == (0.0, 1.0)
