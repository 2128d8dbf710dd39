"""Rates with Wilson's interval and the risk net of others, by hand and as anonymeter 1.1.0 computes them."""

import pytest

from core.statistics.attacks import Rate, net_of


def test_the_risk_is_what_is_above_the_control_by_what_could_be():
    risk = net_of(Rate(40, 100), Rate(20, 100))
    assert risk.value == pytest.approx(0.25)  # (.4 - .2) / (1 - .2)


def test_the_interval_is_anonymeters():
    # EvaluationResults(n_attacks=(300, 300, 300), n_success=90, n_baseline=10, n_control=30).risk() of anonymeter 1.1.0
    low, high = net_of(Rate(90, 300), Rate(30, 300)).interval
    assert (low, high) == pytest.approx((0.15580471519637534, 0.28550036757615477), abs=1e-8)


def test_no_better_than_others_is_no_risk():
    risk = net_of(Rate(10, 100), Rate(20, 100))
    assert risk.value == 0
    assert risk.above == pytest.approx(-0.125)
    assert risk.interval[0] == 0


def test_where_everything_succeeds_on_others_nothing_is_beyond():
    risk = net_of(Rate(100, 100), Rate(100, 100))
    assert risk.value == 0
    assert risk.interval[0] == 0 < risk.interval[1]


def test_without_others_the_rate_is_the_risk():
    assert net_of(Rate(100, 100), None).interval == (pytest.approx(0.963, abs=1e-3), 1.0)
