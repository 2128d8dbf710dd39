"""Risk for the screen: counts by bins, the riskiest records, which masking a figure rests on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assessment import Assessment, Comparison, make_plan
from core.data import Coded, KeySet, Level, Release
from core.measures import Jackknife, Result
from core.risk import RiskParameters
from core.views.risk import (
    UNKNOWN_KEYSET,
    RecordRisks,
    lone_combinations,
    record_risks,
    risk_bins,
    risk_parameters,
    riskiest_records,
    validity,
)


def release(**overrides) -> Release:
    """Five records: two alike, one without its first key, two alone."""
    columns = {
        "area": Coded(Level.NOMINAL, np.array([0, 0, 1, -1, 2], dtype=np.int32), ("N", "S", "W")),
        "age": Coded(Level.CONTINUOUS, np.array([30.0, 30, 30, 41.5, 41.5])),
    }
    settings = {"columns": columns, "keysets": (KeySet("k", ("area", "age")), KeySet("age only", ("age",)))}
    return Release(**({"name": "file", "n_records": 5} | settings | overrides))


def counted(*risks: float) -> RecordRisks:
    values, counts = np.unique(np.array(risks), return_counts=True)
    return RecordRisks(values, counts)


def test_records_are_counted_by_their_risk() -> None:
    found = record_risks(release(), RiskParameters(), "k")
    # the record without an area agrees with record 5 (same age), and the other way round
    assert found.values.tolist() == [0.5, 1.0]
    assert found.counts.tolist() == [4, 1]
    assert (found.n, found.n_left_out, found.problem) == (5, 0, "")
    assert "no weight" in found.basis


def figure(measure: str, missing: str, beside: dict[str, float], value: float = 0.2) -> Result:
    detail = {"missing": missing, "n_missing_keys": 3, **beside}
    return Result(measure, ("k",), value, 10, (0.1, 0.3), detail, jackknife=Jackknife((0.1,), common=True))


def test_records_that_are_alone_are_counted_by_the_fewest_keys_that_single_them_out() -> None:
    # by hand: S and W each stand once; nobody has an age of their own; a missing area belongs to no set
    assert lone_combinations(release(), RiskParameters(), "k") == {("area",): 2}
    assert lone_combinations(release(), RiskParameters(), "gone") == UNKNOWN_KEYSET
    nobody = release(n_records=0, columns={"age": Coded(Level.CONTINUOUS, np.zeros(0))})
    assert "no records" in str(lone_combinations(nobody, RiskParameters(), "k"))


def test_above_means_above() -> None:
    found = record_risks(release(), RiskParameters(), "k")
    assert [found.count_above(t) for t in (0.4, 0.5, 0.99, 1.0)] == [5, 1, 1, 0]


def test_records_without_keys_are_left_out_where_they_are_dropped() -> None:
    found = record_risks(release(), RiskParameters(missing="drop"), "k")
    assert (found.n, found.n_left_out) == (4, 1)


def test_what_cannot_be_counted_says_why() -> None:
    spoilt = release(weights={"w": np.array([1.0, -1, 1, 1, 1])})
    assert "missing or negative" in record_risks(spoilt, RiskParameters(), "k").problem
    assert "not declared any more" in record_risks(release(), RiskParameters(), "gone").problem
    empty = release(n_records=0, columns={"age": Coded(Level.CONTINUOUS, np.zeros(0))})
    assert record_risks(empty, RiskParameters(), "k").problem


def test_a_bin_holds_its_upper_edge() -> None:
    bins = risk_bins(counted(1.0, 1.0, 0.1, 1 / 10, 0.5), counted(0.3))
    assert bins.edges[-1] == 1
    assert bins.edges[1] == pytest.approx(0.1)
    first, second = bins.counts
    assert (first[0], first[-1]) == (2, 2)
    assert first.sum() == 5
    assert second.sum() == 1
    assert np.allclose(np.diff(np.log10(bins.edges)), 0.2)


@given(st.lists(st.floats(1e-9, 1.0), min_size=1, max_size=30), st.lists(st.floats(1e-9, 1.0), max_size=30))
def test_no_record_is_lost(first: list[float], second: list[float]) -> None:
    bins = risk_bins(counted(*first), counted(*second))
    assert [c.sum() for c in bins.counts] == [len(first), len(second)]
    low, high = bins.edges[:-1] * (1 - 1e-9), bins.edges[1:] * (1 + 1e-9)
    for place in np.flatnonzero(bins.counts[0]):
        assert any(low[place] <= risk <= high[place] for risk in first)


def test_bins_do_not_depend_on_the_order_of_records() -> None:
    rows = np.array([4, 2, 0, 3, 1])
    ours, theirs = (record_risks(r, RiskParameters(), "k") for r in (release(), release().take(rows)))
    assert all(np.array_equal(a, b) for a, b in zip(risk_bins(ours).counts, risk_bins(theirs).counts, strict=True))


def test_the_riskiest_records_are_shown_as_released() -> None:
    found = riskiest_records(release(), RiskParameters(), "k", most=3)
    assert found.keys == ("area", "age")
    first, second, third = found.records
    assert (first.row, first.values, first.frequency, first.risk) == (3, ("S", "30"), 1, 1.0)
    assert (second.row, second.values, second.risk) == (5, ("W", "41.5"), 0.5)
    assert third.risk == 0.5
    assert found.as_risky == 5
    assert first.score == 1
    missing = next(r for r in riskiest_records(release(), RiskParameters(), "k").records if r.row == 4)
    assert missing.values == ("missing", "41.5")


def test_at_most_twenty_records_are_shown() -> None:
    n = 50
    many = Release(
        "file", n, {"id": Coded(Level.CONTINUOUS, np.arange(n, dtype=float))}, keysets=(KeySet("k", ("id",)),)
    )
    found = riskiest_records(many, RiskParameters(), "k")
    assert len(found.records) == 20
    assert found.as_risky == n


def test_no_risk_no_records() -> None:
    spoilt = release(weights={"w": np.array([1.0, -1, 1, 1, 1])})
    found = riskiest_records(spoilt, RiskParameters(), "k")
    assert found.records == ()
    assert found.problem


def assessed(name: str, *outcomes) -> Assessment:
    return Assessment(name, f"{name}.csv", "", 5, 2, outcomes)


def rate(kind: str) -> Result:
    return Result("global_risk", ("k",), 0.5, 5, detail={"treatment": kind})


def others(*measures: str) -> tuple[Result, ...]:
    return tuple(Result(m, ("k",), 0.4, 5) for m in measures)


def test_validity_is_read_from_the_outcome() -> None:
    assert validity(None) == ()
    assert validity(Result("disco", ("k",), 0.5, 5)) == ()
    assert validity(Result("global_risk", ("k",), 0.5, 5, validity=("why",))) == ("why",)


def test_parameters_are_those_of_the_run() -> None:
    plan = make_plan(settings=("risk.threshold=0.05", "risk.loglinear_pairs=a:b,b:c", "risk.missing=drop"))
    for parameters in (plan.described(), {**plan.described(), "parameters": {"risk": {"threshold": 0.05}}}):
        found = risk_parameters(Comparison(parameters, {}, assessed("Original")))
        assert found.threshold == 0.05
    assert risk_parameters(Comparison(plan.described(), {}, assessed("Original"))) == plan.of("risk")
    assert risk_parameters(Comparison({}, {}, assessed("Original"))) == RiskParameters()
