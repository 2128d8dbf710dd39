"""The informed intruder in files."""

import numpy as np
import pandas as pd
import pytest

from core.data import Masking
from core.measures import Outcome, Result, Skipped
from core.risk import RiskParameters, duncan_lambert
from tests.risk.conftest import pair_of


def outcome(pair, **settings) -> Outcome:
    (only,) = duncan_lambert.compute(duncan_lambert.prepare(pair, RiskParameters(**settings)))
    return only


def noisy(noise: float, n: int = 300):
    rng = np.random.default_rng(1)
    original = pd.DataFrame(
        {"age": rng.normal(size=n), "income": rng.normal(size=n), "sex": rng.integers(0, 2, n) * 1.0}
    )
    masked = original.assign(
        age=original["age"] + noise * rng.normal(size=n), income=original["income"] + noise * rng.normal(size=n)
    )
    masking = {"age": Masking.NOISE, "income": Masking.NOISE}
    return pair_of(
        original, masked, ["age", "income", "sex"], continuous=("age", "income"), links=np.arange(n), maskings=masking
    )


def test_two_records_by_hand() -> None:
    # differences 1 and 1: the intruder knows noise of 1; true 0 and 4, released 1 and 5
    original, masked = pd.DataFrame({"x": [0.0, 4.0]}), pd.DataFrame({"x": [1.0, 5.0]})
    found = outcome(
        pair_of(original, masked, ["x"], continuous=("x",), links=np.arange(2), maskings={"x": Masking.NOISE})
    )
    assert isinstance(found, Result)
    # target 0: exponents .5 and 12.5; target 4: 4.5 and .5
    assert found.value == pytest.approx((1 / (1 + np.exp(-12)) + 1 / (1 + np.exp(-4))) / 2)
    assert found.detail["noise"] == {"x": 1}
    assert found.detail["guessed_right"] == 1
    assert found.detail["flags"][0].startswith("experimental")


def test_more_noise_leaves_the_intruder_less_sure() -> None:
    values = [outcome(noisy(noise)).value for noise in (0.01, 0.1, 0.5, 2.0)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.9
    assert values[-1] < 0.2


def test_what_it_is_sure_of_is_right_as_often() -> None:
    found = outcome(noisy(0.1), linkage_targets=0)
    assert found.detail["guessed_right"] == pytest.approx(found.value, abs=0.05)


def test_without_declared_noise_or_links_it_says_so() -> None:
    original = pd.DataFrame({"x": [0.0, 4.0]})
    pair = pair_of(original, original, ["x"], continuous=("x",), links=np.arange(2))
    assert isinstance(outcome(pair), Skipped)
    assert "masked by noise" in outcome(pair).reason
    assert "not linked" in outcome(pair_of(original, original, ["x"], continuous=("x",))).reason
