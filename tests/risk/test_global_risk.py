"""The re-identification rate by hand and under changes that must not matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Coded, KeySet, Level, Release
from core.measures import Outcome, Result, Skipped
from core.risk import RiskParameters, global_risk
from core.risk.global_risk import _small_fraction
from core.statistics.disclosure import individual_risk


def release(codes: list[int], weights: dict[str, list[float]] | None = None, weight: str | None = None) -> Release:
    column = Coded(Level.NOMINAL, np.array(codes, dtype=np.int32), ("a", "b", "c", "d"))
    numbers = {name: np.array(values, dtype=np.float64) for name, values in (weights or {}).items()}
    return Release("file", len(codes), {"key": column}, numbers, keysets=(KeySet("keys", ("key",), weight),))


def outcome(file: Release, rule: str = "wildcard") -> Outcome:
    (only,) = global_risk.compute(global_risk.prepare(file, RiskParameters(missing=rule)))
    return only


def test_without_weights_it_is_the_mean_of_one_over_f() -> None:
    xi = outcome(release([0, 0, 0, 1]))
    assert isinstance(xi, Result)
    assert (xi.target, xi.n) == (("keys",), 4)
    assert xi.value == pytest.approx(2 / 4)
    assert xi.detail == {
        "basis": "1 divided by the number of records alike, because no weight is tagged in this file",
        "basis_kind": "1/f",
        "people": None,
        "share_of_original": 1.0,
        "expected_reidentifications": pytest.approx(2.0),
        "max_risk": 1.0,
        "prosecutor": 0.5,
        "prosecutor_max": 1.0,
        "marketer": 0.5,
        "treatment": "unperturbed",
        "weight": None,
        "keys": ["key"],
        "keys_absent": [],
        "missing": "wildcard",
        "n_records": 4,
        "n_missing_keys": 0,
    }


def test_with_weights_by_hand() -> None:
    # two alike of four: p = 1/2, r = 1 - ln 2; one alone of two: p = 1/2, r = ln 2
    xi = outcome(release([0, 0, 1], {"w": [1.0, 3.0, 2.0]}))
    assert isinstance(xi, Result)
    assert xi.detail["expected_reidentifications"] == pytest.approx(2 * (1 - np.log(2)) + np.log(2))
    assert xi.value == pytest.approx((2 - np.log(2)) / 3)
    assert xi.detail["max_risk"] == pytest.approx(np.log(2))
    assert xi.detail["weight"] == "w"


def test_weights_of_one_are_the_whole_population() -> None:
    assert outcome(release([0, 0, 1], {"w": [1.0, 1.0, 1.0]})).value == pytest.approx(2 / 3)


def test_missing_keys_as_wildcard() -> None:
    # a, a, b, missing, missing: each a is like four, b like three, the others like all five
    xi = outcome(release([0, 0, 1, -1, -1]))
    assert isinstance(xi, Result)
    assert xi.value == pytest.approx((1 / 4 + 1 / 4 + 1 / 3 + 1 / 5 + 1 / 5) / 5)
    assert xi.detail["value_missing_as_category"] == pytest.approx(3 / 5)


def test_missing_keys_as_a_category_or_dropped() -> None:
    category, dropped = (outcome(release([0, 0, 1, -1, -1]), rule) for rule in ("category", "drop"))
    assert category.value == pytest.approx(3 / 5)
    assert (dropped.value, dropped.n) == (pytest.approx(2 / 3), 3)
    assert "value_missing_as_category" not in category.detail


def test_several_weights_and_none_named_is_skipped_with_the_remedy() -> None:
    xi = outcome(release([0, 1], {"v": [1.0, 1.0], "w": [2.0, 2.0]}))
    assert isinstance(xi, Skipped)
    assert xi.target == ("keys",)
    assert "say which one goes with key set 'keys'" in xi.reason
    assert xi.detail["keys"] == ["key"]


def test_unusable_weights_are_skipped_with_their_number() -> None:
    xi = outcome(release([0, 1], {"v": [-1.0, 1.0]}))
    assert isinstance(xi, Skipped)
    assert "missing or negative in 1 of 2 records" in xi.reason


def test_a_weight_that_the_file_lacks_is_said_and_flagged() -> None:
    xi = outcome(release([0, 1], weight="w"))
    assert isinstance(xi, Result)
    assert xi.value == 1.0
    assert xi.flags == ("1 divided by the number of records alike, because the weight 'w' is not in this file",)


@given(
    st.lists(st.tuples(st.integers(-1, 3), st.floats(0.5, 1e6)), min_size=1, max_size=30),
    st.permutations(range(4)),
    st.randoms(use_true_random=False),
)
def test_order_of_records_and_codes_changes_nothing(records, labels, random) -> None:
    shuffled = random.sample(records, len(records))
    xi = outcome(release([c for c, _ in records], {"w": [w for _, w in records]}))
    new = [labels[c] if c >= 0 else -1 for c, _ in shuffled]
    changed = outcome(release(new, {"w": [w for _, w in shuffled]}))
    assert changed.value == pytest.approx(xi.value, rel=1e-12)
    assert 0 < xi.value <= 1


@pytest.mark.parametrize(("people", "said"), [(None, 0), (1_000.0, 0), (10_000.0, 0), (20_000.0, 1)])
def test_a_small_sampling_fraction_is_said_beside_the_figure(people, said):
    assert len(_small_fraction(1_000, people) or ()) == said


def test_at_five_per_cent_the_estimate_lies_below_the_true_mean():
    # a population of 40,000 in combinations of unequal size: the mean of 1/F of the people sampled, known and estimated
    random = np.random.default_rng(1)
    people = np.minimum(random.pareto(0.8, 40_000) * 40, 20_000).astype(np.int64)
    in_population = np.unique(people, return_inverse=True)[1]
    sampled = np.flatnonzero(random.random(40_000) < 0.05)
    true = (1 / np.bincount(in_population)[in_population[sampled]]).mean()
    f = np.bincount(in_population[sampled])[in_population[sampled]]
    assert individual_risk(f, np.full(len(f), 0.05)).mean() < 0.8 * true
