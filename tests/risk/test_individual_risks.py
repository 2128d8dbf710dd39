"""Expected re-identifications, records above a threshold and households: by hand and against sdcMicro 5.8.1."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import (
    RiskParameters,
    expected_reidentifications,
    global_risk,
    household_risk,
    prepare,
    risk_above_threshold,
)
from core.risk.key_frequencies import KeySetFrequencies

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")


def small(households: dict[str, list[float]] | None = None, **weights: list[float]) -> Release:
    key = Coded(Level.NOMINAL, np.array([0, 0, 0, 1], dtype=np.int32), ("a", "b"))
    return Release(
        "file",
        4,
        {"key": key},
        {name: np.array(w) for name, w in weights.items()},
        {name: np.array(h) for name, h in (households or {}).items()},
        (KeySet("keys", ("key",)),),
    )


def risks_of(keyset: KeySetFrequencies) -> np.ndarray:
    return keyset.cell_risks[keyset.cells.of_records]


def outcome(measure: Measure, file: Release, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(file, RiskParameters(**settings)))
    return only


def test_expected_number_and_rate_by_hand() -> None:
    found = outcome(expected_reidentifications, small())
    assert isinstance(found, Result)
    assert (found.value, found.detail["rate"]) == (pytest.approx(2), pytest.approx(0.5))


@pytest.mark.parametrize(("threshold", "count"), [(0.1, 4), (1 / 3, 1), (0.5, 1)])
def test_a_risk_equal_to_the_threshold_is_not_above(threshold: float, count: int) -> None:
    found = outcome(risk_above_threshold, small(), threshold=threshold)
    assert isinstance(found, Result)
    assert (found.value, found.detail["count"]) == (count / 4, count)


def test_household_by_hand() -> None:
    # households {1/3, 1/3} and {1/3, 1}: 1 - 4/9 = 5/9, and 1
    found = outcome(household_risk, small({"hid": [1, 1, 2, 2]}))
    assert isinstance(found, Result)
    assert found.value == pytest.approx((5 / 9 + 1) / 2)
    assert (found.detail["n_households"], found.detail["n_without_household"]) == (2, 0)


def test_without_a_household_variable_it_says_so() -> None:
    found = outcome(household_risk, small())
    assert isinstance(found, Skipped)
    assert "give the role 'household'" in found.reason
    two = outcome(household_risk, small({"a": [1, 1, 2, 2], "b": [1, 1, 2, 2]}))
    assert isinstance(two, Skipped)
    assert "several household variables" in two.reason


@pytest.mark.parametrize("measure", [expected_reidentifications, risk_above_threshold, household_risk])
def test_unusable_weights_are_the_reason(measure: Measure) -> None:
    found = outcome(measure, small({"hid": [1, 1, 2, 2]}, w=[1.0, -2.0, 1.0, 1.0]))
    assert isinstance(found, Skipped)
    assert "weight 'w' is missing or negative" in found.reason


@pytest.fixture(scope="module")
def sdcmicro(shared_data: Path) -> Path:
    return shared_data / "sdcmicro"


def survey(path: Path, weight: str | None) -> Release:
    table = pd.read_csv(path)
    columns = {}
    for key in KEYS:
        codes, categories = pd.factorize(table[key], sort=True)
        columns[key] = Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))
    weights = {} if weight is None else {weight: table[weight].to_numpy(np.float64)}
    households = {"ori_hid": table["ori_hid"].to_numpy(np.float64)} if "ori_hid" in table else {}
    return Release(path.stem, len(table), columns, weights, households, (KeySet("keys", KEYS, weight),))


def scenario_path(sdcmicro: Path, scenario: str) -> Path:
    return sdcmicro / ("testdata.csv" if scenario == "ORIGINAL" else f"masked/testdata/{scenario}.csv")


@pytest.mark.slow
@pytest.mark.parametrize("weight", [None, "sampling_weight", "household_weights"])
@pytest.mark.parametrize("scenario", ["ORIGINAL", "localsupp_k3", "localsupp_k5", "srs_20pct", "pram_pd08"])
def test_measure_risk_of_sdcmicro(sdcmicro: Path, scenario: str, weight: str | None) -> None:
    figures = json.loads((sdcmicro / "reference" / "sdcMicro_testdata.json").read_text())
    figures = figures["scenarios"][scenario]["risk"][weight or "unweighted"]
    file = survey(scenario_path(sdcmicro, scenario), weight)
    found = {
        m.id: outcome(m, file, individual_risk="approximate")
        for m in (global_risk, expected_reidentifications, household_risk, risk_above_threshold)
    }
    single = figures["measure_risk"]
    assert found["expected_reidentifications"].value == pytest.approx(single["global_risk_ER"], rel=1e-12)
    assert found["global_risk"].value == pytest.approx(single["global_risk"], rel=1e-12)
    for threshold in (0.05, 0.1, 0.2):
        # a risk of exactly 1/10 or 1/5 is not above, up to the last digit of p / (f - 1 + p)
        above = outcome(risk_above_threshold, file, individual_risk="approximate", threshold=threshold)
        assert above.detail["count"] == single[f"n_risk_gt_{threshold}"]
    together = figures["measure_risk_hid"]
    assert found["household_risk"].detail["expected"] == pytest.approx(together["hier_risk_ER"], rel=1e-12)
    assert found["household_risk"].value == pytest.approx(together["hier_risk_pct"] / 100, rel=1e-12)


@pytest.mark.parametrize("weight", ["sampling_weight", "household_weights"])
@pytest.mark.parametrize("scenario", ["ORIGINAL", "localsupp_k3", "localsupp_k5"])
def test_approximate_risk_of_every_record(sdcmicro: Path, scenario: str, weight: str) -> None:
    reference = pd.read_csv(sdcmicro / "reference" / "vectors" / f"testdata__{scenario}_freq_risk.csv")
    file = survey(scenario_path(sdcmicro, scenario), weight)
    (approximate,) = prepare(file, RiskParameters(individual_risk="approximate"))
    assert_allclose(risks_of(approximate), reference[f"rk_approx_{weight}"], rtol=1e-12)
    # the default is the exact formula, which is never larger and up to 3.5 % smaller
    (exact,) = prepare(file, RiskParameters())
    assert (risks_of(exact) <= risks_of(approximate) * (1 + 1e-12)).all()
    assert (risks_of(exact) >= risks_of(approximate) * 0.965).all()


def test_missing_as_a_category_stands_beside_the_wildcard() -> None:
    key = Coded(Level.NOMINAL, np.array([0, 0, 1, -1], dtype=np.int32), ("a", "b"))
    file = Release("file", 4, {"key": key}, {}, {"h": np.array([1.0, 1, 2, 2])}, (KeySet("keys", ("key",)),))
    # wildcard: 1/3, 1/3, 1/2, 1/4; category: 1/2, 1/2, 1, 1
    for measure, wildcard, category in (
        (expected_reidentifications, 17 / 12, 3),
        (risk_above_threshold, 1 / 4, 1),
        (household_risk, (5 / 9 + 5 / 8) / 2, (3 / 4 + 1) / 2),
    ):
        found = outcome(measure, file, threshold=0.4)
        assert (found.value, found.detail["value_missing_as_category"]) == pytest.approx((wildcard, category))


def test_households_and_weights_stay_with_their_records_when_records_without_keys_are_dropped() -> None:
    """The first and third record lack the key: what is left are records 2, 4, 5 with households 7, 8, 8."""
    key = Coded(Level.NOMINAL, np.array([-1, 0, -1, 0, 1], dtype=np.int32), ("a", "b"))
    file = Release(
        "file",
        5,
        {"key": key},
        {"w": np.array([99.0, 2.0, 99.0, 2.0, 4.0])},
        {"hid": np.array([1.0, 7.0, 1.0, 8.0, 8.0])},
        (KeySet("keys", ("key",), "w"),),
    )
    found = outcome(household_risk, file, missing="drop")
    assert isinstance(found, Result)
    assert (found.n, found.detail["n_households"]) == (3, 2)
    risks = risks_of(prepare(file, RiskParameters(missing="drop"))[0])
    together = 1 - (1 - risks[1]) * (1 - risks[2])
    assert found.value == pytest.approx((risks[0] + 2 * together) / 3)
    # the weights 2, 2 and 4 in use: as many people in both groups
    assert outcome(global_risk, file, missing="drop").detail["people"] == pytest.approx(8)
    assert risks[0] == risks[1]


def test_missing_household_numbers_are_marked_with_their_count() -> None:
    # {1/3, 1/3} is one household; the third and the fourth record are taken for households of their own
    found = outcome(household_risk, small({"hid": [1, 1, np.nan, np.nan]}))
    assert found.value == pytest.approx((5 / 9 + 5 / 9 + 1 / 3 + 1) / 4)
    (sentence,) = found.validity
    assert "2 of 4 records have no number in 'hid'" in sentence
    assert "too low" in sentence
    assert outcome(household_risk, small({"hid": [1, 1, 2, 2]})).validity == ()


def test_a_household_variable_without_any_number_is_refused() -> None:
    found = outcome(household_risk, small({"hid": [np.nan] * 4}))
    assert isinstance(found, Skipped)
    assert found.reason == "no record has a number in 'hid', the variable with the role household"


@pytest.mark.parametrize("rule", ["wildcard", "category", "drop"])
def test_records_of_weight_0_are_left_out_of_what_rests_on_weights(rule: str) -> None:
    # the same records without them: f = 2 and 1, F = 20 and 30
    with_zero, without = small(w=[5.0, 15.0, 0.0, 30.0]), small(w=[5.0, 15.0, 7.0, 30.0]).take(np.array([0, 1, 3]))
    for measure in (expected_reidentifications, risk_above_threshold):
        found, wanted = outcome(measure, with_zero, missing=rule), outcome(measure, without, missing=rule)
        assert (found.value, found.n) == (pytest.approx(wanted.value, rel=1e-12), 3)
        assert found.detail["basis"] == "individual risks with weight 'w', without 1 record of weight 0"


def test_households_count_their_members_of_weight_above_0_alone() -> None:
    zero = small({"hid": [1, 1, 2, 2]}, w=[5.0, 0.0, 15.0, 30.0])
    none = small({"hid": [1, 1, 2, 2]}, w=[5.0, 1.0, 15.0, 30.0]).take(np.array([0, 2, 3]))
    assert outcome(household_risk, zero).value == pytest.approx(outcome(household_risk, none).value, rel=1e-12)


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        ([5.0, 0.0, -1.0, 30.0], "weight 'w' is missing or negative in 1 of 4 records"),
        ([5.0, 0.0, np.nan, 30.0], "weight 'w' is missing or negative in 1 of 4 records"),
        ([0.0, 0.0, 0.0, 0.0], "weight 'w' is above 0 in no record"),
    ],
)
def test_weights_that_say_nothing_are_refused(weights: list[float], reason: str) -> None:
    found = outcome(expected_reidentifications, small(w=weights))
    assert isinstance(found, Skipped)
    assert found.reason.startswith(reason)
