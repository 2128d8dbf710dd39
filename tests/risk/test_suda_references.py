"""SUDA2 and DIS-SUDA against sdcMicro 5.8.1's figures for every record of its testdata."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Result
from core.risk import RiskParameters, dis_suda_max, dis_suda_mean, suda_records, suda_score_sum
from core.risk.special_uniques import prepare_suda

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
SCENARIOS = ("ORIGINAL", "localsupp_k3", "localsupp_k5", "combined_heavy", "pram_pd08", "srs_20pct")


def release(sdcmicro: Path, scenario: str) -> Release:
    path = sdcmicro / ("testdata.csv" if scenario == "ORIGINAL" else f"masked/testdata/{scenario}.csv")
    table = pd.read_csv(path)
    columns = {}
    for key in KEYS:
        codes, categories = pd.factorize(table[key], sort=True)
        columns[key] = Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))
    return Release(scenario, len(table), columns, keysets=(KeySet("keys", KEYS),))


def result(measure: Measure, file: Release, **settings) -> Result:
    (outcome,) = measure.compute(measure.prepare(file, RiskParameters(**settings)))
    assert isinstance(outcome, Result)
    return outcome


@pytest.fixture(scope="module")
def sdcmicro(shared_data: Path) -> Path:
    return shared_data / "sdcmicro"


@pytest.mark.parametrize("scenario", ["ORIGINAL", "localsupp_k3", "combined_heavy"])
@pytest.mark.parametrize(("kind", "name"), [("suda2", "elliot"), ("ihsn", "ihsn")])
@pytest.mark.parametrize("fraction", [0.01, 0.1])
def test_every_record(sdcmicro: Path, scenario: str, kind: str, name: str, fraction: float) -> None:
    reference = pd.read_csv(sdcmicro / "reference" / "vectors" / f"testdata__{scenario}_suda2.csv")
    parameters = RiskParameters(suda_score=kind, suda_fraction=fraction)
    (keyset,) = prepare_suda(release(sdcmicro, scenario), parameters)
    assert_allclose(keyset.scores.score, reference[f"score_{name}"], rtol=1e-12)
    # sdcMicro computes in single precision
    assert_allclose(keyset.dis, reference[f"dis_{name}_f{fraction}"], atol=1e-6)
    if kind == "suda2":
        assert_array_equal(keyset.scores.score, reference["score_elliot"])
        for j, key in enumerate(KEYS):
            assert_allclose(keyset.scores.shares[:, j], reference[f"contrib_{key}"], atol=1e-12)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("fraction", [0.01, 0.1])
def test_the_file(sdcmicro: Path, scenario: str, fraction: float) -> None:
    figures = json.loads((sdcmicro / "reference" / "sdcMicro_testdata.json").read_text())
    figures = figures["scenarios"][scenario]["suda2"][f"original_scores=TRUE_DisFraction={fraction}"]
    file, settings = release(sdcmicro, scenario), {"suda_fraction": fraction}
    records = result(suda_records, file, **settings)
    assert records.detail["count"] == figures["n_score_gt0"]
    expected = {c["variable"]: c["contribution"] / 100 for c in figures["attribute_contributions"]}
    assert records.detail["contributions"] == pytest.approx(expected, abs=1e-12)
    total = result(suda_score_sum, file, **settings)
    assert (total.value, total.detail["max"]) == (figures["sum_score"], figures["max_score"])
    assert result(dis_suda_mean, file, **settings).detail["sum"] == pytest.approx(figures["sum_dis"], abs=1e-4)
    assert result(dis_suda_max, file, **settings).value == pytest.approx(figures["max_dis"], abs=1e-6)


def test_the_printed_formula_is_another(sdcmicro: Path) -> None:
    # Kocar (2018, 2.1) prints (m - MSUmin)!: the smallest minimal unique alone
    file = release(sdcmicro, "ORIGINAL")
    assert result(suda_score_sum, file).value == 4890
    printed = result(suda_score_sum, file, suda_score="printed")
    assert printed.value < 4890
    assert printed.detail["max"] == 720
    assert result(suda_records, file, suda_score="printed").detail["count"] == 157
