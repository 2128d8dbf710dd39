"""The first risk measures against sdcMicro 5.8.1's figures for its own testdata."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Result
from core.risk import (
    RiskParameters,
    global_risk,
    k_violations_2,
    k_violations_3,
    k_violations_5,
    prepare,
    sample_uniques,
)

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
WEIGHTS = ("sampling_weight", "household_weights")


def coded(column: pd.Series) -> Coded:
    codes, categories = pd.factorize(column, sort=True)
    return Coded(Level.NOMINAL, codes.astype(np.int32), tuple(str(c) for c in categories))


def release(path: Path, weight: str | None = None) -> Release:
    table = pd.read_csv(path)
    weights = {} if weight is None else {w: table[w].to_numpy(np.float64) for w in WEIGHTS}
    columns = {key: coded(table[key]) for key in KEYS}
    return Release(path.stem, len(table), columns, weights, keysets=(KeySet("keys", KEYS, weight),))


def result(measure: Measure, file: Release) -> Result:
    (outcome,) = measure.compute(measure.prepare(file, RiskParameters()))
    assert isinstance(outcome, Result)
    return outcome


@pytest.fixture(scope="module")
def sdcmicro(shared_data: Path) -> Path:
    return shared_data / "sdcmicro"


@pytest.mark.parametrize(
    ("measure", "count"),
    [(k_violations_2, 157), (sample_uniques, 157), (k_violations_3, 281), (k_violations_5, 458)],
)
def test_violations(sdcmicro: Path, measure: Measure, count: int) -> None:
    outcome = result(measure, release(sdcmicro / "testdata.csv"))
    assert outcome.detail["count"] == count
    assert outcome.value == count / 4580


@pytest.mark.parametrize(
    ("weight", "expected", "digits"),
    # with weights the exact formula: sdcMicro's approximation gives 10.778 and 39.423
    [(None, 412, 1e-9), ("sampling_weight", 10.7755, 5e-5), ("household_weights", 39.3723, 5e-5)],
)
def test_expected_reidentifications(sdcmicro: Path, weight: str | None, expected: float, digits: float) -> None:
    outcome = result(global_risk, release(sdcmicro / "testdata.csv", weight))
    assert outcome.detail["expected_reidentifications"] == pytest.approx(expected, abs=digits)
    assert outcome.value == pytest.approx(outcome.detail["expected_reidentifications"] / 4580, rel=1e-14)


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("scenario", ["ORIGINAL", "localsupp_k3", "localsupp_k5"])
def test_every_record(sdcmicro: Path, scenario: str, weight: str) -> None:
    reference = pd.read_csv(sdcmicro / "reference" / "vectors" / f"testdata__{scenario}_freq_risk.csv")
    original = scenario == "ORIGINAL"
    path = sdcmicro / "testdata.csv" if original else sdcmicro / "masked" / "testdata" / f"{scenario}.csv"
    (keyset,) = prepare(release(path, weight), RiskParameters())
    assert (keyset.n_missing > 0) is not original
    assert_array_equal(keyset.cell_frequencies.sample[keyset.cells.of_records], reference["fk"])
    assert_allclose(keyset.cell_frequencies.population[keyset.cells.of_records], reference[f"Fk_{weight}"], rtol=1e-12)
    exact = reference[f"rk_exact_{weight}"].to_numpy()
    known = ~np.isnan(exact)
    assert known.sum() > 500
    assert_allclose(keyset.cell_risks[keyset.cells.of_records][known], exact[known], rtol=1e-9)
