"""Linkage and interval disclosure of pairs of files: by hand, under masking, and against sdcMicro's dRisk."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.data import Masking, Pair, SampleDesign, Unit
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import (
    RiskParameters,
    duncan_lambert,
    expected_match_risk,
    interval_disclosure,
    linkage_fellegi_sunter,
    linkage_gower,
    linkage_spruill,
    synthetic_disclosure,
)
from tests.risk.conftest import pair_of

LINKAGE = (linkage_gower, linkage_spruill)


def outcome(measure: Measure, pair: Pair, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(pair, RiskParameters(**settings)))
    return only


def people(n: int = 200, seed: int = 1) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {"age": rng.normal(40, 12, n), "income": rng.lognormal(10, 1, n), "sex": rng.integers(0, 2, n).astype(float)}
    )


def paired(original: pd.DataFrame, masked: pd.DataFrame, **settings) -> Pair:
    defaults = {"keys": ["age", "income", "sex"], "continuous": ("age", "income"), "links": np.arange(len(masked))}
    return pair_of(original, masked, **(defaults | settings))


def test_gower_by_hand() -> None:
    original = pd.DataFrame({"age": [20.0, 30, 60], "sex": [0.0, 1, 1], "grade": [1.0, 2, 3]})
    masked = original.assign(age=[20.0, 50, 60], sex=[1.0, 1, 1])
    pair = pair_of(
        original, masked, ["age", "sex", "grade"], continuous=("age",), ordinal=("grade",), links=np.arange(3)
    )
    # 0: own 0 + 1 + 0; others .25 + 0 + .5 and 1 + 0 + 1: the second is nearer
    # 1: own .5; third .25 + .5: own; 2: own
    found = outcome(linkage_gower, pair)
    assert isinstance(found, Result)
    assert found.value == pytest.approx(2 / 3)
    assert found.detail["first_or_second"] == 1
    assert found.interval[0] < found.value < found.interval[1]


def test_spruill_by_hand() -> None:
    original = pd.DataFrame({"age": [0.0, 10, 20], "income": [0.0, 100, 200], "sex": [0.0, 0, 0]})
    masked = original.assign(age=[4.0, 16, 20], income=[0.0, 100, 100])
    # standard deviations 10 and 100; second: own .36, third .16 + 1; third: own 1, second 1: shared
    found = outcome(linkage_spruill, paired(original, masked))
    assert isinstance(found, Result)
    assert found.value == pytest.approx((1 + 1 + 0.5) / 3)


@pytest.mark.parametrize("measure", LINKAGE)
def test_an_identical_copy_is_linked_wholly_and_more_noise_less(measure: Measure) -> None:
    original, rng = people(), np.random.default_rng(2)
    rates = []
    for noise in (0.0, 0.1, 0.5, 2.0):
        masked = original.copy()
        for name in ("age", "income"):
            masked[name] += noise * original[name].std() * rng.normal(size=len(masked))
        rates.append(outcome(measure, paired(original, masked)).value)
    assert rates[0] == 1
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.1


@pytest.mark.parametrize("measure", LINKAGE)
def test_the_order_of_both_files_changes_nothing(measure: Measure) -> None:
    original, rng = people(), np.random.default_rng(3)
    masked = original.assign(age=original["age"] + rng.normal(0, 5, 200), income=original["income"].round(-4))
    before = outcome(measure, paired(original, masked), linkage_targets=50)
    rows, order = rng.permutation(200), rng.permutation(200)
    place = np.empty(200, np.int64)
    place[rows] = np.arange(200)
    changed = paired(
        original.iloc[rows][["sex", "income", "age"]].reset_index(drop=True),
        masked.iloc[order].reset_index(drop=True),
        keys=["income", "sex", "age"],
        links=place[order],
    )
    after = outcome(measure, changed, linkage_targets=50)
    assert (after.value, after.interval, after.n) == (before.value, before.interval, 50)


def test_a_sample_of_targets_is_seeded_and_near_the_whole() -> None:
    original = people(2000)
    masked = original.assign(age=original["age"] + np.random.default_rng(4).normal(0, 12, 2000))
    pair = paired(original, masked)
    whole = outcome(linkage_gower, pair, linkage_targets=0)
    drawn = outcome(linkage_gower, pair, linkage_targets=500)
    assert (whole.n, drawn.n, drawn.detail["sampled"]) == (2000, 500, True)
    assert drawn.value == outcome(linkage_gower, pair, linkage_targets=500).value
    assert drawn.interval[0] <= whole.value <= drawn.interval[1]
    assert drawn.value != outcome(linkage_gower, pair, linkage_targets=500, seed=2).value


def test_of_a_sampled_file_only_what_it_holds_can_be_linked() -> None:
    original = people()
    rows = np.arange(0, 200, 5)
    found = outcome(linkage_gower, paired(original, original.iloc[rows].reset_index(drop=True), links=rows))
    assert isinstance(found, Result)
    assert (found.value, found.detail["share_of_masked_records"]) == (pytest.approx(0.2), 1)


def test_a_recoded_key_is_compared_after_the_same_recode() -> None:
    original = pd.DataFrame({"age": [20.0, 21, 40], "sex": [0.0, 0, 0]})
    recoded = original.assign(age=[2.0, 2, 4])
    pair = pair_of(original, recoded, ["age", "sex"], links=np.arange(3), recoded=recoded)
    found = outcome(linkage_gower, pair)
    assert isinstance(found, Result)
    assert found.value == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert "the original was recoded like the masked file: age" in found.flags
    assert "no key variable is continuous" in outcome(linkage_spruill, pair).reason


def test_a_removed_key_leaves_the_others() -> None:
    original = people()
    found = outcome(linkage_gower, paired(original, original.drop(columns="income")))
    assert isinstance(found, Result)
    assert (found.detail["keys"], found.detail["keys_absent"]) == (["age", "sex"], ["income"])


@pytest.mark.parametrize("measure", [*LINKAGE, interval_disclosure])
def test_without_links_they_say_so(measure: Measure) -> None:
    found = outcome(measure, paired(people(), people(), links=None))
    assert isinstance(found, Skipped)
    assert found.reason.startswith("records are not linked")


def test_synthetic_data_is_said_not_to_be_valid() -> None:
    pair = paired(people(), people(), maskings=dict.fromkeys(("age", "income", "sex"), Masking.SYNTHETIC))
    for measure in (*LINKAGE, interval_disclosure):
        assert "synthesis" in outcome(measure, pair).validity[0]


def test_the_risk_of_a_synthetic_file_is_what_it_tells_about_sensitive_values() -> None:
    """Keys 1, 1, 2, 3 and illness 0, 0, 1, 1; the synthetic file gives 1 -> 0 (right for two) and 2 -> 0 (wrong)."""
    original = pd.DataFrame({"a": [1.0, 1, 2, 3], "ill": [0.0, 0, 1, 1]})
    synthetic = pd.DataFrame({"a": [1.0, 1, 2, 2], "ill": [0.0, 0, 0, 0]})
    made = dict.fromkeys(("a", "ill"), Masking.SYNTHETIC)
    pair = pair_of(original, synthetic, ["a"], sensitive=("ill",), maskings=made)
    found = outcome(synthetic_disclosure, pair)
    assert isinstance(found, Result)
    assert (found.value, found.detail["larger"], found.detail["worst"]) == (2 / 4, "disco", "ill")
    assert not found.validity
    without = outcome(synthetic_disclosure, pair_of(original, synthetic, ["a"], maskings=made))
    # without a sensitive variable: of the unique keys 2 and 3 the file repeats none, having 2 twice
    assert without.detail["uniques_replicated"] == 0
    assert "disco" not in without.detail
    assert any("no sensitive variable is tagged" in flag for flag in without.flags)


def test_the_risk_of_a_synthetic_file_without_sensitive_variables_counts_repeated_uniques() -> None:
    original = pd.DataFrame({"a": [1.0, 1, 2, 3], "b": [1.0] * 4})
    # with other values beside the keys nobody's record is repeated
    synthetic = pd.DataFrame({"a": [1.0, 1, 2, 4], "b": [5.0] * 4})
    made = dict.fromkeys(("a", "b"), Masking.SYNTHETIC)
    found = outcome(synthetic_disclosure, pair_of(original, synthetic, ["a"], maskings=made))
    assert (found.value, found.detail["larger"], found.validity) == (1 / 4, "uniques_replicated", ())


def test_spruill_within_groups_by_hand() -> None:
    """Four people of two regions; the second's age moved onto the third's, who lives elsewhere."""
    original = pd.DataFrame({"age": [20.0, 30, 40, 60], "region": [0.0, 0, 1, 1]})
    masked = original.assign(age=[20.0, 40, 40, 60])
    pair = pair_of(original, masked, ["age", "region"], continuous=("age",), links=np.arange(4))
    assert outcome(linkage_spruill, pair).value == 3 / 4
    within = outcome(linkage_spruill, pair, spruill_within=("region",))
    assert (within.value, within.detail["within"]) == (1, ["region"])
    # a suppressed region rules nobody out, a changed one rules the parent out
    for regions, value in (([0.0, 0, 1, np.nan], 1), ([0.0, np.nan, 1, 1], 3 / 4), ([0.0, 0, 1, 0], 3 / 4)):
        changed = masked.assign(region=regions)
        other = pair_of(original, changed, ["age", "region"], continuous=("age",), links=np.arange(4))
        assert outcome(linkage_spruill, other, spruill_within=("region",)).value == value


def test_groups_that_are_no_categorical_keys_are_refused() -> None:
    for name in ("age", "height"):
        found = outcome(linkage_spruill, paired(people(), people()), spruill_within=(name,))
        assert isinstance(found, Skipped)
        assert repr(name) in found.reason


def test_a_group_for_each_record_finds_all_that_kept_theirs() -> None:
    original = people(50).assign(sex=np.arange(50.0))
    noisy = original.assign(age=original["age"].sample(frac=1, random_state=1).to_numpy())
    assert outcome(linkage_spruill, paired(original, noisy)).value < 1
    assert outcome(linkage_spruill, paired(original, noisy), spruill_within=("sex",)).value == 1


def test_intervals_by_hand() -> None:
    original = pd.DataFrame({"x": [0.0, 10, 20, 30], "y": [1.0, 2, 3, 4], "sex": [0.0, 1, 0, 1]})
    masked = original.assign(x=[1.0, 10, 20, np.nan], y=[1.0, 2, 3.2, 4])
    pair = pair_of(original, masked, ["sex"], continuous=("x", "y"), links=np.arange(4))
    # sd of x' 9.5044, of y' 1.3013: at .1 the first misses by 1 > .95, the third by .2 > .13
    found = outcome(interval_disclosure, pair, interval_share=0.1)
    assert isinstance(found, Result)
    assert (found.value, found.n, found.detail["n_missing"]) == (1 / 3, 3, 1)
    inside = outcome(interval_disclosure, pair, interval_share=0.1, interval_missing="inside")
    assert (inside.value, inside.n) == (2 / 4, 4)
    # the original's x has 12.91: the first is inside
    assert outcome(interval_disclosure, pair, interval_share=0.1, interval_width="original").value == 2 / 3


TESTDATA = [
    "mdav_3", "mdav_10", "noise_add10", "noise_add50", "noise_correlated2_d01", "noise_correlated2_d05", "rankswap_P5",
    "rankswap_P15", "rankswap_P15_notail", "topcode_income95", "combined_heavy", "identical", "independent_permute",
]  # fmt: skip
CASC = [
    "mdav_3", "mdav_10", "onedims_3", "pca_3", "noise_add10", "noise_add50", "noise_correlated10", "noise_correlated50",
    "noise_correlated2_d01", "noise_restr50", "rankswap_P5", "rankswap_P15", "rankswap_P15_notail",
]  # fmt: skip


@pytest.mark.parametrize(
    ("dataset", "scenario"),
    [*(("testdata", s) for s in TESTDATA), *(("CASCrefmicrodata", s) for s in CASC)],
)
def test_drisk_of_sdcmicro(shared_data: Path, dataset: str, scenario: str) -> None:
    sdcmicro = shared_data / "sdcmicro"
    name = "sdcMicro_testdata.json" if dataset == "testdata" else "sdcMicro_CASC.json"
    figures = json.loads((sdcmicro / "reference" / name).read_text())["scenarios"][scenario]
    figures = figures["numeric"]["dRisk"] if dataset == "testdata" else figures["dRisk"]
    original = pd.read_csv(sdcmicro / f"{dataset}.csv")
    masked = pd.read_csv(sdcmicro / "masked" / dataset / f"{scenario}.csv")
    numeric = ["expend", "income", "savings"] if dataset == "testdata" else list(original.columns)
    pair = pair_of(
        original[numeric], masked[numeric], numeric[:1], continuous=tuple(numeric), links=np.arange(len(original))
    )
    for k in (0.01, 0.05, 0.1):
        found = outcome(interval_disclosure, pair, interval_share=k)
        assert found.value == pytest.approx(figures[f"k{k}"], abs=1e-12)


def half_strangers(n: int = 100) -> Pair:
    """Return a file of which half the records are the original's first half, untouched, and half are invented."""
    original, strangers = people(n), people(n // 2, seed=9)
    masked = pd.concat([original.iloc[: n // 2], strangers], ignore_index=True)
    return paired(original, masked, links=np.concatenate([np.arange(n // 2), np.full(n // 2, -1)]))


@pytest.mark.parametrize("measure", [*LINKAGE, expected_match_risk])
def test_of_a_file_of_half_strangers_half_of_the_original_is_found_at_most(measure: Measure) -> None:
    found = outcome(measure, half_strangers())
    assert isinstance(found, Result)
    assert found.value == pytest.approx(0.5)
    assert found.interval is None or found.interval[1] <= 0.5
    assert any("masked record" in flag for flag in found.flags)


def test_both_shares_stand_beside_each_other() -> None:
    """40 of 50 originals in a file of 100: four fifths of the original's records, 40 % of the masked ones."""
    original = people(50)
    masked = pd.concat([original.iloc[:40], people(60, seed=9)], ignore_index=True)
    pair = paired(original, masked, links=np.concatenate([np.arange(40), np.full(60, -1)]))
    found = outcome(linkage_gower, pair)
    detail = found.detail
    assert (detail["share_of_original_records"], found.value) == (pytest.approx(0.8), pytest.approx(0.8))
    assert detail["share_of_masked_records"] == pytest.approx(0.4)
    assert detail["part_of_original_released"] == pytest.approx(0.8)
    near = outcome(interval_disclosure, pair).detail
    assert (near["share_of_original_records"], near["share_of_masked_records"]) == (
        pytest.approx(0.8),
        pytest.approx(0.4),
    )


@pytest.mark.parametrize("measure", [*LINKAGE, interval_disclosure])
def test_wrong_links_are_said_where_the_figure_stands(measure: Measure) -> None:
    pair = paired(people(), people())
    assert not outcome(measure, pair).validity
    doubted = outcome(measure, replace(pair, link_doubt="in a random order"))
    assert doubted.validity == ("in a random order",)


def in_households(strata: int = 1) -> tuple[Pair, Pair]:
    """Sixty households of four whose masked ages are all kept, or all replaced; with and without their households."""
    original, random = people(240), np.random.default_rng(5)
    replaced = np.repeat(random.random(60) < 0.5, 4)
    masked = original.assign(
        age=np.where(replaced, random.permutation(original["age"]), original["age"]),
        income=np.where(replaced, random.permutation(original["income"]), original["income"]),
    )
    alone = paired(original, masked)
    units = np.repeat(np.arange(60), 4)
    drawn = SampleDesign(units, units * strata // 60, Unit.HOUSEHOLD, "hid")
    return alone, replace(alone, original=replace(alone.original, drawn=drawn))


@pytest.mark.parametrize("measure", [*LINKAGE, linkage_fellegi_sunter], ids=lambda m: m.id)
def test_persons_of_one_household_are_found_together(measure: Measure) -> None:
    alone, together = (outcome(measure, pair) for pair in in_households())
    assert alone.value == together.value
    narrow, wide = (o.interval[1] - o.interval[0] for o in (alone, together))
    assert 1.5 * narrow < wide < 2.2 * narrow
    assert alone.detail["interval_kind"].startswith("Wilson, of the ")
    assert ": in 60 households they tell as much as " in together.detail["interval_kind"]


def test_certainty_differs_less_than_hits_so_that_its_interval_is_wide_enough_as_it_is() -> None:
    alone, together = (outcome(duncan_lambert, pair) for pair in in_households())
    assert together.interval == alone.interval
    assert together.detail["interval_kind"] == "Wilson, of the targets: in 60 households they tell as much as 240"


def test_nobody_found_in_sixty_households_is_nobody_in_sixty() -> None:
    original = people(240)
    masked = original.assign(age=original["age"].to_numpy()[::-1], income=original["income"].to_numpy()[::-1])
    units = np.repeat(np.arange(60), 4)
    pair = paired(original, masked)
    drawn = SampleDesign(units, np.zeros(240, dtype=np.int64), Unit.HOUSEHOLD, "hid")
    found = outcome(linkage_gower, replace(pair, original=replace(pair.original, drawn=drawn)))
    assert found.value == 0
    assert found.interval == pytest.approx((0, 1.96**2 / (60 + 1.96**2)), rel=1e-3)
