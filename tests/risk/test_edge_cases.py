"""Numeric edges of the risk measures, case by case."""

import numpy as np
import pandas as pd
import pytest

from core.assessment.faults import fault
from core.data import Coded, KeySet, Level, Release
from core.measures import Result, Skipped
from core.risk.interval_disclosure import interval_disclosure
from core.risk.linkage import linkage_gower, linkage_spruill
from core.risk.linked_keys import prepare_links
from core.risk.parameters import RiskParameters
from core.risk.suda import suda_records
from core.statistics.disclosure.individual_risk import individual_risk
from core.statistics.disclosure.minimal_uniques import minimal_uniques
from core.statistics.disclosure.suda import dis_suda, suda_scores
from tests.risk.conftest import pair_of

PLAIN = RiskParameters()


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


def with_keys(count):
    """Return a file of 200 records and so many keys of three categories."""
    codes = np.random.default_rng(1).integers(0, 3, (200, count)).astype(np.int32)
    names = tuple(f"k{i:02d}" for i in range(count))
    columns = {name: Coded(Level.NOMINAL, codes[:, i].copy(), ("a", "b", "c")) for i, name in enumerate(names)}
    return Release("Original", 200, columns, keysets=(KeySet("keys", names),))


def suda_of(release, **settings):
    (outcome,) = suda_records.compute(suda_records.prepare(release, RiskParameters(**settings)))
    return outcome


def test_case_090_up_to_twelve_keys_are_searched_whole_and_more_in_part_which_is_said():
    whole = suda_of(with_keys(12))
    assert (whole.detail["largest_size"], whole.flags) == (12, ())
    for count in (13, 20):
        partly = suda_of(with_keys(count))
        assert isinstance(partly, Result)
        assert partly.detail["largest_size"] == len(partly.detail["minimal_uniques_by_size"]) == 4
        assert partly.flags == (f"with {count} keys only combinations of up to 4 were searched",)
    asked_for = suda_of(with_keys(13), suda_max_size=5)
    assert (asked_for.detail["largest_size"], asked_for.flags) == (5, ())


def test_case_090_more_than_twenty_keys_are_refused_with_what_to_do():
    refused = suda_of(with_keys(21))
    assert isinstance(refused, Skipped)
    assert refused.reason == "21 key variables are too many for SUDA2: name key sets of at most 20"
    with pytest.raises(ValueError, match="at most 20"):
        minimal_uniques(np.zeros((2, 21), np.int32), 2)


def constant_key():
    original = pd.DataFrame({"age": [20.0, 30, 40, 50, 60], "same": [7.0] * 5})
    return pair_of(original, original.copy(), ["age", "same"], continuous=("age", "same"), links=np.arange(5))


def test_where_memory_ran_out_the_data_are_not_looked_at():
    """Unpacking them to look for the fault would take memory again, and end the run."""
    nobody_looks = object()
    skipped = fault(interval_disclosure, (), MemoryError(), nobody_looks)
    assert isinstance(skipped, Skipped)
    assert skipped.reason.startswith("memory ran out")


def test_case_091_a_variable_without_spread_is_no_division_by_zero():
    pair = constant_key()
    (outcome,) = interval_disclosure.compute((pair, RiskParameters()))
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


@pytest.mark.parametrize("measure", [linkage_gower, linkage_spruill])
def test_case_094_of_a_masked_file_that_holds_more_than_the_original_sample(measure):
    """The original is a sample, the masked file the whole: its other records have no parent to be linked to."""
    everybody = pd.DataFrame({"age": np.arange(100.0), "income": np.arange(100.0) ** 2})
    rows = np.arange(0, 100, 4)
    parent = np.full(100, -1)
    parent[rows] = np.arange(25)
    settings = {"continuous": ("age", "income"), "links": parent}
    sample = everybody.iloc[rows].reset_index(drop=True)
    (same,) = measure.compute(prepare_links(pair_of(sample, everybody, ["age", "income"], **settings), PLAIN))
    assert isinstance(same, Result)
    # unchanged: each of the 25 is found; the 75 others neither count nor raise it above 1
    assert (same.value, same.detail["n_targets"], same.detail["part_of_original_released"]) == (1, 25, 1)
    assert same.interval[0] < same.interval[1] <= 1
    mirrored = everybody.iloc[::-1].reset_index(drop=True)  # everybody has the values of somebody far away
    (none,) = measure.compute(prepare_links(pair_of(sample, mirrored, ["age", "income"], **settings), PLAIN))
    assert none.value == 0


def test_case_094_where_no_masked_record_stems_from_the_sample_nothing_is_said():
    original = pd.DataFrame({"age": [20.0, 30, 40]})
    masked = pd.DataFrame({"age": [50.0, 60, 70, 80]})
    pair = pair_of(original, masked, ["age"], continuous=("age",), links=np.full(4, -1))
    (outcome,) = linkage_gower.compute(prepare_links(pair, PLAIN))
    assert isinstance(outcome, Skipped)
    assert "not linked" in outcome.reason
