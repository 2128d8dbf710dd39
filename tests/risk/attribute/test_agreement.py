"""Replicated uniques, DiSCO and DCAP of pairs of files: by hand, and against synthpop's disclosure()."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.data import Pair
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import RiskParameters, dcap, disco, uniques_replicated
from tests.risk.conftest import pair_of

MEASURES = (uniques_replicated, disco, dcap)
KEYS = {
    "A": (["urbrur", "roof", "walls", "water", "electcon", "sex"], "relat"),
    "B": (["urbrur", "roof", "walls", "water", "sex", "age"], "hhcivil"),
}
SCENARIOS = [
    "localsupp_k3",
    "localsupp_k5",
    "pram_pd08",
    "pram_pd02_alpha1",
    "srs_20pct",
    "srs_50pct",
    "independent_permute",
    "recode_age10_midpoint",
    "identical",
    "mdav_3",
    "mdav_10",
    "noise_add10",
    "noise_add50",
    "noise_correlated2_d01",
    "noise_correlated2_d05",
    "rankswap_P5",
    "rankswap_P15",
    "rankswap_P15_notail",
    "topcode_income95",
    "combined_heavy",
    "drop_2vars",
    "recode_age5",
    "recode_age10",
]


def outcome(measure: Measure, pair: Pair, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(pair, RiskParameters(**settings)))
    return only


def small(**settings) -> Pair:
    original = pd.DataFrame({"key": [0.0, 0, 1, 1, 2], "s": [5.0, 6, 5, 5, 7], "t": [0.0, 0, 0, 0, 0]})
    masked = pd.DataFrame({"key": [0.0, 0, 1, 1, 2], "s": [5.0, 5, 5, 6, 7], "t": [0.0, 0, 0, 0, 0]})
    return pair_of(original, masked, ["key"], **({"sensitive": ("s",)} | settings))


def test_by_hand() -> None:
    found = outcome(disco, small())
    assert isinstance(found, Result)
    assert found.value == 2 / 5
    assert (found.detail["worst"], found.detail["disclosive_in_original"]) == ("s", 3 / 5)
    assert outcome(uniques_replicated, small()).value == 1 / 5
    raw = outcome(dcap, small(), dcap="raw")
    assert raw.value == pytest.approx(3 / 5)
    base = 0.6**2 + 2 * 0.2**2
    assert outcome(dcap, small()).value == pytest.approx((0.6 - base) / (1 - base))


def test_the_worst_sensitive_variable_is_the_files_and_a_constant_shows_itself() -> None:
    found = outcome(disco, small(sensitive=("s", "t")))
    assert (found.value, found.detail["worst"]) == (1, "t")
    assert set(found.detail["by_variable"]) == {"s", "t"}
    # a constant is known without the file: nothing above the baseline
    assert outcome(dcap, small(sensitive=("t",))).value == 0


def test_one_level_that_makes_up_nearly_all_is_told() -> None:
    n = 200
    original = pd.DataFrame({"key": np.arange(n) // 2 * 1.0, "s": (np.arange(n) < 4) * 1.0})
    found = outcome(disco, pair_of(original, original, ["key"], sensitive=("s",)))
    assert (found.value, found.detail["dominant_level"]) == (1, True)
    assert (
        outcome(disco, pair_of(original, original, ["key"], sensitive=("s",)), dominant_share=0.99).detail[
            "dominant_level"
        ]
        is False
    )


@pytest.mark.parametrize("measure", [disco, dcap])
def test_without_a_sensitive_variable_they_say_so(measure: Measure) -> None:
    found = outcome(measure, small(sensitive=()))
    assert isinstance(found, Skipped)
    assert "role 'sensitive'" in found.reason


@pytest.mark.parametrize("measure", MEASURES)
def test_order_of_records_changes_nothing(measure: Measure) -> None:
    rng = np.random.default_rng(1)
    original = pd.DataFrame({c: rng.integers(0, 3, 60) * 1.0 for c in ("a", "b", "s")})
    masked = pd.DataFrame({c: rng.integers(0, 3, 50) * 1.0 for c in ("a", "b", "s")})
    before = outcome(measure, pair_of(original, masked, ["a", "b"], sensitive=("s",)))
    shuffled = original.sample(frac=1, random_state=1), masked.sample(frac=1, random_state=2)[["s", "b", "a"]]
    after = outcome(measure, pair_of(*shuffled, ["b", "a"], sensitive=("s",)))
    assert after.value == pytest.approx(before.value, rel=1e-14)


OTHERWISE = {("combined_heavy", "B"), ("recode_age5", "B"), ("recode_age10", "B"), ("drop_2vars", "B")}
"""Age in bands, which synthpop compares with exact ages so that nothing agrees, and we after the same recode of the
original; and a file without the target."""


@pytest.mark.parametrize(
    ("scenario", "which"), [(s, w) for s in SCENARIOS for w in ("A", "B") if (s, w) not in OTHERWISE]
)
@pytest.mark.slow
def test_disclosure_of_synthpop(shared_data: Path, scenario: str, which: str) -> None:
    sdcmicro = shared_data / "sdcmicro"
    reference = json.loads((sdcmicro / "reference" / "synthpop_testdata.json").read_text())
    reference = reference["scenarios"][scenario]["disclosure"][which]
    original = pd.read_csv(sdcmicro / "testdata.csv")
    masked = pd.read_csv(sdcmicro / "masked" / "testdata" / f"{scenario}.csv")
    keys, target = KEYS[which]
    pair = pair_of(original[[*keys, target]], masked[[*keys, target]], keys, sensitive=(target,))
    identity = outcome(uniques_replicated, pair)
    ident = reference["ident"]
    assert 100 * identity.value == pytest.approx(ident["repU"], rel=1e-12)
    assert 100 * identity.detail["uniques_in_original"] == pytest.approx(ident["UiO"], rel=1e-12)
    assert 100 * identity.detail["uniques_in_masked"] == pytest.approx(ident["UiS"], rel=1e-12)
    assert 100 * identity.detail["uniques_of_original_in_masked"] == pytest.approx(ident["UiOiS"], rel=1e-12)
    detail = outcome(disco, pair).detail
    names = {
        "disco": "DiSCO",
        "disclosive_in_original": "Dorig",
        "disclosive_in_masked_file": "Dsyn",
        "keys_in_masked": "iS",
        "disclosive_in_masked": "DiS",
        "disclosive_in_both": "DiSDiO",
    }
    attrib = reference["attrib"]
    for ours, theirs in names.items():
        assert 100 * detail[ours] == pytest.approx(attrib[theirs], rel=1e-12)
    assert detail["largest_denominator"] == attrib["max_denom"]
    if attrib["mean_denom"] is not None:
        assert detail["mean_denominator"] == pytest.approx(attrib["mean_denom"], rel=1e-12)
    assert (reference["check_1way"] != "") == detail["dominant_level"]
    pairs = reference["check_2way"].split()[0] if reference["check_2way"] else "0"
    assert detail["predicting_levels"] == int(pairs)
    caps = outcome(dcap, pair, dcap="raw").detail
    for ours, theirs in (("dcap", "DCAP"), ("baseline", "baseCAPd"), ("cap_original", "CAPd"), ("cap_masked", "CAPs")):
        assert 100 * caps[ours] == pytest.approx(reference["allCAPs"][theirs], rel=1e-12)
    tcap = reference["allCAPs"]["TCAP"]
    assert caps["tcap"] == (None if tcap is None else pytest.approx(tcap / 100, rel=1e-12))
