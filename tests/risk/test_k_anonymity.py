"""Violations of k-anonymity by hand and under changes that must not matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Coded, KeySet, Level, Release
from core.measures import Measure, Result
from core.risk import RiskParameters, k_violations_2, k_violations_3, k_violations_5, sample_uniques

SHARES = (k_violations_2, k_violations_3, k_violations_5, sample_uniques)


def release(codes: np.ndarray) -> Release:
    names = [f"key{j}" for j in range(codes.shape[1])]
    labels = tuple(f"c{i}" for i in range(4))
    columns = {name: Coded(Level.NOMINAL, codes[:, j].astype(np.int32), labels) for j, name in enumerate(names)}
    return Release("file", len(codes), columns, keysets=(KeySet("keys", tuple(names)),))


def result(measure: Measure, file: Release, rule: str = "wildcard") -> Result:
    (outcome,) = measure.compute(measure.prepare(file, RiskParameters(missing=rule)))
    assert isinstance(outcome, Result)
    return outcome


@st.composite
def coded_files(draw: st.DrawFn) -> np.ndarray:
    n, m = draw(st.integers(1, 30)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    codes = rng.integers(0, 4, (n, m))
    codes[rng.random((n, m)) < draw(st.sampled_from([0.0, 0.3]))] = -1
    return codes


@pytest.mark.parametrize(
    ("measure", "count"),
    [(k_violations_2, 1), (k_violations_3, 3), (k_violations_5, 7), (sample_uniques, 1)],
)
def test_cells_of_one_two_four_and_five(measure: Measure, count: int) -> None:
    codes = np.array([[0]] * 1 + [[1]] * 2 + [[2]] * 4 + [[3]] * 5)
    outcome = result(measure, release(codes))
    assert outcome.measure == measure.id
    assert outcome.target == ("keys",)
    assert outcome.n == 12
    assert outcome.value == count / 12
    assert outcome.detail["count"] == count
    assert outcome.detail["keys"] == ["key0"]
    assert outcome.detail["missing"] == "wildcard"
    assert "count_missing_as_category" not in outcome.detail


@pytest.mark.parametrize(("rule", "count", "n"), [("wildcard", 1, 5), ("category", 3, 5), ("drop", 1, 3)])
def test_uniques_of_five_records_under_three_rules(rule: str, count: int, n: int) -> None:
    outcome = result(sample_uniques, release(np.array([[0, 0], [0, 0], [0, -1], [1, 0], [-1, 1]])), rule)
    assert (outcome.detail["count"], outcome.n, outcome.value) == (count, n, count / n)
    assert outcome.detail["n_missing_keys"] == 2
    if rule == "wildcard":
        assert outcome.detail["count_missing_as_category"] == 3


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_order_of_records_keys_and_codes_changes_nothing(codes: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    relabelled = np.append(rng.permutation(4), -1)[codes]
    changed = relabelled[rng.permutation(len(codes))][:, rng.permutation(codes.shape[1])]
    for measure in SHARES:
        assert result(measure, release(changed)).value == result(measure, release(codes)).value


@given(coded_files())
def test_merging_categories_never_raises_the_violations(codes: np.ndarray) -> None:
    merged = release(np.where(codes == 1, 0, codes))
    for measure in SHARES:
        for rule in ("wildcard", "category", "drop"):
            if rule == "drop" and (codes < 0).any(axis=1).all():
                continue
            assert result(measure, merged, rule).value <= result(measure, release(codes), rule).value


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_suppression_never_raises_the_violations_under_wildcard(codes: np.ndarray, seed: int) -> None:
    suppressed = np.where(np.random.default_rng(seed).random(codes.shape) < 0.2, -1, codes)
    for measure in SHARES:
        assert result(measure, release(suppressed)).value <= result(measure, release(codes)).value


@given(coded_files())
def test_two_violations_are_the_sample_uniques(codes: np.ndarray) -> None:
    assert result(k_violations_2, release(codes)).value == result(sample_uniques, release(codes)).value
