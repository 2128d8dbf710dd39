"""The delete-a-group jackknife: hand-computed."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.estimates.jackknife import (
    assign_groups,
    assign_units,
    group_plan_of,
    interval_at_end,
    jackknife_interval,
    jackknife_standard_error,
    on_log_scale,
)
from core.statistics.reproducible.seeds import generator


@given(st.integers(0, 60), st.integers(1, 8))
def test_groups_differ_by_at_most_one_record(n, groups):
    assigned = assign_groups(n, groups, generator(1, "task"))
    sizes = np.bincount(assigned, minlength=groups)
    assert sizes.sum() == n
    assert sizes.max() - sizes.min() <= 1


def test_the_deal_follows_the_stream_alone():
    assert assign_groups(50, 5, generator(1, "a")).tolist() == assign_groups(50, 5, generator(1, "a")).tolist()
    assert assign_groups(50, 5, generator(1, "a")).tolist() != assign_groups(50, 5, generator(2, "a")).tolist()
    # no group at all is one group
    assert assign_groups(3, 0, generator(1, "a")).tolist() == [0, 0, 0]


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


class Design(NamedTuple):
    units: np.ndarray
    strata: np.ndarray


@pytest.mark.parametrize(
    ("units_per_stratum", "groups", "group_plan"),
    [
        ([1000], 20, (1, 20)),
        ([12], 20, (1, 12)),
        ([50, 60, 70], 20, (1, 20)),
        # each stratum in 10 groups has more degrees of freedom (18) than both in 12 (11)
        ([12, 500], 20, (2, 10)),
        ([2] * 30, 20, (10, 2)),
        ([2] * 4, 20, (4, 2)),
        ([5] * 40, 20, (4, 5)),
        # strata of one unit are joined with their neighbours: 2, 2, 3
        ([1] * 7, 20, (3, 2)),
        ([1], 20, (1, 1)),
    ],
)
def test_how_units_are_dealt(units_per_stratum, groups, group_plan):
    strata = np.repeat(np.arange(len(units_per_stratum)), units_per_stratum)
    assert group_plan_of(Design(np.arange(len(strata)), strata), groups) == group_plan


def test_records_alone_are_dealt_as_ever():
    design = Design(np.arange(50), np.zeros(50, dtype=np.int64))
    assigned = assign_units(design, group_plan_of(design, 5), generator(1, "a"))
    assert assigned.tolist() == assign_groups(50, 5, generator(1, "a")).tolist()


def test_whole_units_are_dealt():
    units = np.repeat(np.arange(30), 4)
    design = Design(units, np.zeros(120, dtype=np.int64))
    assigned = assign_units(design, group_plan_of(design, 10), generator(1, "a"))
    assert all(len(np.unique(assigned[units == u])) == 1 for u in range(30))
    assert np.bincount(assigned).tolist() == [12] * 10


def test_every_group_holds_units_of_every_stratum_of_its_part():
    strata = np.repeat(np.arange(30), 2)
    design = Design(np.arange(60), strata)
    group_plan = group_plan_of(design, 20)
    assigned = assign_units(design, group_plan, generator(1, "a"))
    assert group_plan.degrees_of_freedom == 10
    # ten parts of three strata: of each stratum one unit in either group of its part
    assert (assigned // 2 == strata // 3).all()
    assert (np.sort((assigned % 2).reshape(30, 2), axis=1) == [0, 1]).all()


def test_stratified_standard_error_of_a_mean_is_the_textbook_one():
    # two strata of two units each, and records left out of the unweighted mean one at a time:
    # variance sum W_h^2 s_h^2 / n_h = .25 (2 / 2) + .25 (8 / 2) = 1.25, but for the second order
    values = np.array([1.0, 3.0, 2.0, 6.0])
    shares = np.array([0.5, 0.5])
    replicates = np.array([np.delete(values, i).mean() for i in range(4)])
    assert jackknife_standard_error(replicates, shares) ** 2 == pytest.approx(1.25, abs=1e-14)


def test_stratified_interval_takes_groups_minus_parts():
    # t(.975, 2) = 4.302653
    replicates, shares = np.array([0.4, 0.6, 0.5, 0.5]), np.array([0.5, 0.5])
    # deviations -.1 and .1, times sqrt(1/2) x 1.5: squares sum to .0225
    low, high = jackknife_interval(0.5, replicates, (-1, 2), shares)
    assert (low, high) == pytest.approx((0.5 - 4.3026527 * 0.15, 0.5 + 4.3026527 * 0.15), abs=1e-7)


def test_a_rate_of_0_or_1_has_the_interval_of_a_rate():
    # nobody of 100: 1 - .025^(1/100) = .036217
    assert interval_at_end(0.0, 100) == (0.0, pytest.approx(0.0362167, abs=1e-7))
    assert interval_at_end(1.0, 100) == (pytest.approx(0.9637833, abs=1e-7), 1.0)


def test_an_interval_of_the_logarithm_by_hand():
    # a standard error of 40 % of the value on either scale, two of them: e^-0.8 and e^0.8 times the value
    low, high = on_log_scale(10.0, (2.0, 18.0))
    assert (low, high) == pytest.approx((4.493290, 22.255409))
    assert on_log_scale(1e-300, (0.0, 1.0)) == (0.0, 1.0)
