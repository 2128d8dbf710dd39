"""Frequencies, approximate risk and SUDA2 of every file of testdata, and francdat's records: sdcMicro 5.8.1."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from core.data import Coded, KeySet, Level, Release
from core.risk import RiskParameters, prepare
from core.risk.special_uniques import prepare_suda

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
APPROXIMATE = RiskParameters(individual_risk="approximate", suda_fraction=0.01)


def release(table: pd.DataFrame, keys: tuple[str, ...], weight: str | None) -> Release:
    columns = {}
    for key in keys:
        codes, categories = pd.factorize(table[key], sort=True)
        columns[key] = Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))
    weights = {} if weight is None else {weight: table[weight].to_numpy(np.float64)}
    return Release("file", len(table), columns, weights, keysets=(KeySet("keys", keys, weight),))


@pytest.fixture(scope="module")
def sdcmicro(shared_data: Path) -> Path:
    return shared_data / "sdcmicro"


def figures_of(sdcmicro: Path) -> dict[str, dict]:
    found = json.loads((sdcmicro / "reference" / "sdcMicro_testdata.json").read_text())["scenarios"]
    assert len(found) == 24
    return found


def table_of(sdcmicro: Path, scenario: str) -> pd.DataFrame:
    return pd.read_csv(sdcmicro / ("testdata.csv" if scenario == "ORIGINAL" else f"masked/testdata/{scenario}.csv"))


def test_frequencies_and_approximate_risk_of_every_scenario(sdcmicro: Path) -> None:
    compared = 0
    for scenario, figures in figures_of(sdcmicro).items():
        for part in ("risk", "risk_keys_with_age"):
            for weight in (None, "sampling_weight", "household_weights"):
                expected = figures.get(part, {}).get(weight or "unweighted")
                if expected is None:
                    continue
                file = release(table_of(sdcmicro, scenario), tuple(figures[part]["keys"]), weight)
                (keyset,) = prepare(file, APPROXIMATE)
                of, counted = keyset.cells.of_records, expected["freqCalc_alpha1"]
                f = keyset.cell_frequencies.sample[of]
                assert [(f < k).sum() for k in (2, 3, 5)] == [counted[f"viol_k{k}"] for k in (2, 3, 5)], scenario
                people = f if weight is None else keyset.cell_frequencies.population[of]
                assert (f.sum(), people.sum()) == (counted["sum_fk"], pytest.approx(counted["sum_Fk"], rel=1e-12))
                if weight is not None:
                    total = expected["indivRisk_approx"]["sum"]
                    assert keyset.cell_risks[of].sum() == pytest.approx(total, rel=1e-12), scenario
                compared += 1
    assert compared >= 20


def test_suda_of_every_scenario(sdcmicro: Path) -> None:
    compared = 0
    for scenario, figures in figures_of(sdcmicro).items():
        if "suda2" not in figures:
            continue
        expected = figures["suda2"]["original_scores=TRUE_DisFraction=0.01"]
        (suda,) = prepare_suda(release(table_of(sdcmicro, scenario), KEYS, None), APPROXIMATE)
        assert (suda.scores.score > 0).sum() == expected["n_score_gt0"], scenario
        assert suda.scores.score.sum() == expected["sum_score"]
        assert suda.dis.sum() == pytest.approx(expected["sum_dis"], abs=1e-4)
        compared += 1
    assert compared >= 6


@pytest.mark.parametrize(("part", "holes"), [("complete", False), ("with_missing", True)])
def test_every_record_of_francdat(sdcmicro: Path, part: str, holes: bool) -> None:
    expected = json.loads((sdcmicro / "reference" / "sdcMicro_francdat.json").read_text())[part]
    table = pd.read_csv(sdcmicro / "francdat.csv").astype(float)
    if holes:
        for row, column in ((3, 5), (4, 2), (4, 4), (5, 6), (6, 2)):
            table.iloc[row - 1, column - 1] = np.nan
    file = release(table, ("Key1", "Key2", "Key3", "Key4"), "w")
    for formula, name in (("approximate", "rk_approx"), ("exact", "rk_exact")):
        (keyset,) = prepare(file, RiskParameters(individual_risk=formula))
        assert_array_equal(keyset.cell_frequencies.sample[keyset.cells.of_records], expected["fk"])
        assert_allclose(keyset.cell_frequencies.population[keyset.cells.of_records], expected["Fk"], rtol=1e-12)
        assert_allclose(keyset.cell_risks[keyset.cells.of_records], expected[name], rtol=1e-9)


def test_every_record_of_age_in_bands(sdcmicro: Path) -> None:
    expected = pd.read_csv(sdcmicro / "reference" / "vectors" / "testdata__recode_age10_agekeys_freq_risk.csv")
    table = pd.read_csv(sdcmicro / "masked" / "testdata" / "recode_age10.csv")
    (keyset,) = prepare(release(table, ("sex", "relat", "hhcivil", "age"), "sampling_weight"), APPROXIMATE)
    assert_array_equal(keyset.cell_frequencies.sample[keyset.cells.of_records], expected["fk"])
    assert_allclose(keyset.cell_risks[keyset.cells.of_records], expected["rk_approx_sampling_weight"], rtol=1e-12)
