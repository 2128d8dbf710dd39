"""Per-record values."""

import json

import numpy as np
import pytest

from core.data import Coded, KeySet, Level, Release
from core.measures import Result, Scope, Skipped, Subject
from core.risk import MEASURES, RiskParameters, per_record, riskiest


def release(**overrides) -> Release:
    def nominal(*codes: int) -> Coded:
        return Coded(Level.NOMINAL, np.array(codes, dtype=np.int32), ("x", "y", "z"))

    columns = {"a": nominal(0, 0, 1, -1, 2), "b": nominal(0, 0, 0, 1, 1)}
    settings = {"columns": columns, "weights": {"w": np.full(5, 2.0)}, "keysets": (KeySet("k", ("a", "b")),)}
    return Release(**({"name": "file", "n_records": 5} | settings | overrides))


def test_records_without_keys_have_no_risk_where_they_are_dropped() -> None:
    found = per_record(release(), RiskParameters(missing="drop"))
    assert set(found) == {"frequency|k", "individual_risk|k", "suda_score|k", "dis_suda|k"}
    assert found["frequency|k"].tolist() == [2, 2, 1, 0, 1]
    assert np.isnan(found["individual_risk|k"]).tolist() == [False, False, False, True, False]
    assert found["individual_risk|k"][2] == pytest.approx(np.log(2))
    # a = 1 alone, a = 2 alone and b = 1 alone: (2 - 1)!
    assert found["suda_score|k"].tolist()[:3] == [0, 0, 1]
    assert found["suda_score|k"][4] == 2


def test_without_usable_weights_the_counts_are_left() -> None:
    found = per_record(release(weights={"w": np.array([1.0, -1, 1, 1, 1])}), RiskParameters())
    assert set(found) == {"frequency|k", "suda_score|k"}


def test_a_record_of_weight_0_has_no_risk_and_is_no_persons_neighbour() -> None:
    file = release(weights={"w": np.array([1.0, 0, 1, 1, 1])})
    found, others = (per_record(f, RiskParameters(missing="drop")) for f in (file, file.take(np.array([0, 2, 3, 4]))))
    assert np.isnan(found["individual_risk|k"]).tolist() == [False, True, False, True, False]
    assert found["individual_risk|k"][[0, 2, 4]] == pytest.approx(others["individual_risk|k"][[0, 1, 3]])
    assert found["frequency|k"].tolist() == [2, 2, 1, 0, 1]  # it is in the file all the same


def test_the_riskiest_first() -> None:
    assert riskiest(release(), RiskParameters(missing="drop"), "k", 2).tolist() == [4, 2]


@pytest.mark.parametrize("measure", [m for m in MEASURES if m.subject is Subject.RELEASE], ids=lambda m: m.id)
def test_details_can_be_written_and_values_lie_in_bounds(measure) -> None:
    file = release(sensitive=("s",), households={"h": np.array([1.0, 1, 2, 2, np.nan])})
    file.columns["s"] = Coded(Level.ORDINAL, np.array([0, 1, 1, 2, -1], dtype=np.int32), ("l", "m", "h"))
    (outcome,) = measure.compute(measure.prepare(file, RiskParameters()))
    json.dumps(outcome.detail, allow_nan=False)
    assert measure.scope is Scope.FILE
    if isinstance(outcome, Result):
        assert measure.bounds[0] <= outcome.value <= measure.bounds[1]
    else:
        assert isinstance(outcome, Skipped)
        assert measure.id in {"population_uniques_pitman", "population_uniques_known"}
