"""Numeric edges of the risk measures, case by case."""

import numpy as np
import pandas as pd
import pytest

from core.measures import Result, Skipped
from core.risk.interval_disclosure import interval_disclosure, prepare_intervals
from core.risk.linkage import linkage_gower, linkage_spruill, prepare_links
from core.risk.parameters import RiskParameters
from core.statistics.individual_risk import individual_risk
from core.statistics.minimal_uniques import minimal_uniques
from core.statistics.suda import dis_suda, suda_scores
from tests.risk.conftest import pair_of


def risk(f, p):
    return float(individual_risk(np.array([f]), np.array([p]))[0])


def test_case_084_the_only_one_alike_in_the_population_is_certain():
    assert risk(1, 1.0) == 1.0


def test_case_085_a_sample_unique_of_a_huge_population_has_next_to_no_risk():
    assert 0 < risk(1, 1e-12) < 1e-10
    assert risk(1, 1e-12) < risk(1, 1e-6) < risk(1, 1e-2)


def test_case_086_a_million_alike_overflow_nothing():
    # the average of 1/F with F about two million
    assert risk(1_000_000, 0.5) == pytest.approx(0.5e-6, rel=1e-5)


def test_case_087_without_a_cell_of_two_every_unique_record_is_one():
    codes = np.arange(6).reshape(6, 1)
    found = minimal_uniques(codes, 1)
    score = suda_scores(found, "suda2").score
    assert dis_suda(score, 6, 0, 0.5).tolist() == [1.0] * 6


@pytest.mark.parametrize("keys", [1, 2])
def test_case_088_one_or_two_keys_need_no_invented_ones(keys):
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 0]])[:, :keys]
    found = minimal_uniques(codes, keys)
    unique = suda_scores(found, "suda2").score > 0
    # one key: nobody is alone; two keys: the first by both keys together, the second by its second key
    assert unique.tolist() == ([False] * 4 if keys == 1 else [True, True, False, False])


def constant_key():
    original = pd.DataFrame({"age": [20.0, 30, 40, 50, 60], "same": [7.0] * 5})
    return pair_of(original, original.copy(), ["age", "same"], continuous=("age", "same"), links=np.arange(5))


def test_case_091_a_variable_without_spread_is_no_division_by_zero():
    pair = constant_key()
    (outcome,) = interval_disclosure.compute(prepare_intervals(pair, RiskParameters()))
    assert isinstance(outcome, Result | Skipped)
    if isinstance(outcome, Result):
        assert np.isfinite(outcome.value)
    else:
        assert outcome.reason


@pytest.mark.parametrize("measure", [linkage_gower, linkage_spruill])
def test_case_092_a_variable_without_range_says_nothing_in_a_distance(measure):
    (outcome,) = measure.compute(prepare_links(constant_key(), RiskParameters()))
    assert isinstance(outcome, Result)
    assert outcome.value == 1.0  # an identical copy: each is nearest to itself, by its age alone
