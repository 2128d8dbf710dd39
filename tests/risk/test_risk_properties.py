"""What must hold for every measure of one file, and for risk under coarser keys and suppression."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data import Coded, KeySet, Level, Release
from core.measures import Outcome, Result, Subject
from core.risk import (
    MEASURES,
    RiskParameters,
    expected_reidentifications,
    global_risk,
    household_risk,
    risk_above_threshold,
)

pytestmark = pytest.mark.slow

RELEASE_MEASURES = [m for m in MEASURES if m.subject is Subject.RELEASE]
FROM_FREQUENCIES = (global_risk, expected_reidentifications, household_risk, risk_above_threshold)


def release(
    codes: np.ndarray,
    weights: np.ndarray | None = None,
    sensitive: np.ndarray | None = None,
    households: np.ndarray | None = None,
) -> Release:
    names = [f"k{j}" for j in range(codes.shape[1])]
    labels = tuple("abcdef")
    columns = {name: Coded(Level.NOMINAL, codes[:, j].astype(np.int32), labels) for j, name in enumerate(names)}
    if sensitive is not None:
        columns["s"] = Coded(Level.NOMINAL, sensitive.astype(np.int32), labels)
    return Release(
        "file",
        len(codes),
        columns,
        {} if weights is None else {"w": weights},
        {"h": np.arange(len(codes)) // 2.0 if households is None else households},
        (KeySet("keys", tuple(names)),),
        ("s",),
    )


def outcome(measure, file: Release, **settings) -> Outcome:
    (only,) = measure.compute(measure.prepare(file, RiskParameters(**settings)))
    return only


@st.composite
def coded_files(draw: st.DrawFn, missing: tuple[float, ...] = (0.0,)) -> np.ndarray:
    n, m = draw(st.integers(2, 30)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    codes = rng.integers(0, 4, (n, m))
    codes[rng.random((n, m)) < draw(st.sampled_from(missing))] = -1
    return codes


@given(coded_files((0.0, 0.2)), st.floats(1, 200), st.booleans())
def test_coarser_keys_never_raise_risk(codes: np.ndarray, weight: float, weighted: bool) -> None:
    weights = np.full(len(codes), weight) if weighted else None
    merged = np.where(codes == 1, 0, codes)
    for measure in FROM_FREQUENCIES:
        before, after = outcome(measure, release(codes, weights)), outcome(measure, release(merged, weights))
        assert after.value <= before.value + 1e-12


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_coarser_keys_never_raise_the_rate_under_unequal_weights(codes: np.ndarray, seed: int) -> None:
    weights = np.random.default_rng(seed).uniform(1, 100, len(codes))
    merged = np.where(codes == 1, 0, codes)
    before, after = outcome(global_risk, release(codes, weights)), outcome(global_risk, release(merged, weights))
    assert after.value <= before.value + 1e-12


@given(coded_files(), st.integers(0, 2**32 - 1))
def test_suppression_under_wildcard_never_raises_risk(codes: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.uniform(1, 100, len(codes))
    suppressed = np.where(rng.random(codes.shape) < 0.2, -1, codes)
    for measure in FROM_FREQUENCIES:
        before, after = outcome(measure, release(codes, weights)), outcome(measure, release(suppressed, weights))
        assert after.value <= before.value + 1e-12


@pytest.mark.parametrize("measure", RELEASE_MEASURES, ids=lambda m: m.id)
@given(codes=coded_files((0.0, 0.2)), seed=st.integers(0, 2**32 - 1))
def test_order_of_records_and_keys_and_labels_changes_nothing(measure, codes: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights, sensitive = rng.uniform(1, 20, len(codes)), rng.integers(0, 3, len(codes))
    rows, columns = rng.permutation(len(codes)), rng.permutation(codes.shape[1])
    relabelled = np.append(rng.permutation(4), -1)[codes]
    households = np.arange(len(codes)) // 2.0
    before = outcome(measure, release(codes, weights, sensitive, households))
    changed = relabelled[rows][:, columns]
    after = outcome(measure, release(changed, weights[rows], rng.permutation(3)[sensitive][rows], -households[rows]))
    assert type(before) is type(after)
    if isinstance(before, Result):
        assert after.value == pytest.approx(before.value, rel=1e-7 if "pitman" in measure.id else 1e-10)


@pytest.mark.parametrize("name", ["threshold=0", "threshold=1", "sampling_fraction=2", "recursive_c=0", "pair_share=1"])
def test_impossible_parameters_are_refused(name: str) -> None:
    key, _, value = name.partition("=")
    with pytest.raises(ValueError, match=key):
        RiskParameters(**{key: float(value)})


def test_impossible_terms_and_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="two-way term"):
        RiskParameters(loglinear_pairs=("sex",))
    with pytest.raises(ValueError, match="not be negative"):
        RiskParameters(linkage_targets=-1)
