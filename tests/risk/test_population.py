"""Population uniques of files: what is divided by what, what is said, and sdcMicro's modRisk."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Outcome, Result, Skipped
from core.risk import (
    RiskParameters,
    correct_matches_loglinear,
    population_uniques_loglinear,
    population_uniques_pitman,
    population_uniques_zayatz,
)

MEASURES = (
    population_uniques_loglinear,
    correct_matches_loglinear,
    population_uniques_zayatz,
    population_uniques_pitman,
)
KEYS = ("urbrur", "roof", "walls", "water", "relat", "sex")


def release(a: list[int], b: list[int], weight: float | None = None) -> Release:
    columns = {
        name: Coded(Level.NOMINAL, np.array(codes, dtype=np.int32), ("x", "y", "z", "u"))
        for name, codes in (("a", a), ("b", b))
    }
    weights = {} if weight is None else {"w": np.full(len(a), weight)}
    return Release("file", len(a), columns, weights, keysets=(KeySet("keys", ("a", "b")),))


def outcome(measure: Measure, file: Release, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(file, RiskParameters(**settings)))
    return only


def test_loglinear_by_hand() -> None:
    # four records, one alone on (0, 0), one on (1, 0): mu 1.5 and .5, pi = 1/2: v = mu
    file = release([0, 0, 0, 1], [0, 1, 1, 0], 2.0)
    found = outcome(population_uniques_loglinear, file)
    assert isinstance(found, Result)
    assert found.value == pytest.approx((np.exp(-1.5) + np.exp(-0.5)) / 4)
    assert (found.detail["sample_uniques"], found.detail["sampling_fraction"]) == (2, 0.5)
    matches = outcome(correct_matches_loglinear, file)
    assert matches.value == pytest.approx(((1 - np.exp(-1.5)) / 1.5 + (1 - np.exp(-0.5)) / 0.5) / 4)


def test_zayatz_by_hand() -> None:
    found = outcome(population_uniques_zayatz, release([0, 1, 2, 2], [0, 0, 0, 0], 2.0))
    assert isinstance(found, Result)
    assert found.value == pytest.approx(28 / 11 / 8)
    assert (found.detail["expected"], found.detail["population"]) == (pytest.approx(28 / 11), 8)


@pytest.mark.parametrize("measure", MEASURES)
def test_all_are_marked(measure: Measure) -> None:
    found = outcome(measure, release([0, 1, 2, 2, -1], [0, 0, 0, 0, 0], 2.0))
    assert isinstance(found, Result)
    assert found.flags[0].startswith("model-dependent")
    assert "a missing key is a value of its own in the model" in found.flags


@pytest.mark.parametrize("measure", MEASURES)
def test_without_a_sampling_fraction_they_say_what_to_do(measure: Measure) -> None:
    file = release([0, 1, 2, 2], [0, 0, 0, 0])
    found = outcome(measure, file)
    assert isinstance(found, Skipped)
    assert "which share of the population is in the original" in found.reason
    told = outcome(measure, file, sampling_fraction=0.5)
    assert isinstance(told, Result)
    assert told.value == pytest.approx(outcome(measure, release([0, 1, 2, 2], [0, 0, 0, 0], 2.0)).value)


def test_all_unique_cannot_be_fitted_by_pitman() -> None:
    found = outcome(population_uniques_pitman, release([0, 1, 2], [0, 0, 0], 2.0))
    assert isinstance(found, Skipped)
    assert "cannot be fitted" in found.reason


@pytest.mark.parametrize(("name", "pairs"), [("main", ()), ("inter", ("sex:relat", "urbrur:water"))])
def test_modrisk_of_sdcmicro_and_why_we_differ(shared_data: Path, name: str, pairs: tuple[str, ...]) -> None:
    # the same fit: its v = (1 - pi) mu and its mean over the kept cells give its figures to 1e-8; ours divides
    # the sample's mean by pi, which is what the truth of a simulated population asks for (test_loglinear)
    reference = json.loads((shared_data / "sdcmicro" / "reference" / "sdcMicro_modRisk.json").read_text())["res"]
    reference = reference[f"{name} sampling_weight default bound1"]
    table = pd.read_csv(shared_data / "sdcmicro" / "testdata.csv")
    columns = {}
    for key in KEYS:
        codes, categories = pd.factorize(table[key], sort=True)
        columns[key] = Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))
    weights = {"w": table["sampling_weight"].to_numpy(np.float64)}
    file = Release("testdata", len(table), columns, weights, keysets=(KeySet("keys", KEYS),))
    ours = outcome(population_uniques_loglinear, file, loglinear_pairs=pairs)
    # with pi close to 1/2 of the fit v = mu: so their (1 - .01) mu is ours at pi = 1 / 1.99
    theirs = outcome(population_uniques_loglinear, file, loglinear_pairs=pairs, sampling_fraction=1 / 1.99)
    assert theirs.detail["share_of_sample_uniques"] == pytest.approx(reference["gr1"], rel=1e-8)
    matches = outcome(correct_matches_loglinear, file, loglinear_pairs=pairs, sampling_fraction=1 / 1.99)
    assert matches.detail["share_of_sample_uniques"] == pytest.approx(reference["gr2"], rel=1e-8)
    assert ours.detail["sample_uniques"] == reference["n_cells_kept"]
    assert ours.detail["share_of_sample_uniques"] < 0.1 * reference["gr1"]
